#include "kernels/core/exec/cuda/cuda_issuer.h"

#include <memory>

#include "kernels/core/base/text.h"
#include "kernels/core/exec/cuda/cuda_versions.h"

namespace livewarp {

namespace {

/// By a thread of the driver, in its turn in the stream: what moves is timed there, and no frame
/// waits.
void CUDART_CB read_pages(void* task) {
  const std::unique_ptr<cuda_command::HostRead> read(static_cast<cuda_command::HostRead*>(task));
  constexpr std::size_t page = 4096;
  const auto* const bytes = static_cast<const volatile unsigned char*>(read->memory);
  unsigned sum = 0;
  for (std::size_t i = 0; i < read->bytes; i += page) sum += bytes[i];
  static_cast<void>(sum);
}

void CUDART_CB do_work(void* task) {
  const std::unique_ptr<cuda_command::HostWork> host(static_cast<cuda_command::HostWork*>(task));
  host->work();
}

std::string launch_text(const cuda_command::KernelLaunch& launch) {
  return std::string("kernel ") + launch.kernel.name + " (grid " + to_text(launch.grid) +
         ", block " + to_text(launch.block) + ", " + memory_size(launch.shared_bytes) +
         " of dynamic shared memory)";
}

}  // namespace

void CudaIssuer::issue(const CudaCommand& command) {
  std::visit([this](const auto& content) { give(content); }, command);
}

void CudaIssuer::run(const cuda_command::KernelLaunch& launch) {
  const cudaStream_t to = launch.beside ? beside_->get() : stream();
  constants_.launch(to, [&] { launch_on(to, launch); });
}

void CudaIssuer::fork() {
  if (!beside_) beside_.emplace("second CUDA stream");
  tie_.let_follow(beside_->get(), stream());
  split_ = true;
}

void CudaIssuer::join() {
  if (!split_) return;
  split_ = false;
  tie_.let_follow(stream(), beside_->get());
}

void CudaIssuer::run(const cuda_command::LaunchGraph& graph) {
  if (graph.launches.empty()) return;
  last_kernel_ = graph.launches.back().kernel.name;
  const auto record = [this](cudaStream_t recorded, const cuda_command::KernelLaunch& launch) {
    launch_on(recorded, launch);
  };
  constants_.launch(stream(), [&] { graphs_.replay(graph, stream(), record); });
}

void CudaIssuer::run(const cuda_command::LibraryCall& library) {
  last_kernel_ = library.name;
  library.call(library.beside ? beside_->get() : stream());
}

void CudaIssuer::launch_on(cudaStream_t stream, const cuda_command::KernelLaunch& launch) {
  if (launch.kernel.symbol == nullptr)
    throw Error(launch_text(launch) + ": it was not compiled for CUDA");
  allow_shared(launch);
  std::vector<void*> args;
  args.reserve(launch.offsets.size());
  for (const std::size_t offset : launch.offsets)
    args.push_back(const_cast<std::byte*>(launch.values.data() + offset));
  last_kernel_ = launch.kernel.name;
  const dim3 grid(launch.grid.x, launch.grid.y, launch.grid.z);
  const dim3 block(launch.block.x, launch.block.y, launch.block.z);
  const void* const kernel = launch.kernel.symbol;
  const std::size_t shared = launch.shared_bytes;
  check_cuda(launch.cooperative ? LIVEWARP_CUDA(cudaLaunchCooperativeKernel, kernel, grid, block,
                                                args.data(), shared, stream)
                                : LIVEWARP_CUDA(cudaLaunchKernel, kernel, grid, block, args.data(),
                                                shared, stream),
             launch_text(launch));
}

void CudaIssuer::allow_shared(const cuda_command::KernelLaunch& launch) {
  if (launch.shared_bytes == 0) return;
  std::size_t& allowed = shared_allowed_[launch.kernel.symbol];  // asked once a kernel and size
  if (launch.shared_bytes <= allowed) return;
  allow_dynamic_shared(launch.kernel.symbol, launch.shared_bytes, launch_text(launch));
  allowed = launch.shared_bytes;
}

void CudaIssuer::run(const cuda_command::Upload& upload) {
  // From pageable memory: the source has been read when the call returns.
  constants_.fill(upload.symbol, upload.bytes.data(), upload.bytes.size(), cudaMemcpyHostToDevice);
}

void CudaIssuer::run(const cuda_command::CopyToSymbol& copy) {
  constants_.fill(copy.symbol, copy.source, copy.bytes, cudaMemcpyDefault);
}

void CudaIssuer::run(const cuda_command::Fill& fill) {
  check_cuda(LIVEWARP_CUDA(cudaMemsetAsync, fill.memory, fill.byte, fill.bytes, stream()),
             "filling device memory");
}

void CudaIssuer::run(const cuda_command::Copy& copy) {
  check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, copy.target, copy.source, copy.bytes,
                           copy.to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                           stream()),
             copy.to_device ? "copy to the GPU" : "copy from the GPU");
}

void CudaIssuer::run(const cuda_command::Prefetch& prefetch) {
  prefetch_pages(prefetch.memory, prefetch.bytes, prefetch.to_device, stream());
}

void CudaIssuer::run(const cuda_command::HostRead& read) {
  auto task = std::make_unique<cuda_command::HostRead>(read);
  check_cuda(LIVEWARP_CUDA(cudaLaunchHostFunc, stream(), read_pages, task.get()),
             "reading on the host");
  task.release();  // NOLINT(bugprone-unused-return-value): read_pages frees it
}

void CudaIssuer::run(const cuda_command::HostWork& host) {
  auto task = std::make_unique<cuda_command::HostWork>(host);
  check_cuda(LIVEWARP_CUDA(cudaLaunchHostFunc, stream(), do_work, task.get()), "work on the host");
  task.release();  // NOLINT(bugprone-unused-return-value): do_work frees it
}

void CudaIssuer::run(const cuda_command::CopyToArray& copy) {
  check_cuda(LIVEWARP_CUDA(cudaMemcpy2DToArrayAsync, static_cast<cudaArray_t>(copy.array), 0, 0,
                           copy.source, copy.pitch, copy.row_bytes, copy.rows, cudaMemcpyDefault,
                           stream()),
             "copy to a texture array");
}

void CudaIssuer::run(const cuda_command::CopyFromArray& copy) {
  check_cuda(LIVEWARP_CUDA(cudaMemcpy2DFromArrayAsync, copy.target, copy.pitch,
                           static_cast<cudaArray_t>(copy.array), 0, 0, copy.row_bytes, copy.rows,
                           cudaMemcpyDefault, stream()),
             "copy from a texture array");
}

}  // namespace livewarp
