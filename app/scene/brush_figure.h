#pragma once

#include "kernels/core/model/display_target.h"

namespace livewarp {

/// A brush that paints by itself, along a figure that comes everywhere: for demonstrations, and so
/// that frames can be measured while somebody paints.
class BrushFigure {
 public:
  /// The next frame's stroke on a field; about ten seconds go round.
  Stroke next(const PictureSpec& field);

 private:
  int frame_ = 0;
};

}  // namespace livewarp
