// Keys for what is otherwise done with a mouse: the picture in the hand, and the ring of focus.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// Panels with controls, in the order in which the ring visits them. The variants are not among
/// them: the arrows choose there at any time.
constexpr std::array ringed{ids::controls, ids::timing, ids::analysis, ids::top, ids::status};

/// One that is there and had controls in the last frame, or is a tab behind another.
bool can_be_entered(const ImGuiWindow* window) {
  if (!window) return false;
  if (window->WasActive) return window->DC.NavLayersActiveMaskNext != 0;
  const ImGuiDockNode* node = window->DockNode;
  return node && node->HostWindow && node->HostWindow->WasActive;
}

}  // namespace

/// Dear ImGui's own Ctrl Tab goes back and forth between the two panels that were focused last,
/// which here mostly have no ring at all.
void next_panel(int direction) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  std::vector<ImGuiWindow*> windows;
  for (const char* name : ringed)
    if (ImGuiWindow* window = ImGui::FindWindowByName(name); can_be_entered(window))
      windows.push_back(window);
  if (windows.empty()) return;
  const ImGuiWindow* now = g.NavWindow && ring_is_seen() ? g.NavWindow->RootWindow : nullptr;
  const auto found = std::ranges::find(windows, now);
  const auto count = std::ptrdiff_t(windows.size());
  std::ptrdiff_t next = direction > 0 ? 0 : count - 1;
  if (found != windows.end()) next = (found - windows.begin() + direction + count) % count;
  ImGuiWindow* target = windows[std::size_t(next)];
  ImGui::ClearActiveID();
  ImGui::FocusWindow(target, ImGuiFocusRequestFlags_RestoreFocusedChild);
  ImGuiWindow* const entered = g.NavWindow;  // the panel, or the part of it where the ring was last
  ImGui::NavInitWindow(entered, entered->NavLastIds[0] == 0);
  ImGui::SetNavCursorVisible(true);
}

bool ring_is_seen() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.IO.NavActive && g.NavId != 0 && g.NavCursorVisible;
}

void end_ring(const State& state, bool popup_is_open) {
  // Dear ImGui only forgets which control it was on: whatever is focused next would have it again.
  const bool escaped = state.ring_was_seen && !state.popup_was_open && !state.control_was_active &&
                       ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  const bool menu_closed = state.popup_was_open && !popup_is_open && !state.ring_was_seen;
  if (escaped || menu_closed || state.command_palette.open) ImGui::SetNavCursorVisible(false);
}

/// A stroke of the keys as a drag across a part of the picture, or a notch of the wheel in its
/// middle.
Pointer pointer_of_keys(const State::Hand& hand, const View& view, double width, double height) {
  constexpr double stretch = 1.0 / 12;  // of the picture's shorter side, a stroke
  Pointer pointer;
  const double pixels = stretch * std::min(width, height);
  const bool moves = hand.x != 0 || hand.y != 0;
  const bool turns = moves && hand.second && !view.handles.rotation.empty();
  pointer.over = true;
  pointer.dx = hand.x * pixels;
  pointer.dy = hand.y * pixels;
  pointer.x = width / 2 + (turns ? 0 : pointer.dx);
  pointer.y = turns ? height / 4 : height / 2 + pointer.dy;
  pointer.turn = turns;
  pointer.left = moves && !turns && !hand.second && !view.paints;
  pointer.middle = moves && !turns && !pointer.left;
  pointer.wheel = hand.notches;
  pointer.double_click = hand.fits;
  return pointer;
}

}  // namespace livewarp::ui
