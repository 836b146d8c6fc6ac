// Wide filters in two passes, with the sums of a column in registers.
#pragma once

#include "kernels/pictures/half_pixels.cuh"
#include "kernels/scaling/cuda/scaling_separable.cuh"

LIVEWARP_KERNELS_BEGIN

/// The channels of a pixel summed in fp32.
template <class Pixel>
struct ScalingExactSums {
  using Channels = ScalingChannels<Pixel>;
  /// A texel taken apart.
  struct Parts {
    ScalingSum<Pixel> channels;
    __device__ __forceinline__ void take(Pixel texel) { channels = Channels::of(texel); }
  };

  ScalingSum<Pixel> sum;
  __device__ __forceinline__ void clear() { sum = Channels::zero(); }
  __device__ __forceinline__ void add(float weight, const Parts& texel) {
    sum = Channels::plus(sum, weight, texel.channels);
  }
  __device__ __forceinline__ void add(float weight, const ScalingExactSums& line) {
    sum = Channels::plus(sum, weight, line.sum);
  }
  /// With that line added.
  __device__ __forceinline__ Pixel pixel(float weight, const ScalingExactSums& line) const {
    return scaling_pixel(Channels::plus(sum, weight, line.sum));
  }
};

/// Two channels at a time in fp16; weights are pairs too.
template <class Pixel>
struct ScalingPairSums;
template <>
struct ScalingPairSums<ScalingRgba> {
  struct Parts {
    HalfPair rb, ga;
    __device__ __forceinline__ void take(ScalingRgba texel) {
      rb = texel & 0x00ff00ffu;
      ga = __byte_perm(texel, 0, 0x4341);
    }
  };

  HalfPair rb, ga;
  __device__ __forceinline__ void clear() { rb = ga = 0; }
  template <class Summand>
  __device__ __forceinline__ void add(float weight, const Summand& more) {
    rb = fma_pair(__float_as_uint(weight), more.rb, rb);
    ga = fma_pair(__float_as_uint(weight), more.ga, ga);
  }
  __device__ __forceinline__ ScalingRgba pixel(float weight, const ScalingPairSums& line) const {
    return __byte_perm(half_byte_pair(__float_as_uint(weight), line.rb, rb),
                       half_byte_pair(__float_as_uint(weight), line.ga, ga), 0x6240);
  }
};
template <>
struct ScalingPairSums<unsigned char> {
  struct Parts {
    HalfPair sum;
    __device__ __forceinline__ void take(unsigned char texel) { sum = texel; }
  };

  HalfPair sum;
  __device__ __forceinline__ void clear() { sum = 0; }
  template <class Summand>
  __device__ __forceinline__ void add(float weight, const Summand& more) {
    sum = fma_pair(__float_as_uint(weight), more.sum, sum);
  }
  __device__ __forceinline__ unsigned char pixel(float weight, const ScalingPairSums& line) const {
    return (unsigned char)(half_byte_pair(__float_as_uint(weight), line.sum, sum));
  }
};

/// Columns of the result side by side. What they need of a row of texels overlaps: Columns / 2 more
/// texels than one column needs serve all, as long as Columns - 1 pixels of the result cover at
/// most Columns / 2 texels.
template <int Taps, int Columns>
struct alignas(8) ScalingColumns {
  static constexpr int texels = Taps + Columns / 2;
  float weight[Columns][texels];

  /// Whether column c may need texel k: it begins at most c texels, and Columns / 2, after the
  /// first one.
  static __device__ constexpr bool needs(int c, int k) {
    return k < Taps + (c < Columns / 2 ? c : Columns / 2);
  }
  __device__ __forceinline__ ScalingColumns(const float* weights, int x) {
    // All at once, 8 or 16 bytes a load.
    constexpr int count = Columns * texels, wide = count % 4 == 0 ? 4 : 2;
    const auto* const from =
        reinterpret_cast<const ScalingPixels<float, wide>*>(weights + int64(x) * texels);
    ScalingPixels<float, wide> all[count / wide];
    LIVEWARP_UNROLL()
    for (int i = 0; i < count / wide; ++i) all[i] = from[i];
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i) weight[i / texels][i % texels] = all[i / wide].pixel[i % wide];
  }
};

