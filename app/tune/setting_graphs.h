#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/tune/search.h"
#include "app/tune/space.h"
#include "kernels/core/model/graph.h"

/// What was found of a space's settings as pictures. Of dimensions that a picture does not show,
/// the best counts.
namespace livewarp {

/// By what a setting's ms per step are multiplied before settings are compared: 1, but where sizes
/// vary, so that what counts is the time of an item.
double compared_scale(const SettingSpace& space, const SpaceSetting& setting);

/// "Register tile \u00b7 block 128 \u00b7 items per thread 2": a setting by what is varied, in the
/// words of the window; `unlike`: only what that one has otherwise.
std::string setting_words(const SettingSpace& space, const SpaceSetting& setting,
                          const SpaceSetting* unlike = nullptr);

/// What a heat map marks.
struct HeatMarks {
  const Choice* running = nullptr;  ///< what runs now, if it is one of the settings
  std::optional<std::size_t> best;  ///< where that was decided; else the fastest is
};

/// `findings`: one a setting.
HeatMap heat_map(const SettingSpace& space, std::span<const Finding> findings, std::size_t x,
                 std::size_t y, const HeatMarks& marks = {});

/// The two things that were varied whose picture holds most cells; names of variants stand at its
/// left, where they have room. Fewer than two were varied: the same one twice.
std::pair<std::size_t, std::size_t> fullest_axes(const SettingSpace& space);

/// The best time for each value of a dimension.
Graph value_graph(const SettingSpace& space, std::span<const Finding> findings,
                  std::size_t dimension);

/// The setting that a choice is; pictures and pauses do not count.
std::optional<std::size_t> setting_of(const SettingSpace& space, const Choice& choice);

}  // namespace livewarp
