#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/model/graph.h"
#include "kernels/core/workload/closed_form.h"

/// What a formula predicts, the lens counts and a clock measures over the values of a parameter:
/// the tab Curves, and `livewarp curves`.
namespace livewarp::ui {

/// What the lens has counted of a setting, at a size at which it can.
struct CurveCount {
  std::string size;                            ///< "65,536"
  ClosedForm predicted;                        ///< of that size
  std::vector<std::optional<double>> counted;  ///< one for each of its predictions
};

/// A verified time, of a bench.
struct CurveTime {
  double median = 0, low = 0, high = 0;  ///< ms; p05 ... p95
};

/// One value of the parameter.
struct CurvePoint {
  double x = 0;
  std::string text;  ///< "32", "0.25"
  Choice choice;
  std::string refusal;  ///< why it cannot be computed; empty: it can
  ClosedForm predicted;
  std::optional<CurveCount> count;
  std::string uncounted;  ///< why it is not; empty: it is, or will be
  std::optional<CurveTime> time;
  std::string untimed;  ///< likewise
  double bound_ms = 0;  ///< what the nearest ceiling alone would take; 0: not known
  std::string bound;    ///< which ceiling that is: "copy bandwidth"
  double moved_ms = 0;  ///< what predicted bytes take at copy bandwidth; 0: not known
};

struct CurveOption {
  std::string id, label;
};

/// All of it, as the tab shows it.
struct CurvesView {
  std::string over, label;          ///< the parameter's id and its label with its unit
  std::vector<CurveOption> params;  ///< that may be chosen; empty: `reason` says why there are none
  std::string reason;
  std::string of;  ///< the setting: "Stride, elements 1,048,576"
  Choice choice;
  std::vector<CurvePoint> points;
  std::vector<CurvePoint> lines;   ///< what is predicted at these values and between them
  std::vector<CurveOption> units;  ///< of what is predicted, one graph each
  std::string unit;                ///< the one that is shown
  Graph counts, times;
  std::string verdict;             ///< whether counts are as predicted, in a sentence
  std::string uncounted, untimed;  ///< why nothing is, in half a sentence; empty: something is
  std::size_t counted = 0, to_count = 0;  ///< how far the lens has come
  bool counting = false, stopped = false;
  bool can_time = false;  ///< a bench can begin
  double seconds = 0;     ///< that it would take, roughly
};

/// What the user did in the tab.
struct CurvesRequest {
  Choice choice;  ///< that it is about
  std::optional<std::string> over, unit;
  bool stop = false, again = false;  ///< of counting
};

}  // namespace livewarp::ui
