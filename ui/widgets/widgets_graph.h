#pragma once

#include <optional>
#include <span>
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

/// What a model says, as a bar: dashes along the box's edge (widgets_roofline.cpp).
void put_dashed_outline(const Look& look, Color color, const Box& box);

/// Many areas in whole pixels, as one.
struct Area {
  Box box;
  Color color;
};
void put_areas(std::span<const Area> areas);

// -- along time (widgets_steps.cpp) --------------------------------------------------------------

/// What the mouse did to a strip that is moved and zoomed.
struct StripPress {
  bool hovered = false, clicked = false, held = false;
  bool fits = false;  ///< a double click
  float x = 0, y = 0;
  double wheel = 0;   ///< notches
  float dragged = 0;  ///< px since the last frame
};
StripPress press_strip(const Look& look, const char* id, const Box& box);

// -- under roofs (widgets_roofline.cpp) ----------------------------------------------------------

/// A limit in a `RoofPlot`: of y alone, or so much y for every x.
struct RoofLine {
  std::string label;
  double value = 0;
  bool slanted = false;
  bool binds = false;  ///< the working point stands under it
};
struct RoofMark {
  double x = 0, y = 0;
  std::string label;
  bool working = false;  ///< the one bright mark
};
/// Another x of the working point, and what it is called: dashed where a model says so.
struct RoofTag {
  double x = 0;
  std::string label;
  bool model = true;
};
/// Rates over intensities, both axes logarithmic, below the lines that bound them. What has a label
/// says it in its place: lines at their ends, marks beside them where there is room.
struct RoofPlot {
  Span x, y;
  std::string x_label, y_label;
  std::vector<RoofLine> lines;
  std::vector<RoofMark> marks;
  std::vector<RoofMark> trail;  ///< where the working point was, oldest first
  std::vector<RoofTag> tags;
};
struct RoofPress {
  std::optional<std::size_t> mark, line;  ///< under the mouse
  bool clicked = false;
};
/// Draws it over the whole box. With an id it can be pressed; null: it is a picture.
RoofPress put_roof_plot(const Look& look, const char* id, const RoofPlot& plot, const Box& box);

}  // namespace livewarp::ui
