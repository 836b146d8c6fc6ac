// Small arrays of a thread: eight factors, of which each step takes one. Registers have no index:
// what is known when the kernel is compiled is a register, what is not lies in memory.
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int rates_factors = 8;

/// x = t x + c modulo 2^32, with odd factors t.
struct RatesTable : RatesUnit {
  using Value = unsigned;
  unsigned begin, c, t[rates_factors];
  RatesTable() = default;
  __device__ __forceinline__ RatesTable(float2 start, int) {
    begin = __float_as_uint(start.x);
    c = __float_as_uint(start.y);
    LIVEWARP_UNROLL()
    for (int j = 0; j < rates_factors; ++j) t[j] = RatesIntegers::factor + 2 * unsigned(j) * c;
  }
  static __device__ __forceinline__ uint64 bits(unsigned x) { return x; }
};

struct RatesTableUnrolled : RatesTable {
  using RatesTable::RatesTable;
  __device__ __forceinline__ unsigned step(unsigned x, int s) const {
    return t[s % rates_factors] * x + c;
  }
};

// Lesson unrolled: A thread has an array of eight factors, and takes one after another. The loop is
// unrolled, so that each index is a number when the kernel is compiled: the array is eight
// registers, and costs nothing. One loop that is not unrolled, one index that comes as an argument,
// and it would lie in memory: see local.
__global__ void rates_unrolled(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesTableUnrolled>(task, chains);
}

struct RatesTableLocal : RatesTable {
  using RatesTable::RatesTable;
  __device__ __forceinline__ unsigned step(unsigned x, int) const { return t[x >> 29] * x + c; }
};

// Lesson local: The same array, but the data say which factor: the upper three bits of x. Registers
// cannot be chosen by a number, so the compiler puts the array into local memory: private to the
// thread, in the GPU's memory by address, in the first-level cache if all goes well. Each step
// waits for a load: see the clocks a step. -Xptxas -v tells it as a stack frame.
__global__ void rates_local(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesTableLocal>(task, chains);
}

struct RatesTableSelected : RatesTable {
  using RatesTable::RatesTable;
  __device__ __forceinline__ unsigned step(unsigned x, int) const {
    const bool upper = x >> 31 & 1, middle = x >> 30 & 1, lower = x >> 29 & 1;
    unsigned some[4];
    LIVEWARP_UNROLL()
    for (int j = 0; j < 4; ++j) some[j] = lower ? t[2 * j + 1] : t[2 * j];
    const unsigned first = middle ? some[1] : some[0], second = middle ? some[3] : some[2];
    return (upper ? second : first) * x + c;
  }
};

// Lesson selected: The same again, and the array stays in registers: of each two entries one is
// kept, of those again, and so on, by select instructions. Seven of them for eight entries: for
// small arrays that takes less time than to wait for a load, for large ones it does not. Compare it
// with local at 1 and at 8 chains: local memory's latency can be hidden too.
__global__ void rates_selected(const __grid_constant__ RatesTask task, int chains) {
  rates_run<RatesTableSelected>(task, chains);
}

LIVEWARP_KERNELS_END
