// What the controls say of a variant that cannot run here: that it is studied, what runs meanwhile,
// and what can be seen of it without a GPU.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double study_line = 1.2;    // em
constexpr double study_indent = 1.3;  // em, behind a sign

/// Names it as what it is, in a frame of its own; the way back at the right.
void put_tag(Frame& frame, const VariantEntry& variant) {
  const Look& look = frame.look;
  const Box row = take(look, 0, metrics.hit);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float room = look.length(0.5);
  const float words = text_width(look, Type::body, studied_tag);
  const Box chip = row.with_width(std::min(row.width(), words + 2 * room + look.px));
  put_outline(look, look.tokens.accent, chip);
  put(look, Type::body, look.tokens.text, chip.inset(room, 0), studied_tag);
  hover_text(look, chip, variant.reason);
  const ButtonSpec back{.label = "End", .key = "Esc"};
  const float width = button_width(look, back);
  if (chip.x1 + look.length(0.4) + width > row.x1) return;
  ImGui::SetCursorScreenPos({row.x1 - width, row.y0});
  action_button(frame, ids::end_study, back);
  ImGui::SetCursorScreenPos(after);
}

/// The whole reason why it cannot run.
void reason_lines(Frame& frame, const VariantEntry& variant) {
  const Look& look = frame.look;
  Box box = take(look, 0, study_line);
  put_icon(look, Icon::warn, look.tokens.warn, box, Align::left, 0.9);
  const float room = look.length(study_indent);
  const std::vector<std::string> lines =
      wrapped(look, Type::body, variant.reason, box.width() - room);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) {
      gap(look, 0);
      box = take(look, 0, study_line);
    }
    box.x0 += room;
    put(look, Type::body, look.tokens.text, box, lines[i]);
  }
}

/// Whose numbers stand over the picture, with the sign that it has in the table.
void running_line(const Frame& frame) {
  const Look& look = frame.look;
  Box box = take(look, 0, study_line);
  put_icon(look, Icon::play, look.tokens.accent, box, Align::left, 0.75);
  box.x0 += look.length(study_indent);
  put(look, Type::body, look.tokens.text, box, "running: " + frame.model.variant->title);
}

/// Side by side as long as there is room.
void look_buttons(Frame& frame) {
  const Look& look = frame.look;
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  float x = 0;
  const auto put_button = [&](std::string_view id, const ButtonSpec& spec) {
    const float width = button_width(look, spec);
    if (x > 0 && x + look.length(0.4) + width <= end) same_line(look, 0.4);
    x = ImGui::GetCursorScreenPos().x + width;
    action_button(frame, id, spec);
  };
  for (const AnalysisTab* tab : tabs_of(TabGroup::explain))
    put_button(tab->id, {.label = tab->label, .active = is_shown(frame, *tab), .quiet = false});
  put_button(ids::emulate, {.label = "Verify by the emulator", .key = "V", .quiet = false});
}

/// What the emulator has found; without a time, whatever it was.
void emulated_lines(const Frame& frame, const StudyView& study) {
  const Look& look = frame.look;
  if (!study.emulated) return;
  const EmulatedWords words = emulated_words(*study.emulated);
  bool first = true;
  const float width = ImGui::GetContentRegionAvail().x - look.length(study_indent);
  for (const std::string& each : wrapped(look, Type::body, words.text, std::max(width, 1.0f))) {
    Box box = take(look, 0, study_line);
    if (std::exchange(first, false))
      put_icon(look, words.right ? Icon::tick_hollow : Icon::cross,
               words.right ? look.tokens.ok : look.tokens.error, box, Align::left, 0.9);
    box.x0 += look.length(study_indent);
    put(look, Type::body, look.tokens.text, box, each);
    hover_text(look, box, words.hover);
    gap(look, 0);
  }
}

}  // namespace

EmulatedWords emulated_words(const CheckResult& found) {
  if (found.ok())
    return {
        true, "emulated",
        "Emulated: right at the check sizes, every access checked. No time: only a GPU has one.",
        "error " + scientific(found.error, 2) + ", allowed " + scientific(found.tolerance.rms, 2) +
            middle_dot + found.scope};
  return {false, "emulated: wrong", "Emulated: " + found.failure, found.failure};
}

void study_head(Frame& frame) {
  const VariantEntry* const variant = studied_variant(frame);
  if (!variant || !frame.model.variant) return;
  put_tag(frame, *variant);
  gap(frame.look, 0.2);
  reason_lines(frame, *variant);
  running_line(frame);
}

void study_looks(Frame& frame) {
  if (!frame.studied) return;
  gap(frame.look, 0.4);
  look_buttons(frame);
  if (const StudyView* const study = study_of(frame)) emulated_lines(frame, *study);
}

}  // namespace livewarp::ui
