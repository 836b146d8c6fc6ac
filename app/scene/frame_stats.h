#pragma once

#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// What the window knows of its own frames: ms, of the last 240.
struct FrameStats {
  SampleRing map, unmap, upload, draw, ui, frame;
  Clock draw_clock = Clock::gl_query;  ///< of `draw`
  SampleRing drew;  ///< 1 for a frame that drew a picture, 0 for one that showed the last one again
};

}  // namespace livewarp
