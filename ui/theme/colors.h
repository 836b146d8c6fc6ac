#pragma once

#include <imgui.h>

#include "ui/theme/tokens.h"

/// Colours as Dear ImGui takes them.
namespace livewarp::ui {

inline ImU32 packed(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }
inline ImVec4 vector_of(Color color) { return ImGui::ColorConvertU32ToFloat4(packed(color)); }

}  // namespace livewarp::ui
