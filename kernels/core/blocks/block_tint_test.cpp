// Hues by which one tells blocks, warps and multiprocessors apart on a picture.
#include "kernels/core/blocks/block_tint.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace livewarp {
namespace {

using Writer = std::function<WarpOfGrid(std::int64_t x, std::int64_t y)>;

BlockRegions regions_of(Dim3 grid, Dim3 block, std::int64_t width, std::int64_t height,
                        const Writer& writer) {
  BlockRegions regions;
  regions.grid = grid;
  regions.block = block;
  regions.width = width;
  regions.height = height;
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) regions.writers.push_back(writer(x, y));
  return regions;
}

/// Blocks of 4 x 2 threads, a warp of which is 4 wide and 1 high, on an array of 25 x 13.
BlockRegions uneven_tiles() {
  return regions_of({7, 7, 1}, {4, 64, 1}, 25, 13, [](std::int64_t x, std::int64_t y) {
    return warp_of_grid(std::uint64_t(y / 2 * 7 + x / 4), unsigned(y % 2));
  });
}

int alike(const BlockRegions& regions, const ElementTint& tint, bool warps) {
  int count = 0;
  const auto compare = [&](std::size_t a, std::size_t b) {
    const WarpOfGrid one = regions.writers[a], other = regions.writers[b];
    const bool same = warps ? one == other : block_of(one) == block_of(other);
    if (!same && hue_of_code(tint.elements[a]) == hue_of_code(tint.elements[b])) ++count;
  };
  const auto width = std::size_t(regions.width), all = regions.writers.size();
  for (std::size_t i = 0; i < all; ++i) {
    if (i % width != 0) compare(i - 1, i);
    if (i >= width) compare(i - width, i);
  }
  return count;
}

TEST(BlockTint, NeighboursDiffer) {
  // In the second array twelve blocks make a row: by their index alone columns would be alike.
  const BlockRegions rows = regions_of({48, 1, 1}, {64, 1, 1}, 768, 4, [](auto x, auto y) {
    return warp_of_grid(std::uint64_t(y * 12 + x / 64), unsigned(x / 32 % 2));
  });
  for (const BlockRegions& regions : {uneven_tiles(), rows}) {
    const RegionHues hues = hues_of(regions);
    const ElementTint blocks = tint_of(regions, hues, TintBy::block, nullptr);
    const ElementTint warps = tint_of(regions, hues, TintBy::warp, nullptr);
    EXPECT_EQ(alike(regions, blocks, false), 0);
    EXPECT_EQ(alike(regions, warps, true), 0);
    EXPECT_GT(alike(regions, blocks, true), 0) << "warps of a block have its hue";
    std::set<int> used;
    for (std::size_t i = 0; i < regions.writers.size(); ++i) {
      ASSERT_EQ(block_of_code(blocks.elements[i]), block_of(regions.writers[i]));
      ASSERT_EQ(block_of_code(warps.elements[i]), block_of(regions.writers[i]));
      used.insert(hue_of_code(blocks.elements[i]));
    }
    EXPECT_EQ(used.size(), std::size_t(tint_hues));
    EXPECT_TRUE(blocks.times.empty());
  }
}

// Every block touches every other: hues repeat, and that is all that happens.
TEST(BlockTint, TooManyNeighboursRepeatHues) {
  const BlockRegions regions = regions_of({40, 1, 1}, {32, 1, 1}, 1000, 40, [](auto x, auto y) {
    return warp_of_grid(std::uint64_t(x * y + y) % 40, 0);
  });
  const RegionHues hues = hues_of(regions);
  ASSERT_EQ(hues.blocks.size(), 40u);
  for (const std::uint8_t hue : hues.blocks) EXPECT_LT(int(hue), tint_hues);
}

// Six blocks, one at a time on each of two multiprocessors: 0 2 4 and 1 3 5, in three waves.
TEST(BlockTint, MultiprocessorsAndTimesAreTheTraces) {
  const BlockRegions regions = regions_of({6, 1, 1}, {32, 1, 1}, 192, 1, [](auto x, auto) {
    return x == 191 ? no_warp : warp_of_grid(std::uint64_t(x / 32), 0);
  });
  const BlockTrace trace = predicted_trace("k", {6, 1, 1}, {32, 1, 1}, 1, 2);
  const ElementTint tint = tint_of(regions, hues_of(regions), TintBy::multiprocessor, &trace);
  for (std::size_t x = 0; x < 191; ++x)
    ASSERT_EQ(hue_of_code(tint.elements[x]), int(x / 32 % 2)) << x;
  EXPECT_EQ(tint.elements[191], no_warp) << "nobody writes it";
  EXPECT_EQ(tint.times, (std::vector<float>{0, 1, 0, 1, 1, 2, 1, 2, 2, 3, 2, 3}));
}

TEST(BlockTint, SaysWhyNot) {
  const BlockRegions regions = uneven_tiles();
  const BlockTrace same = predicted_trace("k", {7, 7, 1}, {4, 64, 1}, 1, 2);
  const BlockTrace other = predicted_trace("k", {6, 1, 1}, {32, 1, 1}, 1, 2);
  for (const TintBy by : {TintBy::block, TintBy::warp})
    EXPECT_EQ(tint_refusal(regions, by, nullptr), "");
  EXPECT_EQ(tint_refusal(regions, TintBy::multiprocessor, &same), "");
  EXPECT_EQ(tint_refusal(regions, TintBy::multiprocessor, nullptr),
            "nobody knows where its blocks run");
  EXPECT_EQ(tint_refusal(regions, TintBy::multiprocessor, &other),
            "what was counted and what was timed are different launches");
}

}  // namespace
}  // namespace livewarp
