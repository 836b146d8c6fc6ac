// Kernels of one time step that read less: what a thread or its neighbours have, nobody loads again.
#pragma once

#include "kernels/heat/heat_pack.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson: a block copies its cells and a halo of `radius` on each side into shared memory, and every
// thread takes its star from there. Of a block of B x B cells that is (B + 2 R) / B loads a cell and
// direction in place of 4 R + 2. The corners of the halo are nobody's neighbours. All threads load
// before any of them may leave, and none reads before the barrier. With radius 1 there is little to
// gain: the caches did it already. Try radius 4.
template <class Stored>
__global__ void heat_shared(const Stored* __restrict__ in, Stored* __restrict__ out,
                            const unsigned char* __restrict__ marks,
                            const __grid_constant__ HeatPlate<HeatReal<Stored>> plate) {
  using Real = HeatReal<Stored>;
  Real* tile = dynamic_shared<Real>();
  const int radius = plate.radius, pitch = blockDim.x + 2 * radius;
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  for (int j = threadIdx.y; j < int(blockDim.y) + 2 * radius; j += blockDim.y) {
    const bool halo_row = j < radius || j >= int(blockDim.y) + radius;
    const int y = heat_neighbour(y0 + j - radius, plate.ny, plate.boundary);
    for (int i = threadIdx.x; i < pitch; i += blockDim.x) {
      if (halo_row && (i < radius || i >= int(blockDim.x) + radius)) continue;
      const int x = heat_neighbour(x0 + i - radius, plate.nx, plate.boundary);
      tile[j * pitch + i] = heat_real(in[plate.cell(x, y)]);
    }
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= plate.nx || y >= plate.ny) return;
  const Real* at = tile + (threadIdx.y + radius) * pitch + threadIdx.x + radius;
  Real next = heat_star<HeatPlain>(at, pitch, plate);
  if (plate.boundary == heat_fixed && !plate.inner(x, y))
    next = at[0];
  else if (marks)
    next = heat_marked(next, at[0], marks, x, y, plate);
  heat_store(out + plate.cell(x, y), next);
}

/// One step of a cell of radius 1 whose neighbours are at hand.
template <class Real>
__device__ __forceinline__ Real heat_of_five(Real own, Real west, Real east, Real north, Real south,
                                             const unsigned char* marks, int x, int y,
                                             const HeatPlate<Real>& plate) {
  if (plate.boundary == heat_fixed && !plate.inner(x, y)) return own;
  const Real next = plate.centre * own + plate.weight[0] * ((west + east) + (north + south));
  return marks ? heat_marked(next, own, marks, x, y, plate) : next;
}

// Lesson: each thread marches down a column and keeps what it has seen: the cell below becomes the
// cell itself, which becomes the cell above. Three loads a cell in place of five, and the register
// file, the fastest memory there is, does the rest. The longer the march, the fewer threads are left
// to hide the latency of the loads.
template <class Stored>
__global__ void heat_register(const Stored* __restrict__ in, Stored* __restrict__ out,
                              const unsigned char* __restrict__ marks,
                              const __grid_constant__ HeatPlate<HeatReal<Stored>> plate, int rows) {
  using Real = HeatReal<Stored>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  if (x >= plate.nx || first >= plate.ny) return;
  const int west = heat_beside(x - 1, plate.nx, plate.boundary);
  const int east = heat_beside(x + 1, plate.nx, plate.boundary);
  const int above = heat_beside(first - 1, plate.ny, plate.boundary);
  Real north = heat_real(in[plate.cell(x, above)]), own = heat_real(in[plate.cell(x, first)]);
  LIVEWARP_UNROLL(4)
  for (int y = first; y < min(first + rows, plate.ny); ++y) {
    const int below = heat_beside(y + 1, plate.ny, plate.boundary);
    const Real south = heat_real(in[plate.cell(x, below)]);
    const Real next =
        heat_of_five(own, Real(heat_real(in[plate.cell(west, y)])),
                     Real(heat_real(in[plate.cell(east, y)])), north, south, marks, x, y, plate);
    heat_store(out + plate.cell(x, y), next);
    north = own;
    own = south;
  }
}

