// The tab Occupancy: warps that stay on a multiprocessor, over what decides how many.
#include "ui/explain/panel_occupancy.h"

#include <algorithm>

#include "kernels/core/base/text.h"
#include "ui/explain/looked_at.h"
#include "ui/explain/occupancy_row.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/occupancy_curves.h"

namespace livewarp::ui {

namespace {

constexpr double line_height = 1.3;  // em

/// What is assumed is so of one kernel on one GPU.
WhatIf& what_if_of(State::Occupancy& state, const OccupancyView& view) {
  const std::string about = view.request.choice.workload + "/" + view.current()->kernel + "/" +
                            compute_text(view.compute);
  if (about != state.about) state.what_if = {};
  state.about = about;
  return state.what_if;
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

/// What the hardware counted beside what the launch allows. Returns where it ends.
float put_achieved(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                   const OccupancyFigures& figures, Box box) {
  if (!is_counted(frame, view, gpu)) return box.y0;
  const Look& look = frame.look;
  box.y1 = box.y0 + look.length(line_height);
  const std::string words = achieved_words(figures.fits.share, frame.model.counters);
  put(look, Type::caption, look.tokens.muted, box, elided(look, Type::caption, words, box.width()));
  hover_text(look, box,
             words + "\nOf the warps that a multiprocessor can hold those that were active, on "
                     "average over the cycles in which it had any: of the whole step.");
  return box.y1;
}

// -- times over resident warps --------------------------------------------------------------------

/// Warps that stayed, and the times of launches that let so many stay.
StepPlot warps_plot(const std::vector<WarpTime>& times, const OccupancyGpu& gpu, int now) {
  const double all = gpu.limits.warps;
  StepPlot plot{.x_max = all, .y_max = all};
  plot.ticks = {
      {0, "0"}, {all / 2, grouped(gpu.limits.warps / 2)}, {all, grouped(gpu.limits.warps)}};
  const double slowest = std::ranges::max_element(times, {}, &WarpTime::ms)->ms;
  for (const WarpTime& time : times)
    plot.points.push_back({double(time.warps), double(time.warps), time.ms / slowest});
  plot.at = {double(now), double(now)};
  return plot;
}

std::string warp_time_words(const WarpTime& time, const OccupancyGpu& gpu) {
  std::string words = grouped(time.reserved) + " KiB reserved: " + grouped(time.warps) + " of " +
                      grouped(gpu.limits.warps) + " warps";
  if (time.in_flight)
    words += ", at most " + memory_size(std::size_t(*time.in_flight)) + " in flight (model)";
  return words + middle_dot + time_text(time.ms) + " measured\nclick: reserve so much";
}

// -- the tab --------------------------------------------------------------------------------------

/// What is to be learnt, at the foot: whether the fullest block is the fastest, or what the shape
/// of a block should matter. Returns what is left above.
Box put_lesson(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu, Box box) {
  const Look& look = frame.look;
  const std::vector<double> ms = measured_times(frame, view, gpu);
  std::string words;
  if (shows_warps(frame, view, gpu)) {
    words = warp_words(reserve_times(frame, view, gpu));
  } else if (shows_shapes(frame, view)) {
    const std::vector<ShapeOfBlock> shapes = shapes_of_threads(view);
    std::vector<double> of_shapes;
    of_shapes.reserve(shapes.size());
    for (const ShapeOfBlock& shape : shapes) of_shapes.push_back(ms[shape.at]);
    words = shape_words(view, shapes, of_shapes);
  } else {
    std::vector<BlockSpeed> speeds;
    for (std::size_t i = 0; i < ms.size(); ++i)
      if (ms[i] > 0)
        speeds.push_back(
            {view.blocks[i].block, occupancy_figures(gpu, view.blocks[i]).fits.share, ms[i]});
    words = speed_words(speeds);
  }
  if (words.empty()) return box;
  Box line{box.x0, box.y1 - look.length(line_height), box.x1, box.y1};
  box.y1 = line.y0 - look.length(0.2);
  if (shows_warps(frame, view, gpu) ||
      std::ranges::any_of(ms, [](double each) { return each > 0; })) {
    put_swatch(look, Slot::kernel, line.with_width(look.em));  // of the bars
    line.x0 += look.length(1.4);
  }
  put(look, Type::body, look.tokens.text, line, elided(look, Type::body, words, line.width()));
  hover_text(look, line, words);
  return box;
}

}  // namespace

bool shows_shapes(const Frame& frame, const OccupancyView& view) {
  return frame.state.occupancy.shapes && has_shapes(view);
}

std::vector<double> measured_times(const Frame& frame, const OccupancyView& view,
                                   const OccupancyGpu& gpu) {
  std::vector<double> ms(view.blocks.size());
  if (!is_in_use(frame, gpu) || view.request.choice.variant != frame.model.choice.variant)
    return ms;
  for (std::size_t i = 0; i < ms.size(); ++i) {
    const auto found = frame.model.block_times.find(view.blocks[i].block);
    if (found != frame.model.block_times.end()) ms[i] = found->second;
  }
  return ms;
}

std::vector<WarpTime> reserve_times(const Frame& frame, const OccupancyView& view,
                                    const OccupancyGpu& gpu) {
  if (!is_in_use(frame, gpu) || view.request.choice.variant != frame.model.choice.variant)
    return {};
  return warp_times(gpu, view, frame.model.reserve_times,
                    frame.model.cost.requested_bytes * frame.model.time_steps);
}

bool shows_warps(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu) {
  return frame.state.occupancy.warps && !reserve_times(frame, view, gpu).empty();
}

void put_warp_times(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                    const OccupancyGpu& gpu, int warps, const Box& box) {
  const std::vector<WarpTime> times = reserve_times(frame, view, gpu);
  const StepPress press =
      put_step_plot(frame.look, ids::occupancy_blocks, warps_plot(times, gpu, warps), box);
  help(frame.look,
       {.name = "Resident warps",
        .text = press.hovered ? warp_time_words(times[*press.hovered], gpu)
                              : "What a step took with so many warps on a multiprocessor, as bars, "
                                "the slowest as high as the plot. A click reserves as much shared "
                                "memory again; Sweep, over occupancy, measures all.",
        .option = "livewarp sweep " + frame.model.choice.workload + " --over reserve-shared"});
  if (press.clicked) look_at_reserve(frame, variant, times[*press.clicked].reserved);
}

std::string occupancy_command(const Frame& frame) {
  return "livewarp occupancy " + frame.model.choice.workload;
}

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
  put_occupancy_lists(frame, *variant, gpus, view, box);
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
  const OccupancyGpu& gpu = gpus.chosen();
  put_occupancy_buttons(frame, *view, gpu, what_if, box);
  const OccupancyFigures figures = occupancy_figures(gpu, *view->current(), what_if);
  rest.y0 = put_words(frame, *view, gpu, figures, what_if.any(), rest);
  rest.y0 = put_achieved(frame, *view, gpu, figures, rest) + look.length(0.3);
  rest = put_lesson(frame, *view, gpu, rest);
  if (rest.height() > look.length(metrics.hit + 3))
    put_occupancy_curves(frame, *variant, *view, gpu, figures, what_if, rest);
}

}  // namespace livewarp::ui
