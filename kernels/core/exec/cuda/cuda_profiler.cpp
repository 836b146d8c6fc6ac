#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/profiler_capture.h"

// As cuda_profiler_api.h has them, which the runtime's own package on PyPI lacks.
extern "C" {
cudaError_t CUDARTAPI cudaProfilerStart(void);
cudaError_t CUDARTAPI cudaProfilerStop(void);
}

namespace livewarp {

ProfilerCapture::ProfilerCapture() {
  use_cuda_device();
  check_cuda(LIVEWARP_CUDA(cudaProfilerStart), "the profiler's capture cannot begin");
}

ProfilerCapture::~ProfilerCapture() {
  // What goes wrong here is an error of the work itself, which says so where it is collected.
  if (LIVEWARP_CUDA(cudaDeviceSynchronize) != cudaSuccess) cudaGetLastError();
  if (LIVEWARP_CUDA(cudaProfilerStop) != cudaSuccess) cudaGetLastError();
}

}  // namespace livewarp
