// The three curves of the tab Occupancy, with what one may assume.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/explain/looked_at.h"
#include "ui/explain/panel_occupancy.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double control_width = 5.4, over_width = 6.2, gutter = 2.6, column_gap = 1.2;
constexpr double widest_column = 24;  // em
constexpr std::size_t columns = 3;

const OccupancyCurves& curves_of(State::Occupancy& state, const OccupancyGpu& gpu,
                                 const OccupancyView& view) {
  const State::Occupancy::Drawn now{view.request, view.code, gpu.limits.compute, state.what_if};
  if (!(now == state.drawn)) {
    state.curves = occupancy_curves(gpu, view, state.what_if);
    state.drawn = now;
  }
  return state.curves;
}

/// Of the blocks those that are shown, and where.
struct ShownBlock {
  std::size_t at = 0;  ///< in the view
  double x = 0;
  double model_share = 0;
};

std::vector<ShownBlock> shown_blocks(const Frame& frame, const OccupancyView& view) {
  std::vector<ShownBlock> shown;
  if (!shows_shapes(frame, view)) {
    for (std::size_t i = 0; i < view.blocks.size(); ++i)
      shown.push_back({i, double(view.blocks[i].threads)});
    return shown;
  }
  const std::vector<ShapeOfBlock> shapes = shapes_of_threads(view);
  const int most = std::ranges::max(shapes, {}, &ShapeOfBlock::sectors).sectors;
  for (const ShapeOfBlock& shape : shapes)
    shown.push_back({shape.at, double(shown.size()) + 0.5, double(shape.sectors) / most});
  return shown;
}

StepPlot block_plot(const Frame& frame, const OccupancyView& view, const OccupancyCurves& curves,
                    const OccupancyGpu& gpu, const std::vector<ShownBlock>& shown) {
  StepPlot plot{.x_max = 1024, .y_max = double(gpu.limits.warps)};
  plot.ticks = {{32, "32"}, {256, "256"}, {512, "512"}, {1024, "1,024"}};
  const bool shapes = shows_shapes(frame, view);
  if (shapes) {
    plot.x_max = double(shown.size());
    plot.ticks.clear();
  }
  const std::vector<double> ms = measured_times(frame, view, gpu);
  double slowest = 0;
  for (const ShownBlock& block : shown) slowest = std::max(slowest, ms[block.at]);
  for (const ShownBlock& block : shown) {
    const StepPoint point{block.x, double(curves.blocks[block.at].warps),
                          slowest > 0 ? ms[block.at] / slowest : 0, block.model_share};
    plot.points.push_back(point);
    if (block.at == view.now) plot.at = point;
    if (shapes) plot.ticks.push_back({block.x, view.blocks[block.at].block});
  }
  return plot;
}

StepPlot curve_plot(const std::vector<WarpPoint>& points, double x_max, const OccupancyGpu& gpu,
                    double at, double made, int warps) {
  StepPlot plot{.joined = true, .x_max = x_max, .y_max = double(gpu.limits.warps)};
  double made_warps = 0;
  for (const WarpPoint& point : points) {
    plot.points.push_back({point.x, double(point.warps)});
    if (point.x <= made) made_warps = point.warps;
  }
  plot.at = {at, double(warps)};
  if (made != at) plot.made = StepPoint{made, made_warps};
  return plot;
}

std::string block_words(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                        const ShownBlock& shown, const WhatIf& what_if) {
  const OccupancyBlock& block = view.blocks[shown.at];
  const OccupancyFigures figures = occupancy_figures(gpu, block, what_if);
  std::string words =
      block.block + ": " + percent(figures.fits.share) + ", " + resident_words(gpu, figures);
  if (const double ms = measured_times(frame, view, gpu)[shown.at]; ms > 0)
    words += middle_dot + time_text(ms) + " measured";
  return words + "\nclick: this block";
}

