// Filters as products with banded matrices, by the tensor cores.
#pragma once

#include "kernels/pictures/half_pixels.cuh"
#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// Texels that a tile may need at most.
constexpr int scaling_matrix_texels = 64;

/// One direction of a scaling in tiles of 16 pixels. Tile i needs the texels from `start(i)` on, in
/// blocks of 16: `start` is rounded down, so that blocks begin where loads want them to, or where
/// those of another tile do.
struct ScalingBand {
  int64 position, step, radius;  ///< of pixel 0, to the next one, of the filter; 2^-32 texels
  int origin, align;             ///< starts are a multiple of `align` away from `origin`
  int least, most;               ///< of the starts
  int texels, address;
  /// The rule for texels outside is in the table: what one of them counts is counted where it is
  /// found.
  bool folded;

  __host__ __device__ __forceinline__ int first(int pixel) const {
    return int((position + pixel * step - radius) >> 32) + 1;
  }
  __host__ __device__ __forceinline__ int start(int tile) const {
    return clamped(origin + ((first(16 * tile) - origin) & -align), least, most);
  }
  static __host__ __device__ __forceinline__ int clamped(int i, int low, int high) {
    return i < low ? low : i > high ? high : i;
  }
  /// Where texel `i` is loaded: folded, those outside count nothing, and any will do.
  __device__ __forceinline__ int loaded(int i) const {
    return folded ? clamped(i, 0, texels - 1) : scaling_address(i, texels, address);
  }
};

// Table: the weights of a tile as the tensor core takes them, the left factor of a product, 16
// pixels x 16 texels a block. One thread a pixel. The place of a texel among the 16 columns of the
// matrix, and of a pixel among its rows, is free as long as both factors agree: columns are ordered
// so that a lane loads four neighbouring texels and stores four neighbouring pixels. Rounded
// weights must still sum to `scale`, or a grey wall would change its shade: the largest takes what
// rounding left over. Near an edge several texels are found at one place, and count there together:
// the kernel needs no rule for them.
__global__ void scaling_matrix_table(Half16* table, int pixels, int blocks, float scale,
                                     bool side_by_side, const __grid_constant__ ScalingBand band,
                                     const __grid_constant__ ScalingWeights filter) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= pixels) return;
  const int tile = pixel / 16, i = pixel % 16;
  const int64 position = band.position + pixel * band.step;
  const int first = filter.first(position);
  const float distance = filter.distance(first, position);
  float sum = 0.0f, weight[scaling_matrix_texels];
  for (int k = 0; k < filter.taps; ++k) sum += weight[k] = filter.at(distance + float(k));
  for (int k = 0; k < filter.taps; ++k) {
    const int texel = first + k;
    if (!band.folded || unsigned(texel) < unsigned(band.texels)) continue;
    const int place = scaling_address(texel, band.texels, band.address);
    if (place >= 0 && weight[k] != 0.0f) weight[place - first] += weight[k];
    weight[k] = 0.0f;
  }
  float left = 0.0f;
  int peak = 0;
  for (int k = 0; k < filter.taps; ++k) {
    weight[k] *= scale / sum;
    left += weight[k] - widened(narrowed(weight[k]));
    if (weight[k] > weight[peak]) peak = k;
  }
  // Pixels 4 t + 2 j + k of a tile are rows 8 j + 2 t + k of the matrix.
  const int row = side_by_side ? 8 * (i / 2 % 2) + 2 * (i / 4) + i % 2 : i;
  for (int k = 0; k < filter.taps; ++k) {
    if (weight[k] == 0.0f) continue;
    const int from = first + k - band.start(tile), texel = from % 16;
    const int column = side_by_side ? 8 * (texel / 2 % 2) + 2 * (texel / 4) + texel % 2 : texel;
    const int lane = 4 * (row % 8) + column % 8 / 2, word = row / 8 + 2 * (column / 8);
    const Half16 rounded = narrowed(weight[k]);
    const Half16 kept = k == peak ? narrowed(widened(rounded) + left) : rounded;
    table[((int64(tile) * blocks + from / 16) * 32 + lane) * 8 + 2 * word + column % 2] = kept;
  }
}

