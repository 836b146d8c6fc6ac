// Loads that name a cache. Beside device.cuh, since few kernels ask for them.
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

/// A load by way of the first-level cache, which keeps what it brings (PTX ISA, ld.ca).
template <class T>
__device__ __forceinline__ T load_all_levels(const T* source) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
  return __ldca(source);
#else
  return *source;
#endif
}

/// A load from the second-level cache, past the first (PTX ISA, ld.cg).
template <class T>
__device__ __forceinline__ T load_second_level(const T* source) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
  return __ldcg(source);
#else
  return *source;
#endif
}

LIVEWARP_KERNELS_END
