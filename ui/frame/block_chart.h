#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/param.h"

/// Block shapes as a chart, without any drawing.
namespace livewarp::ui {

/// The presets of a variant. Where some are two threads high or more, they have places in a
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

/// Of a block the sides in a direction: 0 its width, 1 its height, 2 its depth.
unsigned side_of(const Dim3& shape, int direction);
Dim3 with_side(Dim3 shape, int direction, unsigned side);

/// The sides that it may have in a direction, the others as they are: its own, and those of powers
/// of two, multiples of a warp (a width) and presets that its rule allows. Ascending.
std::vector<unsigned> allowed_sides(const Param& block, const Dim3& shape, int direction);

/// The shape with the next of these sides, up (+1) or down; at the end why there is none.
struct BlockStep {
  std::optional<Dim3> shape;
  std::string trouble;
};
BlockStep block_beside(const Param& block, const Dim3& from, int direction, int way);

/// What somebody has typed as a block: its shape as a value, or why it is none, naming value and
/// limit.
struct TypedBlock {
  std::optional<std::string> value;
  std::string trouble;
};
/// "128", "32x8", "32 x 8" or with a multiplication sign.
TypedBlock typed_block(const Param& block, const std::string& text);
TypedBlock typed_block(const Param& block, const Dim3& shape);

}  // namespace livewarp::ui
