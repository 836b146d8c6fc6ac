// The tab Occupancy: warps that stay on a multiprocessor, over what decides how many.
#include "ui/analysis/panel_occupancy.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/analysis/looked_at.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/occupancy_curves.h"

namespace livewarp::ui {

namespace {

constexpr double variant_width = 10, gpu_width = 10.5, block_width = 5;  // em
constexpr double line_height = 1.3, control_width = 5.4, gutter = 2.6, column_gap = 1.2;
constexpr double widest_column = 24;  // em
constexpr std::size_t columns = 3;

std::string command_of(const Frame& frame) {
  return "livewarp occupancy " + frame.model.choice.workload;
}

// -- what is looked at ----------------------------------------------------------------------------

/// All GPUs that can be looked at, and which one is.
struct Gpus {
  std::vector<OccupancyGpu> all;
  std::size_t now = 0;
  const OccupancyGpu& chosen() const { return all[now]; }
};

/// That of the list; else the present one; else the one that was looked at of itself.
Gpus gpus_of(const Frame& frame) {
  Gpus gpus;
  const Machine none;
  gpus.all = occupancy_gpus(frame.model.machine ? *frame.model.machine : none, frame.model.device);
  const OccupancyView* const view = frame.model.occupancy;
  int wanted = frame.state.occupancy.compute;
  if (wanted == 0 && !gpus.all.front().present && view) wanted = view->compute;
  for (std::size_t i = 0; i < gpus.all.size(); ++i)
    if (gpus.all[i].limits.compute == wanted) {
      gpus.now = i;
      break;
    }
  return gpus;
}

void gpu_list(Frame& frame, const Gpus& gpus) {
  const Look& look = frame.look;
  const OccupancyView* const view = frame.model.occupancy;
  std::vector<Option> options;
  for (const OccupancyGpu& gpu : gpus.all) {
    const int compute = gpu.limits.compute;
    const auto reason = view ? view->reasons.find(compute) : std::map<int, std::string>::iterator();
    const bool known = !view || reason == view->reasons.end();
    options.push_back({compute_text(compute), label_of(gpu), known ? "" : reason->second});
  }
  same_line(look, 0.3);
  const auto chosen =
      dropdown(look, ids::occupancy_gpu, options, int(gpus.now), look.length(gpu_width),
               {.name = "GPU",
                .text = "The GPU whose multiprocessor is looked at: that of this machine, or one "
                        "that many have of each other architecture.",
                .option = command_of(frame) + " --arch"});
  if (chosen) frame.state.occupancy.compute = gpus.all[std::size_t(*chosen)].limits.compute;
}

/// What is assumed is so of one kernel on one GPU.
WhatIf& what_if_of(State::Occupancy& state, const OccupancyView& view) {
  const std::string about = view.request.choice.workload + "/" + view.current()->kernel + "/" +
                            compute_text(view.compute);
  if (about != state.about) state.what_if = {};
  state.about = about;
  return state.what_if;
}

void reset_button(Frame& frame, WhatIf& what_if) {
  const Look& look = frame.look;
  if (!what_if.any()) return;
  same_line(look, 0.3);
  if (button(look, ids::occupancy_reset, {.icon = Icon::reset, .label = "As compiled"}))
    what_if = {};
  help(look, {.name = "As compiled",
              .text = "Takes registers and shared memory as the compiler made them again.",
              .only_here = true});
}

// -- in words -------------------------------------------------------------------------------------

std::string needs_words(const OccupancyFigures& figures) {
  return grouped(figures.registers) + " registers" + middle_dot +
         grouped(std::int64_t(figures.shared)) + " B shared";
}

std::string spills_words(const OccupancyView& view, const OccupancyFigures& figures) {
  return (figures.local_bytes > 0
              ? grouped(std::int64_t(figures.local_bytes)) + " B of local memory a thread"
              : "no spills") +
         middle_dot + view.code;
}

/// Two lines: the share, what it consists of and how the grid fills the GPU; then what the kernel
/// needs. Where that is too long, the fields over the curves say registers and shared memory alone.
/// Returns where they end.
float put_words(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                const OccupancyFigures& figures, bool assumed, const Box& box) {
  const Look& look = frame.look;
  Box line = box;
  line.y1 = line.y0 + look.length(1.5);
  const std::string resident = resident_words(gpu, figures), waves = waves_words(figures, gpu);
  const float end =
      put(look, Type::number_strong, look.tokens.text, line, percent(figures.fits.share)) +
      look.length(0.6);
  const Box rest{end, line.y0, line.x1, line.y1};
  const std::string both = waves.empty() ? resident : resident + middle_dot + waves;
  const bool fits = text_width(look, Type::body, both) + look.px <= rest.width();
  put(look, Type::body, look.tokens.text, rest,
      elided(look, Type::body, fits ? both : resident, rest.width()));
  hover_text(look, line,
             "Theoretical occupancy: of the warps that a multiprocessor can hold those that the "
             "launch lets stay at a time.\n" +
                 both);
  line.y0 = line.y1;
  line.y1 = line.y0 + look.length(line_height);
  const std::string needs = (assumed ? "assumed: " : "") + needs_words(figures),
                    spills = spills_words(view, figures);
  const std::string said = (fits || waves.empty() ? needs : waves) + middle_dot + spills;
  put(look, Type::caption, look.tokens.muted, line,
      elided(look, Type::caption, said, line.width()));
  hover_text(look, line, view.current()->kernel + "\n" + needs + middle_dot + spills);
  return line.y1;
}

// -- the three curves -----------------------------------------------------------------------------

const OccupancyCurves& curves_of(State::Occupancy& state, const OccupancyGpu& gpu,
                                 const OccupancyView& view) {
  const State::Occupancy::Drawn now{view.request, view.code, gpu.limits.compute, state.what_if};
  if (!(now == state.drawn)) {
    state.curves = occupancy_curves(gpu, view, state.what_if);
    state.drawn = now;
  }
  return state.curves;
}

/// Measured times of the running variant, by block.
double time_of(const Frame& frame, const OccupancyView& view, const OccupancyBlock& block) {
  if (view.request.choice.variant != frame.model.choice.variant) return 0;
  const auto found = frame.model.block_times.find(block.block);
  return found == frame.model.block_times.end() ? 0 : found->second;
}

StepPlot block_plot(const Frame& frame, const OccupancyView& view, const OccupancyCurves& curves,
                    const OccupancyGpu& gpu) {
  StepPlot plot{.x_max = 1024, .y_max = double(gpu.limits.warps)};
  plot.ticks = {{32, "32"}, {256, "256"}, {512, "512"}, {1024, "1,024"}};
  double slowest = 0;
  for (const OccupancyBlock& block : view.blocks)
    slowest = std::max(slowest, time_of(frame, view, block));
  for (std::size_t i = 0; i < curves.blocks.size(); ++i) {
    const double ms = time_of(frame, view, view.blocks[i]);
    plot.points.push_back(
        {curves.blocks[i].x, double(curves.blocks[i].warps), slowest > 0 ? ms / slowest : 0});
  }
  plot.at = {double(view.current()->threads), double(curves.blocks[view.now].warps)};
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
                        const OccupancyBlock& block, const WhatIf& what_if) {
  const OccupancyFigures figures = occupancy_figures(gpu, block, what_if);
  std::string words =
      block.block + ": " + percent(figures.fits.share) + ", " + resident_words(gpu, figures);
  if (const double ms = time_of(frame, view, block); ms > 0)
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

void block_column(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                  const OccupancyGpu& gpu, const WhatIf& what_if, const Box& column) {
  const Look& look = frame.look;
  Box head = column.inset(look.length(metrics.frame_x), 0);
  head.x0 = column.x0;
  head.y1 = head.y0 + look.length(metrics.hit);
  put(look, Type::caption, look.tokens.muted, head, "Threads a block");
  put(look, Type::number, look.tokens.text, head, grouped(view.current()->threads), Align::right);
  const Box box = plot_of(look, column);
  const StepPlot plot = block_plot(frame, view, curves_of(frame.state.occupancy, gpu, view), gpu);
  const StepPress press = put_step_plot(look, ids::occupancy_blocks, plot, box);
  help(look,
       {.name = "Threads a block",
        .text = press.hovered ? block_words(frame, view, gpu, view.blocks[*press.hovered], what_if)
                              : "Warps that stay on a multiprocessor with each block that the "
                                "variant may have, as dots; measured times as bars, the "
                                "slowest as high as the plot. A click takes a block.",
        .option = command_of(frame) + " --variant " + variant.info->name + " --block"});
  if (press.clicked) look_at_block(frame, variant, view.blocks[*press.clicked].block);
}

void registers_column(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                      const OccupancyFigures& figures, WhatIf& what_if, const Box& column) {
  const Look& look = frame.look;
  const Help about{.name = "Registers a thread",
                   .text =
                       "What if the compiler had given a thread more registers, or fewer? Drag, "
                       "or type. A right click takes what it gave.",
                   .range = "1 \u2026 255",
                   .option = command_of(frame) + " --registers"};
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
                   .option = command_of(frame) + " --shared"};
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

void put_curves(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
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
  block_column(frame, variant, view, gpu, what_if, column(0));
  registers_column(frame, view, gpu, figures, what_if, column(1));
  shared_column(frame, view, gpu, figures, what_if, column(2));
}

/// What times say beside it, where some are known: at the foot. Returns what is left above.
Box put_speed(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu, Box box) {
  const Look& look = frame.look;
  std::vector<BlockSpeed> speeds;
  for (const OccupancyBlock& block : view.blocks)
    if (const double ms = time_of(frame, view, block); ms > 0)
      speeds.push_back({block.block, occupancy_figures(gpu, block).fits.share, ms});
  const std::string words = speed_words(speeds);
  if (words.empty()) return box;
  const Box line{box.x0, box.y1 - look.length(line_height), box.x1, box.y1};
  put(look, Type::body, look.tokens.text, line, elided(look, Type::body, words, line.width()));
  hover_text(look, line, words);
  box.y1 = line.y0 - look.length(0.2);
  return box;
}

}  // namespace

std::string occupancy_hindrance(const Frame& frame) {
  return looked_at_hindrance(frame, "looked at");
}

void occupancy_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  const OccupancyRequest request{looked_at_choice(frame, *variant), frame.state.occupancy.compute};
  const OccupancyView* const view = frame.model.occupancy;
  const Gpus gpus = gpus_of(frame);
  frame.result.occupancy = request;
  if (frame.result.occupancy->compute == 0 && gpus.chosen().present)
    frame.result.occupancy->compute = gpus.chosen().limits.compute;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  looked_at_list(frame, ids::occupancy_variant, *variant, command_of(frame),
                 "The CUDA variant whose kernel is looked at. It runs too, if it can run here.",
                 look.length(variant_width));
  gpu_list(frame, gpus);
  looked_at_blocks(frame, ids::occupancy_block, *variant, command_of(frame),
                   look.length(block_width));
  Box rest = box;
  rest.y0 += look.length(metrics.hit + 0.2);
  if (!view || view->request != *frame.result.occupancy)
    return void(put_middle(look, look.tokens.muted, rest,
                           frame.model.job ? "Nothing is looked up while times are measured."
                                           : "Looking up what the compiler made\u2026"));
  if (!view->refusal.empty())
    return void(put_middle(look, look.tokens.muted, rest,
                           view->refusal + (view->advice.empty() ? "" : ": " + view->advice)));
  WhatIf& what_if = what_if_of(frame.state.occupancy, *view);
  reset_button(frame, what_if);
  const OccupancyGpu& gpu = gpus.chosen();
  const OccupancyFigures figures = occupancy_figures(gpu, *view->current(), what_if);
  rest.y0 = put_words(frame, *view, gpu, figures, what_if.any(), rest) + look.length(0.3);
  rest = put_speed(frame, *view, gpu, rest);
  if (rest.height() > look.length(metrics.hit + 3))
    put_curves(frame, *variant, *view, gpu, figures, what_if, rest);
}

}  // namespace livewarp::ui
