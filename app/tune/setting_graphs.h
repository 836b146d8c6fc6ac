#pragma once

#include <optional>
#include <span>

#include "app/tune/search.h"
#include "app/tune/space.h"
#include "kernels/core/model/graph.h"
#include "kernels/core/model/heat_map.h"

/// What was found of a space's settings as pictures. Of dimensions that a picture does not show,
/// the best counts.
namespace livewarp {

/// By what a setting's ms per step are multiplied before settings are compared: 1, but where sizes
/// vary, so that what counts is the time of an item.
double compared_scale(const SettingSpace& space, const Setting& setting);

/// `findings`: one a setting. `running`: what runs now, if it is one of them.
HeatMap heat_map(const SettingSpace& space, std::span<const Finding> findings, std::size_t x,
                 std::size_t y, const Choice* running = nullptr);

/// The best time for each value of a dimension.
Graph value_graph(const SettingSpace& space, std::span<const Finding> findings,
                  std::size_t dimension);

/// The setting that a choice is; pictures and pauses do not count.
std::optional<std::size_t> setting_of(const SettingSpace& space, const Choice& choice);

}  // namespace livewarp