/// Rows of texels in eights, as far as one lane needs them: of each block of 16 columns four
/// neighbours. The next eight are on their way into registers; by the rule for texels outside.
template <class Pixel, int Blocks>
struct ScalingTexelRows {
  const Pixel* source;
  int column, row;  ///< of the lane's first texel, in the next eight
  const ScalingBand& rows;
  const ScalingTask& task;
  PixelQuad<Pixel> quad[Blocks];

  __device__ __forceinline__ void begin() {
    const int j = rows.loaded(row);
    const Pixel* const line = source + int64(max(j, 0)) * task.width;
    row += 8;
    LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b) {
      const int x = column + 16 * b;
      if (j >= 0 && x >= 0 && x + 4 <= task.width && task.width % 4 == 0) {
        quad[b].load(line + x);
        continue;
      }
      LIVEWARP_UNROLL()
      for (int k = 0; k < 4; ++k) {
        const int i = scaling_address(x + k, task.width, task.address);
        quad[b].set(k, i < 0 || j < 0 ? Pixel{} : load_readonly(line + i));
      }
    }
  }
  __device__ __forceinline__ void take(PixelQuad<Pixel> (&texels)[Blocks]) {
    LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b) texels[b] = quad[b];
    begin();
  }
};

/// The same, for one block of columns, with three eights on their way into shared memory, each
/// lane's to places of its own, so that no lane waits for another: reads and writes that meet in
/// the same caches hold each other up, and what is read has to be asked for early.
template <class Pixel>
struct ScalingTexelRing {
  using Quad = PixelQuad<Pixel>;
  static constexpr int eights = 4;
  const Pixel* source;
  int column, row;  ///< of the lane's first texel, in the next eight
  const ScalingBand& rows;
  const ScalingTask& task;
  Quad* ring = nullptr;   ///< the lane's first place, the next ones 32 apart
  bool together = false;  ///< the lane's texels lie inside, where they can be copied as one
  int taken = 0;

  __device__ __forceinline__ void fetch(int eight) {
    const int j = rows.loaded(row);
    auto* const to = reinterpret_cast<Pixel*>(ring + (eight & (eights - 1)) * 32);
    row += 8;
    if (together && j >= 0) {
      copy_async<sizeof(Quad)>(to, source + int64(j) * task.width + column);
    } else {
      LIVEWARP_UNROLL(1)
      for (int i = 0; i < 4; ++i) {
        const int x = scaling_address(column + i, task.width, task.address);
        scaling_copy(to + i, source + int64(max(j, 0)) * task.width + max(x, 0), x < 0 || j < 0);
      }
    }
    copy_async_commit();
  }
  __device__ __forceinline__ void begin() {
    ring = dynamic_shared<Quad>() + threadIdx.y * (32 * eights) + threadIdx.x;
    together = column >= 0 && column + 4 <= task.width && task.width % 4 == 0;
    LIVEWARP_UNROLL()
    for (int i = 0; i + 1 < eights; ++i) fetch(i);
  }
  __device__ __forceinline__ void take(Quad (&texels)[1]) {
    copy_async_wait<eights - 2>();
    texels[0] = ring[(taken & (eights - 1)) * 32];
    fetch(taken + eights - 1);
    ++taken;
  }
};

/// Eight rows of texels summed along themselves for 16 columns of the result: the right factor of
/// the second product, for columns 4 t + {0, 1} and 4 t + {2, 3} of the result.
template <class Pixel>
struct ScalingLines {
  static constexpr int channels = PixelQuad<Pixel>::channels;
  HalfPair sum[channels][2];

  template <int Blocks>
  __device__ __forceinline__ void make(const PixelQuad<Pixel> (&texels)[Blocks],
                                       const uint4 (&weights)[Blocks]) {
    LIVEWARP_UNROLL()
    for (int c = 0; c < channels; ++c) sum[c][0] = sum[c][1] = 0;
    LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b) {
      HalfPair first[channels], last[channels];
      texels[b].pairs(first, last);
      LIVEWARP_UNROLL()
      for (int c = 0; c < channels; ++c) multiply_add(sum[c], weights[b], first[c], last[c]);
    }
  }
};

