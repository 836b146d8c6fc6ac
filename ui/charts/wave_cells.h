#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/blocks/block_trace.h"

/// What is drawn of the blocks of a launch over time; knows no pixels but how many there are.
namespace livewarp::ui {

/// A part of a multiprocessor's row.
struct WaveCell {
  int row = 0;
  double begin = 0, end = 0;
  float top = 0, bottom = 1;  ///< within the row
  std::int64_t block = -1;    ///< it is that one; else of several blocks
  float share = 1;            ///< of the places that blocks occupy
};

/// One for each block, or, where these are more than `most` or too low to be seen, parts of the
/// rows in which equally many places are occupied; never more than `most`, unless there are more
/// rows.
std::vector<WaveCell> wave_cells(const BlockRows& rows, double row_pixels, double pixels,
                                 std::size_t most);

/// The block in a row at a time, in that place of it from the top, 0 ... 1; null: none is there.
/// `by_place`: blocks that run at a time lie below one another.
const BlockBar* bar_at(const BlockRows& rows, int row, double time, double place, bool by_place);

}  // namespace livewarp::ui
