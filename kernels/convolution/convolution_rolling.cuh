// The blur that holds its rows in registers.
#pragma once

#include "kernels/convolution/convolution_rolling_cells.cuh"
#include "kernels/convolution/convolution_task.cuh"

LIVEWARP_KERNELS_BEGIN

/// Rows of texels as a thread needs them: its columns, and those that its taps reach on both sides.
/// Aligned: rows consist of whole quads, and the next one is on its way into registers.
template <class Cells, class Pixel, int Radius, bool Aligned>
struct RollingRows {
  static constexpr int side = (Radius + 3) / 4, quads = Cells::quads + 2 * side;
  const Pixel* line;  ///< the next row
  int x, y;           ///< the thread's first column; the next row, which may lie outside
  int width, height;
  PixelQuad<Pixel> next[Aligned ? quads : 1];

  __device__ __forceinline__ RollingRows(const Pixel* source, int column, int row,
                                         const ConvolutionTask& task)
      : line(source + int64(min(max(row, 0), task.height - 1)) * task.width), x(column), y(row),
        width(task.width), height(task.height) {
    if constexpr (Aligned) load(next);
  }
  __device__ __forceinline__ int column(int quad) const { return x + 4 * (quad - side); }
  __device__ __forceinline__ void load(PixelQuad<Pixel>* to) {
    LIVEWARP_UNROLL()
    for (int q = 0; q < quads; ++q) {
      if constexpr (Aligned) {
        to[q].load(line + min(max(column(q), 0), width - 4));
      } else {
        LIVEWARP_UNROLL()
        for (int k = 0; k < 4; ++k)
          to[q].set(k, load_readonly(line + min(max(column(q) + k, 0), width - 1)));
      }
    }
    line += y >= 0 && y < height - 1 ? width : 0;
    ++y;
  }
  /// The next row.
  __device__ __forceinline__ void take(PixelQuad<Pixel> (&texels)[quads]) {
    if constexpr (Aligned) {
      LIVEWARP_UNROLL()
      for (int q = 0; q < quads; ++q) texels[q] = next[q];
      load(next);
      LIVEWARP_UNROLL()
      for (int q = 0; q < side; ++q) {
        if (column(q) < 0) texels[q].repeat(0);
        const int right = quads - 1 - q;
        if (column(right) >= width) texels[right].repeat(3);
      }
    } else {
      load(texels);
    }
  }
};

/// The sum of the taps around a place, the far ones first: what is small is added while the sum is
/// small. `at(k)`: the number at a distance.
template <class Arithmetic, int Radius, class At>
__device__ __forceinline__ auto
rolling_outer_sum(const typename Arithmetic::Number (&weights)[Radius + 1], const At& at) {
  auto sum = Arithmetic::times(weights[Radius], Arithmetic::plus(at(-Radius), at(Radius)));
  LIVEWARP_UNROLL()
  for (int k = Radius - 1; k > 0; --k)
    sum = Arithmetic::plus(sum, weights[k], Arithmetic::plus(at(-k), at(k)));
  return sum;
}

/// What a thread keeps, and a row of it.
template <class Cells, class Pixel, int Radius>
struct RollingRing {
  using Number = typename Cells::Number;
  static constexpr int taps = 2 * Radius + 1, side = (Radius + 3) / 4, numbers = Cells::numbers;
  using Weights = RollingWeights<Number, Radius>;

  Number row[taps][4][numbers];

  /// Row `slot` from its texels.
  __device__ __forceinline__ void along(int slot, const PixelQuad<Pixel>* texels,
                                        const Weights& weights) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < numbers; ++i) {
      Number window[4 + 2 * Radius];
      LIVEWARP_UNROLL()
      for (int k = 0; k < 4 + 2 * Radius; ++k)
        window[k] = Cells::number(texels, 4 * side - Radius + k, i);
      LIVEWARP_UNROLL()
      for (int j = 0; j < 4; ++j)
        row[slot][j][i] =
            Cells::plus(rolling_outer_sum<Cells, Radius>(
                            weights.along, [&](int k) { return window[j + Radius + k]; }),
                        weights.along[0], window[j + Radius]);
    }
  }
  /// The pixels of the row in the middle, where `slot` is the last.
  __device__ __forceinline__ void down(int slot, const Weights& weights,
                                       PixelQuad<Pixel> (&result)[Cells::quads]) const {
    unsigned levels[4][numbers];
    LIVEWARP_UNROLL()
    for (int j = 0; j < 4; ++j) LIVEWARP_UNROLL()
    for (int i = 0; i < numbers; ++i) {
      const auto at = [&](int k) { return row[(slot + 1 + Radius + k) % taps][j][i]; };
      levels[j][i] =
          Cells::level(rolling_outer_sum<Cells, Radius>(weights.down, at), weights.down[0], at(0));
    }
    Cells::join(levels, result);
  }
};

