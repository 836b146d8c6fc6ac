// Keys lead to the actions of the table: which of them, and when.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

/// While F1 is open they scroll it.
constexpr std::array scroll_help{ImGuiKey_UpArrow,    ImGuiKey_DownArrow, ImGuiKey_LeftArrow,
                                 ImGuiKey_RightArrow, ImGuiKey_PageUp,    ImGuiKey_PageDown,
                                 ImGuiKey_Home};

ImGuiID owner() { return ImHashStr("Livewarp keys"); }

bool popup_is_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

/// Who has the keyboard, at a press.
struct Keyboard {
  bool free = false, typing = false, list_is_open = false;

  bool reaches(Reach reach) const {
    switch (reach) {
    case Reach::free_keyboard: return free;
    case Reach::not_typing: return !typing;
    case Reach::no_open_list: return !list_is_open;
    case Reach::always: return true;
    }
    return false;
  }
};

/// Dear ImGui moves its own focus with Space, Tab, Enter and the arrows. Owning keys keeps them
/// ours: else Space would press a button after an arrow, instead of pausing. Those that are ours at
/// any time move no ring and use no control.
void own_keys(const Frame& frame, bool free) {
  for (const Action& action : frame.actions)
    if (free || action.reach == Reach::always)
      for (const Chord& chord : action.chords)
        if (const auto key = ImGuiKey(chord.key & ~ImGuiMod_Mask_); key != ImGuiKey_None)
          ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  if (free) ImGui::SetKeyOwner(ImGuiKey_Backspace, owner(), ImGuiInputFlags_LockThisFrame);
}

/// A key that leads elsewhere closes what is open.
void follow(Frame& frame, const KeyAction& found, const Keyboard& keyboard) {
  if (!found.action || !keyboard.reaches(found.action->reach)) return;
  if (found.action->leads_away) {
    frame.state.command_palette = {};
    if (popup_is_open()) ImGui::ClosePopupToLevel(0, true);
  }
  perform(frame, *found.action, found.argument);
}

/// Enter begins what the open tab offers, where it offers something.
const char* entered(const Frame& frame, const KeyPress& press) {
  const bool enter = press.key == ImGuiKey_Enter || press.key == ImGuiKey_KeypadEnter;
  if (!enter || press.modifiers != 0 || press.repeats || !tab_has_enter(frame)) return nullptr;
  const AnalysisTab& tab = chosen_tab(frame.state);
  return tab.enter ? tab.enter(frame) : nullptr;
}

/// The characters of the frame, and then one press.
void take_keys(Frame& frame, const KeyPress* press) {
  State& state = frame.state;
  Keyboard keyboard{.free = !keyboard_taken()};
  own_keys(frame, keyboard.free);
  const bool line_is_open = state.command_palette.open;
  keyboard.list_is_open = popup_is_open() || line_is_open;
  keyboard.typing = ImGui::GetIO().WantTextInput || line_is_open;
  if (keyboard.free && line_is_open) command_palette_keys(frame);
  keyboard.free = keyboard.free && !line_is_open;
  const bool lecture = frame.model.lecture.has_value();
  bool written = false;  // a character that is an action
  if (!keyboard.typing)
    for (const char32_t character : std::exchange(frame.characters, {})) {
      const KeyAction found = action_of(frame.actions, character, lecture);
      written = written || found.action;
      follow(frame, found, keyboard);
    }
  if (!press || (state.help_open && std::ranges::count(scroll_help, press->key) > 0)) return;
  // A digit with Shift writes + or / on some keyboards: then that was meant.
  if (written && press->shift() && is_digit(press->key)) return;
  if (const char* id = keyboard.free ? entered(frame, *press) : nullptr) return perform(frame, id);
  follow(frame, action_of(frame.actions, *press, lecture), keyboard);
}

}  // namespace

bool pressed(const Frame& frame, int key, bool repeats) {
  return std::ranges::any_of(frame.presses, [&](const KeyPress& press) {
    return press.key == key && (repeats || !press.repeats);
  });
}

bool keyboard_taken() { return ImGui::GetIO().WantTextInput || ring_is_seen() || popup_is_open(); }

void note_keyboard(State& state) {
  state.keyboard_was_taken = keyboard_taken();
  state.popup_was_open = popup_is_open();
  state.control_was_active = ImGui::GetCurrentContext()->ActiveId != 0;
  if (!state.popup_was_open) state.ring_was_seen = ring_is_seen();
}

/// One press after the other; characters that were typed go first.
void handle_keys(Frame& frame) {
  frame.state.hand = {};
  end_ring(frame.state, popup_is_open());
  const std::vector<KeyPress> all = std::exchange(frame.presses, {});
  if (all.empty()) take_keys(frame, nullptr);
  for (const KeyPress& press : all) {
    frame.presses = {press};
    take_keys(frame, &press);
    frame.characters.clear();
  }
  frame.presses = all;
}

}  // namespace livewarp::ui
