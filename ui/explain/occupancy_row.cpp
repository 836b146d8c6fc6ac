#include "ui/explain/occupancy_row.h"

#include <imgui.h>

#include <algorithm>

#include "kernels/core/workload/shared_reserve.h"
#include "ui/explain/looked_at.h"
#include "ui/explain/panel_occupancy.h"
#include "ui/frame/actions.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double variant_width = 10, gpu_width = 10.5, block_width = 5, reserve_width = 8;  // em
constexpr double list_gap = 0.3;                                                            // em

ButtonSpec reset_spec(bool words) {
  return {.icon = Icon::reset, .label = words ? "As compiled" : ""};
}
ButtonSpec counters_spec(bool words) {
  return {.icon = Icon::measure, .label = words ? "Read counters" : ""};
}

/// Where not all has room, buttons have no words and lists are narrower.
struct TopRow {
  double lists = 1;
  bool words = true;
};

TopRow top_row(const Look& look, float width) {
  const float gap = look.length(list_gap);
  const auto buttons = [&](bool words) {
    return button_width(look, reset_spec(words)) + button_width(look, counters_spec(words)) +
           2 * gap;
  };
  const float lists = look.length(variant_width + gpu_width + block_width + reserve_width);
  if (lists + 3 * gap + buttons(true) <= width) return {};
  return {std::clamp(double((width - 3 * gap - buttons(false)) / lists), 0.2, 1.0), false};
}

void gpu_list(Frame& frame, const Gpus& gpus, float width) {
  const Look& look = frame.look;
  const OccupancyView* const view = frame.model.occupancy;
  std::vector<Option> options;
  for (const OccupancyGpu& gpu : gpus.all) {
    const int compute = gpu.limits.compute;
    const auto reason = view ? view->reasons.find(compute) : std::map<int, std::string>::iterator();
    const bool known = !view || reason == view->reasons.end();
    options.push_back({compute_text(compute), label_of(gpu), known ? "" : reason->second});
  }
  same_line(look, list_gap);
  const auto chosen =
      dropdown(look, ids::occupancy_gpu, options, int(gpus.now), width,
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
  const std::size_t whole = used < most ? (most - used) / kib : 0;
  return double(whole);
}

void reset_button(Frame& frame, WhatIf& what_if, bool words) {
  const Look& look = frame.look;
  if (!what_if.any()) return;
  same_line(look, list_gap);
  if (button(look, ids::occupancy_reset, reset_spec(words))) what_if = {};
  help(look, {.name = "As compiled",
              .text = "Takes registers and shared memory as the compiler made them again.",
              .only_here = true});
}

void counters_button(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu, bool words) {
  if (!is_counted(frame, view, gpu)) return;
  same_line(frame.look, list_gap);
  action_button(frame, ids::read_counters, counters_spec(words));
}

}  // namespace

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

bool is_in_use(const Frame& frame, const OccupancyGpu& gpu) {
  if (!gpu.present || !frame.model.machine) return false;
  const auto used = occupancy_gpu_in_use(*frame.model.machine, frame.model.device);
  return used && used->limits.compute == gpu.limits.compute && used->name == gpu.name;
}

bool is_counted(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu) {
  return is_in_use(frame, gpu) && same_setting(view.request.choice, frame.model.choice) &&
         frame.model.counters_reason.empty();
}

void put_occupancy_lists(Frame& frame, const VariantEntry& variant, const Gpus& gpus,
                         const OccupancyView* view, const Box& box) {
  const TopRow row = top_row(frame.look, box.width());
  const auto width = [&](double em) { return frame.look.length(row.lists * em); };
  const Choice choice = looked_at_choice(frame, variant);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  looked_at_list(frame, ids::occupancy_variant, variant, occupancy_command(frame),
                 "The CUDA variant whose kernel is looked at. It runs too, if it can run here.",
                 width(variant_width));
  gpu_list(frame, gpus, width(gpu_width));
  looked_at_blocks(frame, ids::occupancy_block, variant, occupancy_command(frame),
                   width(block_width));
  looked_at_reserve(frame, ids::occupancy_reserve, variant,
                    most_reserve(gpus.chosen(), view, choice), occupancy_command(frame),
                    width(reserve_width));
}

void put_occupancy_buttons(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                           WhatIf& what_if, const Box& box) {
  const bool words = top_row(frame.look, box.width()).words;
  reset_button(frame, what_if, words);
  counters_button(frame, view, gpu, words);
}

}  // namespace livewarp::ui
