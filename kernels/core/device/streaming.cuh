// Loads of what is read once. Beside device.cuh, since few kernels ask for them.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// A load of what nobody reads again soon: it is the first to leave the caches.
template <class T>
__device__ __forceinline__ T load_streaming(const T* source) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
  return __ldcs(source);
#else
  return *source;
#endif
}

LIVEWARP_KERNELS_END
