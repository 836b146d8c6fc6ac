// Many time steps in one pass over the plate, in registers alone.
#pragma once

#include "kernels/heat/cuda/heat_stream_edge.cuh"

LIVEWARP_KERNELS_BEGIN

/// True for all lanes where a bit is set in one of at most 32 words.
__device__ __forceinline__ bool heat_any_bit(const unsigned* words, int count) {
  const int lane = threadIdx.x % 32;
  return __any_sync(0xffffffffu, lane < count && words[lane] != 0);
}

// Lesson stream: Temporal blocking in registers: a warp streams down a strip of the plate and makes
// several time steps on the way; when a row arrives, each time level gains the row above it. No
// shared memory, no barrier; neighbours come by shuffle, one row before they are needed. The plate
// is read and written once in twelve steps, so arithmetic is the limit. More steps are not always
// faster: the halo that a warp computes redundantly grows, and registers for more warps shrink.
//
// A strip is 32 * Cells columns. Rows are loaded four ahead, and the loop is unrolled by four, so
// that "the row before" is a matter of names and not of moves. One launch computes the whole plate:
// on a small one a second launch for the border alone would take as long as all strips. Warps at an
// edge have a loop of their own (heat_stream_edge.cuh), a tenth longer, and the others ask nothing.
// For some GPUs the compiler spills up to 80 bytes: the price of the warps that are counted on.
template <class Stored, int Depth, int Cells>
__global__ void __launch_bounds__(32, (heat_stream_blocks<Computed<Stored>, Depth, Cells>))
    heat_stream(const Stored* __restrict__ in, Stored* __restrict__ out,
                const unsigned* __restrict__ marked, int words, HeatStrips cut,
                HeatScaled<Computed<Stored>> scale) {
  using Real = Computed<Stored>;
  using Pack = CellPack<Stored, Cells>;
  constexpr int ahead = 4;
  const int warp = blockIdx.x, lane = threadIdx.x;
  if (marked && heat_any_bit(marked + int64(warp) * words, words)) return;  // heat_stream_marked's
  const HeatPlace place(cut, warp, lane, Cells, Depth);
  const int pitch = cut.nx, arriving = cut.height + 2 * Depth;
  const Stored* const column = in + place.x;
  int arrived = place.top ? Depth : 0;
  const bool held = place.top && cut.edge == heat_fixed;  // its row 0 is copied
  const int never = arriving;
  const int first_stored =
      place.writes ? place.begin_y + (held ? 1 : 0) - place.row + Depth : never;
  int around = cut.ny - place.y - 2 * ahead + 1;  // from then on loads would leave the plate
  const Stored* source = column + int64(place.y + arrived) * pitch;
  Stored* target = out + int64(place.row + arrived - Depth) * pitch + place.x;
  HeatLevel<Real, Cells> levels[Depth];
  heat_clear(levels);
  Pack coming[ahead];
  LIVEWARP_UNROLL()
  for (int k = 0; k < ahead; ++k, source += pitch) coming[k].load(source);
  if (place.top)
    heat_begin_at_edge(levels, column, pitch, HeatEdge<Real, Cells>(cut, place, scale));
  const auto store = [&](Real(&v)[Cells]) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) v[i] *= scale.unscale;
    Pack result;
    result.pack(v);
    result.store(target);
  };
  const auto descend = [&](const auto& cells) {
    while (arrived < arriving) {
      const int until = min(arriving, around);
      for (; arrived < until; arrived += ahead) {
        LIVEWARP_UNROLL()
        for (int k = 0; k < ahead; ++k, source += pitch, target += pitch) {
          Real v[Cells];
          coming[k].unpack(v);
          cells.turn(v);
          coming[k].load(source);
          LIVEWARP_UNROLL()
          for (int t = 0; t < Depth; ++t) levels[t].advance(v, cells);
          if (arrived + k >= first_stored) store(v);
        }
      }
      // On with the first rows of a plate that goes round, or with any: nobody needs those.
      source -= int64(cut.edge == heat_periodic ? cut.ny : ahead) * pitch;
      around += cut.ny;
    }
  };
  if (place.sides)
    descend(HeatEdge<Real, Cells>(cut, place, scale));
  else
    descend(HeatUnmarked<Real>{scale.beta});
  if (place.bottom) {
    const HeatEdge<Real, Cells> edge(cut, place, scale);
    heat_end_at_edge(levels, edge, [&](Real(&v)[Cells]) {
      if (place.writes) store(v);
      target += pitch;
    });
  }
  const bool at_edge = place.sides || place.top || place.bottom;
  if (at_edge && cut.edge == heat_fixed) heat_copy_edge(in, out, cut, place, lane);
}

LIVEWARP_KERNELS_END
