#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace livewarp {

struct Choice;

/// One measured setting. Times in ms, or rates: see `Graph::rate_unit`.
struct GraphPoint {
  double x = 0;
  double median = 0, low = 0, high = 0;            ///< low ... high: p05 ... p95; equal: not known
  std::string setting;                             ///< "16,384", "32x8"
  std::shared_ptr<const Choice> choice = nullptr;  ///< all of it; null: nothing that could run
  std::string note = {};                           ///< what else is not as for the other points
};

/// What a curve stands for: its shape, dash and word say it as its colour does.
enum class CurveKind {
  bench,    ///< nothing is drawn inside a sample: a solid line, filled marks
  live,     ///< while the window draws: dashed, hollow marks
  bound,    ///< from a formula and a measured ceiling: dotted, no marks
  model,    ///< from a formula alone: dashed, no marks
  counted,  ///< by the lens: filled marks, no line
  other     ///< bench times of another machine, from a file: dotted, hollow marks
};

struct Curve {
  std::string label;
  CurveKind kind = CurveKind::bench;
  int series = 0;  ///< colour and mark, in the order of the graph's variants; negative: greyed
  std::vector<GraphPoint> points;
};

/// Times, rates or counts against something that was varied, both axes logarithmic unless they are
/// linear.
struct Graph {
  std::string title;           ///< "Time against bodies"
  std::string setting;         ///< what was the same for all: "Register tile, block 128"
  std::string x_label;         ///< with its unit
  std::string rate_unit = {};  ///< "GB/s" where points are rates in that unit; empty: times
  bool linear_x = false, linear_y = false;  ///< y then begins at 0
  std::optional<double> at = {};            ///< what runs
  bool stale = false;                       ///< of a setting that runs no longer: greyed
  /// Names of the places 0, 1, ... on the x axis where they are no numbers; else empty.
  std::vector<std::string> places;
  std::vector<Curve> curves;
  bool partial = false;  ///< stopped before all was measured

  bool empty() const {
    for (const Curve& curve : curves)
      if (!curve.points.empty()) return false;
    return true;
  }
};

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
