// How the streaming variant cuts a plate into strips and chunks, and where it keeps what it finds
// of marks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/heat/cuda/heat_stream_marked.cuh"
#include "kernels/heat/cuda/heat_variants_tile.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// How the streaming variant cuts a plate. Without strips it is too small: all of it is border.
struct StreamCut {
  HeatStrips strips{};
  int depth = 0, cells = 0;
  bool any() const { return strips.strips > 0; }
  std::int64_t warps() const { return std::int64_t{strips.strips} * strips.chunks; }
  /// Words of a chunk in HeatMarks::rows: a bit a row, and one more that is never set alone.
  int words() const { return (strips.height + 2 * depth) / 32 + 1; }
};

/// Rows a chunk such that all is done soonest, in units of one row of a warp: every chunk reads 2
/// depth rows more than it writes, so few long chunks do the least work; but a scheduler needs
/// about 3 warps to be busy, and the last wave of chunks should not be a large part of all.
inline int best_height(int rows, int strips, int depth, int resident, int multiprocessors) {
  double least = 0;
  int best = 4;
  for (int height = 8; height <= std::min(512, rows); height += 4) {
    const double warps = double(strips) * double(ceil_div(rows, height));
    const double each = std::ceil(warps / (4.0 * multiprocessors));  // warps of a scheduler
    const double waves = each / resident;
    const double tail = waves > 1 ? 1 + 0.5 / waves : 1;
    const double time =
        (height + 2 * depth) * std::max(each, std::min(3.0, double(resident))) * tail;
    if (least == 0 || time < least) {
      least = time;
      best = height;
    }
  }
  return best;
}

/// `edge`: of HeatStrips. `height` 0: the best one. Strips need whole rows of loads: `cells`
/// columns a lane, 32 lanes.
inline StreamCut stream_cut(std::int64_t nx, std::int64_t ny, int edge, int depth, int cells,
                            int height, Precision precision, int multiprocessors) {
  constexpr int ahead = 4;  // rows that are loaded too early, at the end of a chunk in vain
  const bool left_out = edge == heat_left_out;
  StreamCut cut{.depth = depth, .cells = cells};
  HeatStrips& s = cut.strips;
  s.nx = int(nx);
  s.ny = int(ny);
  s.edge = edge;
  s.margin = int(ceil_div(depth, cells)) * cells;
  s.width = 32 * cells - 2 * s.margin;
  s.first_x = left_out ? 0 : -s.margin;
  s.first_y = edge == heat_periodic ? -depth : 0;
  s.last_x = s.nx - s.first_x;
  s.last_y = s.ny - s.first_y - (left_out ? ahead : 0);
  const int columns = s.last_x - s.first_x - 2 * s.margin, rows = s.last_y - s.first_y - 2 * depth;
  if (s.nx < 32 * cells || s.ny < 2 * depth + ahead + 8) return cut;
  s.strips = int(ceil_div(columns, s.width));
  // Chunks with marks take longer than others: they should not be too few.
  constexpr int marked_resident = 3, longest_marked = 256;
  const int by_registers = heat_resident_warps(int(computed_bytes(precision)), depth, cells);
  const int resident = left_out ? marked_resident : std::max(1, by_registers);
  s.height = height ? height : best_height(rows, s.strips, depth, resident, multiprocessors);
  if (left_out && height == 0) s.height = std::min(s.height, longest_marked);
  s.height = std::min(s.height, rows / 4 * 4);
  s.chunks = int(ceil_div(rows, s.height));
  return cut;
}

inline bool rows_are_aligned(std::int64_t nx) { return nx % 4 == 0; }

/// The border of what strips write, or the whole plate.
inline std::vector<Rectangle> border_of(const StreamCut& cut, int nx, int ny) {
  constexpr int wide = 48, tall = 24;
  if (!cut.any()) return {{0, 0, nx, ny, wide, tall}};
  const HeatStrips& s = cut.strips;
  const int depth = cut.depth, last_x = s.last_x - s.margin, last_y = s.last_y - depth;
  return {{0, 0, nx, depth, wide, tall},
          {0, last_y, nx, ny, wide, tall},
          {0, depth, s.margin, last_y, tall, wide},
          {last_x, depth, nx, last_y, tall, wide}};
}

/// Where the marks of a step are kept in the scratch: a byte a cell, then bits of rows.
inline HeatMarks marks_in(void* scratch, const StreamCut& cut) {
  auto* const codes = static_cast<unsigned char*>(scratch);
  const std::int64_t cells = std::int64_t{cut.strips.nx} * cut.strips.ny;
  auto* const rows = reinterpret_cast<unsigned*>(codes + ceil_div(cells, 256) * 256);
  return {codes, rows, cut.words()};
}

inline std::size_t marks_bytes(const StreamCut& cut) {
  if (!cut.any()) return 0;
  const std::int64_t cells = std::int64_t{cut.strips.nx} * cut.strips.ny;
  return std::size_t(ceil_div(cells, 256) * 256 +
                     cut.warps() * cut.words() * std::int64_t{sizeof(unsigned)});
}

}  // namespace heat

LIVEWARP_KERNELS_END
