#include "kernels/heat/heat_rows.h"

namespace livewarp {

namespace {

/// Multiprocessors of the current device.
int multiprocessors() {
  constexpr int of_no_device = 132;
  int device = 0, count = 0;
  if (cudaGetDevice(&device) == cudaSuccess &&
      cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device) == cudaSuccess)
    return count;
  cudaGetLastError();  // no device is an answer here, not an error to inherit
  return of_no_device;
}

}  // namespace

Rows<Heat> Heat::cuda_rows() { return heat::rows(multiprocessors); }

}  // namespace livewarp
