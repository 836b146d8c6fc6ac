// Kernels of one time step that read less: what a thread or its neighbours have, nobody loads
// again.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson shared-general: The shared tile for any plate: a halo as wide as the radius, by loops, and
// (B + 2 R) / B loads per cell and direction in place of 2 R + 1. With radius 1 that is little, and
// marks, borders and loops are asked for in vain: compare with shared. Raise the radius and compare
// with general: from which one on is the tile worth its barrier?
//
// The corners of the halo are nobody's neighbours. All threads load before any of them may leave,
// and none reads before the barrier.
template <class Stored>
__global__ void heat_shared_general(const Stored* __restrict__ in, Stored* __restrict__ out,
                                    const unsigned char* __restrict__ marks,
                                    const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  using Real = Computed<Stored>;
  Real* tile = dynamic_shared<Real>();
  const int radius = plate.radius, pitch = blockDim.x + 2 * radius;
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  for (int j = threadIdx.y; j < int(blockDim.y) + 2 * radius; j += blockDim.y) {
    const bool halo_row = j < radius || j >= int(blockDim.y) + radius;
    const int y = heat_neighbour(y0 + j - radius, plate.ny, plate.boundary);
    for (int i = threadIdx.x; i < pitch; i += blockDim.x) {
      if (halo_row && (i < radius || i >= int(blockDim.x) + radius)) continue;
      const int x = heat_neighbour(x0 + i - radius, plate.nx, plate.boundary);
      tile[j * pitch + i] = real_of(in[plate.cell(x, y)]);
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
  store_real(out + plate.cell(x, y), next);
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

// Lesson register: Register blocking: each thread marches down a column, and the cell below becomes
// the cell itself, then the cell above, without leaving the registers. Three loads per cell in
// place of five. A longer march saves more and leaves fewer threads to hide the latency: at 1024 x
// 1024 a march of 64 rows is too long.
template <class Stored>
__global__ void heat_register(const Stored* __restrict__ in, Stored* __restrict__ out,
                              const unsigned char* __restrict__ marks,
                              const __grid_constant__ HeatPlate<Computed<Stored>> plate, int rows) {
  using Real = Computed<Stored>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  if (x >= plate.nx || first >= plate.ny) return;
  const int west = heat_beside(x - 1, plate.nx, plate.boundary);
  const int east = heat_beside(x + 1, plate.nx, plate.boundary);
  const int above = heat_beside(first - 1, plate.ny, plate.boundary);
  Real north = real_of(in[plate.cell(x, above)]), own = real_of(in[plate.cell(x, first)]);
  LIVEWARP_UNROLL(4)
  for (int y = first; y < min(first + rows, plate.ny); ++y) {
    const int below = heat_beside(y + 1, plate.ny, plate.boundary);
    const Real south = real_of(in[plate.cell(x, below)]);
    const Real next =
        heat_of_five(own, Real(real_of(in[plate.cell(west, y)])),
                     Real(real_of(in[plate.cell(east, y)])), north, south, marks, x, y, plate);
    store_real(out + plate.cell(x, y), next);
    north = own;
    own = south;
  }
}

// Lesson shuffle: The neighbours to the left and right sit in the registers of the lanes beside,
// and a shuffle fetches them without touching memory: three loads per cell in place of five, but
// for the first and the last lane of a warp. A shuffle and a hit in L1 go through the same pipe, so
// do not expect much: count requests and see what the time says.
//
// All lanes of a warp must take part, also those beyond the end of the row.
template <class Stored>
__global__ void heat_shuffle(const Stored* __restrict__ in, Stored* __restrict__ out,
                             const unsigned char* __restrict__ marks,
                             const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  using Real = Computed<Stored>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= plate.ny) return;  // a block is whole warps wide: all lanes of a warp are in one row
  const int column = min(x, plate.nx - 1);
  const Real own = real_of(in[plate.cell(column, y)]);
  Real west = __shfl_up_sync(0xffffffffu, own, 1);
  Real east = __shfl_down_sync(0xffffffffu, own, 1);
  if (x >= plate.nx) return;
  if (lane == 0 || x == 0)
    west = real_of(in[plate.cell(heat_beside(x - 1, plate.nx, plate.boundary), y)]);
  if (lane == 31 || x == plate.nx - 1)
    east = real_of(in[plate.cell(heat_beside(x + 1, plate.nx, plate.boundary), y)]);
  const int above = heat_beside(y - 1, plate.ny, plate.boundary);
  const int below = heat_beside(y + 1, plate.ny, plate.boundary);
  const Real next = heat_of_five(own, west, east, Real(real_of(in[plate.cell(x, above)])),
                                 Real(real_of(in[plate.cell(x, below)])), marks, x, y, plate);
  store_real(out + plate.cell(x, y), next);
}

/// The same cells one by one, where rows are not aligned, at borders and beside marks: neighbouring
/// lanes take neighbouring cells.
template <int Rows, class Stored, class Real>
__device__ __forceinline__ void heat_one_by_one(const Stored* in, Stored* out,
                                                const unsigned char* marks, int first_x,
                                                int first_y, const HeatPlate<Real>& plate) {
  const int lane = threadIdx.x % 32, x = first_x - 3 * lane;
  LIVEWARP_UNROLL(1)
  for (int i = 0; i < 4 * Rows; ++i)
    heat_cell<HeatPlain>(in, out, marks, x + i % 4 * 32, first_y + i / 4, plate);
}

/// True in all lanes if any of the four cells of a lane, of one column `beside` them or of the rows
/// above and below is marked.
template <int Rows>
__device__ __forceinline__ bool heat_marks_near(const unsigned char* cells,
                                                const unsigned char* beside, int pitch) {
  int any = 0;
  LIVEWARP_UNROLL()
  for (int j = -1; j <= Rows; ++j)
    any |= *reinterpret_cast<const int*>(cells + int64(j) * pitch) | beside[int64(j) * pitch];
  return __any_sync(0xffffffffu, any != 0);
}

// Lesson float4: Vectorized loads: a thread has four cells in each of several rows, and loads each
// four by one float4, all before it needs the first. Few large requests in flight do what many
// small ones do: this runs at nearly the speed of copying the plate, which no single step can beat.
// What is left is to make more steps of each pass. Rows that are no multiple of four cells take a
// slower path.
//
// What is written is not read again soon, so it is stored past the caches, which keep the input for
// the threads below.
template <class Stored, int Rows>
__global__ void heat_vector(const Stored* __restrict__ in, Stored* __restrict__ out,
                            const unsigned char* __restrict__ marks,
                            const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  using Real = Computed<Stored>;
  const int lane = threadIdx.x % 32, nx = plate.nx;
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), column = min(x, nx - 4);
  const int y = (blockIdx.y * blockDim.y + threadIdx.y) * Rows;  // a warp is in one row
  // The outermost lanes, and those at the ends of a row, load one neighbour that no other lane has.
  const bool loads_west = lane == 0, loads_east = (lane == 31) | (column == nx - 4);
  const bool loads = loads_west | loads_east, loads_two = x - 4 * lane == nx - 4;
  const int beside = heat_beside(loads_west ? column - 1 : column + 4, nx, plate.boundary);
  const bool plain = nx % 4 == 0 && !loads_two && y > 0 && y + Rows < plate.ny &&
                     !(marks && heat_marks_near<Rows>(marks + plate.cell(column, y),
                                                      marks + plate.cell(beside, y), nx));
  if (!plain) return heat_one_by_one<Rows>(in, out, marks, x, y, plate);
  const Stored* source = in + plate.cell(column, y);
  const Stored* single = in + plate.cell(beside, y);
  CellPack<Stored, 4> rows[Rows + 2];
  Real other[Rows];
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows + 2; ++j) rows[j].load(source + (j - 1) * int64(nx));
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows; ++j) other[j] = loads ? Real(real_of(single[j * int64(nx)])) : Real(0);
  const bool keeps_first = plate.boundary == heat_fixed && x == 0;
  const bool keeps_last = plate.boundary == heat_fixed && x == nx - 4;
  LIVEWARP_UNROLL()
  for (int j = 0; j < Rows; ++j) {
    Real north[4], own[4], south[4], next[4];
    rows[j].unpack(north), rows[j + 1].unpack(own), rows[j + 2].unpack(south);
    const Real from_west = __shfl_up_sync(0xffffffffu, own[3], 1);
    const Real from_east = __shfl_down_sync(0xffffffffu, own[0], 1);
    const Real west = loads_west ? other[j] : from_west;
    const Real east = loads_east ? other[j] : from_east;
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i)
      next[i] = plate.centre * own[i] +
                plate.weight[0] * (((i > 0 ? own[i - 1] : west) + (i < 3 ? own[i + 1] : east)) +
                                   (north[i] + south[i]));
    if (keeps_first) next[0] = own[0];
    if (keeps_last) next[3] = own[3];
    CellPack<Stored, 4> result;
    result.pack(next);
    if (x < nx) result.store_past_caches(out + plate.cell(x, y + j));
  }
}

LIVEWARP_KERNELS_END
