// The blur as two products with a banded matrix, by the tensor cores.
#pragma once

#include "kernels/convolution/convolution_rolling_cells.cuh"
#include "kernels/convolution/convolution_task.cuh"

LIVEWARP_KERNELS_BEGIN

/// Of the threads of a block.
constexpr int matrix_threads = 128;
/// Blocks that a multiprocessor has registers for, by `Blocks` of the kernel.
constexpr int matrix_blocks_held[] = {0, 0, 5, 4, 2, 2};

using MatrixTaps = RollingWeights<HalfPair, convolution_most_radius>;

/// A tile is 16 x 16 pixels and needs `Blocks` times as many texels in each direction, from `halo`
/// before it on.
template <int Blocks>
struct MatrixBand {
  static constexpr int halo = 8 * (Blocks - 1), pairs = 16 * Blocks + 16;

  /// Weights of every distance from -halo - 15 on, each beside its successor.
  static __device__ __forceinline__ void list(HalfPair* to, const HalfPair* taps) {
    const auto weight = [&](int i) {
      const int distance = max(i - halo - 15, halo + 15 - i);
      return distance <= convolution_most_radius ? taps[distance] & 0xffffu : 0u;
    };
    const int threads = int(blockDim.x * blockDim.y);
    for (int i = int(threadIdx.y * blockDim.x + threadIdx.x); i < pairs; i += threads)
      to[i] = weight(i) | weight(i + 1) << 16;
  }
  /// A lane's part of the band: see `multiply_add`. Side by side, pixels 4 t + 2 j + k are rows
  /// 8 j + 2 t + k of the matrix, and texels columns alike, so that a lane loads four neighbours.
  /// A pair depends on its distance alone: as far down as to the right it is the same again, and
  /// where the next block's pair on the left is this one's on the right it is kept.
  static __device__ __forceinline__ void load(uint4 (&band)[Blocks], const HalfPair* list,
                                              bool side_by_side) {
    const int g = int(threadIdx.x) / 4, t = int(threadIdx.x) % 4;
    const int pixel = side_by_side ? 4 * (g / 2) + g % 2 : g;
    const int texel = side_by_side ? 4 * t : 2 * t, apart = side_by_side ? 2 : 8;
    LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b) {
      const HalfPair* const from = list + 15 + 16 * b + texel - pixel;
      const HalfPair same = from[0], right = from[apart];
      const HalfPair lower = b > 0 && !side_by_side ? band[b - 1].z : from[-apart];
      band[b] = make_uint4(same, lower, right, same);
    }
  }
};

/// The 16 rows of texels below one another, as far as one lane needs them: of each 16 columns four
/// neighbours, of rows g and g + 8.
template <class Pixel, int Blocks>
struct MatrixRows {
  using Quads = PixelQuad<Pixel>[2][Blocks];
  const Pixel* source;
  int x, y;  ///< of the lane's first texel, which may lie outside
  const ConvolutionTask& task;

  __device__ __forceinline__ void load(Quads& to) {
    const bool aligned = task.width % 4 == 0;
    LIVEWARP_UNROLL()
    for (int half = 0; half < 2; ++half) {
      const int row = min(max(y + 8 * half, 0), task.height - 1);
      const Pixel* const line = source + int64(row) * task.width;
      LIVEWARP_UNROLL()
      for (int b = 0; b < Blocks; ++b) {
        const int column = x + 16 * b;
        if (aligned) {
          to[half][b].load(line + min(max(column, 0), task.width - 4));
        } else {
          LIVEWARP_UNROLL()
          for (int k = 0; k < 4; ++k)
            to[half][b].set(k, load_readonly(line + min(max(column + k, 0), task.width - 1)));
        }
      }
    }
    y += 16;
  }
  /// What lies outside becomes the texel at the edge. Not while loading, which would wait for it.
  __device__ __forceinline__ void mend(Quads& texels) const {
    if (task.width % 4 != 0) return;
    LIVEWARP_UNROLL()
    for (int half = 0; half < 2; ++half) LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b) {
      if (x + 16 * b < 0) texels[half][b].repeat(0);
      if (x + 16 * b >= task.width) texels[half][b].repeat(3);
    }
  }
};

/// Rows of texels blurred along, 8 in each group: the right factors of the products down.
template <class Pixel, int Blocks>
struct MatrixLines {
  static constexpr int channels = PixelQuad<Pixel>::channels, groups = 2 * Blocks;
  HalfPair sum[groups][channels][2];

