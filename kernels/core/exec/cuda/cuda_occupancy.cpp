#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/occupancy.h"

namespace livewarp {

KernelResources kernel_resources(const KernelRef& kernel) {
  cudaFuncAttributes attributes{};
  check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel.symbol),
             std::string("asking the driver about kernel ") + kernel.name);
  KernelResources resources;
  resources.registers = attributes.numRegs;
  resources.static_shared = attributes.sharedSizeBytes;
  resources.local_bytes = attributes.localSizeBytes;
  resources.max_threads = attributes.maxThreadsPerBlock;
  return resources;
}

int driver_occupancy_blocks(const KernelRef& kernel, int block_threads,
                            std::size_t dynamic_shared) {
  const std::string what = std::string("occupancy of kernel ") + kernel.name;
  allow_dynamic_shared(kernel.symbol, dynamic_shared, what);
  int blocks = 0;
  check_cuda(LIVEWARP_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, kernel.symbol,
                           block_threads, dynamic_shared),
             what);
  return blocks;
}

void allow_dynamic_shared(const void* kernel, std::size_t bytes, const std::string& what) {
  constexpr std::size_t allowed_anyway = 48 * 1024;
  if (bytes <= allowed_anyway) return;
  cudaFuncAttributes attributes{};
  check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel), what);
  if (std::size_t(attributes.maxDynamicSharedSizeBytes) >= bytes) return;
  check_cuda(LIVEWARP_CUDA(cudaFuncSetAttribute, kernel,
                           cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)),
             what);
}

}  // namespace livewarp
