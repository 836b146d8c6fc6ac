// Many time steps in one kernel that stays on the device.
#pragma once

#include "kernels/heat/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson: the end of a kernel is the one barrier that all blocks share, and a launch costs some
// microseconds. A persistent kernel stays: its blocks, just as many as the device holds at once, walk
// over the plate tile by tile, and wait for one another by a counter in memory before the next step. If
// one block more were started than fits, it would never run, and all others would wait for it for ever:
// hence the cooperative launch, which refuses that.
// Step by step the plate goes from `in` to one of `out` and `between`, and ends in `out`.
template <class Stored>
__global__ void heat_persistent(const Stored* in, Stored* out, Stored* between,
                                const unsigned char* marks, HeatPlate<Computed<Stored>> plate,
                                int steps, unsigned* arrived) {
  const int tiles_x = (plate.nx + blockDim.x - 1) / blockDim.x;
  const int tiles_y = (plate.ny + blockDim.y - 1) / blockDim.y;
  const Stored* from = in;
  for (int left = steps; left > 0; --left) {
    Stored* const to = left % 2 ? out : between;
    for (int tile = blockIdx.x; tile < tiles_x * tiles_y; tile += gridDim.x)
      heat_cell<HeatPlain>(from, to, marks, tile % tiles_x * blockDim.x + threadIdx.x,
                           tile / tiles_x * blockDim.y + threadIdx.y, plate);
    if (left > 1) grid_barrier(arrived, (steps - left + 1) * gridDim.x);
    from = to;
  }
}

LIVEWARP_KERNELS_END