  /// Another 16 rows below.
  __device__ __forceinline__ void push(const typename MatrixRows<Pixel, Blocks>::Quads& texels,
                                       const uint4 (&along)[Blocks]) {
    LIVEWARP_UNROLL()
    for (int i = 0; i + 2 < groups; ++i) LIVEWARP_UNROLL()
    for (int c = 0; c < channels; ++c) LIVEWARP_UNROLL()
    for (int j = 0; j < 2; ++j) sum[i][c][j] = sum[i + 2][c][j];
    LIVEWARP_UNROLL()
    for (int half = 0; half < 2; ++half) {
      auto& made = sum[groups - 2 + half];
      LIVEWARP_UNROLL()
      for (int c = 0; c < channels; ++c) made[c][0] = made[c][1] = 0;
      LIVEWARP_UNROLL()
      for (int b = 0; b < Blocks; ++b) {
        HalfPair first[channels], last[channels];
        texels[half][b].pairs(first, last);
        LIVEWARP_UNROLL()
        for (int c = 0; c < channels; ++c) multiply_add(made[c], along[b], first[c], last[c]);
      }
    }
  }
  /// Four neighbouring pixels of rows g and g + 8 of the tile.
  __device__ __forceinline__ void down(const uint4 (&band)[Blocks],
                                       PixelQuad<Pixel> (&made)[2]) const {
    HalfPair level[2][2][channels];
    LIVEWARP_UNROLL()
    for (int j = 0; j < 2; ++j) LIVEWARP_UNROLL()
    for (int c = 0; c < channels; ++c) {
      HalfPair d[2] = {};
      LIVEWARP_UNROLL()
      for (int b = 0; b < Blocks; ++b)
        multiply_add(d, band[b], sum[2 * b][c][j], sum[2 * b + 1][c][j]);
      level[0][j][c] = half_byte_pair(d[0]);
      level[1][j][c] = half_byte_pair(d[1]);
    }
    made[0].join(level[0][0], level[0][1]);
    made[1].join(level[1][0], level[1][1]);
  }
};

/// Four neighbours, as far as they lie inside.
template <class Pixel>
__device__ __forceinline__ void matrix_store(const PixelQuad<Pixel>& quad, Pixel* result, int x,
                                             int y, const ConvolutionTask& task) {
  if (y >= task.height) return;
  Pixel* const to = result + int64(y) * task.width + x;
  if (task.width % 4 == 0) {
    if (x < task.width) quad.store(to);
    return;
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < 4; ++k)
    if (x + k < task.width) to[k] = quad.get(k);
}

// Lesson matrix: A blur along a row is a product with a banded matrix, and one down a column is
// another; tensor cores multiply both in blocks of 16 x 16, zeros and all. The band is the same for
// all tiles, so a warp keeps it in registers, and goes down a strip 16 pixels wide. Most products
// are with 0, and still cost less than the few that matter do elsewhere: what remains is memory.
// Weights and sums are rounded to fp16: watch the difference.
//
// Bytes are fp16 as they lie; the first product leaves its lines where the second wants them, lane
// by lane. The next tile's texels are on their way meanwhile.
template <class Pixel, int Blocks>
__global__ void __launch_bounds__(matrix_threads, matrix_blocks_held[Blocks])
    convolution_matrix(const Pixel* __restrict__ source, Pixel* __restrict__ result, int rows,
                       const __grid_constant__ MatrixTaps taps,
                       const __grid_constant__ ConvolutionTask task) {
  using Band = MatrixBand<Blocks>;
  HalfPair* const lists = dynamic_shared<HalfPair>();
  Band::list(lists, taps.along);
  Band::list(lists + Band::pairs, taps.down);
  __syncthreads();
  const int strip = blockIdx.x * blockDim.y + threadIdx.y;
  const int first = blockIdx.y * rows, last = min(first + rows, task.height);
  if (16 * strip >= task.width || first >= last) return;
  uint4 along[Blocks], down[Blocks];
  Band::load(along, lists, true);
  Band::load(down, lists + Band::pairs, false);
  const int g = int(threadIdx.x) / 4, x = 16 * strip + 4 * (int(threadIdx.x) % 4);
  using Rows = MatrixRows<Pixel, Blocks>;
  Rows coming{source, x - Band::halo, first - Band::halo + g, task};
  typename Rows::Quads next;
  coming.load(next);
  MatrixLines<Pixel, Blocks> lines{};
  for (int y = first - 16 * (Blocks - 1); y < last; y += 16) {
    coming.mend(next);
    lines.push(next, along);
    coming.load(next);
    if (y < first) continue;
    PixelQuad<Pixel> made[2];
    lines.down(down, made);
    matrix_store(made[0], result, x, y + g, task);
    matrix_store(made[1], result, x, y + 8 + g, task);
  }
}

LIVEWARP_KERNELS_END
