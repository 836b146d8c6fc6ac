// Which warp is followed, and at which of its steps: by lists, numbers and buttons.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kernels/core/base/text.h"
#include "ui/explain/control_flow.h"
#include "ui/explain/looked_at.h"
#include "ui/frame/actions.h"
#include "ui/model/ids.h"
#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

constexpr double warp_list = 10, narrow_warp_list = 8, warp_shapes = 5.4;  // em
constexpr double step_field = 9, around_number = 1.7;
constexpr double wide_tab = 44;  // em: from here on buttons name their keys

std::string warp_command(const Frame& frame) {
  return "livewarp lens " + frame.model.choice.workload;
}

std::string trace_command(const Frame& frame) {
  return warp_command(frame) + " --variant " + frame.state.looked_at.variant + " --trace";
}

struct PlaceField {
  const char* id;
  const char* unit;
  const char* help;
};

/// A whole number from 0 on that is dragged or typed; whether it is another one now.
bool place_number(Frame& frame, ControlFlow& flow, const PlaceField& field, unsigned count,
                  unsigned& value) {
  const Look& look = frame.look;
  const float width = text_width(look, Type::number, grouped(std::max(count, 100u))) +
                      text_width(look, Type::body, field.unit) + look.length(around_number);
  flow.place(width);
  double number = value;
  const double last = double(std::max(count, 1u)) - 1;
  const std::string shown = grouped(value);
  const FieldChange change = number_field(
      look, field.id, number,
      {.max = std::max(last, 1.0), .integer = true, .shown = shown, .unit = field.unit}, width);
  help(look, {.name = field.unit,
              .text = field.help,
              .range = "0 \u2026 " + grouped(std::int64_t(last)),
              .option = trace_command(frame)});
  if (!change.edited) return false;
  value = unsigned(std::llround(std::clamp(number, 0.0, last)));
  return true;
}

void place_fields(Frame& frame, const WarpView& view, ControlFlow& flow) {
  const State::Warp& state = frame.state.warp;
  Dim3 at = view.at;
  unsigned warp = state.warp;
  bool block_changed = false;
  const auto number = [&](const PlaceField& field, unsigned count, unsigned& value) {
    return place_number(frame, flow, field, count, value);
  };
  block_changed |=
      number({ids::warp_block_x, "block x", "Which block of the grid, in x."}, view.grid.x, at.x);
  if (view.grid.y > 1)
    block_changed |=
        number({ids::warp_block_y, "block y", "Which block of the grid, in y."}, view.grid.y, at.y);
  if (view.grid.z > 1)
    block_changed |=
        number({ids::warp_block_z, "block z", "Which block of the grid, in z."}, view.grid.z, at.z);
  const bool warp_changed =
      number({ids::warp_number, "warp", "Which warp of the block."}, view.warps(), warp);
  if (block_changed) choose_warp(frame, at, warp);
  if (warp_changed) choose_warp(frame, state.block, warp);
}

/// Of the steps: "step 12 of 340".
struct StepText {
  std::string number, of;
};

StepText step_text(const Frame& frame, const WarpView& view) {
  return {"step " + grouped(std::int64_t(frame.state.warp.place.step) + 1),
          "of " + grouped(std::int64_t(view.steps.size())) + (view.cut ? ", cut" : "")};
}

float step_width(const Look& look, const WarpView& view) {
  const std::string most = grouped(std::int64_t(view.steps.size()));
  return std::max(look.length(step_field),
                  text_width(look, Type::number, "step " + most) +
                      text_width(look, Type::body, "of " + most + (view.cut ? ", cut" : "")) +
                      look.length(around_number));
}

void step_number(Frame& frame, const WarpView& view, float width) {
  const WarpPlace& place = frame.state.warp.place;
  const auto count = std::int64_t(view.steps.size());
  const StepText text = step_text(frame, view);
  double number = double(place.step) + 1;
  const FieldChange change = number_field(frame.look, ids::warp_step, number,
                                          {.min = 1,
                                           .max = double(std::max<std::int64_t>(count, 2)),
                                           .integer = true,
                                           .shown = text.number,
                                           .unit = text.of},
                                          width);
  help(frame.look,
       {.name = "Step",
        .text = view.cut ? "The warp goes on: only its first steps are kept."
                         : "Of all steps of the warp, a line each.",
        .range = "1 \u2026 " + grouped(count),
        .option = trace_command(frame) + " --from-step " + std::to_string(place.step + 1)});
  if (!change.edited) return;
  frame.state.warp.playing = false;
  go_to(frame, view, step_from(view, {}, std::llround(number) - 1));
}

/// Back, the number of the step, on: in one line where that has room.
void step_controls(Frame& frame, const WarpView& view, ControlFlow& flow, bool wide) {
  const Look& look = frame.look;
  const bool playing = frame.state.warp.playing;
  struct Control {
    const char* id;  ///< null: the number
    ButtonSpec spec;
    std::string key;
  };
  std::array<Control, 6> all{{
      {ids::warp_previous_access, {.icon = Icon::chevron_left, .label = "Access"}, {}},
      {ids::warp_previous_step, {.icon = Icon::chevron_left, .label = "Step"}, {}},
      {nullptr, {}, {}},
      {ids::warp_next_step, {.icon = Icon::chevron_right, .label = "Step"}, {}},
      {ids::warp_next_access, {.icon = Icon::chevron_right, .label = "Access"}, {}},
      {ids::warp_play,
       {.icon = playing ? Icon::pause : Icon::play,
        .label = !wide     ? ""
                 : playing ? "Pause"
                           : "Play",
        .active = playing},
       {}},
  }};
  const auto width = [&](const Control& each) {
    return each.id ? button_width(look, each.spec) : step_width(look, view);
  };
  float together = -flow.between();
  for (Control& each : all) {
    if (each.id && wide) each.key = action(each.id).key(frame);
    each.spec.key = each.key;
    each.spec.quiet = false;
    together += width(each) + flow.between();
  }
  flow.keep_together(together);
  for (const Control& each : all) {
    flow.place(width(each));
    if (each.id)
      action_button(frame, each.id, each.spec);
    else
      step_number(frame, view, width(each));
  }
}

}  // namespace

float warp_controls(Frame& frame, const VariantEntry& variant, const WarpView* view,
                    const Box& box) {
  const Look& look = frame.look;
  const bool wide = box.width() >= look.length(wide_tab);
  ControlFlow flow(look, box);
  const double list = wide ? warp_list : narrow_warp_list;
  flow.place(look.length(list + 0.3 + warp_shapes));
  looked_at_list(frame, ids::warp_variant, variant, warp_command(frame),
                 "Whose warp is followed: a CUDA variant, whether it runs or not.",
                 look.length(list));
  looked_at_blocks(frame, ids::warp_shape, variant, warp_command(frame), look.length(warp_shapes));
  if (view && !view->kernel.empty()) place_fields(frame, *view, flow);
  if (view && view->refusal.empty()) step_controls(frame, *view, flow, wide);
  return flow.end();
}

}  // namespace livewarp::ui
