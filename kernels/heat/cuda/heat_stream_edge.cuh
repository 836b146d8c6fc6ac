// How the streaming pass goes along the edges of the plate.
#pragma once

#include "kernels/heat/cuda/heat_stream_level.cuh"

LIVEWARP_KERNELS_BEGIN

/// Where a warp of the streaming kernel goes, what its lane reads, and which edges of the plate it
/// meets.
struct HeatPlace {
  int begin_x, begin_y, end_x, end_y;  ///< the cells that the warp writes, half open
  int x, y;                            ///< the first cells that the lane reads
  int row;           ///< y, but negative where a periodic plate goes round to its last rows
  bool writes;       ///< the lane's columns are among them
  bool turned;       ///< the lane's cells are read as their mirror image
  bool sides;        ///< the strip reaches beyond the plate, which does not go round
  bool top, bottom;  ///< the chunk begins and ends with the plate

  __device__ __forceinline__ HeatPlace(const HeatStrips& cut, int warp, int lane, int cells,
                                       int depth) {
    const int strip = warp % cut.strips, chunk = warp / cut.strips;
    const int first = cut.first_column(strip);
    const bool ends = cut.edge == heat_fixed || cut.edge == heat_insulated;
    row = cut.first_row(chunk, depth);
    y = row < 0 ? row + cut.ny : row;
    sides = ends && (first < 0 || first + 32 * cells > cut.nx);
    top = ends && chunk == 0;
    bottom = ends && chunk == cut.chunks - 1;
    begin_x = cut.first_x + strip * cut.width + cut.margin;
    end_x = first + cut.margin + cut.width;
    begin_y = top ? 0 : cut.first_y + chunk * cut.height + depth;
    end_y = bottom ? cut.ny : row + depth + cut.height;
    x = first + lane * cells;
    writes = x >= begin_x && x < end_x;
    const bool beyond = x < 0 || x >= cut.nx;
    turned = ends && beyond;
    if (turned)
      x = (x < 0 ? 0 : 2 * cut.nx) - x - cells;
    else if (beyond)
      x += x < 0 ? cut.nx : -cut.nx;
  }
};

/// What HeatLevel and the streaming kernel ask for in a warp at an edge of the plate. What lies
/// beyond an edge is the mirror image of the plate and is computed like any cell: a mirror image
/// stays one. A held edge grows with the scale, and so keeps its temperature.
template <class Real, int Cells>
struct HeatEdge {
  Real beta, growth;
  Real share_first, share_last;  ///< of the lane's first and last cell: beta, growth if it is held
  Real taken_first, taken_last;  ///< what they take of their neighbours: 1, 0 if held
  bool turned, held_rows;

  __device__ __forceinline__ HeatEdge(const HeatStrips& cut, const HeatPlace& place,
                                      const HeatScaled<Real>& scale)
      : beta(scale.beta), growth(scale.growth), turned(place.turned),
        held_rows(cut.edge == heat_fixed) {
    const bool held_first = held_rows && !turned && place.x == 0;
    const bool held_last = held_rows && !turned && place.x + Cells == cut.nx;
    share_first = held_first ? growth : beta;
    share_last = held_last ? growth : beta;
    taken_first = held_first ? Real(0) : Real(1);
    taken_last = held_last ? Real(0) : Real(1);
  }

  __device__ __forceinline__ Real share(int i) const {
    return i == 0 ? share_first : i == Cells - 1 ? share_last : beta;
  }
  __device__ __forceinline__ Real taken(int i, Real sum) const {
    return i == 0 ? taken_first * sum : i == Cells - 1 ? taken_last * sum : sum;
  }
  __device__ __forceinline__ void mend(Real (&)[Cells], const Real (&)[Cells]) const {}
  __device__ __forceinline__ void turn(Real (&v)[Cells]) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells / 2; ++i) {
      const Real other = v[Cells - 1 - i];
      v[Cells - 1 - i] = turned ? v[i] : other;
      v[i] = turned ? other : v[i];
    }
  }
};

/// The first Depth rows of a chunk at the upper edge. There every level begins with row 0, one
/// arrival after the level before it; so these rows go through a triangle of levels:
///
///     arrives      row 0   row 1   row 2   row 3
///     level 0        0       1       2       3
///     level 1                0       1       2
///     level 2                        0       1
///
/// The row above row 0 is its mirror image. A held row 0 is known in all levels from the first.
template <class Stored, class Real, int Cells, int Depth>
__device__ __forceinline__ void heat_begin_at_edge(HeatLevel<Real, Cells> (&levels)[Depth],
                                                   const Stored* source, int pitch,
                                                   const HeatEdge<Real, Cells>& edge) {
  CellPack<Stored, Cells> rows[Depth];
  LIVEWARP_UNROLL()
  for (int k = 0; k < Depth; ++k, source += pitch) rows[k].load(source);
  Real held[Cells];
  rows[0].unpack(held);
  edge.turn(held);
  LIVEWARP_UNROLL()
  for (int arrived = 0; arrived < Depth; ++arrived) {
    Real v[Cells];
    rows[arrived].unpack(v);
    edge.turn(v);
    LIVEWARP_UNROLL()
    for (int t = 0; t < arrived; ++t) levels[t].advance(v, edge);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) {
      if (edge.held_rows) v[i] = held[i];
      held[i] *= edge.growth;
      levels[arrived].row[i] = v[i];
    }
    levels[arrived].advance(v, edge);
  }
}

/// The last Depth rows of a chunk at the lower edge, when no more rows arrive: the same triangle
/// upside down. Each level in turn takes the mirror image of its last row as the row below.
template <class Real, int Cells, int Depth, class Put>
__device__ __forceinline__ void heat_end_at_edge(HeatLevel<Real, Cells> (&levels)[Depth],
                                                 const HeatEdge<Real, Cells>& edge,
                                                 const Put& put) {
  LIVEWARP_UNROLL(1)
  for (int ended = 0; ended < Depth; ++ended) {
    Real v[Cells]{};
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      if (t < ended) continue;
      LIVEWARP_UNROLL()
      for (int i = 0; i < Cells; ++i) v[i] = t == ended ? levels[t].row[i] : v[i];
      levels[t].advance(v, edge);
      LIVEWARP_UNROLL()
      for (int i = 0; i < Cells; ++i)
        if (t == ended && edge.held_rows) v[i] = edge.growth * levels[t].row[i];
    }
    if (ended < Depth - int(edge.held_rows)) put(v);
  }
}

/// Copies those of a warp's cells that lie at a fixed edge, so that they keep their last bit: lanes
/// take cells beside one another, or below.
template <class Stored>
__device__ __forceinline__ void heat_copy_edge(const Stored* __restrict__ in,
                                               Stored* __restrict__ out, const HeatStrips& cut,
                                               const HeatPlace& place, int lane) {
  const auto copy = [&](int x, int y) {
    const int64 cell = int64(y) * cut.nx + x;
    out[cell] = in[cell];
  };
  __syncwarp();  // other lanes stored cells of the outer columns
  for (int x = place.begin_x + lane; x < place.end_x; x += 32) {
    if (place.top) copy(x, 0);
    if (place.bottom) copy(x, cut.ny - 1);
  }
  for (int y = place.begin_y + lane; y < place.end_y; y += 32) {
    if (place.begin_x == 0) copy(0, y);
    if (place.end_x == cut.nx) copy(cut.nx - 1, y);
  }
}

LIVEWARP_KERNELS_END
