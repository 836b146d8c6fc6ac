// Kernels that solve tridiagonal systems, one a row or a column of a plate: by elimination in one
// thread, and by parallel cyclic reduction in a block.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Half a step of alternating directions. Systems go along one direction; `along` is how far apart
/// in memory the neighbours of a system are, `across` those of the other direction.
struct ImplicitHalf {
  const float* in;  ///< temperatures before this half
  float* out;
  int n, systems;  ///< unknowns of a system, and how many systems there are
  int along, across;
  float half_number;  ///< r / 2

  __device__ __forceinline__ int64 cell(int i, int system) const {
    return int64(i) * along + int64(system) * across;
  }
  /// Whether a cell is one of the border, which keeps its temperature.
  __device__ __forceinline__ bool border(int i, int system) const {
    return i == 0 || system == 0 || i == n - 1 || system == systems - 1;
  }
  /// Right-hand side: the explicit step across.
  __device__ __forceinline__ float right_side(int i, int system) const {
    const float* const at = in + cell(i, system);
    const float own = at[0];
    if (border(i, system)) return own;
    return own + half_number * ((at[-int64(across)] - own) + (at[across] - own));
  }
};

// Lesson thomas: Gaussian elimination without fill, Thomas's algorithm, one system a thread: n
// steps down, n steps back, each needs the one before. There are as many threads as rows, a few
// thousand at most, so that the GPU is mostly idle. Along columns neighbouring threads read
// neighbouring cells; along rows they are a whole row apart, and each load costs a sector. Look at
// both kernels in the lens: one code, two directions.
__global__ void implicit_thomas(const __grid_constant__ ImplicitHalf half, float* ratios) {
  const int system = blockIdx.x * blockDim.x + threadIdx.x;
  if (system >= half.systems) return;
  float ratio = 0, value = 0;  // of the unknown before: it is value + ratio * (this one)
  for (int i = 0; i < half.n; ++i) {
    const bool border = half.border(i, system);
    const float off = border ? 0 : half.half_number;
    const float pivot = border ? 1 : 1 + 2 * off - off * ratio;
    value = (half.right_side(i, system) + off * value) / pivot;
    ratio = off / pivot;
    const int64 cell = half.cell(i, system);
    half.out[cell] = value;
    ratios[cell] = ratio;
  }
  float next = 0;
  for (int i = half.n - 1; i >= 0; --i) {
    const int64 cell = half.cell(i, system);
    next = half.out[cell] + ratios[cell] * next;
    half.out[cell] = next;
  }
}

/// An equation: before * x[i - apart] + x[i] + after * x[i + apart] = value.
struct ImplicitEquation {
  float before, after, value;
};

/// What is left of an equation when both neighbours were put into it.
__device__ __forceinline__ ImplicitEquation implicit_reduced(const ImplicitEquation& own,
                                                             const ImplicitEquation& lower,
                                                             const ImplicitEquation& upper) {
  const float scale = 1 / (1 - own.before * lower.after - own.after * upper.before);
  return {-scale * own.before * lower.before, -scale * own.after * upper.after,
          scale * (own.value - own.before * lower.value - own.after * upper.value)};
}

// Lesson cyclic: Parallel cyclic reduction, one system a block: every equation puts in its two
// neighbours', and then couples unknowns twice as far apart, all at the same time. After log2(n)
// rounds none is coupled any more, and each equation is its own solution. It takes 12 operations a
// round where elimination takes 8 in all, but n threads work, and what they exchange lies in shared
// memory. Couplings fade: at a small diffusion number few rounds would do.
//
//   x[i-1]  x[i]  x[i+1]     ->     x[i-2]  x[i]  x[i+2]     ->     x[i-4]  x[i]  x[i+4] ...
__global__ void implicit_cyclic(const __grid_constant__ ImplicitHalf half) {
  const int system = blockIdx.x, n = half.n;
  ImplicitEquation* now = dynamic_shared<ImplicitEquation>();
  ImplicitEquation* then = now + n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float off = half.border(i, system) ? 0 : half.half_number;
    const float scale = 1 / (1 + 2 * off);
    now[i] = {-off * scale, -off * scale, half.right_side(i, system) * scale};
  }
  __syncthreads();
  const ImplicitEquation none{0, 0, 0};
  for (int apart = 1; apart < n; apart *= 2) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      then[i] = implicit_reduced(now[i], i >= apart ? now[i - apart] : none,
                                 i + apart < n ? now[i + apart] : none);
    __syncthreads();
    ImplicitEquation* const free = now;
    now = then;
    then = free;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) half.out[half.cell(i, system)] = now[i].value;
}

// Lesson by-direction: Each direction by the kernel that suits it. Along columns the thread of an
// elimination reads beside its neighbours, and one pass down and up is least to read; along rows it
// would read a row apart, so that a block takes each by cyclic reduction. Which is better for the
// columns depends on how many there are: one a thread must fill the GPU.

LIVEWARP_KERNELS_END
