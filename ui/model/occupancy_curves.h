#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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

/// 32-byte sectors that the first warp of a block touches where each thread takes an element of its
/// own out of rows, x along a row. Rows begin with a sector.
int sectors_of_warp(const Dim3& block, std::size_t element_bytes);

/// Shapes of as many threads as the chosen one, from the widest to the narrowest: as many warps,
/// but not as many sectors.
struct ShapeOfBlock {
  std::size_t at = 0;  ///< among the view's blocks
  int sectors = 0;     ///< of a warp
};
std::vector<ShapeOfBlock> shapes_of_threads(const OccupancyView& view);
/// Whether the variant's blocks are planes, so that there are such.
bool has_shapes(const OccupancyView& view);
/// "Sectors of a warp (model): 1x256 takes 8.0× as long as 256x1; measured 2.3×." `ms`: times of
/// the shapes, 0 unknown.
std::string shape_words(const OccupancyView& view, const std::vector<ShapeOfBlock>& shapes,
                        const std::vector<double>& ms);

/// What a launch that reserved shared memory took, with the warps that stayed.
struct WarpTime {
  std::int64_t reserved = 0;  ///< KiB
  int warps = 0;
  double ms = 0;
  std::optional<double> in_flight;  ///< bytes a multiprocessor, by a model; see `bytes_in_flight`
};
/// Of the running variant, by reserved shared memory, ascending. `times`: ms by KiB as text;
/// `requested_bytes`: of a step.
std::vector<WarpTime> warp_times(const OccupancyGpu& gpu, const OccupancyView& view,
                                 const std::map<std::string, double>& times,
                                 double requested_bytes);
/// "Measured: 24 warps are enough …"; empty without two numbers of warps.
std::string warp_words(const std::vector<WarpTime>& times);

/// Most bytes of shared memory that a block may take.
std::size_t most_shared(const OccupancyGpu& gpu);

}  // namespace livewarp::ui
