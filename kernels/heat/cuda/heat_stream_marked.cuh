// The streaming pass where cells are marked, or where rows are not aligned for loads of 16 bytes.
#pragma once

#include "kernels/heat/cuda/heat_stream.cuh"

LIVEWARP_KERNELS_BEGIN

/// What heat_find_marks finds. `codes` has a byte a cell: how many of its neighbours are closed,
/// and heat_keeps for a cell that keeps its temperature; so 0 is a cell like any other. Of a chunk
/// all rows that it reads have a bit in `rows`, set where codes were written, since one of them is
/// not 0.
struct HeatMarks {
  unsigned char* codes;
  unsigned* rows;
  int words;  ///< of `rows`, a chunk; at most 32
};

constexpr unsigned char heat_keeps = 0x80;

/// Four bits of a bit array, from bit `first` on, a multiple of four.
__device__ __forceinline__ unsigned heat_four_bits(const unsigned* words, int first) {
  return words[first / 32] >> (first % 32) & 15u;
}

/// Four bytes (in one word, the first lowest) or reals of a lane, in one access where they are
/// aligned.
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

/// Marks of a lane's four cells, a byte of a word each, and of the cell beside the strip for the
/// lanes at its sides.
struct HeatMarkWord {
  unsigned cells;
  unsigned beside;
};

/// Codes of four cells from their marks and from the insulators around them, all four at once: the
/// lowest bit of a byte says "insulator".
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

// Looks for marks, one warp 32 rows of a chunk: it reads a byte a cell, a small part of what a pass
// over unmarked fp32 cells moves, and writes next to nothing. Most rows hold no mark, nor do those
// beside them: a vote finds that out before anything is counted. Where strips and chunks overlap,
// the same codes are written twice.
__global__ void heat_find_marks(const unsigned char* __restrict__ marks, HeatMarks found,
                                HeatStrips cut, int depth) {
  constexpr int cells = 4, together = 8;
  constexpr unsigned all = 0xffffffffu;
  const int task = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const int warp = task / found.words, begin = task % found.words * 32;
  if (warp >= cut.strips * cut.chunks) return;
  const bool aligned = cut.nx % cells == 0;
  const int first = cut.first_row(warp / cut.strips, depth), count = cut.height + 2 * depth;
  const int x = cut.first_column(warp % cut.strips) + lane * cells;
  const int side = lane == 0 ? max(x - 1, 0) : min(x + cells, cut.nx - 1);
  const bool at_side = lane == 0 || lane == 31;
  const auto row = [&](int j) {
    const unsigned char* from = marks + int64(min(max(first + j, 0), cut.ny - 1)) * cut.nx;
    return HeatMarkWord{heat_codes(from + x, aligned), at_side ? from[side] : 0u};
  };
  const auto holds = [&](HeatMarkWord word) {
    return __any_sync(all, (word.cells | word.beside) != 0);
  };
  HeatMarkWord above = row(begin - 1), here = row(begin);
  bool mark_above = holds(above), mark_here = holds(here);
  unsigned bits = 0;
  for (int group = 0; group < 32 && begin + group < count; group += together) {
    HeatMarkWord below[together];
    LIVEWARP_UNROLL()
    for (int k = 0; k < together; ++k) below[k] = row(begin + group + k + 1);
    LIVEWARP_UNROLL()
    for (int k = 0; k < together; ++k) {
      const int j = begin + group + k;
      const bool mark_below = holds(below[k]);
      if (j < count && (mark_above || mark_here || mark_below)) {
        const unsigned code = heat_code_word(here, above.cells, below[k].cells, lane);
        const bool any = __any_sync(all, code != 0);
        if (any) heat_store_codes(found.codes + int64(first + j) * cut.nx + x, aligned, code);
        bits |= unsigned(any) << (group + k);
      }
      above = here, here = below[k];
      mark_above = mark_here, mark_here = mark_below;
    }
  }
  if (lane == 0) found.rows[task] = bits;
}

