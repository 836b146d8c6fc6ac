#pragma once

#include <imgui.h>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// Controls side by side, in as many lines as they take.
class ControlFlow {
 public:
  ControlFlow(const Look& look, const Box& box) : look_(look), box_(box), x_(box.x0), y_(box.y0) {}
  /// The next one stands there.
  void place(float width) {
    begin_line_unless(width);
    ImGui::SetCursorScreenPos({x_, y_});
    x_ += width + look_.length(gap);
  }
  /// What follows, so wide, begins a line where it has no room in this one and would in another.
  void keep_together(float width) {
    if (width <= box_.width()) begin_line_unless(width);
  }
  /// What is left of its line.
  float room() const { return box_.x1 - x_; }
  float end() const { return y_ + look_.length(metrics.hit); }
  float between() const { return look_.length(gap); }

 private:
  static constexpr double gap = 0.5;  // em
  void begin_line_unless(float width) {
    if (x_ == box_.x0 || x_ + width <= box_.x1) return;
    x_ = box_.x0;
    y_ += look_.length(metrics.hit + 0.2);
  }
  const Look& look_;
  Box box_;
  float x_, y_;
};

}  // namespace livewarp::ui
