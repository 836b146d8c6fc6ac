#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace livewarp {

/// One combination of two things that were varied. Where more was varied, it stands for the best of
/// all that have these two values.
struct HeatCell {
  enum class State {
    absent,    ///< there is no such combination
    unseen,    ///< not measured yet
    measured,  ///< verified and timed
    cut_off,   ///< too slow to be measured to the end: its time is provisional
    refused,   ///< it cannot be
    wrong      ///< its result is wrong, or it broke: it has no time
  };
  State state = State::absent;
  double ms = 0;                     ///< median of a step
  double ratio = 0;                  ///< to the best, in what settings are compared by: 1 or more
  std::string setting;               ///< all of it: "tile, block 32x8, pinned"
  std::string reason;                ///< why there is no time
  std::optional<std::size_t> place;  ///< of the setting among those of its space
  bool has_time() const { return state == State::measured || state == State::cut_off; }
};

/// Times over two things that were varied.
struct HeatMap {
  std::string title;    ///< "Time over block and memory mode"
  std::string setting;  ///< what is the same for all, or at its best
  std::string x_label, y_label;
  std::vector<std::string> x, y;  ///< values: columns from the left, rows from the bottom
  std::vector<HeatCell> cells;    ///< row after row
  std::optional<std::size_t> best, running;  ///< places in `cells`
  bool per_item = false;  ///< sizes vary: what counts is the time of an item, and cells show ratios
  bool partial = false;   ///< stopped before all was measured

  const HeatCell& at(std::size_t column, std::size_t row) const {
    return cells[row * x.size() + column];
  }
  bool empty() const {
    for (const HeatCell& cell : cells)
      if (cell.has_time()) return false;
    return true;
  }
};

}  // namespace livewarp
