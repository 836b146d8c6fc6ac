#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/model/occupancy_words.h"

/// The three curves of the tab Occupancy.
namespace livewarp::ui {

/// Warps that stay on a multiprocessor, over something that one may choose.
struct WarpPoint {
  double x = 0;
  int warps = 0;
};

struct OccupancyCurves {
  std::vector<WarpPoint> blocks;     ///< one for each block of the view, over its threads
  std::vector<WarpPoint> registers;  ///< over registers a thread, 1 to what it may have
  std::vector<WarpPoint> shared;     ///< over bytes a block; where it changes alone
};

/// With all else as it is, or is assumed.
OccupancyCurves occupancy_curves(const OccupancyGpu& gpu, const OccupancyView& view,
                                 const WhatIf& what_if);

/// Most bytes of shared memory that a block may take.
std::size_t most_shared(const OccupancyGpu& gpu);

}  // namespace livewarp::ui
