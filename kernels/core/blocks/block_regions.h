#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/blocks/part_of_picture.h"

/// Which elements of a step's result the blocks of a launch write.
namespace livewarp {

/// A warp of a block of the launch's grid, in one number.
using WarpOfGrid = std::uint32_t;
inline constexpr WarpOfGrid no_warp = ~WarpOfGrid{0};
inline constexpr std::uint32_t most_warps_of_block = 32;
inline WarpOfGrid warp_of_grid(std::uint64_t block, unsigned warp) {
  return WarpOfGrid(block * most_warps_of_block + warp);
}
inline std::int64_t block_of(WarpOfGrid warp) { return warp / most_warps_of_block; }
inline int warp_in_block(WarpOfGrid warp) { return int(warp % most_warps_of_block); }

struct BlockRegions {
  std::string kernel, array;  ///< "temperature": a field of the state
  int launch = 0;             ///< which of the step's launches it is, from 0
  Dim3 grid, block;
  std::int64_t width = 0, height = 1;  ///< elements of the array, as the picture shows them
  PartOfPicture part;
  std::vector<WarpOfGrid> writers;  ///< by element, row by row; no_warp: nobody
  /// Elements that several warps write; the last one counts.
  std::int64_t written_twice = 0;
  std::int64_t counted_blocks = 0;  ///< that were executed; the others follow their rule
};

/// Elements of a block, or of a warp of it.
struct RegionExtent {
  std::int64_t elements = 0;
  std::int64_t width = 0, height = 0;  ///< of the smallest rectangle around them
};
RegionExtent extent_of_block(const BlockRegions& regions, std::int64_t block);
RegionExtent extent_of_warp(const BlockRegions& regions, std::int64_t block, int warp);

/// Of the block in the middle of the grid, where borders are not, and of its first warp.
struct UsualExtents {
  RegionExtent block, warp;
};
/// Looks at every element of the array: milliseconds for millions of them.
UsualExtents usual_extents(const BlockRegions& regions);

/// One store of one thread.
struct ElementWrite {
  std::int64_t element = 0;
  unsigned warp = 0;
  auto operator<=>(const ElementWrite&) const = default;
};
struct BlockWrites {
  std::uint64_t block = 0;
  std::vector<ElementWrite> writes;
};

/// Blocks from which a rule is read, and some more by which it is tried: the one in the middle, its
/// neighbours, the corners, and others here and there.
std::vector<std::uint64_t> sample_blocks(Dim3 grid);

/// Writes of all blocks into `writers`; elements outside the array are left out.
void take_writes(BlockRegions& regions, const std::vector<BlockWrites>& all);

/// The same from the blocks of `sample_blocks` alone, where each writes what the one before it
/// does, moved by the same distance, and what falls out of the array is left out: in rows and
/// columns, or along the elements in their order. False, and nothing is taken, where not all of
/// them do so.
bool take_by_rule(BlockRegions& regions, std::vector<BlockWrites> counted);

}  // namespace livewarp
