// Time steps that end when no cell changes any more.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson until-still: Jacobi's method is done when nobody changes. Each thread knows whether its
// cell did; __syncthreads_count tells the whole block how many, at the price of a barrier, a ballot
// does so within a warp, and one atomic a block or a warp adds them up. A later step that reads 0
// there returns at once. Paint a held source on a small plate, equation Laplace: at last all but
// the first two steps of a launch cost no more than their start.
//
// `changed_before` is null where a step must be made: of the first, whose result lies in another
// array than its input, and of the second, which fills that one.
__global__ void heat_until_still(const float* in, float* out, const unsigned char* marks,
                                 const __grid_constant__ HeatPlate<float> plate,
                                 const unsigned* changed_before, unsigned* changed, int by_warp) {
  if (changed_before && *changed_before == 0) return;  // all threads of the grid, or none
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  bool changes = false;
  if (x < plate.nx && y < plate.ny) {
    const int64 i = plate.cell(x, y);
    const float next = heat_next<HeatPlain>(in, marks, x, y, plate);
    out[i] = next;
    changes = next != in[i];
  }
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int count = 0, first = 0;  // of the threads that vote together: changes, and who tells
  if (by_warp) {
    count = __popc(__ballot_sync(0xffffffffu, changes));
    first = thread / 32 * 32;
  } else {
    count = __syncthreads_count(changes);
  }
  if (thread == first && count > 0) atomicAdd(changed, unsigned(count));
}

LIVEWARP_KERNELS_END