/// The texels of a row that a warp needs, and those of the next ones, on their way or there: a ring
/// of rows in shared memory. Reads and writes that meet in the same caches hold each other up, so
/// what is read has to be asked for early; copies that pass no register can be. A lane brings 16
/// bytes of a row, or, where some of these lie outside or rows begin anywhere, texel by texel.
template <class Pixel, int Taps, int Columns>
struct ScalingRing {
  static constexpr int rows = 4, piece = 16 / int(sizeof(Pixel));
  // Texels under a warp: 2/3 for each of 4 columns, one for each of 2. A single column may lie
  // anywhere.
  static constexpr int span = (Columns == 4 ? 32 * 4 * 2 / 3 : 32 * 2) + Taps + Columns / 2;
  static constexpr int pieces = Columns == 1 ? 32 : (span + piece) / piece + 1;
  static constexpr int row_texels = pieces * piece;

  Pixel* ring;
  const char* from;  ///< the lane's piece, in row 0
  int base;          ///< the column of the first texel
  int pitch, height;
  bool together;  ///< the lane's piece lies inside, as a whole

  __device__ __forceinline__ ScalingRing(const Pixel* source, int first, const ScalingTask& task)
      : ring(dynamic_shared<Pixel>() + int(threadIdx.x / 32) * (rows * row_texels)),
        base(first & -piece), pitch(task.width * int(sizeof(Pixel))), height(task.height) {
    const int own = base + int(threadIdx.x % 32) * piece;
    from = reinterpret_cast<const char*>(source + own);
    together = own >= 0 && own + piece <= task.width && task.width % piece == 0;
  }
  __device__ __forceinline__ Pixel* row(int y) const {
    return ring + (y & (rows - 1)) * row_texels;
  }
  /// Whether all of the warp's texels in rows first ... last lie inside; all lanes of the warp.
  __device__ __forceinline__ bool whole(int first, int last) const {
    return first >= 0 && last < height &&
           __all_sync(0xffffffffu, together || int(threadIdx.x % 32) >= pieces) != 0;
  }
  /// Begins to bring row y, by the rule for texels outside unless all are known to be inside; all
  /// lanes of the warp.
  template <bool Whole>
  __device__ __forceinline__ void fetch(int y, const ScalingTable& across,
                                        const ScalingTable& down) const {
    const int lane = threadIdx.x % 32;
    const int j = Whole || unsigned(y) < unsigned(height) ? y : down.place(y);
    Pixel* const to = row(y) + lane * piece;
    if (lane < pieces && (Whole || together)) {
      copy_async_or_zero(to, from + int64(max(j, 0)) * pitch, !Whole && j < 0);
    } else if (lane < pieces) {
      const int own = base + lane * piece;
      const Pixel* const line = reinterpret_cast<const Pixel*>(from + int64(max(j, 0)) * pitch);
      LIVEWARP_UNROLL()
      for (int i = 0; i < piece; ++i) {
        const int x = across.place_within(own + i);
        scaling_copy(to + i, line + (max(x, 0) - own), x < 0 || j < 0);
      }
    }
    copy_async_commit();
  }
  /// Waits for the oldest row; all lanes of the warp.
  static __device__ __forceinline__ void wait() {
    copy_async_wait<rows - 2>();
    __syncwarp();
  }
};

/// The next of some rows of the result, one after the other: which texels it needs, and what they
/// count.
template <int Taps>
struct ScalingDown {
  int left;      ///< rows, this one among them
  int complete;  ///< the row of texels after the last that this one needs; none where no row is
                 ///< left
  int64 begin, step;  ///< of its filter, and to the next one
  const float* from;
  float weight[Taps];

  __device__ __forceinline__ ScalingDown(const ScalingTable& rows, int first, int count)
      : left(count), begin(rows.start + first * rows.step), step(rows.step),
        from(rows.weights + first * Taps) {
    load();
  }
  __device__ __forceinline__ void next() {
    begin += step;
    from += Taps;
    --left;
    load();
  }
  __device__ __forceinline__ void load() {
    complete = left > 0 ? scaling_after(begin) + Taps : -2147483647;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Taps; ++k) weight[k] = load_readonly(from + k);
  }
};

/// Where a thread's pixels go.
template <class Pixel, int Columns>
struct ScalingColumnsOut {
  Pixel* to;
  int x, width;

  __device__ __forceinline__ void store(const ScalingPixels<Pixel, Columns>& pixels) {
    if (width % Columns == 0) {
      if (x < width) *reinterpret_cast<ScalingPixels<Pixel, Columns>*>(to) = pixels;
    } else {
      LIVEWARP_UNROLL()
      for (int c = 0; c < Columns; ++c)
        if (x + c < width) to[c] = pixels.pixel[c];
    }
    to += width;
  }
};

