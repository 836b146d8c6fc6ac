// Kernels of the heat equation in two dimensions that make one time step of any plate, one cell a
// thread. What a step computes, and what marks and borders mean, stands in heat.h; the plain case
// as texts write it, in heat_plain.cuh.
#pragma once

#include "kernels/grids/cells.cuh"

LIVEWARP_KERNELS_BEGIN

// Values of HeatBoundary and CellMark.
constexpr int heat_fixed = 0, heat_insulated = 1, heat_periodic = 2;
constexpr unsigned char heat_unmarked = 0, heat_insulator = 1, heat_held = 2;
constexpr int heat_widest = 8;  ///< radius

/// The plate and its star: a cell becomes centre * T + sum over k of weight[k - 1] * (its four
/// neighbours at distance k). All weights together are exactly 1, so that an even plate stays as it
/// is.
template <class Real>
struct HeatPlate {
  Real centre, weight[heat_widest];
  int nx, ny, radius, boundary;

  __device__ __forceinline__ int64 cell(int x, int y) const { return int64(y) * nx + x; }
  /// True where the whole star lies within the plate.
  __device__ __forceinline__ bool inner(int x, int y) const {
    return x >= radius && x < nx - radius && y >= radius && y < ny - radius;
  }
};

/// Where a neighbour outside of the plate is found: mirrored at the outer edge of the border cells,
/// or round on the other side. Any distance, so that a star may be wider than the plate.
__device__ __forceinline__ int heat_neighbour(int i, int n, int boundary) {
  if (i >= 0 && i < n) return i;
  const int period = boundary == heat_periodic ? n : 2 * n;
  i %= period;
  if (i < 0) i += period;
  return i < n ? i : period - 1 - i;
}

/// The same for the nearest neighbours, -1 <= i <= n: no branch and no division. What lies further
/// outside is brought back to the edge.
__device__ __forceinline__ int heat_beside(int i, int n, int boundary) {
  const int before = boundary == heat_periodic ? n - 1 : 0;
  return i < 0 ? before : i >= n ? n - 1 - before : i;
}

// How a kernel reads temperatures.
struct HeatPlain {
  template <class T>
  static __device__ __forceinline__ T load(const T* source) {
    return *source;
  }
};
struct HeatReadonly {
  static __device__ __forceinline__ float load(const float* source) {
    return load_readonly(source);
  }
  static __device__ __forceinline__ double load(const double* source) {
    return load_readonly(source);
  }
  static __device__ __forceinline__ Half16 load(const Half16* source) {
    return {load_readonly(&source->bits)};
  }
};

/// a * b + c, rounded once. Of two products that are added a compiler may fuse either one with the
/// sum, and does not choose alike wherever a function is inlined: so two compilations of one kernel
/// can differ in the last bit.
__device__ __forceinline__ float heat_multiply_add(float a, float b, float c) {
  return fmaf(a, b, c);
}
__device__ __forceinline__ double heat_multiply_add(double a, double b, double c) {
  return fma(a, b, c);
}

/// The next temperature of a cell whose star lies within the plate. `at` points to the cell among
/// rows that are `pitch` long.
template <class Load, class Stored, class Real>
__device__ __forceinline__ Real heat_star(const Stored* at, int pitch,
                                          const HeatPlate<Real>& plate) {
  const auto load = [](const Stored* source) { return Real(real_of(Load::load(source))); };
  const Real beside = (load(at - 1) + load(at + 1)) + (load(at - pitch) + load(at + pitch));
  Real value = heat_multiply_add(plate.centre, load(at), plate.weight[0] * beside);
  for (int k = 2; k <= plate.radius; ++k) {
    const int64 down = int64(k) * pitch;
    value +=
        plate.weight[k - 1] * ((load(at - k) + load(at + k)) + (load(at - down) + load(at + down)));
  }
  return value;
}

