#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/param.h"

/// Block shapes as a chart, without any drawing.
namespace livewarp::ui {

/// The shapes that a variant offers. Where some are two threads high or more, they have places in a
/// plane of widths and heights; else, and where they have a depth, they stand in a row.
struct BlockChart {
  struct Cell {
    Dim3 shape;
    int column = 0, row = 0;  ///< index of width and height
  };
  std::vector<Cell> cells;                ///< one an option
  std::vector<unsigned> widths, heights;  ///< offered ones, ascending; empty: a row
  bool plane() const { return !widths.empty(); }
};
BlockChart block_chart(std::span<const Option> options);

/// The option that lies next in that direction (dx for width, dy for height, one of them 0) and is
/// possible here; of several the one whose other side differs least. Empty at the end.
std::optional<int> block_beside(std::span<const Option> options, int from, int dx, int dy);

/// What somebody has typed as a block: an option, or why it is none, naming value and limit.
struct TypedBlock {
  std::optional<int> option;
  std::string trouble;
};
/// How many threads a block may have, and who says so.
struct BlockLimit {
  int threads = 1024;
  std::string of = "CUDA";
};
/// "128", "32x8", "32 x 8" or with a multiplication sign.
TypedBlock typed_block(std::span<const Option> options, const std::string& text,
                       const BlockLimit& limit);

}  // namespace livewarp::ui
