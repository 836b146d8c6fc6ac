// Loads that are under way at the same time. Little's law: bytes in flight = bandwidth x latency.
//
//   1 load     ask ........ use ask ........ use ask ...
//   4 loads    ask ask ask ask ........ use use use use ask ask ask ask ...
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

/// Sum and difference in bits of what an element begins with: enough that both are needed.
__device__ __forceinline__ uint64 rates_mixed(float2 start) {
  const unsigned x = __float_as_uint(start.x), c = __float_as_uint(start.y);
  return (x + c) | uint64(x ^ c) << 32;
}

template <int Loads>
__device__ __forceinline__ void rates_load(const RatesTask& task) {
  const int64 threads = int64(gridDim.x) * blockDim.x;
  const int64 me = task.first + int64(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned before = cycle_counter();
  int rounds = 0;
  LIVEWARP_UNROLL(1)
  for (int64 i = me; i < task.last; i += Loads * threads, ++rounds) {
    float2 some[Loads];
    LIVEWARP_UNROLL()
    for (int k = 0; k < Loads; ++k) some[k] = rates_start_of(task, i + k * threads);
    LIVEWARP_UNROLL()
    for (int k = 0; k < Loads; ++k)
      if (i + k * threads < task.last) task.end[i + k * threads] = rates_mixed(some[k]);
  }
  rates_tell(task, rounds, Loads, cycle_counter() - before);
}

// Lesson loads: Memory answers after some 600 ns, and in the meantime a thread can ask for more: 1,
// 2, 4 or 8 loads of 8 bytes, none of which waits for another. What fills the memory's bandwidth is
// bytes in flight, whoever asks for them: threads a multiprocessor times loads a thread times
// bytes. Begin with few threads and one load, and double either: the rate doubles, up to a limit.
// The texts found 6 KB a multiprocessor enough for 90 %; newer GPUs want several times that.
__global__ void rates_loads(const __grid_constant__ RatesTask task, int loads) {
  switch (loads) {
  case 1: return rates_load<1>(task);
  case 2: return rates_load<2>(task);
  case 4: return rates_load<4>(task);
  default: return rates_load<8>(task);
  }
}

LIVEWARP_KERNELS_END
