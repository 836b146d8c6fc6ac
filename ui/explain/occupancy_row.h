#pragma once

#include <cstddef>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/model/occupancy_curves.h"

/// The first row of the tab Occupancy: which kernel is looked at, on which GPU, and two buttons.
namespace livewarp::ui {

/// All GPUs that can be looked at, and which one is.
struct Gpus {
  std::vector<OccupancyGpu> all;
  std::size_t now = 0;
  const OccupancyGpu& chosen() const { return all[now]; }
};

/// That of the list; else the present one; else the one that was looked at of itself.
Gpus gpus_of(const Frame& frame);

/// Variant, GPU, block, and what the launch reserves. `view`: what is known by now, or null.
void put_occupancy_lists(Frame& frame, const VariantEntry& variant, const Gpus& gpus,
                         const OccupancyView* view, const Box& box);
/// Behind them: takes assumptions back, and reads counters. Narrow, they have no words.
void put_occupancy_buttons(Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu,
                           WhatIf& what_if, const Box& box);

/// What is measured is of this one alone, whatever others the machine has.
bool is_in_use(const Frame& frame, const OccupancyGpu& gpu);
/// Counters are read of what runs, on the GPU that it runs on.
bool is_counted(const Frame& frame, const OccupancyView& view, const OccupancyGpu& gpu);

}  // namespace livewarp::ui
