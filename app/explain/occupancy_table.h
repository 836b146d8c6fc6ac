#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "ui/model/occupancy_words.h"

/// Occupancy as text and as JSON.
namespace livewarp {

/// The working point: what the kernel needs, how much of it stays on a multiprocessor, and why no
/// more.
std::string occupancy_text(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu,
                           const ui::WhatIf& what_if);
/// One line a block that the launch may have.
std::string occupancy_table(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu,
                            const ui::WhatIf& what_if);
/// Several variants, one line each; why there is nothing to see of one.
std::string occupancy_overview(const std::vector<ui::OccupancyView>& views,
                               const ui::OccupancyGpu& gpu, const ui::WhatIf& what_if);

/// variant, launch, problem, kernel with its needs, limits, waves, and blocks[].
Json to_json(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu, const ui::WhatIf& what_if);
/// Of the GPU that is looked at.
Json to_json(const ui::OccupancyGpu& gpu);

}  // namespace livewarp
