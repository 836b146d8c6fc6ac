// The tab Occupancy: warps that stay on a multiprocessor, over what decides how many.
#include "ui/analysis/panel_occupancy.h"

#include <imgui.h>

#include <algorithm>

#include "kernels/core/base/text.h"
#include "kernels/core/workload/shared_reserve.h"
#include "ui/analysis/looked_at.h"
#include "ui/frame/actions.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/occupancy_curves.h"

namespace livewarp::ui {

namespace {

constexpr double variant_width = 10, gpu_width = 10.5, block_width = 5, reserve_width = 8;  // em
constexpr double line_height = 1.3;                                                         // em

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
                .option = occupancy_command(frame) + " --arch"});
  if (chosen) frame.state.occupancy.compute = gpus.all[std::size_t(*chosen)].limits.compute;
}

/// KiB that a block can take on that GPU next to what the kernel uses, where that is known.
double most_reserve(const OccupancyGpu& gpu, const OccupancyView* view, const Choice& choice) {
  constexpr std::size_t kib = 1024;
  std::size_t used = 0;
  const OccupancyBlock* const now = view ? view->current() : nullptr;
  if (now && view->request.choice == choice) used = now->shared() - reserved_shared(choice.launch);
  const std::size_t most = most_shared(gpu);
  return used < most ? double((most - used) / kib) : 0;
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

/// What is measured is of this one alone, whatever others the machine has.
bool is_in_use(const Frame& frame, const OccupancyGpu& gpu) {
  if (!gpu.present || !frame.model.machine) return false;
  const auto used = occupancy_gpu_in_use(*frame.model.machine, frame.model.device);
  return used && used->limits.compute == gpu.limits.compute && used->name == gpu.name;
}

/// Counters are read of what runs, on the GPU that it runs on.
bool is_counted(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu) {
  return is_in_use(frame, gpu) && same_setting(view.request.choice, frame.model.choice) &&
         frame.model.counters_reason.empty();
}

void counters_button(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu) {
  if (!is_counted(frame, view, gpu)) return;
  same_line(frame.look, 0.3);
  action_button(frame, ids::read_counters, {.icon = Icon::measure, .label = "Read counters"});
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
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  looked_at_list(frame, ids::occupancy_variant, *variant, occupancy_command(frame),
                 "The CUDA variant whose kernel is looked at. It runs too, if it can run here.",
                 look.length(variant_width));
  gpu_list(frame, gpus);
  looked_at_blocks(frame, ids::occupancy_block, *variant, occupancy_command(frame),
                   look.length(block_width));
  looked_at_reserve(frame, ids::occupancy_reserve, *variant,
                    most_reserve(gpus.chosen(), view, frame.result.occupancy->choice),
                    occupancy_command(frame), look.length(reserve_width));
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
  counters_button(frame, *view, gpu);
  const OccupancyFigures figures = occupancy_figures(gpu, *view->current(), what_if);
  rest.y0 = put_words(frame, *view, gpu, figures, what_if.any(), rest);
  rest.y0 = put_achieved(frame, *view, gpu, figures, rest) + look.length(0.3);
  rest = put_lesson(frame, *view, gpu, rest);
  if (rest.height() > look.length(metrics.hit + 3))
    put_occupancy_curves(frame, *variant, *view, gpu, figures, what_if, rest);
}

}  // namespace livewarp::ui