template <class Stored, class Real>
__device__ __forceinline__ void heat_load_cells(const Stored* from, bool aligned, Real (&to)[4]) {
  if (aligned) {
    CellPack<Stored, 4> pack;
    pack.load(from);
    pack.unpack(to);
    return;
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) to[i] = real_of(from[i]);
}
template <class Stored, class Real>
__device__ __forceinline__ void heat_store_cells(Stored* to, bool aligned, const Real (&from)[4]) {
  if (aligned) {
    CellPack<Stored, 4> pack;
    pack.pack(from);
    pack.store(to);
    return;
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 4; ++i) store_real(to + i, from[i]);
}

/// Byte i of the codes, as a number. An fp32 of 2^23 and more counts in ones, so a byte put below
/// that exponent is a number at the price of one subtraction; a conversion would take four times as
/// long.
__device__ __forceinline__ float heat_closed(unsigned codes, int i, float) {
  return __uint_as_float(0x4B000000u | (codes >> (8 * i) & 0xFFu)) - 8388608.0f;
}
__device__ __forceinline__ double heat_closed(unsigned codes, int i, double) {
  return double(int(codes >> (8 * i) & 0xFFu));
}
__device__ __forceinline__ bool heat_is_kept(unsigned codes, int i) {
  return (codes & (unsigned(heat_keeps) << (8 * i))) != 0;
}

/// What cells of the rows in flight keep of themselves in a step, four of a lane: a ring of rows in
/// shared memory, for all levels to read. A closed side leaves number * own in the cell, which is
/// `own` once more in scaled values. For a cell that keeps its temperature it is no number: what
/// that makes of the cell's next value says "put the old one there". A lane reads only what it
/// wrote itself.
template <class Real, int Rows>
struct HeatShares {
  static constexpr int rows = Rows, values = Rows * 128;
  Real* lane;

  __device__ __forceinline__ Real* row(int number) const {  // below 0 before the first rows arrive
    return lane + (number & (Rows - 1)) * 128;
  }
  __device__ __forceinline__ void put(int number, unsigned codes, Real beta) const {
    Real shares[4];
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) {
      const Real open = beta + heat_closed(codes, i, Real());
      shares[i] = heat_is_kept(codes, i) ? Real(__uint_as_float(0x7FC00000u)) : open;
    }
    CellPack<Real, 4> pack;
    pack.pack(shares);
    pack.store(row(number));
  }
};

/// What HeatLevel asks for of a row with marks.
template <class Real>
struct HeatMarked {
  Real shares[4];
  Real growth;  ///< of the scale in a step: a cell that keeps its temperature grows with it

  __device__ __forceinline__ HeatMarked(const Real* from, Real growth_) : growth(growth_) {
    CellPack<Real, 4> pack;
    pack.load(from);
    pack.unpack(shares);
  }
  __device__ __forceinline__ Real share(int i) const { return shares[i]; }
  __device__ __forceinline__ Real taken(int, Real sum) const { return sum; }
  __device__ __forceinline__ void mend(Real (&next)[4], const Real (&own)[4]) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i)
      if (next[i] != next[i]) next[i] = growth * own[i];
  }
  /// Cells that keep their temperature are read once more, so that they keep its last bit.
  template <class Stored>
  __device__ __forceinline__ void restore(Real (&v)[4], const Stored* kept) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i)
      if (shares[i] != shares[i]) v[i] = real_of(kept[i]);
  }
};

/// Warps that should fit on a multiprocessor: the compiler fits registers to it.
template <class Real, int Depth>
constexpr int heat_marked_warps = sizeof(Real) == 8 || Depth > 12 ? 8 : 12;

