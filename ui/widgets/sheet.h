#pragma once

#include <imgui.h>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// A window over the others, as large as what is in it, or as high as there is room and then it
/// scrolls; without a title. It goes when somebody clicks beside it. Is there as long as this
/// object is.
class Sheet {
 public:
  /// `pivot` of the sheet, from (0, 0) to (1, 1), stands at `place`; the padding is in em.
  Sheet(const Look& look, const char* id, ImVec2 place, ImVec2 pivot, ImVec2 padding);
  ~Sheet();
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  bool clicked_beside() const;
};

}  // namespace livewarp::ui
