#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/core/model/graph.h"
#include "ui/model/format.h"

/// How a graph's axes are cut and labelled; knows no pixels but how many labels have room.
namespace livewarp::ui {

struct Span {
  double low = 0, high = 1;
  bool operator==(const Span&) const = default;
};

struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
};

/// The unit of all times of a graph: ms, or µs where all are below 1 ms. Rates are as they are.
TimeUnit unit_of(const Graph& graph);
/// What stands before the legend: "ms per step", or the unit of rates; of a graph from 0 on with
/// what was varied, for whose words its plane has no room: "ms per step over stride".
std::string unit_text(const Graph& graph);
/// "16,384: 8.37 ms, p05 8.31, p95 8.62": one point, written out.
std::string value_text(const Graph& graph, const GraphPoint& point);

/// What a fitted graph shows, with a margin on both sides. Of a graph without points 1 ... 10.
Span fitted_x(const Graph& graph);
Span fitted_y(const Graph& graph, TimeUnit unit);

/// Where values were measured, thinned until at most `room` labels are left.
Ticks x_ticks(const Graph& graph, std::size_t room);
/// 1, 2 and 5 times powers of ten within the span, or powers of ten alone, or fewer of them.
Ticks log_ticks(Span span, std::size_t room);

/// Round numbers within the span, one more than `room` of them at most; `counts`: also 4, 8, 16, of
/// which warps are made.
Ticks linear_ticks(Span span, std::size_t room, bool counts = false);

/// Characters of the longest label of the x axis.
std::size_t longest_label(const Graph& graph);

}  // namespace livewarp::ui