/// The tiles of a strip, one below the other.
template <class Pixel, int Blocks, class Texels>
__device__ __forceinline__ void scaling_tiles(Pixel* result, int strip, int tile, int last_tile,
                                              Texels coming, const uint4 (&across)[Blocks],
                                              const uint4* row_weights, const ScalingBand& rows,
                                              const ScalingTask& task) {
  constexpr int groups = 2 * Blocks, channels = PixelQuad<Pixel>::channels;
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  ScalingLines<Pixel> lines[groups];
  int have = rows.start(tile) - 8 * groups;  // the first row of `lines`
  coming.begin();
  for (; tile < last_tile; ++tile) {
    const int wanted = rows.start(tile);
    uint4 down[Blocks];
    LIVEWARP_UNROLL()
    for (int b = 0; b < Blocks; ++b)
      down[b] = load_readonly(row_weights + (int64(tile) * Blocks + b) * 32 + lane);
    for (; have < wanted; have += 8) {
      LIVEWARP_UNROLL()
      for (int i = 0; i + 1 < groups; ++i) lines[i] = lines[i + 1];
      PixelQuad<Pixel> texels[Blocks];
      coming.take(texels);
      lines[groups - 1].make(texels, across);
    }
    HalfPair sum[2][2][channels];  // of rows g and g + 8, of columns 4 t + {0, 1} and {2, 3}
    LIVEWARP_UNROLL()
    for (int j = 0; j < 2; ++j) LIVEWARP_UNROLL()
    for (int c = 0; c < channels; ++c) {
      HalfPair d[2] = {};
      LIVEWARP_UNROLL()
      for (int b = 0; b < Blocks; ++b)
        multiply_add(d, down[b], lines[2 * b].sum[c][j], lines[2 * b + 1].sum[c][j]);
      sum[0][j][c] = half_byte_pair(d[0]);
      sum[1][j][c] = half_byte_pair(d[1]);
    }
    LIVEWARP_UNROLL()
    for (int half = 0; half < 2; ++half) {
      PixelQuad<Pixel> quad;
      quad.join(sum[half][0], sum[half][1]);
      const int x = 16 * strip + 4 * t, y = 16 * tile + 8 * half + g;
      if (y >= task.result_height) continue;
      Pixel* const to = result + int64(y) * task.result_width + x;
      if (x + 4 <= task.result_width && task.result_width % 4 == 0) {
        quad.store(to);
        continue;
      }
      LIVEWARP_UNROLL()
      for (int k = 0; k < 4; ++k)
        if (x + k < task.result_width) to[k] = quad.get(k);
    }
  }
}

// Lesson matrix: Both passes as products with banded matrices, which tensor cores multiply in
// blocks of 16 x 16, zeros and all. What a texture unit never does costs no more than bilinear
// here: Lanczos-3 at the price of two taps. Bytes are taken as fp16 without being converted,
// weights are rounded to fp16 once; watch the difference.
//
// 0x00bb is an fp16. The first product leaves its lines where the second wants them, lane by
// lane. A warp makes a strip 16 pixels wide from top to bottom, each eight rows of texels are
// summed once, and the next ones are on their way meanwhile.
template <class Pixel, int Blocks>
__global__ void __launch_bounds__(256, Blocks == 1 ? 4 : 2)  // 4 blocks spill up to 180 bytes
    scaling_matrix(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                   const uint4* __restrict__ column_weights, const uint4* __restrict__ row_weights,
                   int tiles_a_warp, const __grid_constant__ ScalingBand columns,
                   const __grid_constant__ ScalingBand rows,
                   const __grid_constant__ ScalingTask task) {
  const int lane = threadIdx.x, strip = blockIdx.x * blockDim.y + threadIdx.y;
  const int tile = blockIdx.y * tiles_a_warp;
  const int last_tile = min(tile + tiles_a_warp, (task.result_height + 15) / 16);
  if (16 * strip >= task.result_width || tile >= last_tile) return;
  uint4 across[Blocks];
  LIVEWARP_UNROLL()
  for (int b = 0; b < Blocks; ++b)
    across[b] = column_weights[(int64(strip) * Blocks + b) * 32 + lane];
  const int column = columns.start(strip) + 4 * (lane % 4), row = rows.start(tile) + lane / 4;
  if constexpr (Blocks == 1)
    scaling_tiles<Pixel, Blocks>(result, strip, tile, last_tile,
                                 ScalingTexelRing<Pixel>{source, column, row, rows, task}, across,
                                 row_weights, rows, task);
  else
    scaling_tiles<Pixel, Blocks>(
        result, strip, tile, last_tile,
        ScalingTexelRows<Pixel, Blocks>{source, column, row, rows, task, {}}, across, row_weights,
        rows, task);
}

LIVEWARP_KERNELS_END
