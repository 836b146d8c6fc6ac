#include "kernels/core/launches/small_kernels.h"

namespace livewarp {

namespace {

/// A whole small problem by one block: the plate lies in shared memory for all steps, and only its
/// start and its end pass through global memory. Between steps the block waits for itself alone, so
/// that no launch and no barrier of the grid is needed. One such block keeps one multiprocessor
/// half busy and all the others idle: the gain is in having many, by whatever way they come.
__global__ void __launch_bounds__(plate_side* plate_rows_a_block)
    plate(const float* from, float* to, int first, int steps) {
  constexpr int cells = plate_side * plate_side, threads = plate_side * plate_rows_a_block;
  __shared__ float both[2][cells];
  const int base = (first + int(blockIdx.x)) * cells;
  const int x = int(threadIdx.x), me = int(threadIdx.y) * plate_side + x;
  for (int i = me; i < cells; i += threads) both[0][i] = both[1][i] = from[base + i];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float* const old = both[step % 2];
    float* const next = both[(step + 1) % 2];
    for (int i = me; i < cells; i += threads) {
      const int y = i / plate_side;
      if (x == 0 || y == 0 || x == plate_side - 1 || y == plate_side - 1) continue;
      next[i] = old[i] + 0.2f * (old[i - 1] + old[i + 1] + old[i - plate_side] +
                                 old[i + plate_side] - 4 * old[i]);
    }
    __syncthreads();
  }
  for (int i = me; i < cells; i += threads) to[base + i] = both[steps % 2][i];
}

/// The pull of all bodies on one of a warp, each of whose threads has one: they hand round what
/// they have by shuffles, without any memory.
__device__ float2 pull(float2 place) {
  float2 sum{0, 0};
  for (int i = 0; i < small_bodies; ++i) {
    const float dx = __shfl_sync(~0u, place.x, i) - place.x;
    const float dy = __shfl_sync(~0u, place.y, i) - place.y;
    const float r2 = dx * dx + dy * dy + body_softening;
    const float factor = 1 / (small_bodies * r2 * sqrtf(r2));
    sum.x += dx * factor;
    sum.y += dy * factor;
  }
  return sum;
}

/// A system of 32 bodies is a warp, and a block: its steps need no barrier at all. A multiprocessor
/// takes at most so many blocks at once, however small they are: of a warp each they leave room
/// for more, which nobody can use.
__global__ void __launch_bounds__(small_bodies)
    bodies(const float* from, float* to, int first, int steps) {
  const int me = (first + int(blockIdx.x)) * small_bodies + int(threadIdx.x);
  float2 place{from[2 * me], from[2 * me + 1]}, speed{0, 0};
  const auto kick = [&] {
    const float2 by = pull(place);
    speed.x += by.x * (body_dt / 2);
    speed.y += by.y * (body_dt / 2);
  };
  for (int step = 0; step < steps; ++step) {
    kick();
    place.x += speed.x * body_dt;
    place.y += speed.y * body_dt;
    kick();
  }
  to[2 * me] = place.x;
  to[2 * me + 1] = place.y;
}

}  // namespace

const void* plate_kernel() { return reinterpret_cast<const void*>(plate); }
const void* bodies_kernel() { return reinterpret_cast<const void*>(bodies); }

}  // namespace livewarp