/// A field in which the number can be dragged or typed. Returns the new one.
std::optional<double> assumed_field(const Frame& frame, const char* id, double value, double most,
                                    const Help& about, const char* unit) {
  const Look& look = frame.look;
  double edited = value;
  const std::string shown = grouped(std::int64_t(value));
  const FieldChange change = number_field(
      look, id, edited, {.min = 0, .max = most, .integer = true, .shown = shown, .unit = unit},
      look.length(control_width));
  help(look, about);
  if (!change.edited && !change.finished) return {};
  return std::round(std::clamp(edited, 0.0, most));
}

/// The name over a curve, and where its control stands.
void put_column_head(const Look& look, const Box& column, const char* name) {
  Box head = column;
  head.y1 = head.y0 + look.length(metrics.hit);
  head.x1 -= look.length(control_width + 0.3);
  put(look, Type::caption, look.tokens.muted, head,
      elided(look, Type::caption, name, head.width()));
  ImGui::SetCursorScreenPos({column.x1 - look.length(control_width), column.y0});
}

Box plot_of(const Look& look, Box column) {
  column.y0 += look.length(metrics.hit + 0.2);
  return column;
}

/// Over what the blocks stand: their threads, or, of planes, their shapes; or warps stand there.
void block_head(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                const Box& column) {
  const Look& look = frame.look;
  State::Occupancy& state = frame.state.occupancy;
  Box head = column.inset(look.length(metrics.frame_x), 0);
  head.x0 = column.x0;
  head.y1 = head.y0 + look.length(metrics.hit);
  const std::string threads = grouped(view.current()->threads);
  put(look, Type::number, look.tokens.text, head, threads, Align::right);
  std::vector<Option> options{{"threads", "Threads", {}}};
  if (has_shapes(view)) options.push_back({"shapes", "Shapes of", {}});
  if (!reserve_times(frame, view, gpu).empty()) options.push_back({"warps", "Warps", {}});
  if (options.size() == 1)
    return void(put(look, Type::caption, look.tokens.muted, head, "Threads a block"));
  const char* const now = shows_warps(frame, view, gpu) ? "warps"
                          : shows_shapes(frame, view)   ? "shapes"
                                                        : "threads";
  ImGui::SetCursorScreenPos({column.x0, column.y0});
  const auto chosen = dropdown(
      look, ids::occupancy_over, options, option_index(options, now), look.length(over_width),
      {.name = "Blocks",
       .text = "Shows blocks by their number of threads; all shapes that have as many threads: "
               "these keep as many warps, but a warp of a narrow one touches more sectors; or what "
               "a step took with as many resident warps as reserved shared memory let stay.",
       .only_here = true});
  if (!chosen) return;
  state.shapes = options[std::size_t(*chosen)].id == "shapes";
  state.warps = options[std::size_t(*chosen)].id == "warps";
}

void block_column(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                  const OccupancyGpu& gpu, const OccupancyFigures& figures, const WhatIf& what_if,
                  const Box& column) {
  const Look& look = frame.look;
  block_head(frame, view, gpu, column);
  if (shows_warps(frame, view, gpu))
    return put_warp_times(frame, variant, view, gpu, figures.fits.warps, plot_of(look, column));
  const std::vector<ShownBlock> shown = shown_blocks(frame, view);
  const StepPlot plot =
      block_plot(frame, view, curves_of(frame.state.occupancy, gpu, view), gpu, shown);
  const StepPress press = put_step_plot(look, ids::occupancy_blocks, plot, plot_of(look, column));
  help(look,
       {.name = "Blocks",
        .text = press.hovered
                    ? block_words(frame, view, gpu, shown[*press.hovered], what_if)
                    : "Warps that stay on a multiprocessor with each block that the variant "
                      "may have, as dots; measured times as bars, the slowest as high as the "
                      "plot; of shapes, what the sectors of a warp let expect, as dashes. A "
                      "click takes a block.",
        .option = occupancy_command(frame) + " --variant " + variant.info->name + " --block"});
  if (press.clicked) look_at_block(frame, variant, view.blocks[shown[*press.clicked].at].block);
}

