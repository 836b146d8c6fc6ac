// Faults one below another, each with its switch; in the quiz the answers.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/edit/panel_edit.h"
#include "ui/faults/panel_faults.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double fault_row = 1.5, switch_column = 1.5;  // em

struct RowLook {
  Icon icon = Icon::none;
  Color color;
  bool marked = false;
};

/// A row that is pressed; its icon says how it stands.
bool row(const Look& look, const std::string& id, const std::string& text, const RowLook& shown) {
  const Press pressed = press(look, id.c_str(), 0, fault_row);
  if (shown.marked)
    put_ground(look, look.tokens.selected, pressed.box);
  else if (pressed.hovered)
    put_ground(look, look.tokens.hover, pressed.box);
  Box line = pressed.box.inset(look.length(0.3), 0);
  if (shown.icon != Icon::none) put_icon(look, shown.icon, shown.color, line, Align::left, 0.8);
  line.x0 += look.length(switch_column);
  put(look, Type::body, look.tokens.text, line, text);
  return pressed.clicked;
}

RowLook row_of(const Frame& frame, const FaultOffer& fault) {
  const Tokens& tokens = frame.look.tokens;
  const State::Faults& state = frame.state.faults;
  RowLook shown{Icon::ring, tokens.muted, open_fault(frame) == &fault};
  const auto tried = state.planted.find(fault.name);
  if (tried == state.planted.end()) return shown;
  const auto verdict = frame.model.faults->verdicts.find({fault.name, tried->second});
  const bool known = verdict != frame.model.faults->verdicts.end();
  if (tried->second) {
    shown.icon = known ? Icon::cross : Icon::warn;
    shown.color = known && verdict->second->found ? tokens.error : tokens.warn;
  } else if (known && !verdict->second->found) {
    shown.icon = Icon::tick;
    shown.color = tokens.ok;
  }
  return shown;
}

void fault_rows(Frame& frame) {
  const std::vector<FaultOffer>& offers = frame.model.faults->offers;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const FaultOffer& fault = offers[i];
    const bool open = open_fault(frame) == &fault;
    const bool clicked = row(frame.look, std::to_string(i), fault.title, row_of(frame, fault));
    help(frame.look,
         {.name = fault.title,
          .text = "In " + fault.about + ". A second click plants the fault, or takes it back.",
          .option = "livewarp fault " + fault.name});
    if (!clicked) continue;
    if (open)
      switch_fault(frame);
    else
      frame.state.faults.name = fault.name;
  }
}

/// The answers, with what was right once one was given.
void answer_rows(Frame& frame, const FaultQuestion& question) {
  const Tokens& tokens = frame.look.tokens;
  State::Faults& state = frame.state.faults;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::size_t choice = question.choices[i];
    const FaultOffer& fault = frame.model.faults->offers.at(choice);
    RowLook shown{Icon::ring, tokens.muted, !state.answer && state.cursor == i};
    if (state.answer && choice == question.fault)
      shown = {Icon::tick, tokens.ok, false};
    else if (state.answer && choice == *state.answer)
      shown = {Icon::cross, tokens.error, false};
    const bool clicked = row(frame.look, std::to_string(i), fault.title, shown);
    help(frame.look, {.name = fault.title,
                      .text = "Gives this answer. C moves the mark, Enter answers.",
                      .option = "livewarp fault " + std::to_string(state.question + 1) +
                                " --quiz --answer " + fault.name});
    if (!clicked || state.answer) continue;
    state.cursor = i;
    answer_question(frame);
  }
  gap(frame.look, 0.5);
  said_lines(frame.look, Type::caption, tokens.muted,
             state.answer ? "Enter goes on, U ends the quiz."
                          : "One of them is in this kernel. C moves the mark, Enter answers; what "
                            "finds it is shown then.");
}

}  // namespace

void fault_list(Frame& frame, const Box& box) {
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild("fault-list", {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  {
    const ids::Scope scope(ids::analysis);
    const FaultQuestion* const question = open_question(frame);
    ImGui::PushID(question ? ids::fault_answers : ids::fault_rows);
    if (question)
      answer_rows(frame, *question);
    else
      fault_rows(frame);
    ImGui::PopID();
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
