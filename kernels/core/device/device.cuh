// What a kernel's source includes, itself or through another .cuh of the core. It makes ordinary
// CUDA C++ readable for nvcc, for NVRTC (which has no standard headers), and for the host compiler,
// whose threads `kernels/emulator` runs.
//
//   #include "kernels/core/device/device.cuh"
//   LIVEWARP_KERNELS_BEGIN
//   template <int Items>
//   __global__ void scale(const float* __restrict__ in, float* out, int n) {
//     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//     ...
//   }
//   LIVEWARP_KERNELS_END
//
// The variants that launch it (`x_variants.h`) stand between the same two macros and say
//   exec.launch(LIVEWARP_KERNEL(scale<4>), grid, block, shared_bytes, in, out, n);
//
// What a kernel may use: the built-ins and vector types of CUDA with make_*; static `__shared__`,
// `__constant__`; __syncthreads and its _count/_and/_or; __syncwarp, __shfl*_sync, votes,
// __match_any_sync; atomics (relaxed, device-wide); tex1Dfetch, tex2D, tex2DLod, tex2DGrad,
// surf2Dwrite and surf3Dwrite of objects that the executor or the display makes; the float and
// double functions of <cmath> by their C names; and what this header adds. Device functions are
// marked `__device__
// __forceinline__`. A kernel must not wait for another thread by reading memory in a loop: on the
// host that thread would never run. For another block, which has begun, it may: see published.cuh.
#pragma once

#include "kernels/core/base/compilation.h"

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

  /// Marks the loop that follows as unrolled n times; without n, wholly.
  #define LIVEWARP_PRAGMA(text) _Pragma(#text)
  #define LIVEWARP_UNROLL(...) LIVEWARP_PRAGMA(unroll __VA_ARGS__)

LIVEWARP_KERNELS_BEGIN

// Integers of known width where <cstdint> is not to be had.
using int64 = long long;
using uint64 = unsigned long long;

/// The block's dynamic shared memory, 16-byte aligned; its size is the launch's.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char livewarp_dynamic_shared[];
  return reinterpret_cast<T*>(livewarp_dynamic_shared);
}

/// 1 / sqrt(x) by the special function unit: one instruction, relative error at most 2^-22.9
/// (PTX ISA, rsqrt.approx.ftz.f32); subnormal x counts as zero.
__device__ __forceinline__ float fast_rsqrt(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// The same in fp64, of which only some 20 bits are right (PTX ISA, rsqrt.approx.ftz.f64): to be
/// improved.
__device__ __forceinline__ double fast_rsqrt(double x) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
}

/// A load through the read-only path: *source must not change while the kernel runs.
template <class T>
__device__ __forceinline__ T load_readonly(const T* source) {
  return __ldg(source);
}

/// A load by the ordinary path, ld.global: the compiler sends those of a `const __restrict__`
/// pointer by the read-only one. It joins none of them.
__device__ __forceinline__ unsigned load_ordinary(const unsigned* source) {
  unsigned value;
  asm("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(source));
  return value;
}
__device__ __forceinline__ unsigned char load_ordinary(const unsigned char* source) {
  unsigned value;
  asm("ld.global.u8 %0, [%1];" : "=r"(value) : "l"(source));
  return (unsigned char)value;
}

/// A store of what nobody reads soon: it is the first to leave the caches.
template <class T>
__device__ __forceinline__ void store_streaming(T* target, T value) {
  __stcs(target, value);
}

/// Asks for the 128 bytes around an address, so that who reads them a little later finds them in
/// the second-level cache (PTX ISA, prefetch). The address must lie in memory of the GPU or shared
/// with it.
__device__ __forceinline__ void prefetch_second_level(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

/// Copies 4, 8 or 16 bytes, both ends aligned to as many, from global to shared memory without
/// passing through registers (PTX ISA, cp.async). The thread goes on; its copies up to a
/// `copy_async_commit` are a group, and `copy_async_wait<N>` waits until at most the last N of its
/// groups are under way. Other threads see what was copied after a barrier. Below compute
/// capability 8.0 the thread copies at once.
template <int Bytes>
__device__ __forceinline__ void copy_async(void* shared, const void* source) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const unsigned to = unsigned(__cvta_generic_to_shared(shared));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(source));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(source), "n"(Bytes));
  #else
  for (int i = 0; i < Bytes / 4; ++i)
    static_cast<unsigned*>(shared)[i] = static_cast<const unsigned*>(source)[i];
  #endif
}
/// 16 bytes, or as many zeros.
__device__ __forceinline__ void copy_async_or_zero(void* shared, const void* source, bool zeros) {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                   unsigned(__cvta_generic_to_shared(shared))),
               "l"(source), "r"(zeros ? 0 : 16));
  #else
  *static_cast<uint4*>(shared) =
      zeros ? make_uint4(0, 0, 0, 0) : *static_cast<const uint4*>(source);
  #endif
}
__device__ __forceinline__ void copy_async_commit() {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
  #endif
}
template <int N>
__device__ __forceinline__ void copy_async_wait() {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
  #endif
}

/// All blocks of a cooperative launch wait here until `expected` of them have arrived since
/// `arrived` was zero: the k-th barrier of a kernel expects k times the number of blocks. What they
/// wrote before is seen by all after (PTX ISA, memory consistency model: causality order).
__device__ __forceinline__ void grid_barrier(unsigned* arrived, unsigned expected) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
    } while (seen < expected);
    __threadfence();
  }
  __syncthreads();
}

/// A real stored as IEEE binary16; kernels compute with it in fp32.
struct Half16 {
  unsigned short bits;
};
__device__ __forceinline__ float widened(Half16 value) {
  float wide;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value.bits));
  return wide;
}
/// The nearest binary16, ties to even; beyond 65,504 infinity.
__device__ __forceinline__ Half16 narrowed(float value) {
  Half16 narrow;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(narrow.bits) : "f"(value));
  return narrow;
}

LIVEWARP_KERNELS_END

#else
  #include "kernels/core/device/device_host.h"
#endif

#if !defined(__CUDACC_RTC__)
  #include "kernels/core/device/kernel_of.h"

  /// `LIVEWARP_KERNEL(name<arguments>)` is the kernel as `Exec::launch` takes it: its symbol (or,
  /// on the host, its body), its parameter types and its name, from one mention. Works with
  /// template arguments that depend on the caller's, as inside `dispatch<...>`; a kernel must not
  /// be overloaded.
  #define LIVEWARP_KERNEL(...) (::livewarp::KernelOf<&__VA_ARGS__>::make())
#endif

#if defined(LIVEWARP_TRACED)
  #include "kernels/core/device/kernel_structures.h"
  #undef LIVEWARP_KERNEL
  #define LIVEWARP_KERNEL(...) (::livewarp::TracedKernelOf<&__VA_ARGS__>::make())
#endif