/// Rolls down from row `row` of texels; Whole: all that the warp needs of them lie inside.
template <bool Whole, class Sum, class Pixel, int Taps, int Columns>
__device__ __forceinline__ void
scaling_roll(int row, int at, const ScalingRing<Pixel, Taps, Columns>& ring,
             const ScalingColumns<Taps, Columns>& own, ScalingDown<Taps>& down,
             ScalingColumnsOut<Pixel, Columns>& out, const ScalingTable& columns,
             const ScalingTable& rows) {
  constexpr int texels = Taps + Columns / 2;
  LIVEWARP_UNROLL()
  for (int i = 0; i + 1 < ring.rows; ++i) ring.template fetch<Whole>(row + i, columns, rows);
  Sum window[Taps][Columns];
  while (down.left > 0) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Taps; ++i) {
      ring.wait();
      const Pixel* const texel = ring.row(row) + at;
      typename Sum::Parts parts[texels];
      LIVEWARP_UNROLL()
      for (int k = 0; k < texels; ++k) parts[k].take(texel[k]);
      ring.template fetch<Whole>(row + ring.rows - 1, columns, rows);
      ++row;
      LIVEWARP_UNROLL()
      for (int c = 0; c < Columns; ++c) {
        window[i][c].clear();
        LIVEWARP_UNROLL()
        for (int k = 0; k < texels; ++k)
          if (own.needs(c, k)) window[i][c].add(own.weight[c][k], parts[k]);
      }
      while (down.complete == row) {
        ScalingPixels<Pixel, Columns> pixels;
        LIVEWARP_UNROLL()
        for (int c = 0; c < Columns; ++c) {
          Sum sum;
          sum.clear();
          LIVEWARP_UNROLL()
          for (int k = 0; k + 1 < Taps; ++k) sum.add(down.weight[k], window[(i + 1 + k) % Taps][c]);
          pixels.pixel[c] = sum.pixel(down.weight[Taps - 1], window[i][c]);
        }
        down.next();
        out.store(pixels);
      }
    }
  }
}

// Lesson window: A sliding window, both passes at once: each thread walks down a few columns, sums
// every row of texels once, and keeps the last few sums in registers, from which it makes the
// pixels; the next rows are copied into shared memory asynchronously meanwhile. With sums in fp16
// two channels share an instruction and bytes need no conversion: faster, and off by a level now
// and then.
//
// The length of the window that rolls down a column is known when this is compiled: the loop is
// unrolled by it, so that no sum ever moves. A texel is taken apart once for all columns of a
// thread. Few warps touch an edge of the picture; all others roll without any rule for texels
// outside.
template <class Pixel, int Taps, int Columns, template <class> class Sums>
__global__ void __launch_bounds__(256)  // several columns of bytes spill up to 80 bytes
    scaling_window(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                   const __grid_constant__ ScalingTable columns,
                   const __grid_constant__ ScalingTable rows, int rows_a_block,
                   const __grid_constant__ ScalingTask task) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Columns;
  const int warp_x = x - int(threadIdx.x % 32) * Columns;
  if (warp_x >= task.result_width) return;
  // Lanes beyond the last column do its work again, and store nothing.
  const int own_x = min(x, (task.result_width - 1) / Columns * Columns);
  const ScalingColumns<Taps, Columns> own(columns.weights, own_x);
  const ScalingRing<Pixel, Taps, Columns> ring(source, columns.first(warp_x), task);
  const int at = columns.first(own_x) - ring.base, top = blockIdx.y * rows_a_block;
  const int count = min(rows_a_block, task.result_height - top);
  ScalingDown<Taps> down(rows, top, count);
  ScalingColumnsOut<Pixel, Columns> out{result + int64(top) * task.result_width + x, x,
                                        task.result_width};
  const int row = down.complete - Taps;  // of the texels that come next
  // The loop ends with a turn, and asks ahead.
  const int last_asked = rows.first(top + count - 1) + 2 * Taps + ring.rows;
  if (ring.whole(row, last_asked))
    scaling_roll<true, Sums<Pixel>>(row, at, ring, own, down, out, columns, rows);
  else
    scaling_roll<false, Sums<Pixel>>(row, at, ring, own, down, out, columns, rows);
}

LIVEWARP_KERNELS_END
