#include "ui/frame/key_press.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace livewarp::ui {

namespace {

bool is_modifier(int key) { return key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper; }

std::string name_of(int key) {
  switch (key) {
  case ImGuiKey_LeftArrow: return "\u2190";
  case ImGuiKey_RightArrow: return "\u2192";
  case ImGuiKey_UpArrow: return "\u2191";
  case ImGuiKey_DownArrow: return "\u2193";
  case ImGuiKey_Period: return ".";
  case ImGuiKey_Slash: return "/";
  case ImGuiKey_PageUp: return "Page \u2191";
  case ImGuiKey_PageDown: return "Page \u2193";
  case ImGuiKey_LeftBracket: return "[";
  case ImGuiKey_RightBracket: return "]";
  case ImGuiKey_Equal:
  case ImGuiKey_KeypadAdd: return "+";
  case ImGuiKey_Minus:
  case ImGuiKey_KeypadSubtract: return "\u2212";
  case ImGuiKey_Escape: return "Esc";
  default: break;
  }
  std::string name = ImGui::GetKeyName(ImGuiKey(key));
  if (name.starts_with("Keypad")) name.erase(0, 6);
  return name;
}

}  // namespace

bool KeyPress::ctrl() const { return (modifiers & ImGuiMod_Ctrl) != 0; }
bool KeyPress::shift() const { return (modifiers & ImGuiMod_Shift) != 0; }
bool KeyPress::alt() const { return (modifiers & (ImGuiMod_Alt | ImGuiMod_Super)) != 0; }

std::vector<KeyPress> key_presses(int& held) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  std::vector<KeyPress> presses;
  int modifiers = held;
  for (const ImGuiInputEvent& event : g.InputEventsTrail) {
    if (event.Type != ImGuiInputEventType_Key) continue;
    const int key = event.Key.Key;
    if ((key & ImGuiMod_Mask_) != 0)
      modifiers = event.Key.Down ? modifiers | key : modifiers & ~key;
    else if (event.Key.Down && key >= ImGuiKey_Keyboard_BEGIN && key < ImGuiKey_Keyboard_END &&
             !is_modifier(key))
      presses.push_back({key, modifiers, false});
  }
  held = g.IO.KeyMods;
  for (int key = ImGuiKey_Keyboard_BEGIN; key < ImGuiKey_Keyboard_END; ++key)
    if (!is_modifier(key) && ImGui::GetKeyData(ImGuiKey(key))->DownDuration > 0 &&
        ImGui::IsKeyPressed(ImGuiKey(key), true))
      presses.push_back({key, held, true});
  return presses;
}

std::string key_text(int key, int modifiers) {
  return std::string((modifiers & ImGuiMod_Ctrl) != 0 ? "Ctrl " : "") +
         ((modifiers & ImGuiMod_Shift) != 0 ? "Shift " : "") + name_of(key);
}

bool is_digit(int key) {
  return (key >= ImGuiKey_0 && key <= ImGuiKey_9) ||
         (key >= ImGuiKey_Keypad0 && key <= ImGuiKey_Keypad9);
}

}  // namespace livewarp::ui
