#pragma once

#include <memory>
#include <string>
#include <vector>

namespace livewarp {

struct Choice;

/// One measured setting. Times in ms.
struct GraphPoint {
  double x = 0;
  double median = 0, low = 0, high = 0;            ///< low ... high: p05 ... p95; equal: not known
  std::string setting;                             ///< "16,384", "32x8"
  std::shared_ptr<const Choice> choice = nullptr;  ///< all of it; null: nothing that could run
  std::string note = {};                           ///< what else is not as for the other points
};

/// What a curve stands for: its shape, dash and word say it as its colour does.
enum class CurveKind {
  bench,  ///< nothing is drawn inside a sample: a solid line, filled marks
  live,   ///< while the window draws: dashed, hollow marks
  bound,  ///< from a formula and a measured ceiling: dotted, no marks
  other   ///< bench times of another machine, from a file: dotted, hollow marks
};

struct Curve {
  std::string label;
  CurveKind kind = CurveKind::bench;
  int series = 0;  ///< colour and mark, in the order of the graph's variants
  std::vector<GraphPoint> points;
};

/// Times against something that was varied, both axes logarithmic.
struct Graph {
  std::string title;    ///< "Time against bodies"
  std::string setting;  ///< what was the same for all: "Register tile, block 128"
  std::string x_label;  ///< with its unit
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

}  // namespace livewarp
