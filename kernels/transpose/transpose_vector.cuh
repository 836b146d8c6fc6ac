// A transposition whose threads load and store 16 bytes at once.
#pragma once

#include "kernels/core/device/streaming.cuh"
#include "kernels/transpose/transpose.cuh"

LIVEWARP_KERNELS_BEGIN

/// A tile of 16 KiB in shared memory, in words of 4 bytes. A word holds texels that lie below one
/// another in the source, and so beside one another in the result: one of RGBA, four of grey.
///
///     loaded: 16 bytes of a row are words side by side   stored: 16 bytes are 4 words of a column
///
///              column 0  1  2  3 | 4  5  6  7                     column 0 | 1 | 2 | 3
///       row 0         a  a  a  a | b  b  b  b                row 0       A | B | C | D
///       row 1         c  c  c  c | d  d  d  d                row 1       A | B | C | D
///       row 2         e  e  e  e | f  f  f  f                row 2       A | B | C | D
///       row 3         g  g  g  g | h  h  h  h                row 3       A | B | C | D
///
/// In both, 8 lanes take 128 bytes side by side in global memory, and a warp 4 such lines. `place`
/// puts the words that its lanes touch at once into 32 different banks.
template <class Pixel>
struct TransposeWords;

template <>
struct TransposeWords<uchar4> {
  static constexpr int columns = 64, rows = 64;    ///< of words
  static constexpr int texels = 1, of_vector = 4;  ///< in a word, and in 16 bytes
  static constexpr int places = rows * (columns + 1);

  // Lanes load from columns 0, 4, ..., 28 of rows y to y + 3: banks 4 q + r. They store from rows
  // 0, 4, ..., 28 of columns x to x + 3: banks 4 q + c.
  static __device__ __forceinline__ int place(int row, int column) {
    return row * (columns + 1) + column;
  }
  /// Where load `k` of a thread lies in the tile, in texels: the tile's left half comes first.
  template <int Loads>
  static __device__ __forceinline__ int2 source(int k) {
    const int i = threadIdx.x + k * (1024 / Loads);
    return make_int2(4 * (i % 8 + i / 512 * 8), i / 8 % rows);
  }
  template <int Loads>
  static __device__ __forceinline__ void keep(unsigned* tile, const uint4 (&loaded)[Loads]) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < Loads; ++k) {
      const int2 at = source<Loads>(k);
      unsigned* const to = tile + place(at.y, at.x);
      to[0] = loaded[k].x, to[1] = loaded[k].y, to[2] = loaded[k].z, to[3] = loaded[k].w;
    }
  }
  static __device__ __forceinline__ unsigned reversed(unsigned word) { return word; }
  static __device__ __forceinline__ unsigned word(const uchar4* source, const TransposeTask& task,
                                                  int x, int y) {
    return reinterpret_cast<const unsigned*>(source)[task.texel(x, y)];
  }
  static __device__ __forceinline__ void store(uchar4* result, const TransposeTask& task, int x,
                                               int y, unsigned word) {
    reinterpret_cast<unsigned*>(result)[task.pixel(x, y)] = word;
  }
};

template <>
struct TransposeWords<unsigned char> {
  static constexpr int columns = 128, rows = 32;
  static constexpr int texels = 4, of_vector = 16;
  static constexpr int gap = 4, pitch = columns + columns / 16 * gap + 1;
  static constexpr int places = rows * pitch;

  // Lanes load from columns 0, 16, ..., 112, which a gap of 4 words behind every 16 makes 0, 20,
  // ..., 140: modulo 32 the multiples of 4. The odd pitch does the rest, as above.
  static __device__ __forceinline__ int place(int row, int column) {
    return row * pitch + column + column / 16 * gap;
  }
  /// A thread loads 16 texels of each of the four rows that its words join.
  template <int>
  static __device__ __forceinline__ int2 source(int k) {
    return make_int2(16 * (threadIdx.x % 8), 4 * (threadIdx.x / 8) + k);
  }
  /// Four texels of each of four rows become four of each of four columns.
  static __device__ __forceinline__ void keep_square(unsigned* to, unsigned a, unsigned b,
                                                     unsigned c, unsigned d) {
    const unsigned ab = __byte_perm(a, b, 0x5140), cd = __byte_perm(c, d, 0x5140);
    const unsigned ab_last = __byte_perm(a, b, 0x7362), cd_last = __byte_perm(c, d, 0x7362);
    to[0] = __byte_perm(ab, cd, 0x5410);
    to[1] = __byte_perm(ab, cd, 0x7632);
    to[2] = __byte_perm(ab_last, cd_last, 0x5410);
    to[3] = __byte_perm(ab_last, cd_last, 0x7632);
  }
  static __device__ __forceinline__ void keep(unsigned* tile, const uint4 (&rows)[4]) {
    unsigned* const to = tile + place(threadIdx.x / 8, 16 * (threadIdx.x % 8));
    keep_square(to, rows[0].x, rows[1].x, rows[2].x, rows[3].x);
    keep_square(to + 4, rows[0].y, rows[1].y, rows[2].y, rows[3].y);
    keep_square(to + 8, rows[0].z, rows[1].z, rows[2].z, rows[3].z);
    keep_square(to + 12, rows[0].w, rows[1].w, rows[2].w, rows[3].w);
  }
  static __device__ __forceinline__ unsigned reversed(unsigned word) {
    return __byte_perm(word, 0, 0x0123);
  }
  static __device__ __forceinline__ unsigned word(const unsigned char* source,
                                                  const TransposeTask& task, int x, int y) {
    unsigned word = 0;
    for (int k = 0; k < 4; ++k)
      if (y + k < task.height) word |= unsigned(source[task.texel(x, y + k)]) << (8 * k);
    return word;
  }
  /// Four bytes of a row at once where rows begin at multiples of four.
  static __device__ __forceinline__ void store(unsigned char* result, const TransposeTask& task,
                                               int x, int y, unsigned word) {
    if (task.height % 4 == 0) {
      unsigned char* const to = result + task.pixel(x, task.right ? y + 3 : y);
      *reinterpret_cast<unsigned*>(to) = task.right ? reversed(word) : word;
      return;
    }
    for (int k = 0; k < 4; ++k)
      if (y + k < task.height) result[task.pixel(x, y + k)] = (unsigned char)(word >> (8 * k));
  }
};

