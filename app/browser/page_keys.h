#pragma once

#include <imgui.h>

#include "app/serve/viewer_input.h"

namespace livewarp {

/// The key of Dear ImGui: a letter or a digit by what is written on it, so that every layout has
/// its own, all others by their place. `ImGuiKey_None`: it has none.
ImGuiKey key_of(const KeyPress& press);

/// The modifier that a key is, or `ImGuiKey_None`.
ImGuiKey modifier_of(const KeyPress& press);

}  // namespace livewarp
