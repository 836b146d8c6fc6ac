#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

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

bool pressed(ImGuiKey key, bool repeats = false) { return own_key(key, repeats); }

void change_text_size(Frame& frame, int direction) {
  State& state = frame.state;
  state.text_scale = direction == 0 ? 1 : next_text_scale(state.text_scale, direction);
  ImGui::MarkIniSettingsDirty();
}

/// 1 ... 9, of the row of digits or the keypad.
std::optional<int> number_pressed() {
  for (int i = 0; i < 9; ++i)
    if (pressed(ImGuiKey(ImGuiKey_1 + i)) || pressed(ImGuiKey(ImGuiKey_Keypad1 + i))) return i + 1;
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
void ctrl_keys(Frame& frame, bool typing) {
  const auto hit = [](std::initializer_list<ImGuiKey> keys) {
    for (const ImGuiKey key : keys)
      if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, ImGuiKeyOwner_Any)) return true;
    return false;
  };
  if (hit({ImGuiKey_Equal, ImGuiKey_KeypadAdd})) change_text_size(frame, +1);
  if (hit({ImGuiKey_Minus, ImGuiKey_KeypadSubtract})) change_text_size(frame, -1);
  if (hit({ImGuiKey_0, ImGuiKey_Keypad0})) change_text_size(frame, 0);
  if (pressed(ImGuiKey_Q)) frame.command(Command::quit);
  const bool shift = ImGui::GetIO().KeyShift;
  if (!typing && hit({ImGuiKey_Z})) undo_or_redo(frame, shift);
  if (!typing && hit({ImGuiKey_Y})) undo_or_redo(frame, true);
  if (const auto number = number_pressed()) choose_workload(frame, *number);
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
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
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
    if (pressed(ImGuiKey_LeftArrow, true)) change_block(frame, -1, 0);
    if (pressed(ImGuiKey_RightArrow, true)) change_block(frame, +1, 0);
    if (pressed(ImGuiKey_UpArrow, true)) change_block(frame, 0, +1);
    if (pressed(ImGuiKey_DownArrow, true)) change_block(frame, 0, -1);
    return;
  }
  if (pressed(ImGuiKey_UpArrow, true)) move_cursor(frame, -1);
  if (pressed(ImGuiKey_DownArrow, true)) move_cursor(frame, +1);
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  const bool on_scene = focused && (focused == ImGui::FindWindowByName(ids::scene) ||
                                    focused == ImGui::FindWindowByName(ids::full_scene));
  if (on_scene && pressed(ImGuiKey_RightArrow, true)) frame.command(Command::step);
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
  if (pressed(ImGuiKey_F10)) open_menu(frame, shift);
  if (pressed(ImGuiKey_F1)) state.help_open = !state.help_open;
  if (pressed(ImGuiKey_F2) && frame.columns.arrangement == Arrangement::drawer)
    state.drawer_open = !state.drawer_open;
  if (pressed(ImGuiKey_F9)) state.switch_presenter = true;
  if (pressed(ImGuiKey_F11)) frame.command(Command::toggle_fullscreen);
  if (pressed(ImGuiKey_F12)) frame.command(Command::picture);
}

void plain_keys(Frame& frame, bool shift) {
  State& state = frame.state;
  if (pressed(ImGuiKey_Space)) frame.wanted.paused = !frame.wanted.paused;
  if (pressed(ImGuiKey_Tab) && !state.presenting) hide_panels(state, shift);
  if (pressed(ImGuiKey_R)) frame.command(Command::reset);
  if (pressed(ImGuiKey_B)) frame.command(Command::measure_all);
  if (pressed(ImGuiKey_P)) frame.command(shift ? Command::unpin : Command::pin);
  if (pressed(ImGuiKey_X)) frame.command(Command::flip);
  if (pressed(ImGuiKey_G)) measure_course_graph(frame);
  if (pressed(ImGuiKey_W)) show_lens(frame);
  if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) measure_cursor(frame);
  if (pressed(ImGuiKey_L)) state.lesson_open = !state.lesson_open;
  if (pressed(ImGuiKey_T)) {
    state.theme = state.theme == Theme::dark ? Theme::light : Theme::dark;
    ImGui::MarkIniSettingsDirty();
  }
  if (pressed(ImGuiKey_Q)) quit_or_warn(frame);
  if (const auto number = number_pressed(); number && !shift) choose_numbered_row(frame, *number);
  arrows(frame, shift);
}

bool popup_is_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

/// What works beside the ring, a list that is open, and typing. A key that leads elsewhere closes the list.
void keys_at_any_time(Frame& frame, bool typing) {
  const ImGuiIO& io = ImGui::GetIO();
  State& state = frame.state;
  const bool popup = popup_is_open();
  for (const ImGuiKey key : always_owned)
    ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  const bool slash = !typing && std::ranges::count(io.InputQueueCharacters, ImWchar('/')) > 0;
  if (io.KeyCtrl && !slash) return ctrl_keys(frame, typing);
  if (!slash && (io.KeyAlt || io.KeySuper)) return;
  const bool leads_away = slash || pressed(ImGuiKey_F1) || pressed(ImGuiKey_F2) ||
                          pressed(ImGuiKey_F9) || pressed(ImGuiKey_F10);
  if (leads_away) state.set_line = {.open = slash};
  if (leads_away && popup) ImGui::ClosePopupToLevel(0, true);
  if (!popup || !pressed(ImGuiKey_F10)) function_keys(frame, io.KeyShift);
}

}  // namespace

std::optional<int> key_gone_down() {
  std::optional<int> last;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key) {
    const bool modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
    if (!modifier && ImGui::GetKeyData(ImGuiKey(key))->DownDuration == 0) last = key;
  }
  return last;
}

bool own_key(int key, bool repeats) {
  return ImGui::IsKeyPressed(ImGuiKey(key), repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None,
                             owner());
}

bool keyboard_taken() { return ImGui::GetIO().WantTextInput || ring_is_seen() || popup_is_open(); }

void note_keyboard(State& state) {
  state.keyboard_was_taken = keyboard_taken();
  state.popup_was_open = popup_is_open();
  state.control_was_active = ImGui::GetCurrentContext()->ActiveId != 0;
  if (!state.popup_was_open) state.ring_was_seen = ring_is_seen();
}

void handle_keys(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  frame.state.hand = {};
  const bool popup = popup_is_open();
  end_ring(frame.state, popup);
  if (io.KeyCtrl && !popup && !frame.state.set_line.open &&
      ImGui::IsKeyPressed(ImGuiKey_Tab, ImGuiInputFlags_Repeat, ImGuiKeyOwner_Any))
    return next_panel(io.KeyShift ? -1 : +1);
  if (keyboard_taken()) return keys_at_any_time(frame, io.WantTextInput);
  for (const ImGuiKey key : owned) ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  if (frame.state.set_line.open) {
    set_line_keys(frame);
    return keys_at_any_time(frame, true);
  }
  // By now Esc has ended typing, closed a popup or the focus ring: then it was not meant for us.
  if (!frame.state.keyboard_was_taken && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) escape(frame);
  typed_characters(frame);
  picture_keys(frame.state, io.KeyCtrl, io.KeyShift);
  if (io.KeyCtrl) return ctrl_keys(frame, false);
  if (io.KeyAlt || io.KeySuper) return;
  function_keys(frame, io.KeyShift);
  plain_keys(frame, io.KeyShift);
}

}  // namespace livewarp::ui
