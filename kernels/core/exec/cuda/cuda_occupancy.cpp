#include <algorithm>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
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

void require_shared(const KernelRef& kernel, std::size_t dynamic, std::size_t reserved) {
  const GpuInfo gpu = present_gpu_limits();
  const std::size_t given = std::max(gpu.shared_per_block, gpu.shared_per_block_optin);
  const std::size_t own = kernel_resources(kernel).static_shared + dynamic;
  if (given == 0 || own + reserved <= given) return;
  throw Error(memory_size(reserved) + " of shared memory cannot be reserved: kernel " +
              kernel.name + " uses " + memory_size(own) + ", and this GPU gives a block " +
              memory_size(given));
}

void allow_dynamic_shared(const void* kernel, std::size_t bytes, const std::string& what) {
  constexpr std::size_t allowed_anyway = 48 * 1024;  // a block, static shared memory included
  if (bytes == 0) return;
  cudaFuncAttributes attributes{};
  check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel), what);
  if (attributes.sharedSizeBytes + bytes <= allowed_anyway) return;
  if (std::size_t(attributes.maxDynamicSharedSizeBytes) >= bytes) return;
  check_cuda(LIVEWARP_CUDA(cudaFuncSetAttribute, kernel,
                           cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)),
             what);
}

}  // namespace livewarp
