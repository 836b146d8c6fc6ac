// The streaming pass where cells are marked, or where rows are not aligned for loads of 16 bytes.
#pragma once

#include "kernels/heat/heat_stream.cuh"

LIVEWARP_KERNELS_BEGIN

/// What heat_find_marks finds. Of a chunk all rows that it reads have a bit in `rows`, set where the
/// strip holds a mark in that row; `codes` has a byte a cell, written in and beside such rows only: how
/// many of its neighbours are closed, and heat_keeps for a cell that keeps its temperature. So 0 is a
/// cell like any other.
struct HeatMarks {
  unsigned char* codes;
  unsigned char* chunks;  ///< 1 where a chunk holds any mark
  unsigned* rows;
  int words;  ///< of `rows`, a chunk
};

constexpr unsigned char heat_keeps = 0x80;

__device__ __forceinline__ bool heat_bit(const unsigned* words, int bit) {
  return words[bit / 32] >> (bit % 32) & 1u;
}

/// True where codes of row j of a chunk count: it or a row beside it holds a mark.
__device__ __forceinline__ bool heat_coded(const unsigned* rows, int j) {
  return (j > 0 && heat_bit(rows, j - 1)) || heat_bit(rows, j) || heat_bit(rows, j + 1);
}

/// True in all lanes if any of them has a mark among its four cells at `marks`.
__device__ __forceinline__ bool heat_any_mark(const unsigned char* marks, bool aligned) {
  if (aligned) return __any_sync(0xffffffffu, *reinterpret_cast<const int*>(marks) != 0);
  return __any_sync(0xffffffffu, (marks[0] | marks[1] | marks[2] | marks[3]) != 0);
}

// Looks for marks, one warp a chunk: it reads a byte a cell, an eighth of what a pass over unmarked
// fp32 cells moves, and writes next to nothing. Chunks without a mark go on at full speed.
__global__ void heat_find_marks(const unsigned char* __restrict__ marks, HeatMarks found,
                                HeatStrips cut, int depth, int boundary) {
  constexpr int cells = 4;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= cut.strips * cut.chunks) return;
  const bool aligned = cut.nx % cells == 0;
  const int first = cut.first_row(warp / cut.strips, depth), count = cut.height + 2 * depth;
  const int x = min(warp % cut.strips * cut.width + lane * cells, cut.nx - cells);
  unsigned* rows = found.rows + int64(warp) * found.words;
  unsigned all = 0;
  for (int word = 0; word < found.words; ++word) {
    unsigned bits = 0;
    LIVEWARP_UNROLL(8)
    for (int bit = 0; bit < 32; ++bit) {
      const int j = min(32 * word + bit, count - 1);  // the last row's answer is repeated
      const unsigned any = heat_any_mark(marks + int64(first + j) * cut.nx + x, aligned);
      bits |= any << bit;
    }
    all |= bits;
    if (lane == 0) rows[word] = bits;
  }
  if (lane == 0) found.chunks[warp] = all != 0;
  if (all == 0) return;
  __syncwarp();
  for (int j = 0; j < count; ++j) {
    if (!heat_coded(rows, j)) continue;
    const int y = first + j;
    LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) {
      const int64 cell = int64(y) * cut.nx + x + i;
      const bool keeps = marks[cell] != heat_unmarked;
      found.codes[cell] =
          (unsigned char)(keeps ? heat_keeps
                                : 4 - heat_open(marks, x + i, y, cut.nx, cut.ny, boundary));
    }
  }
}

/// Four bytes (in one word, the first lowest) or reals of a lane, in one access where they are aligned.
__device__ __forceinline__ unsigned heat_codes(const unsigned char* from, bool aligned) {
  if (aligned) return *reinterpret_cast<const unsigned*>(from);
  return from[0] | unsigned(from[1]) << 8 | unsigned(from[2]) << 16 | unsigned(from[3]) << 24;
}
template <class Stored, class Real>
__device__ __forceinline__ void heat_load_cells(const Stored* from, bool aligned, Real (&to)[4]) {
  if (aligned) {
    HeatPack<Stored, 4> pack;
    pack.load(from);
    pack.unpack(to);
    return;
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) to[i] = heat_real(from[i]);
}
template <class Stored, class Real>
__device__ __forceinline__ void heat_store_cells(Stored* to, bool aligned, const Real (&from)[4]) {
  if (aligned) {
    HeatPack<Stored, 4> pack;
    pack.pack(from);
    pack.store(to);
    return;
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) heat_store(to + i, from[i]);
}

/// Byte i of the codes, as a number. An fp32 of 2^23 and more counts in ones, so a byte put below that
/// exponent is a number at the price of one subtraction; a conversion would take four times as long.
__device__ __forceinline__ float heat_closed(unsigned codes, int i, float) {
  return __uint_as_float(0x4B000000u | (codes >> (8 * i) & 0xFFu)) - 8388608.0f;
}
__device__ __forceinline__ double heat_closed(unsigned codes, int i, double) {
  return double(int(codes >> (8 * i) & 0xFFu));
}
__device__ __forceinline__ bool heat_is_kept(unsigned codes, int i) {
  return (codes & (unsigned(heat_keeps) << (8 * i))) != 0;
}

