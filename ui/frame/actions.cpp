#include "ui/frame/actions.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

/// Whose chord it is; while a lecture is given, those of the lecture come first.
template <class IsChord>
KeyAction with_chord(std::span<const Action> all, bool in_lecture, const IsChord& is_chord) {
  for (const bool of_lecture : {true, false}) {
    if (of_lecture && !in_lecture) continue;
    for (const Action& action : all) {
      if (action.in_lecture != of_lecture) continue;
      for (const Chord& each : action.chords)
        if (is_chord(each)) return {&action, each.argument};
    }
  }
  return {};
}

KeyAction with_key(std::span<const Action> all, int chord, bool in_lecture) {
  return with_chord(all, in_lecture,
                    [&](const Chord& each) { return each.key != 0 && each.key == chord; });
}

}  // namespace

bool Action::only_by_key() const {
  return std::ranges::any_of(chords, [](const Chord& chord) { return chord.argument != 0; });
}

std::string Action::key(const Frame& frame) const {
  if (std::string text = shown_key(frame); !text.empty() || chords.empty()) return text;
  if (key_is_taken(frame, *this)) return {};
  const Chord& first = chords.front();
  if (first.key == 0) return {char(first.character)};
  return key_text(first.key & ~ImGuiMod_Mask_, first.key & ImGuiMod_Mask_);
}

const std::vector<Action>& actions() {
  static const std::vector<Action> all = [] {
    std::vector<Action> parts = running_actions();
    std::ranges::move(handover_actions(), std::back_inserter(parts));
    std::ranges::move(analysis_actions(), std::back_inserter(parts));
    std::ranges::move(studying_actions(), std::back_inserter(parts));
    std::ranges::move(blocks_actions(), std::back_inserter(parts));
    std::ranges::move(warp_actions(), std::back_inserter(parts));
    std::ranges::move(edit_actions(), std::back_inserter(parts));
    std::ranges::move(exercise_actions(), std::back_inserter(parts));
    std::ranges::move(fault_actions(), std::back_inserter(parts));
    std::ranges::move(looking_actions(), std::back_inserter(parts));
    std::ranges::move(lecture_actions(), std::back_inserter(parts));
    return parts;
  }();
  return all;
}

const Action& action(std::string_view id) {
  const auto found = std::ranges::find(actions(), id, &Action::id);
  if (found == actions().end()) throw std::logic_error("there is no action " + std::string(id));
  return *found;
}

bool changes_run(AppCommand command) {
  return std::ranges::any_of(actions(), [&](const Action& action) {
    return action.command == command && action.changes_run;
  });
}

KeyAction action_of(std::span<const Action> all, const KeyPress& press, bool in_lecture) {
  KeyAction found = with_key(all, press.key | press.modifiers, in_lecture);
  // A digit with Shift is another character on many keyboards.
  if (!found.action && press.shift() && (press.ctrl() || !is_digit(press.key)))
    found = with_key(all, press.key | (press.modifiers & ~ImGuiMod_Shift), in_lecture);
  return found.action && press.repeats && !found.action->repeats ? KeyAction{} : found;
}

KeyAction action_of(std::span<const Action> all, char32_t character, bool in_lecture) {
  return with_chord(all, in_lecture, [&](const Chord& each) {
    return each.key == 0 && each.character == character;
  });
}

bool key_is_taken(const Frame& frame, const Action& action) {
  if (!frame.model.lecture || action.in_lecture || action.chords.empty()) return false;
  const Chord& first = action.chords.front();
  const KeyAction leads = with_chord(frame.actions, true, [&](const Chord& each) {
    return each.key == first.key && (first.key != 0 || each.character == first.character);
  });
  return leads.action && leads.action->in_lecture;
}

std::vector<const Action*> actions_in(std::span<const Action> all, Menu menu) {
  const auto place = [&](const Action* action) {
    return std::ranges::find(action->menus, menu, &MenuPlace::menu);
  };
  std::vector<const Action*> found;
  for (const Action& action : all)
    if (place(&action) != action.menus.end()) found.push_back(&action);
  std::ranges::stable_sort(found, {}, [&](const Action* each) { return place(each)->rank; });
  return found;
}

std::string busy_text(const Model& model) {
  if (!model.job) return {};
  return (model.job->holds_run ? "A measurement is running" : model.job->name) +
         std::string(": Esc stops it.");
}

std::string why_not(const Frame& frame, const Action& action) {
  const auto& job = frame.model.job;
  if (action.changes_run && job && job->holds_run) return busy_text(frame.model);
  return action.reason(frame);
}

Help help_of(const Frame& frame, const Action& action) {
  Help about{.name = action.label,
             .key = action.key(frame),
             .text = action.help(frame),
             .option = action.option(frame),
             .reason = why_not(frame, action)};
  about.only_here = about.option.empty();
  return about;
}

void perform(Frame& frame, const Action& action, int argument) {
  if (const std::string why = why_not(frame, action); !why.empty())
    return void(show_toast(frame, why));
  if (action.run) action.run(frame, argument);
  if (action.command) frame.result.commands.push_back(*action.command);
}

void perform(Frame& frame, std::string_view id) { perform(frame, action(id)); }

ButtonLook button_look(const Action& action, bool chosen) {
  const BarButton& bar = action.bar;
  if (chosen && bar.chosen_icon != Icon::none) return {bar.chosen_icon, bar.chosen_label};
  return {bar.icon, bar.label, chosen};
}

void action_button(Frame& frame, const Action& action, ButtonSpec spec) {
  Help about = help_of(frame, action);
  const ButtonLook shown = button_look(action, action.chosen && action.chosen(frame));
  if (shown.label[0] != '\0') about.name = shown.label;
  spec.enabled = about.reason.empty();
  if (button(frame.look, action.id, spec)) perform(frame, action);
  help(frame.look, about);
}

void action_button(Frame& frame, std::string_view id, const ButtonSpec& spec) {
  action_button(frame, action(id), spec);
}

}  // namespace livewarp::ui