/// Pixels of a row, of which `left` are the thread's or lie to its right. Each of several lanes has
/// a part of a quad.
template <class Cells, class Pixel, bool Aligned>
__device__ __forceinline__ void rolling_store(const PixelQuad<Pixel> (&result)[Cells::quads],
                                              Pixel* to, int left) {
  constexpr int own = 4 / Cells::lanes;
  if constexpr (Aligned && own == 4) {
    LIVEWARP_UNROLL()
    for (int q = 0; q < Cells::quads; ++q)
      if (left > 0) result[q].store(to + 4 * q);
  } else if constexpr (Aligned) {
    if (left > 0) *reinterpret_cast<uint2*>(to) = make_uint2(result[0].get(0), result[0].get(1));
  } else {
    LIVEWARP_UNROLL()
    for (int q = 0; q < Cells::quads; ++q) LIVEWARP_UNROLL()
    for (int k = 0; k < own; ++k)
      if (4 * q + k < left) to[4 * q + k] = result[q].get(k);
  }
}

/// Rows first ... last - 1 of the result, in a thread's columns from x on.
template <bool Aligned, class Cells, class Pixel, int Radius>
__device__ __forceinline__ void
rolling_walk(const Pixel* source, Pixel* result, int x, int first, int last,
             const RollingWeights<typename Cells::Number, Radius>& weights,
             const ConvolutionTask& task) {
  using Ring = RollingRing<Cells, Pixel, Radius>;
  using Rows = RollingRows<Cells, Pixel, Radius, Aligned>;
  Rows rows(source, min(x, task.width - (Aligned ? Cells::columns : 1)), first - Radius, task);
  Ring ring{};
  const int own = x + 4 / Cells::lanes * int(threadIdx.x % Cells::lanes);
  Pixel* to = result + int64(first) * task.width + own;
  for (int y = first - 2 * Radius; y < last;) {
    LIVEWARP_UNROLL()
    for (int slot = 0; slot < Ring::taps; ++slot) {
      PixelQuad<Pixel> texels[Rows::quads], made[Cells::quads];
      rows.take(texels);
      ring.along(slot, texels, weights);
      if (y >= first) {
        ring.down(slot, weights, made);
        rolling_store<Cells, Pixel, Aligned>(made, to, task.width - own);
        to += task.width;
      }
      if (++y >= last) return;
    }
  }
}

/// Of the threads of a block: as many blocks as leave each thread the registers of its ring. Rows
/// that are no whole quads spill up to 64 bytes.
constexpr int rolling_threads = 128;

// Lesson rolling: One pass without shared memory or barriers. A thread owns four neighbouring
// columns and goes down; every row that it reads is blurred along once and stays in a ring of
// registers until the 2 r + 1 rows of a pixel are there. Neighbours read the same texels, and the
// L1 serves them. Its limits are the instructions, and the 2 r rows that each thread blurs before
// its first pixel: long ways share them, and short ones make more threads.
//
// The loop over the ring is unrolled, so that the place of a row is known when it is compiled. A
// row's texels are asked for before the row above is blurred.
template <class Arithmetic, class Pixel, int Radius>
__global__ void __launch_bounds__(rolling_threads, Radius <= 4 ? 4 : 2) convolution_rolling(
    const Pixel* __restrict__ source, Pixel* __restrict__ result, int rows,
    const __grid_constant__ RollingWeights<typename Arithmetic::Number, Radius> weights,
    const __grid_constant__ ConvolutionTask task) {
  using Cells = RollingCells<Arithmetic, Pixel>;
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x) / Cells::lanes * Cells::columns;
  const int first = blockIdx.y * rows, last = min(first + rows, task.height);
  if (task.width % Cells::columns == 0)
    rolling_walk<true, Cells>(source, result, x, first, last, weights, task);
  else
    rolling_walk<false, Cells>(source, result, x, first, last, weights, task);
}

LIVEWARP_KERNELS_END