// The streaming pass for chunks with marks. An insulator's temperature is 0, so the sum of the
// neighbours is right as it is; what changes is the share of its own that a cell keeps. There are
// two bodies of the loop: rows go by fours, and only where one of those in flight holds a mark or
// lies beside one are shares read, for all of them. At a depth of 12 some spill up to 120 bytes:
// the price of twelve warps.
template <class Stored, int Depth, bool Aligned>
__global__ void __launch_bounds__(32, (heat_marked_warps<Computed<Stored>, Depth>))
    heat_stream_marked(const Stored* __restrict__ in, Stored* __restrict__ out, HeatMarks marks,
                       HeatStrips cut, HeatScaled<Computed<Stored>> scale) {
  using Real = Computed<Stored>;
  using Shares = HeatShares<Real, (Depth > 12 ? 32 : 16)>;  // Depth + 4, and a power of two
  constexpr int cells = 4, ahead = 4;
  __shared__ __align__(16) Real memory[Shares::values];
  const int warp = blockIdx.x, lane = threadIdx.x;
  const unsigned* const rows = marks.rows ? marks.rows + int64(warp) * marks.words : nullptr;
  if (Aligned && !heat_any_bit(rows, marks.words)) return;
  const int first = cut.first_row(warp / cut.strips, Depth), pitch = cut.nx;
  const int x = cut.first_column(warp % cut.strips) + lane * cells;
  const bool writes = lane * cells >= cut.margin && lane * cells < cut.margin + cut.width;
  const Shares shares{memory + lane * cells};
  for (int row = 0; row < Shares::rows; ++row) shares.put(row, 0, scale.beta);
  HeatLevel<Real, cells> levels[Depth];
  heat_clear(levels);
  Real coming[ahead][cells];
  unsigned codes[ahead];
  int64 asked = int64(first) * pitch + x, ready = asked - int64(Depth) * pitch;
  unsigned coded = 0, arriving = 0;  // a bit a row, of those in flight and of those that come
  const auto look = [&](int row) { arriving = rows ? heat_four_bits(rows, row) : 0u; };
  const auto ask = [&](int k) {
    heat_load_cells(in + asked, Aligned, coming[k]);
    codes[k] = arriving >> k & 1u ? heat_codes(marks.codes + asked, Aligned) : 0u;
    asked += pitch;
  };
  look(0);
  LIVEWARP_UNROLL()
  for (int k = 0; k < ahead; ++k) ask(k);
  for (int arrived = 0; arrived < cut.height + 2 * Depth; arrived += ahead) {
    const bool stores = writes && arrived >= 2 * Depth;
    const unsigned leaving =
        coded >> (Shares::rows - ahead) & 15u;  // whose place in the ring this is
    coded = coded << ahead | arriving;
    if (__any_sync(0xffffffffu, arriving != 0)) {
      LIVEWARP_UNROLL()
      for (int k = 0; k < ahead; ++k) shares.put(arrived + k, codes[k], scale.beta);
    } else if (__any_sync(0xffffffffu, leaving != 0)) {
      LIVEWARP_UNROLL()
      for (int k = 0; k < ahead; ++k) shares.put(arrived + k, 0, scale.beta);
    }
    look(arrived + ahead);
    // The votes say that it is the same for all lanes.
    const bool marked = __any_sync(0xffffffffu, (coded & ((1u << (Depth + ahead)) - 1)) != 0);
    const auto pass = [&](int k, const auto& of_row, const auto& restore) {
      Real v[cells];
      LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i) v[i] = coming[k][i];
      ask(k);
      LIVEWARP_UNROLL()
      for (int t = 0; t < Depth; ++t) levels[t].advance(v, of_row(k - t));
      if (stores) {
        LIVEWARP_UNROLL()
        for (int i = 0; i < cells; ++i) v[i] *= scale.unscale;
        restore(v, k - Depth);
        heat_store_cells(out + ready, Aligned, v);
      }
      ready += pitch;
    };
    if (marked) {
      const auto shares_of = [&](int row) {  // counted from `arrived`, most of them back
        const int group = (row + 4 * Depth) / 4 - Depth;
        return HeatMarked<Real>(shares.row(arrived + 4 * group) + (row - 4 * group) * 128,
                                scale.growth);
      };
      LIVEWARP_UNROLL()
      for (int k = 0; k < ahead; ++k) {
        __syncwarp();  // or the compiler keeps shares for the next row, and registers are short
        pass(k, shares_of,
             [&](Real(&v)[cells], int row) { shares_of(row).restore(v, in + ready); });
      }
    } else {
      LIVEWARP_UNROLL()
      for (int k = 0; k < ahead; ++k)
        pass(
            k, [&](int) { return HeatUnmarked<Real>{scale.beta}; }, [](Real(&)[cells], int) {});
    }
  }
}

LIVEWARP_KERNELS_END
