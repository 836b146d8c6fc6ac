#include "kernels/core/exec/cuda/cuda_versions.h"

#include <cuda.h>  // types alone: the driver is never linked

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

/// A function of the driver; null where the driver has none of that name.
void* driver_function(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  constexpr unsigned of_version = 12000;
  const cudaError_t error = LIVEWARP_CUDA(cudaGetDriverEntryPointByVersion, name, &found,
                                          of_version, cudaEnableDefault, &status);
#else
  const cudaError_t error =
      LIVEWARP_CUDA(cudaGetDriverEntryPoint, name, &found, cudaEnableDefault, &status);
#endif
  check_cuda(error, std::string("the driver's ") + name);
  return status == cudaDriverEntryPointSuccess ? found : nullptr;
}

}  // namespace

DriverContext cuda_driver_context() {
  static const auto ask =
      reinterpret_cast<decltype(&cuCtxGetCurrent)>(driver_function("cuCtxGetCurrent"));
  DriverContext found;
  found.device = use_cuda_device();
  CUcontext context = nullptr;
  if (ask && ask(&context) == CUDA_SUCCESS) found.context = context;
  return found;
}

void prefetch_pages(const void* memory, std::size_t bytes, bool to_device, cudaStream_t stream) {
  int device = 0;
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &device), "the present device");
#if CUDART_VERSION >= 13000
  cudaMemLocation place{};
  place.type = to_device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost;
  place.id = to_device ? device : 0;
  const cudaError_t error = LIVEWARP_CUDA(cudaMemPrefetchAsync, memory, bytes, place, 0, stream);
#else
  const cudaError_t error = LIVEWARP_CUDA(cudaMemPrefetchAsync, memory, bytes,
                                          to_device ? device : cudaCpuDeviceId, stream);
#endif
  check_cuda(error, to_device ? "prefetch to the GPU" : "prefetch to the host");
}

bool is_from_pool(const void* memory) {
  static const auto ask =
      reinterpret_cast<decltype(&cuPointerGetAttribute)>(driver_function("cuPointerGetAttribute"));
  CUmemoryPool pool = nullptr;
  return ask &&
         ask(&pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, reinterpret_cast<CUdeviceptr>(memory)) ==
             CUDA_SUCCESS &&
         pool != nullptr;
}

}  // namespace livewarp
