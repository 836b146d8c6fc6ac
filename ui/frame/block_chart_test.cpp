#include "ui/frame/block_chart.h"

#include <gtest/gtest.h>

#include "kernels/core/model/block_rule.h"

namespace livewarp::ui {
namespace {

std::vector<Option> options(std::initializer_list<const char*> shapes) {
  std::vector<Option> result;
  for (const char* shape : shapes) result.push_back({shape, shape, {}});
  return result;
}

/// The shape that lies beside another one, or why there is none.
std::string beside(const Param& block, const std::string& from, int direction, int way) {
  const BlockStep next = block_beside(block, parse_dim(from), direction, way);
  return next.shape ? block_text(block, *next.shape) : next.trouble;
}

const Param row = block_axis({"32", "64", "128", "1024"}, "64", BlockRule::row("it is a row"));
const Param warps = block_axis({"64", "128"}, "64",
                               BlockRule::row("it is a row").whole_warps("lanes ask one another"));
const Param plane =
    block_axis({"256x1", "32x8", "16x16", "32x12"}, "32x8", BlockRule::plane("it is flat"));
const Param tile =
    block_axis({"32x4", "32x8"}, "32x8", BlockRule::plane("it is flat").one_warp_wide("so it is"));

TEST(BlockChart, RowsAndPlanes) {
  EXPECT_FALSE(block_chart(options({"32", "64", "128"})).plane());
  EXPECT_FALSE(block_chart(options({"32x4x2", "8x8x8", "32x8"})).plane());
  const BlockChart chart = block_chart(options({"256x1", "32x8", "16x16", "32x4"}));
  ASSERT_TRUE(chart.plane());
  EXPECT_EQ(chart.widths, (std::vector<unsigned>{16, 32, 256}));
  EXPECT_EQ(chart.heights, (std::vector<unsigned>{1, 4, 8, 16}));
  EXPECT_EQ(chart.cells[1].column, 1);
  EXPECT_EQ(chart.cells[1].row, 2);
}

TEST(BlockChart, StepsAlongARowAreMultiplesOfAWarp) {
  EXPECT_EQ(beside(row, "64", 0, +1), "96");
  EXPECT_EQ(beside(row, "33", 0, +1), "64");
  EXPECT_EQ(beside(row, "33", 0, -1), "32");
  EXPECT_EQ(beside(row, "32", 0, -1), "16");
  EXPECT_EQ(beside(row, "1", 0, -1), "block 1: is the smallest");
  EXPECT_EQ(beside(row, "1024", 0, +1), "block 1,024: is the largest");
  EXPECT_EQ(beside(row, "64", 1, +1), "block 64x2: needs one dimension, since it is a row");
  EXPECT_EQ(beside(warps, "32", 0, -1),
            "block 16: needs a multiple of 32 threads, since lanes ask one another");
  Param greyed = row;
  greyed.options[1].reason = "too large";
  EXPECT_EQ(beside(greyed, "32", 0, +1), "96");
}

TEST(BlockChart, StepsInAPlaneKeepTheOtherSide) {
  EXPECT_EQ(beside(plane, "32x4", 0, +1), "64x4");
  EXPECT_EQ(beside(plane, "64x4", 0, +1), "96x4");
  EXPECT_EQ(beside(plane, "7x3", 0, -1), "4x3");
  EXPECT_EQ(beside(plane, "32x4", 1, +1), "32x8");
  EXPECT_EQ(beside(plane, "32x8", 1, +1), "32x12") << "a preset's";
  EXPECT_EQ(beside(plane, "32x32", 1, +1), "block 32x64: CUDA allows 1,024 threads");
  EXPECT_EQ(beside(tile, "32x8", 0, +1), "block 64x8: needs a width of 32, since so it is");
  EXPECT_EQ(beside(tile, "32x8", 1, -1), "32x4");
}

TEST(BlockChart, SidesAreThoseThatTheRuleAllows) {
  using Sides = std::vector<unsigned>;
  EXPECT_EQ(allowed_sides(tile, {32, 8}, 0), Sides{32});
  EXPECT_EQ(allowed_sides(tile, {32, 8}, 1), (Sides{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(allowed_sides(plane, {7, 200}, 0), (Sides{1, 2, 4, 7}));
  EXPECT_EQ(allowed_sides(warps, {128}, 0).size(), 32u);
  for (const unsigned side : allowed_sides(warps, {128}, 0)) EXPECT_EQ(side % 32, 0u);
}

TEST(BlockChart, TypedInManyWays) {
  EXPECT_EQ(typed_block(row, "128").value, "128");
  EXPECT_EQ(typed_block(row, " 64x1 ").value, "64");
  EXPECT_EQ(typed_block(row, "96").value, "96");
  EXPECT_EQ(typed_block(row, "1,024").value, "1024");
  EXPECT_EQ(typed_block(plane, "7x3").value, "7x3");
  EXPECT_EQ(typed_block(plane, "32 X 8").value, "32x8");
  EXPECT_EQ(typed_block(plane, "16\u00d716").value, "16x16");
  EXPECT_EQ(typed_block(plane, "96").value, "96x1");
}

TEST(BlockChart, WhatCannotBeNamesItsCondition) {
  EXPECT_EQ(typed_block(row, "4096").trouble, "block 4,096: CUDA allows 1,024 threads");
  EXPECT_EQ(typed_block(row, "64x32").trouble, "block 64x32: CUDA allows 1,024 threads");
  EXPECT_EQ(typed_block(row, "64x2").trouble, "block 64x2: needs one dimension, since it is a row");
  EXPECT_EQ(typed_block(warps, "33").trouble,
            "block 33: needs a multiple of 32 threads, since lanes ask one another");
  EXPECT_EQ(typed_block(row, "many").trouble, "block many: must be like 128, 32x8 or 8x8x4");
  EXPECT_EQ(typed_block(row, "0").trouble, "block 0: must be like 128, 32x8 or 8x8x4");
  Param small = row;
  small.options[3].reason = "block 1024: this GPU allows 512 threads";
  EXPECT_EQ(typed_block(small, "1,024").trouble, small.options[3].reason);
  for (const char* text : {"4096", "64x2", "many", "1024"})
    EXPECT_FALSE(typed_block(small, text).value) << text;
}

}  // namespace
}  // namespace livewarp::ui
