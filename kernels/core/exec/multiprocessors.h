// How many multiprocessors a CUDA variant cuts its work for.
#pragma once

#include "kernels/core/base/compilation.h"

namespace livewarp {

/// Of the current device; 0 without one.
int cuda_multiprocessors();

}  // namespace livewarp

LIVEWARP_KERNELS_BEGIN

/// Those of the present GPU; without one, and where kernels are executed on the host, those of a
/// large GPU.
inline int multiprocessors() {
  constexpr int of_a_large_gpu = 132;
#if defined(__CUDACC__)
  if (const int present = cuda_multiprocessors(); present > 0) return present;
#endif
  return of_a_large_gpu;
}

LIVEWARP_KERNELS_END
