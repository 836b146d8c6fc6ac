#pragma once

#include <span>
#include <string>

#include "ui/frame/frame.h"
#include "ui/views/lens_view.h"

/// The tab Lens of Analysis.
namespace livewarp::ui {

/// Why no variant can be looked at; empty: one can.
std::string lens_hindrance(const Frame& frame);
/// Source of the kernels with counts, and the figure of the chosen line.
void lens_tab(Frame& frame, const Box& box);

/// PTX or SASS beside the source, in place of the counts (panel_code.cpp). `list_width`: of the
/// list of kernels, which stands on the line that has been begun.
void lens_code(Frame& frame, const VariantEntry& variant, const Box& box, float list_width);

/// The table of a kernel's lines (panel_lens_source.cpp).
void lens_source(Frame& frame, const LensKernel& kernel, const Box& box,
                 const char* id = "lens-source");
/// The chosen access, at first the one that costs most above its ideal; null where there is none.
const LensAccess* lens_access(State::Lens& lens, const LensKernel& kernel);

/// Where the lanes of an access go: cache lines, or banks (panel_lens_figure.cpp).
void lens_figure(Frame& frame, const LensAccess& access, const Box& box);
/// Its lower part, of any request: the lanes, and the memory that they go to.
struct LanesFigure {
  std::string caption;  ///< over the lanes
  LensSpace space = LensSpace::global;
  const LanePattern& pattern;
  std::span<const unsigned> groups;  ///< of lanes, of shared memory
};
void lens_lanes(const Look& look, const LanesFigure& figure, const Box& box);
/// The lanes alone, with their caption; returns where they end.
float lens_lane_row(const Look& look, const std::string& caption, unsigned active, const Box& box);

}  // namespace livewarp::ui
