#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

// Dear ImGui moves its own focus with Space, Tab, Enter and the arrows. Owning them keeps them ours:
// else Space would press a button after an arrow, instead of pausing.
constexpr std::array owned{
    ImGuiKey_Space,   ImGuiKey_Tab,       ImGuiKey_Enter,     ImGuiKey_KeypadEnter,
    ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
    ImGuiKey_R,       ImGuiKey_B,         ImGuiKey_Q,         ImGuiKey_F1,
    ImGuiKey_P,       ImGuiKey_X,         ImGuiKey_F2,        ImGuiKey_F9,
    ImGuiKey_F11,     ImGuiKey_F12,       ImGuiKey_1,         ImGuiKey_2,
    ImGuiKey_3,       ImGuiKey_4,         ImGuiKey_5,         ImGuiKey_6,
    ImGuiKey_7,       ImGuiKey_8,         ImGuiKey_9,         ImGuiKey_Keypad1,
    ImGuiKey_Keypad2, ImGuiKey_Keypad3,   ImGuiKey_Keypad4,   ImGuiKey_Keypad5,
    ImGuiKey_Keypad6, ImGuiKey_Keypad7,   ImGuiKey_Keypad8,   ImGuiKey_Keypad9,
    ImGuiKey_G,       ImGuiKey_L,         ImGuiKey_T,         ImGuiKey_F10,
    ImGuiKey_PageUp,  ImGuiKey_PageDown,  ImGuiKey_Home,      ImGuiKey_Backspace,
    ImGuiKey_W};

/// Ours whoever else has the keyboard, alone or with Ctrl: none of them moves the ring or uses a control.
constexpr std::array always_owned{
    ImGuiKey_F1,      ImGuiKey_F2,      ImGuiKey_F9,      ImGuiKey_F10,     ImGuiKey_F11,
    ImGuiKey_F12,     ImGuiKey_Q,       ImGuiKey_1,       ImGuiKey_2,       ImGuiKey_3,
    ImGuiKey_4,       ImGuiKey_5,       ImGuiKey_6,       ImGuiKey_7,       ImGuiKey_8,
    ImGuiKey_9,       ImGuiKey_Keypad1, ImGuiKey_Keypad2, ImGuiKey_Keypad3, ImGuiKey_Keypad4,
    ImGuiKey_Keypad5, ImGuiKey_Keypad6, ImGuiKey_Keypad7, ImGuiKey_Keypad8, ImGuiKey_Keypad9};

ImGuiID owner() { return ImHashStr("Livewarp keys"); }

void change_text_size(Frame& frame, int direction) {
  State& state = frame.state;
  state.text_scale = direction == 0 ? 1 : next_text_scale(state.text_scale, direction);
  ImGui::MarkIniSettingsDirty();
}

/// 1 ... 9, of the row of digits or the keypad.
std::optional<int> number_pressed(const Frame& frame) {
  for (int i = 0; i < 9; ++i)
    if (own_key(frame, ImGuiKey_1 + i) || own_key(frame, ImGuiKey_Keypad1 + i)) return i + 1;
  return std::nullopt;
}

/// What was painted is no setting: R begins anew.
void undo_or_redo(Frame& frame, bool redo) {
  if (redo ? frame.model.can_redo : frame.model.can_undo)
    frame.command(redo ? Command::redo : Command::undo);
  else
    show_sign(frame, redo ? "Nothing to redo" : "Nothing to undo: no setting was changed yet");
}

/// `typing`: a text is being written, and Ctrl Z and Ctrl Y are about its letters.
void ctrl_keys(Frame& frame, bool typing, bool shift) {
  const auto hit = [&](std::initializer_list<ImGuiKey> keys) {
    return std::ranges::any_of(frame.presses, [&](const KeyPress& press) {
      return std::ranges::count(keys, ImGuiKey(press.key)) > 0;
    });
  };
  if (hit({ImGuiKey_Equal, ImGuiKey_KeypadAdd})) change_text_size(frame, +1);
  if (hit({ImGuiKey_Minus, ImGuiKey_KeypadSubtract})) change_text_size(frame, -1);
  if (hit({ImGuiKey_0, ImGuiKey_Keypad0})) change_text_size(frame, 0);
  if (own_key(frame, ImGuiKey_Q)) frame.command(Command::quit);
  if (!typing && hit({ImGuiKey_Z})) undo_or_redo(frame, shift);
  if (!typing && hit({ImGuiKey_Y})) undo_or_redo(frame, true);
  if (const auto number = number_pressed(frame)) choose_workload(frame, *number);
}

