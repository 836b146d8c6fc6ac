#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/graph.h"
#include "ui/model/graph_axes.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// What a graph remembers from frame to frame: what it shows of its plane.
struct GraphView {
  std::size_t points = 0;  ///< drawn last; others make it fit anew
  bool fit = true;
  Span y{1, 10};  ///< shown last
};

/// Title (unless it stands elsewhere), legend and curves in the box. The wheel zooms, a drag moves,
/// a double click fits; the value nearest to the mouse is written out. `id` is unique within the
/// window. Returns the point that was clicked, if it can run; else null.
const GraphPoint* put_graph(const Look& look, const char* id, const Graph& graph, GraphView& view,
                            const Box& box, bool titled = true);

/// One place of a `StepPlot`.
struct StepPoint {
  double x = 0, y = 0;
  double time_share = 0;   ///< a measured time, of the longest; 0: none
  double model_share = 0;  ///< likewise of a model; 0: none
};
struct StepTick {
  double x = 0;
  std::string label;
};
/// A quantity over something that one may choose, both axes from 0: dots, or, where every value can
/// be had, a line in steps.
struct StepPlot {
  std::vector<StepPoint> points;
  bool joined = false;
  double x_max = 1, y_max = 1;
  std::vector<StepTick> ticks;
  StepPoint at = {};                   ///< the working point: the one bright mark
  std::optional<StepPoint> made = {};  ///< where it would be, were nothing assumed
};
struct StepPress {
  std::optional<double> dragged;       ///< the x under the mouse that is held on a line
  std::optional<std::size_t> hovered;  ///< the dot under the mouse
  std::optional<std::size_t> clicked;
  bool reset = false;  ///< right click
};
/// Draws it over the whole box, ticks below (widgets_steps.cpp). Lines are dragged, dots clicked.
StepPress put_step_plot(const Look& look, const char* id, const StepPlot& plot, const Box& box);
/// The part of the box that both axes span.
Box step_plane(const Look& look, const Box& box);

}  // namespace livewarp::ui
