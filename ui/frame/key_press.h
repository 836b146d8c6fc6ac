#pragma once

#include <string>
#include <vector>

namespace livewarp::ui {

/// A key that went down in this frame, or repeats, with the modifiers of that moment. By the end of
/// a slow frame Ctrl may be up again: Dear ImGui's own state would then read a bare key.
struct KeyPress {
  int key = 0;        ///< ImGuiKey; never a modifier
  int modifiers = 0;  ///< ImGuiMod_Ctrl and the like
  bool repeats = false;

  bool ctrl() const;
  bool shift() const;
  bool alt() const;  ///< or Super
};

bool is_digit(int key);

/// Those of this frame, in order. `held`: modifiers at the end of the frame before, then of this
/// one.
std::vector<KeyPress> key_presses(int& held);

/// A key with its modifiers as the help writes it: "Ctrl Z", "Page ↑".
std::string key_text(int key, int modifiers);

}  // namespace livewarp::ui
