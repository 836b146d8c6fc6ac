#pragma once

#include <vector>

#include "kernels/core/workload/workload.h"
#include "render/passes/camera.h"

namespace livewarp {

/// What the mouse did on an image during one frame. Places are shares of the image: (0, 0) its top
/// left corner, (1, 1) the one opposite; they may lie outside.
struct ImageGesture {
  ImagePoint from, to;  ///< of the pointer
  double notches = 0;   ///< of the wheel, away from the user is positive
  bool moves = false, turns = false;
};

/// The problem after that gesture. What the wheel or a move finds under the pointer stays under it,
/// as far as the parameters reach; a turn follows the pointer round the image's middle. Some digits
/// are kept of each value: enough for a hundredth of a pixel, and few enough for a command line.
Values after_gesture(const Handles& handles, const std::vector<Param>& params, Values problem,
                     const ImageGesture& gesture);

/// What lies under a share of the image, in units of the whole.
ImagePoint whole_under(const Handles& handles, const std::vector<Param>& params,
                       const Values& problem, ImagePoint share);

/// The problem whose image stands upright in a picture of width x height, pixel for pixel: all of
/// the whole, as large as fits; where it was just that, so large that it fills the picture.
Values fitted_into(const Handles& handles, const std::vector<Param>& params, const Values& problem,
                   int width, int height);

}  // namespace livewarp
