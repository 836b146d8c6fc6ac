// Every function that is PTX, in one kernel. A test assembles it for the oldest and the newest GPU
// of the design: what an architecture lacks shows only then, since PTX alone is not looked into.
#pragma once

#include "kernels/core/device/global_timer.cuh"
#include "kernels/core/device/matrix_loads.cuh"
#include "kernels/core/device/published.cuh"
#include "kernels/core/device/unit_arithmetic.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void every_instruction(const float4* source, float4* result, unsigned* arrived,
                                  uint64* moment) {
  *moment = global_timer() + multiprocessor() + multiprocessor_cycle();
  store_relaxed(moment + 1, load_relaxed(moment));
  __shared__ uint4 shared[64];
  const int i = threadIdx.x % 32;
  prefetch_second_level(source + 64);
  copy_async<16>(&shared[i], source + i);
  copy_async<8>(&shared[i + 32], source + i);
  copy_async<4>(&shared[i + 32], source + i);
  copy_async_or_zero(&shared[i + 32], source + i, i > 16);
  copy_async_commit();
  copy_async_wait<0>();
  grid_barrier(arrived, gridDim.x);
  const uint4 word = shared[i];
  const float root = fast_rsqrt(source[i].x), exact = float(fast_rsqrt(double(source[i].y)));
  HalfPair sums[2] = {halves_of(root, exact), word.x};
  multiply_add(sums, word, word.y, word.z);
  float wide[4];
  multiply_add(wide, {word.x, word.y, word.z, word.w}, sums[0], sums[1],
               {root, exact, root, exact});
  multiply_add(wide, {word.x, word.y, word.z, word.w}, sums[0], sums[1],
               {wide[0], wide[1], wide[2], wide[3]}, Brain16());
  HalfPair rows[4], columns[4];
  load_matrices(rows, &shared[i]);
  load_matrices_transposed(columns, &shared[i + 32]);
  sums[0] = add_pair(sums[0], add_pair(rows[0], columns[3]));
  const HalfPair pair =
      fma_pair_saturated(fma_pair(sums[0], word.x, word.y), word.z, add_pair(word.w, word.x));
  result[i] = make_float4(wide[0] + wide[1], wide[2] + wide[3],
                          widened(narrowed(__uint_as_float(pair))), load_readonly(source + i).w);
  *arrived += cycle_counter() + fma_brains(pair, word.x, word.y) + load_ordinary(arrived + 1) +
              load_ordinary(reinterpret_cast<const unsigned char*>(arrived));
}

LIVEWARP_KERNELS_END
