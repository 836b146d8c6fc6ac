#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/selected_variants.h"
#include "app/tune/landscape.h"

namespace livewarp {

/// What is varied together.
struct SpaceOver {
  /// "variant", "memory", "size", or axes of the variants: "block", "items", "precision".
  std::vector<std::string> ids;
  std::optional<std::int64_t> from,
      to;                  ///< sizes; from an eighth of the present one to eight times
  int points = 0;          ///< sizes, evenly spread; 0: all
  bool any_block = false;  ///< all blocks that a variant allows, not its presets alone
  bool has(const std::string& id) const;
};

/// "block,items" as names. Throws `Error` where there is none or one stands twice.
std::vector<std::string> read_over(const std::string& text);
/// What a search varies that is not told: variants, their blocks and their own axes, but not what
/// is given, nor the precision, which belongs to what is computed.
std::vector<std::string> usual_over(const Workload& workload, const VariantSelection& selection);

/// The request that goes with it: a backend where none is named, and one variant, the backend's
/// usual one, where variants are not varied. Throws `Error` on what is no name of something to
/// vary, what no variant that is asked for has, and what is both given and varied.
VariantSelection selection_over(VariantSelection selection, const SpaceOver& over,
                                const ParsedOptions& given, Backend usual);

/// One thing that is varied, and its values: numbers ascend.
struct Dimension {
  std::string id, label;
  std::vector<std::string> values;  ///< "32x8", "pinned"
};

/// One setting: its place in each dimension, -1 where its variant has nothing of the kind.
struct SpaceSetting {
  SelectedVariant variant;
  std::vector<int> places;
};

/// Combinations that cannot be, with these places; -1: with any, less: with a value that no setting
/// has.
struct Refusal {
  std::string reason;
  std::vector<int> places;
  std::size_t settings = 0;
};

/// All combinations that can be, and those that cannot.
struct SettingSpace {
  std::vector<Dimension> dimensions;
  std::vector<SpaceSetting> settings;
  std::vector<std::size_t> first;  ///< with the values that their variants begin with
  std::vector<Refusal> refusals;

  std::size_t refused_count() const;
  std::map<std::string, std::size_t> refused() const;  ///< how many, by reason
  bool varies(const std::string& id) const;
  /// The place of a dimension of that id; throws `Error` without one.
  std::size_t dimension(const std::string& id) const;
  Terrain terrain() const;
};

inline constexpr std::size_t most_settings = 20'000;

/// The cross product of what is varied for the variants that can run, in their order. Throws
/// `Error` where nothing is left, with a reason, and where there are more than `most_settings`.
SettingSpace make_space(const std::vector<SelectedVariant>& variants, const SpaceOver& over,
                        const GpuInfo* gpu);

/// All values that any of the variants has of what could be varied.
std::vector<Dimension> dimensions_offered(const std::vector<SelectedVariant>& variants,
                                          const SpaceOver& over, const GpuInfo* gpu);

/// "naive, block 128, pinned": the setting by what is varied.
std::string setting_text(const SettingSpace& space, const SpaceSetting& setting);

}  // namespace livewarp
