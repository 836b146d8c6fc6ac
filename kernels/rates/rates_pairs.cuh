// Several operations in one instruction: two reals of 16 bits, four products of bytes.
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

/// x = x x + c twice, from x and from x / 2: `pair_of` makes two reals of 16 bits out of two
/// floats, `fma` computes with both.
template <HalfPair (*pair_of)(float, float), HalfPair (*fma)(HalfPair, HalfPair, HalfPair)>
struct RatesPairs : RatesUnit {
  using Value = HalfPair;
  HalfPair begin, c;
  RatesPairs() = default;
  __device__ __forceinline__ RatesPairs(float2 start, int)
      : begin(pair_of(start.x, 0.5f * start.x)), c(pair_of(start.y, start.y)) {}
  __device__ __forceinline__ HalfPair step(HalfPair x, int) const { return fma(x, x, c); }
  static __device__ __forceinline__ uint64 bits(HalfPair x) { return x; }
};

// Lesson half2: Two numbers of binary16 in a register, and one instruction for both. A
// multiprocessor does 256 such multiply-adds a clock where it does 64 or 128 of fp32 (compute
// capability 8.0, 9.0), elsewhere no more than of fp32 (8.6, 8.9). 11 bits are left of a number.
// Look at the picture: where the chain is chaotic in fp32 it falls into cycles here, and each
// column has only some dozens of values, because there are so few numbers to visit.
__global__ void rates_half2(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesPairs<halves_of, fma_pair>>(task, chains);
}

// Lesson bf16: bfloat16 is fp32 without its lower half: the same range, and 8 bits of a number. Two
// of them are computed at once, as of binary16. Sums must not stay in it: 256 + 1 is 256. That is
// why tensor cores multiply bfloat16 and add in fp32. In the picture the constant c itself comes in
// steps, and of chaos some points are left.
__global__ void rates_bf16(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesPairs<brains_of, fma_brains>>(task, chains);
}

struct RatesBytes : RatesUnit {
  using Value = int;
  int begin, c;
  RatesBytes() = default;
  __device__ __forceinline__ RatesBytes(float2 start, int) {
    begin = __float_as_int(start.x);
    c = __float_as_int(start.y);
  }
  __device__ __forceinline__ int step(int x, int) const { return dot_bytes(x, x, c); }
  static __device__ __forceinline__ uint64 bits(int x) { return unsigned(x); }
};

// Lesson dp4a: Four products of signed bytes and their sum in one instruction, __dp4a: dot products
// of quantized vectors before there were tensor cores for bytes, and correlations of pictures of 8
// bits still. The sum has 32 bits, so that nothing overflows for 2^17 products of the largest
// bytes. Its rate is that of other integer multiply-adds; each of them does the work of four.
__global__ void rates_dp4a(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesBytes>(task, chains);
}

LIVEWARP_KERNELS_END
