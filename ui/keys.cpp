#include <imgui.h>
#include <imgui_internal.h>

#include <array>

#include "kernels/core/param.h"
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
    ImGuiKey_G};

ImGuiID owner() { return ImHashStr("Livewarp keys"); }

bool pressed(ImGuiKey key, bool repeats = false) {
  return ImGui::IsKeyPressed(key, repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None, owner());
}

void change_text_size(Frame& frame, int direction) {
  State& state = frame.state;
  state.text_scale = direction == 0 ? 1 : next_text_scale(state.text_scale, direction);
  ImGui::MarkIniSettingsDirty();
}

void ctrl_keys(Frame& frame) {
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
  if (hit({ImGuiKey_Z})) frame.command(shift ? Command::redo : Command::undo);
  if (hit({ImGuiKey_Y})) frame.command(Command::redo);
}

void quit_or_warn(Frame& frame) {
  if (frame.now < frame.state.quit_until)
    frame.command(Command::quit);
  else
    frame.state.quit_until = frame.now + 2;
}

/// Undoes the topmost layer. Popups and text inputs close themselves.
void escape(Frame& frame) {
  State& state = frame.state;
  if (state.help_open)
    state.help_open = false;
  else if (frame.model.job)
    frame.command(Command::cancel_job);
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

void change_axis(Frame& frame, int direction) {
  const Param* block = find_param(frame.model.axes, ids::block);
  if (!block || !block->reason.empty()) return;
  if (auto next = neighbour(*block, value_of(frame.wanted, *block, true), direction))
    set_value(frame.wanted, *block, true, std::move(*next));
}

/// Where the mouse scales, the scale counts as the size.
void change_size(Frame& frame, int direction) {
  if (!frame.model.workload) return;
  std::vector<std::string> ids = frame.model.workload->info().size_params;
  if (ids.empty()) ids = {frame.model.view.handles.scale};
  for (const std::string& id : ids) {
    const Param* size = find_param(frame.model.params, id);
    if (!size || !size->reason.empty()) continue;
    if (auto next = scaled(*size, value_of(frame.wanted, *size, false), direction))
      set_value(frame.wanted, *size, false, std::move(*next));
  }
}

/// Keys that are characters: where they lie differs from keyboard to keyboard.
void typed_characters(Frame& frame) {
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
    switch (c) {
    case '.': frame.command(Command::step); break;
    case '[': change_axis(frame, -1); break;
    case ']': change_axis(frame, +1); break;
    case '+': change_size(frame, +1); break;
    case '-': change_size(frame, -1); break;
    default: break;
    }
  }
}

void number_keys(Frame& frame) {
  for (int i = 0; i < 9; ++i) {
    if (!pressed(ImGuiKey(ImGuiKey_1 + i)) && !pressed(ImGuiKey(ImGuiKey_Keypad1 + i))) continue;
    for (const VariantRow& row : frame.model.rows)
      if (row.key == i + 1) choose_row(frame, row);
  }
}

void arrows(Frame& frame, bool shift) {
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

void plain_keys(Frame& frame, bool shift) {
  State& state = frame.state;
  if (pressed(ImGuiKey_Space)) frame.wanted.paused = !frame.wanted.paused;
  if (pressed(ImGuiKey_Tab) && !state.presenting) hide_panels(state, shift);
  if (pressed(ImGuiKey_R)) frame.command(Command::reset);
  if (pressed(ImGuiKey_B)) frame.command(Command::measure_all);
  if (pressed(ImGuiKey_P)) frame.command(shift ? Command::unpin : Command::pin);
  if (pressed(ImGuiKey_X)) frame.command(Command::flip);
  if (pressed(ImGuiKey_G)) measure_course_graph(frame);
  if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) measure_cursor(frame);
  if (pressed(ImGuiKey_F1)) state.help_open = !state.help_open;
  if (pressed(ImGuiKey_F2) && frame.columns.arrangement == Arrangement::drawer)
    state.drawer_open = !state.drawer_open;
  if (pressed(ImGuiKey_F9)) state.switch_presenter = true;
  if (pressed(ImGuiKey_F11)) frame.command(Command::toggle_fullscreen);
  if (pressed(ImGuiKey_F12)) frame.command(Command::picture);
  if (pressed(ImGuiKey_Q)) quit_or_warn(frame);
  if (!shift) number_keys(frame);
  arrows(frame, shift);
}

}  // namespace

bool keyboard_taken() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.WantTextInput || io.NavVisible ||
         ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void handle_keys(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  if (keyboard_taken()) return;
  for (const ImGuiKey key : owned)
    if (key != ImGuiKey_Tab || !io.KeyCtrl)  // Ctrl+Tab goes from panel to panel
      ImGui::SetKeyOwner(key, owner(), ImGuiInputFlags_LockThisFrame);
  // By now Esc has ended typing, closed a popup or the focus ring: then it was not meant for us.
  if (!frame.state.keyboard_was_taken && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) escape(frame);
  typed_characters(frame);
  if (io.KeyCtrl) return ctrl_keys(frame);
  if (io.KeyAlt || io.KeySuper) return;
  plain_keys(frame, io.KeyShift);
}

}  // namespace livewarp::ui
