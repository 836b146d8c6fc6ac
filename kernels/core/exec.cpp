#include "kernels/core/exec.h"

#include <algorithm>

#include "kernels/core/error.h"

namespace livewarp {

namespace {

[[noreturn]] void refuse_cooperation(const KernelRef& kernel) {
  throw Error(std::string("kernel ") + kernel.name +
              ": its blocks wait for one another, which only a GPU can do");
}

[[noreturn]] void refuse_host_work() {
  throw Error("work of the host between kernels belongs to CUDA rows: this executor has none");
}

[[noreturn]] void refuse_textures() {
  throw Error("textures belong to CUDA rows: this executor has none");
}

}  // namespace

void Exec::copy_symbol(const void*, const void*, std::size_t) {
  throw Error("constant memory belongs to CUDA rows: this executor has none");
}

std::uint64_t Exec::texture(const TextureSpec&) { refuse_textures(); }
std::uint64_t Exec::surface(const TextureArray&) { refuse_textures(); }
void Exec::copy_to_array(const TextureArray&, const void*, std::size_t) { refuse_textures(); }
void Exec::copy_from_array(void*, std::size_t, const TextureArray&) { refuse_textures(); }

void Exec::copy_all_in(std::span<Buffer* const> buffers) {
  for (Buffer* const buffer : buffers) copy_in(*buffer);
}
void Exec::copy_all_out(std::span<Buffer* const> buffers) {
  for (Buffer* const buffer : buffers) copy_out(*buffer);
}

void Exec::copy_to_host(void*, const void*, std::size_t) { refuse_host_work(); }
void Exec::copy_from_host(void*, const void*, std::size_t) { refuse_host_work(); }
// NOLINTNEXTLINE(performance-unnecessary-value-param): those that can, keep it
void Exec::on_host(std::function<void()>) { refuse_host_work(); }

// NOLINTNEXTLINE(performance-unnecessary-value-param): those that can, keep it
void Exec::call_library(const char* name, std::function<void(void*)>) {
  throw Error(std::string(name) + ": the library runs on a GPU alone");
}

std::int64_t Exec::resident_blocks(const KernelRef& kernel, Dim3, std::size_t) const {
  refuse_cooperation(kernel);
}

void Exec::launch_cooperative_raw(const KernelRef& kernel, Dim3, Dim3, std::size_t,
                                  const void* const*, const std::size_t*, std::size_t) {
  refuse_cooperation(kernel);
}

std::vector<Range> Exec::slices(std::int64_t n, std::int64_t granule) const {
  std::vector<Range> ranges;
  if (n <= 0) return ranges;
  granule = std::max<std::int64_t>(granule, 1);
  const std::int64_t granules = ceil_div(n, granule);
  const std::int64_t count = std::clamp<std::int64_t>(slice_count(), 1, granules);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = granules * i / count, last = granules * (i + 1) / count;
    ranges.push_back({first * granule, std::min(last * granule, n)});
  }
  return ranges;
}

}  // namespace livewarp