void quit_or_warn(Frame& frame) {
  if (frame.now < frame.state.quit_until)
    frame.command(Command::quit);
  else
    frame.state.quit_until = show_sign(frame, "Press again to quit");
}

/// A notice that stays until it is closed.
const Notice* open_error(const Model& model) {
  for (const Notice& notice : model.notices)
    if (notice.severity == Severity::error) return &notice;
  return nullptr;
}

/// Undoes the topmost layer. Popups and text inputs close themselves.
void escape(Frame& frame) {
  State& state = frame.state;
  if (state.help_open)
    state.help_open = false;
  else if (frame.model.job)
    frame.command(Command::cancel_job);
  else if (const Notice* error = open_error(frame.model))
    frame.result.dismissed.push_back(error->id);
  else if (state.analysis.open && state.shown == Shown::all && !state.presenting)
    show_analysis(frame, false);
  else if (state.drawer_open && frame.columns.arrangement == Arrangement::drawer)
    state.drawer_open = false;
  else if (state.presenting)
    state.switch_presenter = true;
  else
    quit_or_warn(frame);
}

void hide_panels(State& state, bool readout_too) {
  const Shown hidden = readout_too ? Shown::nothing : Shown::readout;
  state.shown = state.shown == hidden ? Shown::all : hidden;
}

/// Keys that are characters: where they lie differs from keyboard to keyboard.
void typed_characters(Frame& frame) {
  for (const char32_t c : frame.characters) {
    switch (c) {
    case '.': frame.command(Command::step); break;
    case '[': step_block(frame, -1); break;
    case ']': step_block(frame, +1); break;
    case '+': step_size(frame, +1); break;
    case '-': step_size(frame, -1); break;
    case '/': frame.state.set_line = {.open = true}; break;
    default: break;
    }
  }
}

void arrows(Frame& frame, bool shift) {
  if (frame.state.help_open) return;  // they scroll it
  if (shift) {
    if (own_key(frame, ImGuiKey_LeftArrow, true)) change_block(frame, -1, 0);
    if (own_key(frame, ImGuiKey_RightArrow, true)) change_block(frame, +1, 0);
    if (own_key(frame, ImGuiKey_UpArrow, true)) change_block(frame, 0, +1);
    if (own_key(frame, ImGuiKey_DownArrow, true)) change_block(frame, 0, -1);
    return;
  }
  if (own_key(frame, ImGuiKey_UpArrow, true)) move_cursor(frame, -1);
  if (own_key(frame, ImGuiKey_DownArrow, true)) move_cursor(frame, +1);
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  const bool on_scene = focused && (focused == ImGui::FindWindowByName(ids::scene) ||
                                    focused == ImGui::FindWindowByName(ids::full_scene));
  if (on_scene && own_key(frame, ImGuiKey_RightArrow, true)) frame.command(Command::step);
}

/// The program's menu, or that of the row under the cursor.
void open_menu(Frame& frame, bool of_row) {
  State& state = frame.state;
  if (state.presenting || state.shown != Shown::all) return;
  if (of_row && frame.cursor_row()) {
    state.row_menu = state.cursor;
    state.row_menu_asked = state.row_menu_by_key = state.scroll_to_cursor = true;
  } else if (!of_row) {
    state.menu_asked = true;
  }
}

void function_keys(Frame& frame, bool shift) {
  State& state = frame.state;
  if (own_key(frame, ImGuiKey_F10)) open_menu(frame, shift);
  if (own_key(frame, ImGuiKey_F1)) state.help_open = !state.help_open;
  if (own_key(frame, ImGuiKey_F2) && frame.columns.arrangement == Arrangement::drawer)
    state.drawer_open = !state.drawer_open;
  if (own_key(frame, ImGuiKey_F9)) state.switch_presenter = true;
  if (own_key(frame, ImGuiKey_F11)) frame.command(Command::toggle_fullscreen);
  if (own_key(frame, ImGuiKey_F12)) frame.command(Command::picture);
}