void registers_column(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                      const OccupancyFigures& figures, WhatIf& what_if, const Box& column) {
  const Look& look = frame.look;
  const Help about{.name = "Registers a thread",
                   .text =
                       "What if the compiler had given a thread more registers, or fewer? Drag, "
                       "or type. A right click takes what it gave.",
                   .range = "1 \u2026 255",
                   .option = occupancy_command(frame) + " --registers"};
  const double most = gpu.limits.max_registers_per_thread;
  put_column_head(look, column, "Registers");
  auto edited = assumed_field(frame, ids::occupancy_registers, figures.registers, most, about, "");
  StepPlot plot =
      curve_plot(curves_of(frame.state.occupancy, gpu, view).registers, most, gpu,
                 figures.registers, view.current()->resources->registers, figures.fits.warps);
  plot.ticks = {{32, "32"}, {64, "64"}, {128, "128"}, {255, "255"}};
  const StepPress press =
      put_step_plot(look, ids::occupancy_registers_plot, plot, plot_of(look, column));
  help(look, about);
  if (press.dragged) edited = press.dragged;
  if (edited) what_if.registers = std::max(1, int(std::lround(*edited)));
  if (press.reset || what_if.registers == view.current()->resources->registers)
    what_if.registers.reset();
}

void shared_column(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                   const OccupancyFigures& figures, WhatIf& what_if, const Box& column) {
  constexpr double step = 256;  // bytes, of a drag
  const Look& look = frame.look;
  const Help about{.name = "Shared memory a block",
                   .text = "What if a block took more shared memory, or less? Drag, or type. A "
                           "right click takes what it has.",
                   .range = "0 \u2026 " + grouped(std::int64_t(most_shared(gpu))) + " B",
                   .option = occupancy_command(frame) + " --shared"};
  const auto most = double(most_shared(gpu));
  put_column_head(look, column, "Shared");
  auto edited =
      assumed_field(frame, ids::occupancy_shared, double(figures.shared), most, about, "B");
  StepPlot plot =
      curve_plot(curves_of(frame.state.occupancy, gpu, view).shared, most, gpu,
                 double(figures.shared), double(view.current()->shared()), figures.fits.warps);
  const double kib = 1024, half = std::floor(most / kib / 2);
  plot.ticks = {{0, "0"},
                {half * kib, fmt::format("{:.0f}", half)},
                {most, fmt::format("{:.0f} KiB", most / kib)}};
  const StepPress press =
      put_step_plot(look, ids::occupancy_shared_plot, plot, plot_of(look, column));
  help(look, about);
  if (press.dragged) edited = step * std::round(*press.dragged / step);
  if (edited) what_if.shared = std::size_t(std::clamp(*edited, 0.0, most));
  if (press.reset || what_if.shared == view.current()->shared()) what_if.shared.reset();
}

/// The common axis of the three, left of them.
void put_gutter(const Look& look, const OccupancyGpu& gpu, const Box& box) {
  const Box plot = step_plane(look, plot_of(look, box));
  const float half = look.length(0.6);
  for (const double share : {0.0, 0.5, 1.0}) {
    const float y = plot.y1 - float(share) * plot.height();
    put(look, Type::number_caption, look.tokens.muted,
        {box.x0, y - half, box.x1 - look.length(0.4), y + half},
        grouped(std::int64_t(share * gpu.limits.warps)), Align::right);
  }
  put(look, Type::caption, look.tokens.muted,
      {box.x0, box.y0, box.x1, box.y0 + look.length(metrics.hit)}, "warps");
}

}  // namespace

void put_occupancy_curves(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                          const OccupancyGpu& gpu, const OccupancyFigures& figures, WhatIf& what_if,
                          const Box& box) {
  const Look& look = frame.look;
  const float left = box.x0 + look.length(gutter), gap = look.length(column_gap);
  const float width =
      std::min((box.x1 - left - 2 * gap) / float(columns), look.length(widest_column));
  const auto column = [&](std::size_t i) {
    const float x = std::round(left + float(i) * (width + gap));
    return Box{x, box.y0, std::round(x + width), box.y1};
  };
  put_gutter(look, gpu, {box.x0, box.y0, left, box.y1});
  block_column(frame, variant, view, gpu, figures, what_if, column(0));
  registers_column(frame, view, gpu, figures, what_if, column(1));
  shared_column(frame, view, gpu, figures, what_if, column(2));
}

}  // namespace livewarp::ui
