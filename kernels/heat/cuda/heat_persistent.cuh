// Many time steps in one kernel that stays on the device.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson iterate: Many time steps by the general kernel. Between two steps all blocks must wait:
// for the end of a launch, for the next node of a graph, or, where one kernel stays, for a counter
// in memory. The launch costs microseconds, which nobody sees at 8192 x 8192, and which is all that
// one sees at 256 x 256.
//
// The kernel that stays is launched with just as many blocks as the device holds at once, which
// walk over the plate tile by tile. One block more would never run, and all others would wait for
// it for ever: hence the cooperative launch, which refuses that. Step by step the plate goes from
// `in` to one of `out` and `between`, and ends in `out`.
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
