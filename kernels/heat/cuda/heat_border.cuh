// The border as a kernel of its own: the inner cells of a plate then have no question to ask.
//
//   B B B B B B
//   B i i i i B     i   heat_inner: the whole star lies within the plate
//   B i i i i B     B   heat_border: one thread a cell of the ring, in the order
//   B B B B B B         top rows, bottom rows, what is left of the sides
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson border-apart: The inner cells and the border by kernels of their own, where the naive one
// asks each cell by a branch. Only warps at the border diverge there, few of a large plate, and
// memory is the limit: the branch was free, and a second launch is not. It begins to pay where the
// border is more work than a copy: insulated or periodic with a wide star, or when the border's
// kernel runs at the same time. The sides cost a sector of 32 bytes for each cell.
__global__ void heat_inner(const float* in, float* out, float own, float beside, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const int i = y * nx + x;
  out[i] = own * in[i] + beside * ((in[i - 1] + in[i + 1]) + (in[i - nx] + in[i + nx]));
}

/// The same of any plate: see heat_general.
__global__ void heat_general_inner(const float* in, float* out, const unsigned char* marks,
                                   const __grid_constant__ HeatPlate<float> plate) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!plate.inner(x, y)) return;
  const int64 i = plate.cell(x, y);
  const float next = heat_star<HeatPlain>(in + i, plate.nx, plate);
  out[i] = marks ? heat_marked(next, in[i], marks, x, y, plate) : next;
}

/// How many rows or columns of n the border takes at each end; of few cells it takes all.
struct HeatEnds {
  int first, last;
  __host__ __device__ __forceinline__ HeatEnds(int n, int radius)
      : first(radius < n ? radius : n), last(radius < n - first ? radius : n - first) {}
};

/// Cell number k of the ring.
struct HeatRingCell {
  int x, y;
  __device__ __forceinline__ HeatRingCell(int64 k, int nx, int ny, int radius) {
    const HeatEnds columns(nx, radius), rows(ny, radius);
    const int64 in_rows = int64(rows.first + rows.last) * nx;
    if (k < in_rows) {
      const int row = int(k / nx);
      x = int(k % nx);
      y = row < rows.first ? row : ny - rows.last + (row - rows.first);
      return;
    }
    const int sides = columns.first + columns.last, column = int((k - in_rows) % sides);
    x = column < columns.first ? column : nx - columns.last + (column - columns.first);
    y = rows.first + int((k - in_rows) / sides);
  }
};

__global__ void heat_border(const float* in, float* out, const unsigned char* marks,
                            const __grid_constant__ HeatPlate<float> plate, int64 cells) {
  const int64 k = int64(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= cells) return;
  const HeatRingCell cell(k, plate.nx, plate.ny, plate.radius);
  out[plate.cell(cell.x, cell.y)] = heat_next<HeatPlain>(in, marks, cell.x, cell.y, plate);
}

LIVEWARP_KERNELS_END
