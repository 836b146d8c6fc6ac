#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// A sheet of the user interface that is drawn off-screen, in the dark theme: contexts of Dear
/// ImGui and ImPlot that are current while it lives, in place of those before it. The OpenGL back
/// end is initialised after construction and shut down before the end.
class OffscreenFrame {
 public:
  /// `lines` of text would fill its height.
  OffscreenFrame(const std::vector<std::string>& font_folders, int width, int height, double lines);
  ~OffscreenFrame();
  OffscreenFrame(const OffscreenFrame&) = delete;
  OffscreenFrame& operator=(const OffscreenFrame&) = delete;

  /// One frame, in which `content` fills the sheet's box. What is to be drawn is then
  /// ImGui::GetDrawData(). What is written is noted in `written`, if it is not null.
  void draw(const std::function<void(const Look& look, const Box& sheet)>& content,
            std::vector<Written>* written = nullptr);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace livewarp::ui
