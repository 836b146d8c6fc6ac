// Sums of bytes: two of them in two integers, or both in one.
//
//   w              ........ bbbbbbbb ........ aaaaaaaa    a random number
//   w & 00ff00ff   00000000 bbbbbbbb 00000000 aaaaaaaa    one operation keeps both bytes,
//   sum            <---- of b -----> <---- of a ----->    another one adds both
//                                                         room for 257 bytes in 16 bits
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

struct RatesSums {
  unsigned word;       ///< the random number
  unsigned both;       ///< sums of 16 bits side by side, of this turn
  unsigned low, high;  ///< sums of its first and its third byte
};

struct RatesSumsUnit : RatesUnit {
  using Value = RatesSums;
  Value begin;
  unsigned c;
  RatesSumsUnit() = default;
  __device__ __forceinline__ RatesSumsUnit(float2 start, int) {
    begin = {__float_as_uint(start.x), 0, 0, 0};
    c = __float_as_uint(start.y);
  }
  __device__ __forceinline__ unsigned next(unsigned word) const {
    return RatesIntegers::factor * word + c;
  }
  static __device__ __forceinline__ uint64 bits(const Value& x) {
    return x.low | uint64(x.high) << 32;
  }
};

struct RatesSumsApart : RatesSumsUnit {
  using RatesSumsUnit::RatesSumsUnit;
  __device__ __forceinline__ Value step(Value x, int) const {
    x.word = next(x.word);
    x.low += x.word & 0xffu;
    x.high += x.word >> 16 & 0xffu;
    return x;
  }
};

// Lesson sums: Two bytes of random numbers are added up, as channels of pixels are: shift, mask and
// addition for each of them. Four or five instructions a number, beside the multiply-add that makes
// the next one. All of them are integer operations, 64 a clock and multiprocessor (compute
// capability 7.0 to 9.0), or on the way there. See packed.
__global__ void rates_sums(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesSumsApart>(task, chains);
}

struct RatesSumsTogether : RatesSumsUnit {
  using RatesSumsUnit::RatesSumsUnit;
  static_assert(rates_turn * 255 < 1 << 16, "sums of a turn fit in 16 bits");
  __device__ __forceinline__ Value step(Value x, int) const {
    x.word = next(x.word);
    x.both += x.word & 0x00ff00ffu;
    return x;
  }
  static __device__ __forceinline__ void turned(Value& x) {
    x.low += x.both & 0xffffu;
    x.high += x.both >> 16;
    x.both = 0;
  }
};

// Lesson packed: Both sums in one integer, of 16 bits each: one mask keeps two bytes, and one
// addition adds both. They do not disturb one another as long as neither overflows, and 257 bytes
// fit; here they are taken apart after 32. Nothing of the GPU is needed for that, and it works on
// any processor (SIMD within a register): blurs and histograms of 8 bits live on it.
__global__ void rates_packed(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesSumsTogether>(task, chains);
}

LIVEWARP_KERNELS_END
