// Instructions of single units of arithmetic, and the clock that counts what they take. Beside
// device.cuh, since few kernels ask for them.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"

LIVEWARP_KERNELS_BEGIN

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

/// Clocks of this multiprocessor, modulo 2^32 (PTX ISA, %clock). It is read where it stands: after
/// all instructions before it have begun, not after they have ended.
__device__ __forceinline__ unsigned cycle_counter() {
  unsigned now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
  return now;
}

__device__ __forceinline__ uint64 bits_of(double x) { return uint64(__double_as_longlong(x)); }
__device__ __forceinline__ double double_of(uint64 bits) {
  return __longlong_as_double(int64(bits));
}

/// The dot product of four signed bytes of a with four of b, + c, modulo 2^32.
__device__ __forceinline__ int dot_bytes(int a, int b, int c) { return __dp4a(a, b, c); }

/// By the special function unit: absolute error about 2^-21 for -pi <= x <= pi (CUDA C++
/// Programming Guide, intrinsic functions).
__device__ __forceinline__ float fast_sin(float x) { return __sinf(x); }
/// Relative error about 2^-21 for small x (the same).
__device__ __forceinline__ float fast_exp(float x) { return __expf(x); }

/// a b + c of two bfloat16, rounded once. Compute capability 8.0; on older GPUs a.
__device__ __forceinline__ HalfPair fma_brains(HalfPair a, HalfPair b, HalfPair c) {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  HalfPair d;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
  #else
  return a;
  #endif
}

#else

/// On the host nothing takes clocks.
inline unsigned cycle_counter() { return 0; }
inline uint64 bits_of(double x) { return std::bit_cast<uint64>(x); }
inline double double_of(uint64 bits) { return std::bit_cast<double>(bits); }
inline int dot_bytes(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 4; ++i) {
    const auto byte = [i](int word) {
      return static_cast<int>(static_cast<signed char>(static_cast<unsigned>(word) >> (8 * i)));
    };
    sum += static_cast<unsigned>(byte(a) * byte(b));
  }
  return static_cast<int>(sum);
}
inline float fast_sin(float x) { return sinf(x); }
inline float fast_exp(float x) { return expf(x); }
inline HalfPair fma_brains(HalfPair a, HalfPair b, HalfPair c) {
  HalfPair d = 0;
  for (int i = 0; i < 2; ++i) {
    const auto one = [i](HalfPair pair) {
      return double(widened(Brain16{static_cast<unsigned short>(pair >> (16 * i))}));
    };
    d |= HalfPair(brain_of(to_odd(one(a) * one(b) + one(c))).bits) << (16 * i);
  }
  return d;
}

#endif

/// The pair of bfloat16 nearest to two numbers.
__device__ __forceinline__ HalfPair brains_of(float first, float second) {
  return HalfPair(brain_of(first).bits) | HalfPair(brain_of(second).bits) << 16;
}

LIVEWARP_KERNELS_END
