// Rules by which blocks write arrays, from a few of their blocks.
#include "kernels/core/blocks/block_regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace livewarp {
namespace {

using Writes = std::function<std::vector<ElementWrite>(std::uint64_t block)>;

BlockRegions regions_with(Dim3 grid, Dim3 block, std::int64_t width, std::int64_t height) {
  BlockRegions regions;
  regions.grid = grid;
  regions.block = block;
  regions.width = width;
  regions.height = height;
  return regions;
}

std::vector<BlockWrites> some_of(Dim3 grid, const Writes& writes) {
  std::vector<BlockWrites> counted;
  for (const std::uint64_t block : sample_blocks(grid)) counted.push_back({block, writes(block)});
  return counted;
}

/// A thread a cell, blocks of 32 x 8, on an array whose sides are no multiples of those.
constexpr std::int64_t width = 1001, height = 613;
constexpr Dim3 tiles{32, 77, 1};

std::vector<ElementWrite> tile(std::uint64_t block) {
  std::vector<ElementWrite> all;
  for (int thread = 0; thread < 256; ++thread) {
    const std::int64_t x = std::int64_t(block % tiles.x) * 32 + thread % 32;
    const std::int64_t y = std::int64_t(block / tiles.x) * 8 + thread / 32;
    if (x < width && y < height) all.push_back({y * width + x, unsigned(thread) / 32});
  }
  return all;
}

TEST(BlockRegions, OfTilesFollowFromAFew) {
  BlockRegions regions = regions_with(tiles, {32, 8, 1}, width, height);
  const auto counted = some_of(tiles, tile);
  EXPECT_LT(counted.size(), 16u);
  ASSERT_TRUE(take_by_rule(regions, counted));
  EXPECT_EQ(regions.written_twice, 0);
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) {
      const WarpOfGrid writer = regions.writers[std::size_t(y * width + x)];
      ASSERT_EQ(block_of(writer), y / 8 * tiles.x + x / 32) << x << ", " << y;
      ASSERT_EQ(warp_in_block(writer), y % 8) << x << ", " << y;
    }
}

// Blocks of 128 along the elements, in an array that is shown as rows of 1001.
TEST(BlockRegions, AlongTheElementsGoOverTheEndsOfRows) {
  const Dim3 grid{unsigned((width * height + 127) / 128), 1, 1};
  BlockRegions regions = regions_with(grid, {128, 1, 1}, width, height);
  const Writes writes = [](std::uint64_t block) {
    std::vector<ElementWrite> all;
    for (int thread = 0; thread < 128; ++thread)
      if (const std::int64_t i = std::int64_t(block) * 128 + thread; i < width * height)
        all.push_back({i, unsigned(thread) / 32});
    return all;
  };
  ASSERT_TRUE(take_by_rule(regions, some_of(grid, writes)));
  for (std::size_t i = 0; i < regions.writers.size(); ++i)
    ASSERT_EQ(regions.writers[i], warp_of_grid(i / 128, unsigned(i % 128 / 32)));
}

TEST(BlockRegions, AreRefusedWhereOneBlockBreaksTheRule) {
  BlockRegions regions = regions_with(tiles, {32, 8, 1}, width, height);
  auto counted = some_of(tiles, tile);
  counted[counted.size() / 2].writes.back().element -= 1;
  EXPECT_FALSE(take_by_rule(regions, counted));
  EXPECT_TRUE(regions.writers.empty());
}

TEST(BlockRegions, TellWhatSeveralWarpsWrite) {
  BlockRegions regions = regions_with({2, 1, 1}, {64, 1, 1}, 4, 1);
  take_writes(regions, {{0, {{0, 0}, {1, 0}, {1, 1}}}, {1, {{1, 0}, {2, 0}, {9, 0}}}});
  EXPECT_EQ(regions.written_twice, 1);
  EXPECT_EQ(regions.writers[0], warp_of_grid(0, 0));
  EXPECT_EQ(regions.writers[1], warp_of_grid(1, 0)) << "the last one counts";
  EXPECT_EQ(regions.writers[2], warp_of_grid(1, 0));
  EXPECT_EQ(regions.writers[3], no_warp);
}

TEST(SampleBlocks, HoldsCornersAndNeighbours) {
  const auto sample = sample_blocks({10, 20, 1});
  for (const std::uint64_t block : {0u, 9u, 190u, 199u, 94u, 95u, 104u})
    EXPECT_TRUE(std::ranges::find(sample, block) != sample.end()) << block;
  EXPECT_EQ(sample_blocks({1, 1, 1}), std::vector<std::uint64_t>{0});
}

}  // namespace
}  // namespace livewarp
