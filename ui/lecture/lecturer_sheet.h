#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ui/theme/own_contexts.h"
#include "ui/views/lecturer_view.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// The lecturer's notes as the whole of a window: contexts of its own, which are current only while
/// `OwnContexts::Current` lives. Its back ends are initialised then, and shut down before the end.
class LecturerSheet {
 public:
  explicit LecturerSheet(const std::vector<std::string>& font_folders);
  const OwnContexts& contexts() const { return contexts_; }

  /// A frame, in a window as large as the back end says; what is to be drawn is then
  /// ImGui::GetDrawData(). What is written is noted in `written`, if it is not null.
  void frame(const LecturerView& view, std::vector<Written>* written = nullptr);

 private:
  OwnContexts contexts_;
  Fonts fonts_;
};

}  // namespace livewarp::ui