void plain_keys(Frame& frame, bool shift) {
  State& state = frame.state;
  if (own_key(frame, ImGuiKey_Space)) frame.wanted.paused = !frame.wanted.paused;
  if (own_key(frame, ImGuiKey_Tab) && !state.presenting) hide_panels(state, shift);
  if (own_key(frame, ImGuiKey_R)) frame.command(Command::reset);
  if (own_key(frame, ImGuiKey_B)) frame.command(Command::measure_all);
  if (own_key(frame, ImGuiKey_P)) frame.command(shift ? Command::unpin : Command::pin);
  if (own_key(frame, ImGuiKey_X)) frame.command(Command::flip);
  if (own_key(frame, ImGuiKey_G)) measure_course_graph(frame);
  if (own_key(frame, ImGuiKey_W)) show_lens(frame);
  if (own_key(frame, ImGuiKey_Enter) || own_key(frame, ImGuiKey_KeypadEnter)) measure_cursor(frame);
  if (own_key(frame, ImGuiKey_L)) state.lesson_open = !state.lesson_open;
  if (own_key(frame, ImGuiKey_T)) {
    state.theme = state.theme == Theme::dark ? Theme::light : Theme::dark;
    ImGui::MarkIniSettingsDirty();
  }
  if (own_key(frame, ImGuiKey_Q)) quit_or_warn(frame);
  if (const auto number = number_pressed(frame); number && !shift)
    choose_numbered_row(frame, *number);
  arrows(frame, shift);
}

bool popup_is_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

/// What works beside the ring, a list that is open, and typing. A key that leads elsewhere closes the list.
void keys_at_any_time(Frame& frame, bool typing, const KeyPress& with) {
  State& state = frame.state;
  const bool popup = popup_is_open();
  for (const ImGuiKey key : always_owned)
    ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  const bool slash = !typing && std::ranges::count(frame.characters, U'/') > 0;
  if (with.ctrl() && !slash) return ctrl_keys(frame, typing, with.shift());
  if (!slash && with.alt()) return;
  const bool leads_away = slash || own_key(frame, ImGuiKey_F1) || own_key(frame, ImGuiKey_F2) ||
                          own_key(frame, ImGuiKey_F9) || own_key(frame, ImGuiKey_F10);
  if (leads_away) state.set_line = {.open = slash};
  if (leads_away && popup) ImGui::ClosePopupToLevel(0, true);
  if (!popup || !own_key(frame, ImGuiKey_F10)) function_keys(frame, with.shift());
}

/// What was pressed and typed, all with the same modifiers.
void keys_with(Frame& frame, const KeyPress& with) {
  const bool popup = popup_is_open();
  if (with.ctrl() && !popup && !frame.state.set_line.open && pressed(frame, ImGuiKey_Tab, true))
    return next_panel(with.shift() ? -1 : +1);
  const bool typing = ImGui::GetIO().WantTextInput;
  if (keyboard_taken()) return keys_at_any_time(frame, typing, with);
  for (const ImGuiKey key : owned) ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  if (frame.state.set_line.open) {
    set_line_keys(frame);
    return keys_at_any_time(frame, true, with);
  }
  // By now Esc has ended typing, closed a popup or the focus ring: then it was not meant for us.
  if (!frame.state.keyboard_was_taken && pressed(frame, ImGuiKey_Escape)) escape(frame);
  typed_characters(frame);
  picture_keys(frame, with.ctrl(), with.shift());
  if (with.ctrl()) return ctrl_keys(frame, false, with.shift());
  if (with.alt()) return;
  function_keys(frame, with.shift());
  plain_keys(frame, with.shift());
}

}  // namespace

bool pressed(const Frame& frame, int key, bool repeats) {
  return std::ranges::any_of(frame.presses, [&](const KeyPress& press) {
    return press.key == key && (repeats || !press.repeats);
  });
}

bool own_key(const Frame& frame, int key, bool repeats) {
  return pressed(frame, key, repeats) && ImGui::TestKeyOwner(ImGuiKey(key), owner());
}

bool keyboard_taken() { return ImGui::GetIO().WantTextInput || ring_is_seen() || popup_is_open(); }

void note_keyboard(State& state) {
  state.keyboard_was_taken = keyboard_taken();
  state.popup_was_open = popup_is_open();
  state.control_was_active = ImGui::GetCurrentContext()->ActiveId != 0;
  if (!state.popup_was_open) state.ring_was_seen = ring_is_seen();
}

/// One press after the other, each with its own modifiers; characters that were typed go first.
void handle_keys(Frame& frame) {
  frame.state.hand = {};
  end_ring(frame.state, popup_is_open());
  const std::vector<KeyPress> all = std::exchange(frame.presses, {});
  if (all.empty()) keys_with(frame, {.modifiers = frame.state.held_modifiers});
  for (const KeyPress& press : all) {
    frame.presses = {press};
    keys_with(frame, press);
    frame.characters.clear();
  }
  frame.presses = all;
}

}  // namespace livewarp::ui
