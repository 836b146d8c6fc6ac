#pragma once

#include <imgui.h>

#include "ui/theme/colors.h"
#include "ui/widgets/widgets.h"

/// Shared by the files widgets*.cpp, which alone draw shapes.
namespace livewarp::ui {

inline ImVec2 min_of(const Box& box) { return {box.x0, box.y0}; }
inline ImVec2 max_of(const Box& box) { return {box.x1, box.y1}; }

/// Clips drawing to a box while it lives.
class ClipScope {
 public:
  explicit ClipScope(const Box& box) { ImGui::PushClipRect(min_of(box), max_of(box), true); }
  ~ClipScope() { ImGui::PopClipRect(); }
  ClipScope(const ClipScope&) = delete;
  ClipScope& operator=(const ClipScope&) = delete;
};

}  // namespace livewarp::ui
