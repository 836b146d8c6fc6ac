#include "app/browser/page_keys.h"

#include <array>
#include <string_view>
#include <utility>

namespace livewarp {

namespace {

using Named = std::pair<std::string_view, ImGuiKey>;

/// KeyboardEvent.code, see "UI Events KeyboardEvent code Values" of the W3C.
constexpr auto named_keys = std::to_array<Named>({
    {"Tab", ImGuiKey_Tab},
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Space", ImGuiKey_Space},
    {"Enter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"ShiftRight", ImGuiKey_RightShift},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaRight", ImGuiKey_RightSuper},
    {"ContextMenu", ImGuiKey_Menu},
    {"Quote", ImGuiKey_Apostrophe},
    {"Comma", ImGuiKey_Comma},
    {"Minus", ImGuiKey_Minus},
    {"Period", ImGuiKey_Period},
    {"Slash", ImGuiKey_Slash},
    {"Semicolon", ImGuiKey_Semicolon},
    {"Equal", ImGuiKey_Equal},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"Backslash", ImGuiKey_Backslash},
    {"IntlBackslash", ImGuiKey_Oem102},
    {"BracketRight", ImGuiKey_RightBracket},
    {"Backquote", ImGuiKey_GraveAccent},
    {"CapsLock", ImGuiKey_CapsLock},
    {"ScrollLock", ImGuiKey_ScrollLock},
    {"NumLock", ImGuiKey_NumLock},
    {"PrintScreen", ImGuiKey_PrintScreen},
    {"Pause", ImGuiKey_Pause},
    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
    {"NumpadDivide", ImGuiKey_KeypadDivide},
    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
    {"NumpadAdd", ImGuiKey_KeypadAdd},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"NumpadEqual", ImGuiKey_KeypadEqual},
});

constexpr ImGuiKey moved(ImGuiKey first, int by) { return static_cast<ImGuiKey>(first + by); }

/// Its number behind a word: 3 of "F3"; -1 where there is none, or one above `most`.
int number_behind(std::string_view word, std::string_view text, int most) {
  if (!text.starts_with(word)) return -1;
  text.remove_prefix(word.size());
  if (text.empty() || text.size() > 2) return -1;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number <= most ? number : -1;
}

/// Of a letter or a digit that is written on it.
ImGuiKey written_key(std::string_view text) {
  if (text.size() != 1) return ImGuiKey_None;
  const char c = text.front();
  if (c >= 'a' && c <= 'z') return moved(ImGuiKey_A, c - 'a');
  if (c >= 'A' && c <= 'Z') return moved(ImGuiKey_A, c - 'A');
  return c >= '0' && c <= '9' ? moved(ImGuiKey_0, c - '0') : ImGuiKey_None;
}

}  // namespace

ImGuiKey key_of(const KeyPress& press) {
  const std::string_view code = press.code;
  if (const int n = number_behind("Numpad", code, 9); n >= 0) return moved(ImGuiKey_Keypad0, n);
  if (const ImGuiKey key = written_key(press.key); key != ImGuiKey_None) return key;
  if (code.size() == 4 && code.starts_with("Key")) return written_key(code.substr(3));
  if (const int n = number_behind("Digit", code, 9); n >= 0) return moved(ImGuiKey_0, n);
  if (const int n = number_behind("F", code, 24); n >= 1) return moved(ImGuiKey_F1, n - 1);
  for (const auto& [name, key] : named_keys)
    if (name == code) return key;
  return ImGuiKey_None;
}

ImGuiKey modifier_of(const KeyPress& press) {
  switch (key_of(press)) {
  case ImGuiKey_LeftCtrl:
  case ImGuiKey_RightCtrl: return ImGuiMod_Ctrl;
  case ImGuiKey_LeftShift:
  case ImGuiKey_RightShift: return ImGuiMod_Shift;
  case ImGuiKey_LeftAlt:
  case ImGuiKey_RightAlt: return ImGuiMod_Alt;
  case ImGuiKey_LeftSuper:
  case ImGuiKey_RightSuper: return ImGuiMod_Super;
  default: return ImGuiKey_None;
  }
}

}  // namespace livewarp
