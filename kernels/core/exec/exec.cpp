#include "kernels/core/exec/exec.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

const char* words_of(Stage stage) {
  switch (stage) {
  case Stage::upload: return "copy in";
  case Stage::kernel: return "kernel";
  case Stage::download: return "copy out";
  case Stage::publish: break;
  }
  return "publish";
}

void call_steps(Exec& exec, const std::string& name) {
  if (auto* const cuda = dynamic_cast<CudaExec*>(&exec)) cuda->call_steps(name);
}

KernelExec& Exec::kernels() {
  throw Error("kernels belong to CUDA variants: the CPU executor runs none");
}

void Exec::copy_all_in(std::span<Buffer* const> buffers) {
  for (Buffer* const buffer : buffers) copy_in(*buffer);
}
void Exec::copy_all_out(std::span<Buffer* const> buffers) {
  for (Buffer* const buffer : buffers) copy_out(*buffer);
}

GpuOnly& KernelExec::gpu() {
  throw Error("blocks that wait for one another, and calls of a library, run on a GPU alone");
}

std::vector<Range> KernelExec::slices(const Range& all, std::int64_t granule) const {
  std::vector<Range> ranges;
  const std::int64_t n = all.size();
  if (n <= 0) return ranges;
  granule = std::max<std::int64_t>(granule, 1);
  const std::int64_t granules = ceil_div(n, granule);
  const std::int64_t count = std::clamp<std::int64_t>(slice_count(), 1, granules);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = granules * i / count, last = granules * (i + 1) / count;
    ranges.push_back({all.first + first * granule, std::min(all.first + last * granule, all.last)});
  }
  return ranges;
}

std::vector<Range> KernelExec::waves(const KernelRef& kernel, const Range& all, Dim3 block,
                                     std::size_t shared_bytes) const {
  const std::int64_t blocks = slice_count() > 1 ? resident_blocks(kernel, block, shared_bytes) : 1;
  return slices(all, std::max<std::int64_t>(blocks, 1) * block.x);
}

}  // namespace livewarp