/// Fills the tile that begins at texel (x0, y0): by 16 bytes where rows of the source begin at
/// multiples of 16, all loads before the first is used; else word by word.
template <class Pixel, int Loads>
__device__ __forceinline__ void transpose_fill(unsigned* tile, const Pixel* source,
                                               const TransposeTask& task, int x0, int y0) {
  using Words = TransposeWords<Pixel>;
  if (task.width % Words::of_vector == 0) {
    uint4 loaded[Loads];
    LIVEWARP_UNROLL()
    for (int k = 0; k < Loads; ++k) {
      const int2 at = Words::template source<Loads>(k);
      const int x = x0 + at.x, y = y0 + at.y;
      loaded[k] = make_uint4(0, 0, 0, 0);
      if (task.inside(x, y))
        loaded[k] = load_streaming(reinterpret_cast<const uint4*>(source + task.texel(x, y)));
    }
    Words::keep(tile, loaded);
    return;
  }
  for (int i = threadIdx.x; i < Words::rows * Words::columns; i += blockDim.x) {
    const int row = i / Words::columns, column = i % Words::columns;
    const int x = x0 + column, y = y0 + Words::texels * row;
    if (task.inside(x, y)) tile[Words::place(row, column)] = Words::word(source, task, x, y);
  }
}

/// Stores what a tile holds, in the same two ways.
template <class Pixel, int Loads>
__device__ __forceinline__ void transpose_empty(const unsigned* tile, Pixel* result,
                                                const TransposeTask& task, int x0, int y0) {
  using Words = TransposeWords<Pixel>;
  if (task.height % Words::of_vector == 0) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < Loads; ++k) {
      const int i = threadIdx.x + k * (1024 / Loads);
      const int column = i / 8 % Words::columns, row = 4 * (i % 8 + i / (8 * Words::columns) * 8);
      const int x = x0 + column, y = y0 + Words::texels * row;
      if (!task.inside(x, y)) continue;
      unsigned w[4];
      LIVEWARP_UNROLL()
      for (int n = 0; n < 4; ++n) w[n] = tile[Words::place(row + n, column)];
      const uint4 forward = make_uint4(w[0], w[1], w[2], w[3]);
      const uint4 backward = make_uint4(Words::reversed(w[3]), Words::reversed(w[2]),
                                        Words::reversed(w[1]), Words::reversed(w[0]));
      const int64 first = task.pixel(x, task.right ? y + Words::of_vector - 1 : y);
      store_streaming(reinterpret_cast<uint4*>(result + first), task.right ? backward : forward);
    }
    return;
  }
  for (int i = threadIdx.x; i < Words::rows * Words::columns; i += blockDim.x) {
    const int row = i % Words::rows, column = i / Words::rows;
    const int x = x0 + column, y = y0 + Words::texels * row;
    if (task.inside(x, y)) Words::store(result, task, x, y, tile[Words::place(row, column)]);
  }
}

// Lesson vectorized: The padded tile moves a copy's traffic, but 4 bytes an access: too few are
// under way to keep the memory busy. Here every access to global memory is of 16 bytes, and a
// thread has several loads under way before it waits at the barrier. The tile grows to 64 x 64
// pixels, its rows are still one word longer. Loads and stores are marked as streaming: nobody
// needs the data again. What is left is the memory's bandwidth: the copy bound.
//
// Where rows of the source do not begin at multiples of 16 bytes, they are loaded texel by texel;
// those of the result are stored likewise, in words where that is possible.
template <class Pixel, int Loads>
__global__ void __launch_bounds__(1024 / Loads)
    transpose_vector(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                     const __grid_constant__ TransposeTask task) {
  using Words = TransposeWords<Pixel>;
  __shared__ unsigned tile[Words::places];
  const int x0 = blockIdx.x * Words::columns, y0 = blockIdx.y * (Words::rows * Words::texels);
  transpose_fill<Pixel, Loads>(tile, source, task, x0, y0);
  __syncthreads();
  transpose_empty<Pixel, Loads>(tile, result, task, x0, y0);
}

LIVEWARP_KERNELS_END