// Lesson: the neighbours to the left and right are in the registers of the lanes beside: a shuffle
// fetches them without touching any memory. Only the first and the last lane of a warp load theirs.
// All lanes of a warp must take part, also those beyond the end of the row.
template <class Stored>
__global__ void heat_shuffle(const Stored* __restrict__ in, Stored* __restrict__ out,
                             const unsigned char* __restrict__ marks,
                             const __grid_constant__ HeatPlate<HeatReal<Stored>> plate) {
  using Real = HeatReal<Stored>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= plate.ny) return;  // a block is whole warps wide: all lanes of a warp are in one row
  const int column = min(x, plate.nx - 1);
  const Real own = heat_real(in[plate.cell(column, y)]);
  Real west = __shfl_up_sync(0xffffffffu, own, 1);
  Real east = __shfl_down_sync(0xffffffffu, own, 1);
  if (x >= plate.nx) return;
  if (lane == 0 || x == 0)
    west = heat_real(in[plate.cell(heat_beside(x - 1, plate.nx, plate.boundary), y)]);
  if (lane == 31 || x == plate.nx - 1)
    east = heat_real(in[plate.cell(heat_beside(x + 1, plate.nx, plate.boundary), y)]);
  const int above = heat_beside(y - 1, plate.ny, plate.boundary);
  const int below = heat_beside(y + 1, plate.ny, plate.boundary);
  const Real next = heat_of_five(own, west, east, Real(heat_real(in[plate.cell(x, above)])),
                                 Real(heat_real(in[plate.cell(x, below)])), marks, x, y, plate);
  heat_store(out + plate.cell(x, y), next);
}

/// The same cells one by one, where rows are not aligned: neighbouring lanes take neighbouring cells.
template <int Rows, class Stored, class Real>
__device__ __forceinline__ void heat_unaligned(const Stored* in, Stored* out,
                                               const unsigned char* marks, int first_x, int first_y,
                                               const HeatPlate<Real>& plate) {
  const int lane = threadIdx.x % 32;
  for (int j = 0; j < Rows; ++j)
    for (int i = 0; i < 4; ++i)
      heat_cell<HeatPlain>(in, out, marks, first_x - 4 * lane + lane + 32 * i, first_y + j, plate);
}

// Lesson: fewer and larger requests. A thread has four cells of `Rows` rows, and loads each row of them
// at once, with 16 bytes: all loads are on their way before the first result is needed, which keeps
// the memory busy with few threads. What is written is not read again soon, so it is stored past the
// caches, which keep the input for the threads below. This is about as fast as copying the plate.
template <class Stored, int Rows>
__global__ void heat_vector(const Stored* __restrict__ in, Stored* __restrict__ out,
                            const unsigned char* __restrict__ marks,
                            const __grid_constant__ HeatPlate<HeatReal<Stored>> plate) {
  using Real = HeatReal<Stored>;
  using Pack = HeatPack<Stored, 4>;
  const int lane = threadIdx.x % 32, nx = plate.nx, ny = plate.ny;
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * Rows;
  if (first >= ny) return;
  if (nx % 4 != 0) return heat_unaligned<Rows>(in, out, marks, x, first, plate);
  const int column = min(x, nx - 4);
  Pack rows[Rows + 2];
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows + 2; ++j)
    rows[j].load(in + plate.cell(column, heat_beside(first + j - 1, ny, plate.boundary)));
  // The outermost lanes, and those at the ends of a row, load one neighbour that no other lane has.
  const bool first_lane = lane == 0, last_lane = lane == 31 || x == nx - 4;
  const int outside = heat_beside(first_lane ? x - 1 : x + 4, nx, plate.boundary);
  Real beside[Rows];
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows; ++j)
    beside[j] = (first_lane || last_lane) && x < nx && first + j < ny
                    ? Real(heat_real(in[plate.cell(outside, first + j)]))
                    : Real(0);
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows; ++j) {
    Real north[4], own[4], south[4], next[4];
    rows[j].unpack(north), rows[j + 1].unpack(own), rows[j + 2].unpack(south);
    Real west = __shfl_up_sync(0xffffffffu, own[3], 1);
    Real east = __shfl_down_sync(0xffffffffu, own[0], 1);
    const int y = first + j;
    if (x >= nx || y >= ny) continue;
    if (first_lane) west = beside[j];
    if (last_lane && !first_lane) east = beside[j];
    if (last_lane && first_lane)
      east = heat_real(in[plate.cell(heat_beside(x + 4, nx, plate.boundary), y)]);
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i)
      next[i] = heat_of_five(own[i], i > 0 ? own[i - 1] : west, i < 3 ? own[i + 1] : east, north[i],
                             south[i], marks, x + i, y, plate);
    Pack result;
    result.pack(next);
    result.store_past_caches(out + plate.cell(x, y));
  }
}

LIVEWARP_KERNELS_END
