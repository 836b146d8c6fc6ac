// Chains through the special function unit. Each is chosen so that it neither dies out nor grows,
// and forgets the errors that it makes:
//
//   x = x / sqrt(1 + k x x)     1/x^2 grows by k in every step
//   x = sin(k x) / k            falls like sqrt(3/steps) / k
//   x = (1 - exp(-k x)) / k     falls like 2/steps / k
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

/// What the three have in common: k = 3 + c, between 1 and 2.5, and k x between 1/2 and 3/2 at the
/// start.
struct RatesDecay : RatesUnit {
  using Value = float;
  float begin, k, unscaled;
  RatesDecay() = default;
  __device__ __forceinline__ RatesDecay(float2 start, int)
      : begin((1 + 0.25f * start.x) / (3 + start.y)), k(3 + start.y), unscaled(1 / (3 + start.y)) {}
  static __device__ __forceinline__ uint64 bits(float x) { return __float_as_uint(x); }
};

struct RatesRoots : RatesDecay {
  using RatesDecay::RatesDecay;
  __device__ __forceinline__ float step(float x, int) const {
    return x * fast_rsqrt(__fmaf_rn(k * x, x, 1));
  }
};

struct RatesSines : RatesDecay {
  using RatesDecay::RatesDecay;
  __device__ __forceinline__ float step(float x, int) const { return unscaled * fast_sin(k * x); }
};

struct RatesExponentials : RatesDecay {
  using RatesDecay::RatesDecay;
  __device__ __forceinline__ float step(float x, int) const {
    return __fmaf_rn(-unscaled, fast_exp(-k * x), unscaled);
  }
};

// Lesson special: 1/sqrt, sine and exponential by the special function unit: 16 results a clock and
// multiprocessor, an eighth of the multiply-adds, so that the few of those in a step of the chain
// cost nothing. Their absolute error is some 2^-21; sinf and expf of the library are right to the
// last bits or so, and take many instructions each. --use_fast_math replaces them everywhere, which
// is seldom meant.
__global__ void rates_special(const __grid_constant__ RatesTask task, int chains, int function) {
  switch (function) {
  case 0: return rates_run<RatesRoots>(task, chains);
  case 1: return rates_run<RatesSines>(task, chains);
  default: return rates_run<RatesExponentials>(task, chains);
  }
}

LIVEWARP_KERNELS_END
