// Chains of dependent operations, several of them in a thread. What is said here of "a step" is one
// operation of a chain.
//
//   one chain:     x0 -> x1 -> x2 -> ...            each waits for the one before it
//   two chains:    x0 -> x1 -> x2 -> ...            the second's operations fill the gaps
//                    y0 -> y1 -> y2 -> ...
//
// The steps of an element are the same in every variant: first so many one by one that what is left
// is whole turns of `rates_turn`, then those, unrolled, between two looks at the clock.
#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/unit_arithmetic.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int rates_turn = 32;

/// The results of a launch: `rates_variants.h` fills it in.
struct RatesTask {
  const float2* start;  ///< x and c of each element
  uint64* end;
  uint4* found;  ///< kind, timed steps, chains, cycles: see RatesFound
  int n;
  int first, last;  ///< elements of this launch
  int steps;
  int kind;
  int offset;  ///< of an index, that the compiler does not know: 0
};

/// Steps that are made one by one before the turns: at least one, so that what the chains begin
/// with has arrived when the clock is read.
__device__ __forceinline__ int rates_single_steps(int steps) {
  return 1 + (steps - 1) % rates_turn;
}

__device__ __forceinline__ float2 rates_start_of(const RatesTask& task, int64 i) {
  return i < task.last ? task.start[i] : make_float2(0, 0);
}

/// The first thread says what was computed, and how long its warp took for the turns.
__device__ __forceinline__ void rates_tell(const RatesTask& task, int timed, int chains,
                                           unsigned cycles) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *task.found =
        make_uint4(unsigned(task.kind), cycles ? unsigned(timed) : 0u, unsigned(chains), cycles);
}

/// A unit with nothing to do between turns.
struct RatesUnit {
  template <class Value>
  static __device__ __forceinline__ void turned(Value&) {}
};

/// As many chains of a unit in each thread, whose elements lie a grid apart. Threads beyond the
/// last element compute with it, and keep nothing.
///
///   struct Unit {
///     using Value = ...;
///     __device__ Unit(float2 start, int offset);    what a chain has beside its value
///     Value begin;                                  that it begins with
///     __device__ Value step(Value x, int s) const;  s: the step's place in its turn
///     static __device__ uint64 bits(Value x);
///     static __device__ void turned(Value& x);      after the single steps, and after each turn
///   };
template <class Unit, int Chains>
__device__ __forceinline__ void rates_chains(const RatesTask& task) {
  using Value = typename Unit::Value;
  const int64 threads = int64(gridDim.x) * blockDim.x;
  const int64 me = task.first + int64(blockIdx.x) * blockDim.x + threadIdx.x;
  const int singles = rates_single_steps(task.steps);
  const int turns = (task.steps - singles) / rates_turn;
  unsigned cycles = 0;
  for (int64 i = me; i < task.last; i += Chains * threads) {
    Value x[Chains];
    Unit units[Chains];
    LIVEWARP_UNROLL()
    for (int k = 0; k < Chains; ++k) {
      units[k] = Unit(rates_start_of(task, i + k * threads), task.offset);
      x[k] = units[k].begin;
    }
    LIVEWARP_UNROLL(1)
    for (int step = 0; step < singles; ++step) {
      LIVEWARP_UNROLL()
      for (int k = 0; k < Chains; ++k) x[k] = units[k].step(x[k], 0);
    }
    LIVEWARP_UNROLL()
    for (int k = 0; k < Chains; ++k) Unit::turned(x[k]);
    const unsigned before = cycle_counter();
    LIVEWARP_UNROLL(1)
    for (int turn = 0; turn < turns; ++turn) {
      LIVEWARP_UNROLL()
      for (int step = 0; step < rates_turn; ++step) {
        LIVEWARP_UNROLL()
        for (int k = 0; k < Chains; ++k) x[k] = units[k].step(x[k], step);
      }
      LIVEWARP_UNROLL()
      for (int k = 0; k < Chains; ++k) Unit::turned(x[k]);
    }
    cycles = cycle_counter() - before;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Chains; ++k)
      if (i + k * threads < task.last) task.end[i + k * threads] = Unit::bits(x[k]);
  }
  rates_tell(task, turns * rates_turn, Chains, cycles);
}

/// The same with 1, 2, 4 or 8 chains: what is unrolled is chosen when the kernel begins, so that
/// one kernel holds all of them.
template <class Unit>
__device__ __forceinline__ void rates_run(const RatesTask& task, int chains) {
  switch (chains) {
  case 1: return rates_chains<Unit, 1>(task);
  case 2: return rates_chains<Unit, 2>(task);
  case 4: return rates_chains<Unit, 4>(task);
  default: return rates_chains<Unit, 8>(task);
  }
}

/// x = x x + c in reals of one type, which the GPU rounds once.
template <class Real>
struct RatesSquares : RatesUnit {
  using Value = Real;
  Real begin, c;
  RatesSquares() = default;
  __device__ __forceinline__ RatesSquares(float2 start, int)
      : begin(Real(start.x)), c(Real(start.y)) {}
  __device__ __forceinline__ Real step(Real x, int) const { return rates_fma(x, x, c); }
  static __device__ __forceinline__ float rates_fma(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
  }
  static __device__ __forceinline__ double rates_fma(double a, double b, double c) {
    return __fma_rn(a, b, c);
  }
  static __device__ __forceinline__ uint64 bits(float x) { return __float_as_uint(x); }
  static __device__ __forceinline__ uint64 bits(double x) { return bits_of(x); }
};

// Lesson fp32: A multiply-add takes about 4 clocks until its result can be used, and a scheduler
// begins one for a whole warp in every clock: with a single chain of dependent operations, and one
// warp a scheduler, three of four clocks are empty. More warps fill them (blocks a multiprocessor),
// and so do independent chains within a thread: latency is hidden by whatever does not wait. Begin
// with block 128, one block and one chain, and double either.
__global__ void rates_fp32(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesSquares<float>>(task, chains);
}

// Lesson fp64: The same chain in double precision. How many units there are for it is a decision of
// the GPU's maker: half as many as for fp32 on those for computing centres (V100, A100, H100), 1 of
// 32 or 64 on those for games, where an innocent 0.5 in place of 0.5f makes a kernel many times
// slower. Latency is higher too.
__global__ void rates_fp64(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesSquares<double>>(task, chains);
}

/// x = a x + c modulo 2^32, with the factor of Numerical Recipes' generator.
struct RatesIntegers : RatesUnit {
  using Value = unsigned;
  static constexpr unsigned factor = 1664525u;
  unsigned begin, c;
  RatesIntegers() = default;
  __device__ __forceinline__ RatesIntegers(float2 start, int) {
    begin = __float_as_uint(start.x);
    c = __float_as_uint(start.y);
  }
  __device__ __forceinline__ unsigned step(unsigned x, int) const { return factor * x + c; }
  static __device__ __forceinline__ uint64 bits(unsigned x) { return x; }
};

// Lesson int32: Multiply-adds of integers, of 32 bits: x = a x + c modulo 2^32, which is a
// generator of random numbers. A multiprocessor does half as many of them as of fp32 (compute
// capability 7.0 to 9.0), so index arithmetic is not free: a kernel that computes three indices for
// each float is bound by those.
__global__ void rates_int32(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesIntegers>(task, chains);
}

LIVEWARP_KERNELS_END
