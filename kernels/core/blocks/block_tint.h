#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/blocks/block_regions.h"
#include "kernels/core/blocks/block_trace.h"

/// Elements of a picture coloured by who writes them.
namespace livewarp {

enum class TintBy { off, block, warp, multiprocessor };

/// As many hues as one tells apart; more blocks, warps or multiprocessors repeat them.
inline constexpr int tint_hues = 12;
/// Of more elements no picture is tinted.
inline constexpr std::int64_t most_tinted_elements = std::int64_t{1} << 26;

/// Hues by which regions that touch one another differ: of each block, and of each warp of each.
struct RegionHues {
  std::vector<std::uint8_t> blocks;
  std::vector<std::uint8_t> warps;  ///< `warps_of_block` of the first block, then of the next
  int warps_of_block = 1;
  std::uint8_t of(WarpOfGrid warp) const {
    return warps[std::size_t(block_of(warp)) * std::size_t(warps_of_block) +
                 std::size_t(warp_in_block(warp))];
  }
};
/// Neighbours in a row or a column have different hues, as long as one has few of them.
RegionHues hues_of(const BlockRegions& regions);

/// Multiprocessors in their order.
inline int hue_of_multiprocessor(int multiprocessor) { return multiprocessor % tint_hues; }

/// An element that is told apart from the others, by its `tint_code`.
struct LitElement {
  std::int64_t element = 0;
  std::uint32_t code = 0;
};

/// What is drawn over `width` x `height` elements of a picture.
struct ElementTint {
  std::uint64_t generation = 0;  ///< differs whenever the rest does
  std::int64_t width = 0, height = 1;
  PartOfPicture part;
  /// By element: `tint_code`; no_warp: nobody writes it, and it stays as it is. Empty: all have the
  /// code `others`.
  std::vector<std::uint32_t> elements;
  std::uint32_t others = no_warp;
  std::vector<LitElement> lit;       ///< few, in place of what is said above of them
  std::uint64_t lit_generation = 0;  ///< differs whenever they do
  std::vector<float> times;          ///< of each block begin and end; empty: not known
};
inline constexpr std::uint32_t tint_code(std::int64_t block, int hue) {
  return std::uint32_t(block) * 16 + std::uint32_t(hue);
}
inline constexpr std::int64_t block_of_code(std::uint32_t code) { return code / 16; }
inline constexpr int hue_of_code(std::uint32_t code) { return int(code % 16); }

/// `trace` may be null: then no times are known, and there are no multiprocessors to tint by.
ElementTint tint_of(const BlockRegions& regions, const RegionHues& hues, TintBy by,
                    const BlockTrace* trace);

/// Why elements cannot be tinted so; empty: they can.
std::string tint_refusal(const BlockRegions& regions, TintBy by, const BlockTrace* trace);

}  // namespace livewarp
