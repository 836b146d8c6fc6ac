// What a formula says that the warps of a variant's step do: what stands beside the counts of the
// emulator's lens, over the values of a parameter.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace livewarp {

/// What is predicted, and counted where it can be.
enum class Quantity {
  load_sectors,
  store_sectors,
  constant_addresses,
  cache_lines,
  active_lanes,
  loop_rounds,
  dependent_operations
};

struct QuantityInfo {
  const char* id;     ///< in files: "load-sectors"
  const char* label;  ///< "sectors a load"
  const char* unit;   ///< of the axis; quantities of one unit stand in one graph
  const char* about;  ///< in a sentence
  /// Why the lens counts none; empty: it does.
  const char* uncounted = "";
};

// clang-format off
inline constexpr std::array quantity_infos{
  QuantityInfo{"load-sectors", "sectors a load", "sectors",
               "Sectors of 32 bytes that a load of a warp touches in global memory, mean."},
  QuantityInfo{"store-sectors", "sectors a store", "sectors",
               "Sectors of 32 bytes that a store of a warp touches in global memory, mean."},
  QuantityInfo{"constant-addresses", "addresses a constant load", "addresses",
               "Different addresses that a load of a warp wants of constant memory, mean."},
  QuantityInfo{"cache-lines", "cache lines for 32 numbers", "cache lines",
               "Cache lines of 64 bytes in which 32 numbers lie that are loaded one after another.",
               "the lens counts CUDA variants alone"},
  QuantityInfo{"active-lanes", "active lanes", "lanes",
               "Lanes that work in a round of a loop, mean of all rounds of all warps or vectors."},
  QuantityInfo{"loop-rounds", "loop rounds", "rounds",
               "Rounds of its loops that a warp, or a vector, goes through, mean."},
  QuantityInfo{"dependent-operations", "operations one after another", "operations",
               "Operations that wait for one another in a step: those of a chain, as often as a "
               "thread begins new chains.",
               "the lens counts accesses and lanes, no arithmetic"},
};
// clang-format on
constexpr const QuantityInfo& info_of(Quantity quantity) {
  return quantity_infos[std::size_t(quantity)];
}

struct Prediction {
  Quantity quantity;
  double value = 0;
  bool expected = false;  ///< of what is random: counts come near it
};

/// Of one setting.
struct ClosedForm {
  std::vector<Prediction> predictions;
  std::string absent = {};  ///< why there are none
  /// What the sectors or cache lines are in all; 0: not known. It is more than comes from memory
  /// where a cache still holds what others have asked for.
  double moved_bytes = 0;
  /// What the time goes with, as long as nothing else limits; none: not known.
  std::optional<Quantity> paced_by = {};
  /// Why the lens cannot count of this setting what it can of others; empty: it can.
  std::string uncounted = {};
};

}  // namespace livewarp