/// New scaled values beside insulators: a closed side leaves number * own in the cell, which is `own`
/// once more in scaled values. A cell that keeps its temperature grows as the scale does.
template <class Real>
__device__ __forceinline__ void heat_mend(Real (&next)[4], const Real (&own)[4], unsigned codes,
                                          Real beta) {
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) {
    const Real open = next[i] + heat_closed(codes, i, Real()) * own[i];
    next[i] = heat_is_kept(codes, i) ? (beta + Real(4)) * own[i] : open;
  }
}
/// Cells that keep their temperature are read once more, so that they keep its last bit.
template <class Stored, class Real>
__device__ __forceinline__ void heat_restore(Real (&v)[4], const Stored* kept, unsigned codes) {
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i)
    if (heat_is_kept(codes, i)) v[i] = heat_real(kept[i]);
}

// The streaming pass for chunks with marks. An insulator's temperature is 0, so the sum of the
// neighbours needs no change; what changes is corrected afterwards, in those rows alone that hold a mark
// or lie beside one. Whether a row does is one bit that travels up the levels with its row; a vote tells
// the compiler that it is the same for all lanes. The codes travel with it, four of a lane in one
// register a level: loaded once with the row, and not once more at each level.
template <class Stored, int Depth>
__global__ void heat_stream_marked(const Stored* __restrict__ in, Stored* __restrict__ out,
                                   HeatMarks marks, HeatStrips cut,
                                   HeatScaled<HeatReal<Stored>> scale) {
  using Real = HeatReal<Stored>;
  constexpr int cells = 4, ahead = sizeof(Real) == 8 ? 1 : 2;  // registers are short
  const bool aligned = cut.nx % cells == 0;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= cut.strips * cut.chunks || (aligned && !marks.chunks[warp])) return;
  const int strip = warp % cut.strips, first = cut.first_row(warp / cut.strips, Depth);
  const int x = strip * cut.width + lane * cells, pitch = cut.nx;
  const bool writes = x >= strip * cut.width + cut.margin &&
                      x < min((strip + 1) * cut.width + cut.margin, cut.last_x);
  const int64 start = int64(first) * pitch + min(x, pitch - cells);
  const unsigned* rows = marks.rows ? marks.rows + int64(warp) * marks.words : nullptr;
  HeatLevel<Real, cells> levels[Depth];
  heat_clear(levels);
  Real coming[ahead][cells];
  unsigned coming_codes[ahead], codes[Depth] = {};  // of the newest row of each level
  const auto codes_of = [&](int j) {
    const bool any = __any_sync(0xffffffffu, rows && heat_coded(rows, j));
    return any ? heat_codes(marks.codes + start + int64(j) * pitch, aligned) : 0u;
  };
  LIVEWARP_UNROLL()
  for (int k = 0; k < ahead; ++k) {
    heat_load_cells(in + start + int64(k) * pitch, aligned, coming[k]);
    coming_codes[k] = codes_of(k);
  }
  unsigned coded = 0;  // bit t: codes count in the row that level t has got
  for (int arrived = 0; arrived < cut.height + 2 * Depth; arrived += ahead) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < ahead; ++k) {
      const int64 at = start + int64(arrived + k) * pitch;
      unsigned code = coming_codes[k];
      coded = coded << 1 | unsigned(__any_sync(0xffffffffu, code != 0));
      Real v[cells];
      LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i) v[i] = coming[k][i];
      heat_load_cells(in + at + int64(ahead) * pitch, aligned, coming[k]);
      coming_codes[k] = codes_of(min(arrived + k + ahead, cut.height + 2 * Depth - 1));
      // In fp64 there are no registers left for two ways.
      if (sizeof(Real) == 4 && (coded & ((2u << Depth) - 1)) == 0) {
        LIVEWARP_UNROLL()
        for (int t = 0; t < Depth; ++t) levels[t].advance(v, scale.beta, HeatNothing{});
      } else {
        LIVEWARP_UNROLL()
        for (int t = 0; t < Depth; ++t) {
          levels[t].advance(v, scale.beta, [&](Real(&next)[cells], const Real(&own)[cells]) {
            if (coded >> (t + 1) & 1u) heat_mend(next, own, codes[t], scale.beta);
          });
          const unsigned left = codes[t];
          codes[t] = code;
          code = left;
        }
      }
      if (!writes || arrived < 2 * Depth) continue;
      const int64 target = at - int64(Depth) * pitch;
      LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i) v[i] *= scale.unscale;
      if (coded >> Depth & 1u) heat_restore(v, in + target, code);
      heat_store_cells(out + target, aligned, v);
    }
  }
}

LIVEWARP_KERNELS_END
