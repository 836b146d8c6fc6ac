// The heat equation as texts write it: nearest neighbours, no marks, a border that keeps its
// temperature. Launch code chooses these kernels for such plates, and those of heat.cuh for all
// others; cells are counted by an int, which halves the arithmetic of an address.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson naive: One thread per cell: five loads for one store, and hardly any arithmetic. What a
// thread reads its neighbours read too, so the caches serve most of it, and the memory is the limit
// all the same: little more than one read and one write a cell. Change the block at 256 threads,
// from 256x1 to 8x32: the same work, only the lines that a block reads differ. Marks, other borders
// and a larger radius are served by the kernel of the variant general.
//
// The guard comes first: threads beyond the edge of the plate must not even compute an address.
template <class Stored>
__global__ void heat_naive(const Stored* in, Stored* out, Computed<Stored> own,
                           Computed<Stored> beside, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int i = y * nx + x;
  const auto at = [in](int cell) { return Computed<Stored>(real_of(in[cell])); };
  auto next = at(i);
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    const auto row = at(i - 1) + at(i + 1);
    const auto column = at(i - nx) + at(i + nx);
    next = own * next + beside * (row + column);
  }
  store_real(out + i, next);
}

/// What the naive kernel makes of cell (x, y), by another kind of loads.
template <class Load, class Stored, class Real>
__device__ __forceinline__ void heat_plain_cell(const Stored* in, Stored* out, Real own,
                                                Real beside, int x, int y, int nx, int ny) {
  if (x >= nx || y >= ny) return;
  const int i = y * nx + x;
  const auto load = [](const Stored* at) { return Real(real_of(Load::load(at))); };
  Real next = load(in + i);
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    const Stored *at = in + i, *north = in + (i - nx), *south = in + (i + nx);
    const Real around = (load(at - 1) + load(at + 1)) + (load(north) + load(south));
    next = own * next + beside * around;
  }
  store_real(out + i, next);
}

// Lesson transposed: Uncoalesced accesses: the naive kernel with x and y exchanged; neighbouring
// threads stand in one column, and their addresses are a whole row apart. Each request of a warp
// touches 32 sectors where 4 would do, and uses 4 bytes of each. The result is the same, so only a
// clock or a profiler finds the slip. A tall block, 8x32, softens it: why?
template <class Stored>
__global__ void heat_transposed(const Stored* in, Stored* out, Computed<Stored> own,
                                Computed<Stored> beside, int nx, int ny) {
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  heat_plain_cell<HeatPlain>(in, out, own, beside, x, y, nx, ny);
}

// Lesson readonly: Loads through the read-only path, by __ldg and const __restrict__: the kernel
// promises that nobody writes its input while it runs. On GPUs before Volta this was a cache of its
// own and a large gain; since then both paths share one L1. Compare with the naive kernel: what is
// left is what the compiler makes of the promise, which lets it move loads over stores.
template <class Stored>
__global__ void heat_readonly(const Stored* __restrict__ in, Stored* __restrict__ out,
                              Computed<Stored> own, Computed<Stored> beside, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  heat_plain_cell<HeatReadonly>(in, out, own, beside, x, y, nx, ny);
}

// Lesson shared: The block copies its cells and a halo of one cell into shared memory, and the
// stencil is computed from there: (B + 2) / B loads per cell and direction in place of 3. With
// radius 1 the caches did as much already, and barrier and copying cost more than they save. Raise
// the radius, which the kernel of the variant shared-general then serves, and compare with general.
//
// The corners of the halo are nobody's neighbours. Threads beyond the edge load nothing, but none
// may leave before the barrier.
template <class Stored>
__global__ void heat_shared(const Stored* in, Stored* out, Computed<Stored> own,
                            Computed<Stored> beside, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = y * nx + x, pitch = blockDim.x + 2;
  const bool inside = x < nx && y < ny;
  const bool border = x == 0 || y == 0 || x == nx - 1 || y == ny - 1;
  Computed<Stored>* at = dynamic_shared<Computed<Stored>>();
  at += (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  if (inside) at[0] = real_of(in[i]);
  if (inside && !border) {
    if (threadIdx.x == 0) at[-1] = real_of(in[i - 1]);
    if (threadIdx.x == blockDim.x - 1) at[1] = real_of(in[i + 1]);
    if (threadIdx.y == 0) at[-pitch] = real_of(in[i - nx]);
    if (threadIdx.y == blockDim.y - 1) at[pitch] = real_of(in[i + nx]);
  }
  __syncthreads();
  if (!inside) return;
  const auto row = border ? 0 : at[-1] + at[1];
  const auto column = border ? 0 : at[-pitch] + at[pitch];
  store_real(out + i, border ? at[0] : own * at[0] + beside * (row + column));
}

LIVEWARP_KERNELS_END
