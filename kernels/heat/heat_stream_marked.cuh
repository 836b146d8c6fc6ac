// The streaming pass where cells are marked, or where rows are not aligned for loads of 16 bytes.
#pragma once

#include "kernels/heat/heat_stream.cuh"

LIVEWARP_KERNELS_BEGIN

/// What heat_find_marks finds. `codes` has a byte a cell: how many of its neighbours are closed, and
/// heat_keeps for a cell that keeps its temperature; so 0 is a cell like any other. Of a chunk all rows
/// that it reads have a bit in `rows`, set where codes were written, since one of them is not 0.
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

/// Four bytes (in one word, the first lowest) or reals of a lane, in one access where they are aligned.
__device__ __forceinline__ unsigned heat_codes(const unsigned char* from, bool aligned) {
  if (aligned) return *reinterpret_cast<const unsigned*>(from);
  return from[0] | unsigned(from[1]) << 8 | unsigned(from[2]) << 16 | unsigned(from[3]) << 24;
}

__device__ __forceinline__ void heat_store_codes(unsigned char* to, bool aligned, unsigned codes) {
  if (aligned) {
    *reinterpret_cast<unsigned*>(to) = codes;
    return;
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) to[i] = (unsigned char)(codes >> (8 * i));
}

/// Marks of a lane's four cells, a byte of a word each, and of the cell beside the strip for the lanes at
/// its sides.
struct HeatMarkWord {
  unsigned cells;
  unsigned beside;
};

/// Codes of four cells from their marks and from the insulators around them, all four at once: the lowest
/// bit of a byte says "insulator".
__device__ __forceinline__ unsigned heat_code_word(HeatMarkWord marks, unsigned above,
                                                   unsigned below, int lane) {
  constexpr unsigned ones = 0x01010101u, all = 0xffffffffu;
  const unsigned here = marks.cells & ones, beside = marks.beside & 1u;
  unsigned left = __shfl_up_sync(all, here, 1) >> 24, right = __shfl_down_sync(all, here, 1);
  if (lane == 0) left = beside;
  if (lane == 31) right = beside;
  const unsigned west = here << 8 | left, east = here >> 8 | right << 24;
  const unsigned closed = west + east + (above & ones) + (below & ones);
  const unsigned marked = (marks.cells | marks.cells >> 1) & ones;
  return (closed & ~(marked * 0xFFu)) | marked * heat_keeps;
}

// Looks for marks, one warp a chunk: it reads a byte a cell, a small part of what a pass over unmarked
// fp32 cells moves, and writes next to nothing. Chunks without a mark go on at full speed. Where strips and
// chunks overlap, the same codes are written twice.
__global__ void heat_find_marks(const unsigned char* __restrict__ marks, HeatMarks found,
                                HeatStrips cut, int depth) {
  constexpr int cells = 4, together = 8;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= cut.strips * cut.chunks) return;
  const bool aligned = cut.nx % cells == 0;
  const int first = cut.first_row(warp / cut.strips, depth), count = cut.height + 2 * depth;
  const int wanted_x = warp % cut.strips * cut.width + lane * cells;
  const int x = min(wanted_x, cut.nx - cells);
  const int side = lane == 0 ? max(x - 1, 0) : min(x + cells, cut.nx - 1);
  const bool writes = x == wanted_x, at_side = lane == 0 || lane == 31;
  const auto row = [&](int j) {
    const unsigned char* from = marks + int64(min(max(first + j, 0), cut.ny - 1)) * cut.nx;
    return HeatMarkWord{heat_codes(from + x, aligned), at_side ? from[side] : 0u};
  };
  HeatMarkWord above = row(-1), here = row(0);
  unsigned all = 0;
  for (int word = 0; word < found.words; ++word) {
    unsigned bits = 0;
    for (int group = 0; group < 32; group += together) {
      HeatMarkWord below[together];
      LIVEWARP_UNROLL()
      for (int k = 0; k < together; ++k) below[k] = row(32 * word + group + k + 1);
      LIVEWARP_UNROLL()
      for (int k = 0; k < together; ++k) {
        const int j = 32 * word + group + k;
        const unsigned code = heat_code_word(here, above.cells, below[k].cells, lane);
        const bool any = j < count && __any_sync(0xffffffffu, code != 0);
        if (any && writes)
          heat_store_codes(found.codes + int64(first + j) * cut.nx + x, aligned, code);
        bits |= unsigned(any) << (group + k);
        above = here;
        here = below[k];
      }
    }
    all |= bits;
    if (lane == 0) found.rows[int64(warp) * found.words + word] = bits;
  }
  if (lane == 0) found.chunks[warp] = all != 0;
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
    const bool any = __any_sync(0xffffffffu, rows && heat_bit(rows, j));
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
