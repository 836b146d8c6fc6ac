#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/charts/wave_cells.h"
#include "ui/model/format.h"
#include "ui/views/blocks_view.h"
#include "ui/widgets/widgets.h"

/// Blocks of a launch over time, a row a multiprocessor.
namespace livewarp::ui {

struct BlocksChart {
  const BlocksView& view;              ///< with a trace
  const std::vector<WaveCell>& cells;  ///< for the size of `blocks_plane`
  TintBy by = TintBy::off;             ///< whose hues bars have
  std::optional<double> now;           ///< of the replay, in the trace's unit
};

/// Where the rows stand in the chart's box, and how high one is.
struct BlocksPlane {
  Box box;
  float row = 0;
};
BlocksPlane blocks_plane(const Look& look, const BlocksView& view, const Box& box);

/// Draws it on the ground of a scene, whose hues it has; below it an axis of time. What is under
/// the mouse says which block it is. Returns the time at which the mouse is held.
std::optional<double> put_blocks(const Look& look, const char* id, const BlocksChart& chart,
                                 const Box& box);

/// "1.50 block times" of what was predicted, else "12.3 µs".
std::string trace_time(const BlockTrace& trace, double time);
/// The same of a time up to the end: "1.50", and "of 3 block times".
Quantity trace_time_of(const BlockTrace& trace, double time, double end);
/// Lines: index, place in the grid, multiprocessor, begin and duration.
std::string about_block(const BlockTrace& trace, int multiprocessor, const BlockBar& bar);

}  // namespace livewarp::ui
