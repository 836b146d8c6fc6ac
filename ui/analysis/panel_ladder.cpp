#include "ui/analysis/panel_ladder.h"

#include <imgui.h>

#include "ui/charts/ladder_chart.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/ladder.h"

namespace livewarp::ui {

namespace {

ButtonSpec ladder_button(const Frame& frame, const std::string& label) {
  return {.icon = Icon::measure, .label = label, .key = enter_key(frame), .quiet = false};
}

/// Before anything is measured: what there would be to see.
void ask_for_ladder(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  if (frame.model.job)
    return void(put_middle(look, look.tokens.muted, box, "The first times come in a moment."));
  const float end = put_middle(look, look.tokens.text, box,
                               "What does each variant gain? All of them are verified and timed "
                               "under bench conditions.",
                               2);
  std::string label = "Measure all";
  if (frame.model.measure_all_seconds > 0)
    label += ", about " + duration(frame.model.measure_all_seconds);
  const ButtonSpec spec = ladder_button(frame, label);
  ImGui::SetCursorScreenPos(
      {(box.x0 + box.x1 - button_width(look, spec)) / 2, end + look.length(0.4)});
  action_button(frame, ids::measure_all, spec);
}

}  // namespace

const char* proposed_ladder(const Frame& frame) {
  return frame.model.job ? nullptr : ids::measure_all;
}

void ladder_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const Ladder ladder = ladder_of(frame.model);
  if (ladder.empty()) return ask_for_ladder(frame, box);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  action_button(frame, ids::measure_all, ladder_button(frame, "Measure all"));
  const Box beside{ImGui::GetItemRectMax().x + look.length(1), box.y0, box.x1,
                   box.y0 + look.length(metrics.hit)};
  Box rest = box;
  rest.y0 += look.length(metrics.hit + 0.3);
  const auto clicked = put_ladder(look, ids::ladder_bars, ladder, rest, false, beside);
  const VariantEntry* const variant =
      clicked ? frame.variant(ladder.rungs[*clicked].variant) : nullptr;
  if (variant && !frame.model.job) choose_variant(frame, *variant);
}

}  // namespace livewarp::ui