/// The same for any cell that the step changes, by the indices of its neighbours.
template <class Stored, class Real>
__device__ __forceinline__ Real heat_star_anywhere(const Stored* in, int x, int y,
                                                   const HeatPlate<Real>& plate) {
  const auto at = [&](int column, int row) { return Real(real_of(in[plate.cell(column, row)])); };
  Real value = plate.centre * at(x, y);
  for (int k = 1; k <= plate.radius; ++k) {
    const int west = heat_neighbour(x - k, plate.nx, plate.boundary);
    const int east = heat_neighbour(x + k, plate.nx, plate.boundary);
    const int north = heat_neighbour(y - k, plate.ny, plate.boundary);
    const int south = heat_neighbour(y + k, plate.ny, plate.boundary);
    value += plate.weight[k - 1] * ((at(west, y) + at(east, y)) + (at(x, north) + at(x, south)));
  }
  return value;
}

/// How many of a cell's neighbours are no insulators: with those it exchanges heat. An insulator's
/// temperature is 0, so the sum of all four neighbours is right as it is; only the share that stays
/// in the cell depends on their number.
__device__ __forceinline__ int heat_open(const unsigned char* marks, int x, int y, int nx, int ny,
                                         int boundary) {
  const int64 row = int64(y) * nx, north = int64(heat_beside(y - 1, ny, boundary)) * nx;
  const int64 south = int64(heat_beside(y + 1, ny, boundary)) * nx;
  return (marks[row + heat_beside(x - 1, nx, boundary)] != heat_insulator) +
         (marks[row + heat_beside(x + 1, nx, boundary)] != heat_insulator) +
         (marks[north + x] != heat_insulator) + (marks[south + x] != heat_insulator);
}

/// What the marks make of `next`, the temperature that the star alone gives: a marked cell keeps
/// its own. With a wider star an insulator is a cell held at 0.
template <class Real>
__device__ __forceinline__ Real heat_marked(Real next, Real own, const unsigned char* marks, int x,
                                            int y, const HeatPlate<Real>& plate) {
  if (marks[plate.cell(x, y)] != heat_unmarked) return own;
  if (plate.radius > 1) return next;
  const int open = heat_open(marks, x, y, plate.nx, plate.ny, plate.boundary);
  return next + plate.weight[0] * Real(4 - open) * own;
}

/// The temperature of cell (x, y) after a time step.
template <class Load, class Stored, class Real>
__device__ __forceinline__ Real heat_next(const Stored* in, const unsigned char* marks, int x,
                                          int y, const HeatPlate<Real>& plate) {
  const int64 i = plate.cell(x, y);
  const bool inner = plate.inner(x, y);
  if (!inner && plate.boundary == heat_fixed) return real_of(in[i]);
  const Real next =
      inner ? heat_star<Load>(in + i, plate.nx, plate) : heat_star_anywhere(in, x, y, plate);
  return marks ? heat_marked(next, Real(real_of(in[i])), marks, x, y, plate) : next;
}

/// One time step of cell (x, y): all a thread of the simple kernels does.
template <class Load, class Stored, class Real>
__device__ __forceinline__ void heat_cell(const Stored* in, Stored* out, const unsigned char* marks,
                                          int x, int y, const HeatPlate<Real>& plate) {
  if (x >= plate.nx || y >= plate.ny) return;
  store_real(out + plate.cell(x, y), heat_next<Load>(in, marks, x, y, plate));
}

// Lesson general: The naive kernel for any plate: marked cells, three kinds of border, stars of any
// radius, indices of 64 bits. Each is a question that a thread asks although the answer is the same
// for all of them. Compare with the naive kernel on a plate without marks: what do questions cost
// that are always answered no? Mark a cell with the mouse, and both variants run this kernel.
template <class Stored>
__global__ void heat_general(const Stored* in, Stored* out, const unsigned char* marks,
                             const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  heat_cell<HeatPlain>(in, out, marks, x, y, plate);
}

/// The same with x and y exchanged: see heat_transposed.
template <class Stored>
__global__ void heat_general_transposed(const Stored* in, Stored* out, const unsigned char* marks,
                                        const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  heat_cell<HeatPlain>(in, out, marks, x, y, plate);
}

/// The same through the read-only path: see heat_readonly.
template <class Stored>
__global__ void heat_general_readonly(const Stored* __restrict__ in, Stored* __restrict__ out,
                                      const unsigned char* __restrict__ marks,
                                      const __grid_constant__ HeatPlate<Computed<Stored>> plate) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  heat_cell<HeatReadonly>(in, out, marks, x, y, plate);
}

LIVEWARP_KERNELS_END
