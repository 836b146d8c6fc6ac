#pragma once

#include <string>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/model/occupancy_curves.h"

/// The tab Occupancy of Analysis.
namespace livewarp::ui {

/// Why no variant can be looked at; empty: one can.
std::string occupancy_hindrance(const Frame& frame);
/// What stays on a multiprocessor over block, registers and shared memory, and what limits it.
void occupancy_tab(Frame& frame, const Box& box);

/// "livewarp occupancy nbody", whose options go on from there.
std::string occupancy_command(const Frame& frame);

/// The three curves, side by side; what is dragged there is assumed (panel_occupancy_curves.cpp).
void put_occupancy_curves(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                          const OccupancyGpu& gpu, const OccupancyFigures& figures, WhatIf& what_if,
                          const Box& box);
/// Whether the first of them shows shapes of as many threads.
bool shows_shapes(const Frame& frame, const OccupancyView& view);
/// Measured times of the view's blocks, ms; 0: none. The running variant alone has some, and only
/// beside the curves of the GPU that is here.
std::vector<double> measured_times(const Frame& frame, const OccupancyView& view,
                                   const OccupancyGpu& gpu);

/// Times of launches of the running variant that reserved shared memory; none beside the curves of
/// another GPU.
std::vector<WarpTime> reserve_times(const Frame& frame, const OccupancyView& view,
                                    const OccupancyGpu& gpu);
/// Whether the first curve shows them.
bool shows_warps(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu);

/// Draws them; a click reserves as much again. `warps`: those that stay now.
void put_warp_times(Frame& frame, const VariantEntry& variant, const OccupancyView& view,
                    const OccupancyGpu& gpu, int warps, const Box& box);

}  // namespace livewarp::ui
