#pragma once

#include "kernels/core/workload/outline.h"

namespace livewarp::ui {

/// A line over the scene, in pixels of its texture, origin top left; ends may lie outside.
struct SceneLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  LineKind kind = LineKind::cell;
};

}  // namespace livewarp::ui
