#include "ui/model/block_chart.h"

#include <gtest/gtest.h>

namespace livewarp::ui {
namespace {

std::vector<Option> options(std::initializer_list<const char*> shapes) {
  std::vector<Option> result;
  for (const char* shape : shapes) result.push_back({shape, shape, {}});
  return result;
}

/// The shape that lies beside another one; "" at the end.
std::string beside(const std::vector<Option>& all, const std::string& from, int dx, int dy) {
  int index = -1;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].id == from) index = int(i);
  const auto next = block_beside(all, index, dx, dy);
  return next ? all[std::size_t(*next)].id : "";
}

const BlockLimit limit{1024, "this GPU"};

TEST(BlockChart, RowsAndPlanes) {
  EXPECT_FALSE(block_chart(options({"32", "64", "128"})).plane());
  EXPECT_FALSE(block_chart(options({"32x4x2", "8x8x8", "32x8"})).plane());
  const BlockChart plane = block_chart(options({"256x1", "32x8", "16x16", "32x4"}));
  ASSERT_TRUE(plane.plane());
  EXPECT_EQ(plane.widths, (std::vector<unsigned>{16, 32, 256}));
  EXPECT_EQ(plane.heights, (std::vector<unsigned>{1, 4, 8, 16}));
  EXPECT_EQ(plane.cells[1].column, 1);
  EXPECT_EQ(plane.cells[1].row, 2);
}

TEST(BlockChart, StepsAlongARow) {
  std::vector<Option> row = options({"32", "64", "128", "256"});
  EXPECT_EQ(beside(row, "64", +1, 0), "128");
  EXPECT_EQ(beside(row, "32", -1, 0), "");
  EXPECT_EQ(beside(row, "64", 0, +1), "") << "a row has no height";
  row[2].reason = "too large";
  EXPECT_EQ(beside(row, "64", +1, 0), "256");
}

TEST(BlockChart, StepsInAPlaneKeepTheOtherSideAsTheyCan) {
  std::vector<Option> all = options({"256x1", "128x2", "64x4", "32x8", "16x16", "32x4", "32x16"});
  EXPECT_EQ(beside(all, "32x4", +1, 0), "64x4") << "the same height";
  EXPECT_EQ(beside(all, "32x4", 0, +1), "32x8") << "the same width, one higher";
  EXPECT_EQ(beside(all, "32x8", 0, +1), "32x16");
  EXPECT_EQ(beside(all, "32x8", 0, -1), "32x4");
  EXPECT_EQ(beside(all, "64x4", -1, 0), "32x4");
  EXPECT_EQ(beside(all, "64x4", +1, 0), "128x2") << "the nearest height where none is the same";
  EXPECT_EQ(beside(all, "256x1", +1, 0), "");
  all[0].reason = "too wide";
  EXPECT_EQ(beside(all, "128x2", +1, 0), "");
}

TEST(BlockChart, TypedInManyWays) {
  const std::vector<Option> row = options({"32", "64", "128"});
  const std::vector<Option> plane = options({"32x8", "16x16", "128x1"});
  EXPECT_EQ(typed_block(row, "128", limit).option, 2);
  EXPECT_EQ(typed_block(row, " 64x1 ", limit).option, 1);
  EXPECT_EQ(typed_block(plane, "32x8", limit).option, 0);
  EXPECT_EQ(typed_block(plane, "32 X 8", limit).option, 0);
  EXPECT_EQ(typed_block(plane, "16\u00d716", limit).option, 1);
  EXPECT_EQ(typed_block(plane, "128", limit).option, 2);
}

TEST(BlockChart, WhatCannotBeNamesItsLimit) {
  std::vector<Option> row = options({"32", "64", "2048"});
  EXPECT_EQ(typed_block(row, "4096", limit).trouble, "block 4,096: this GPU allows 1,024 threads");
  EXPECT_EQ(typed_block(row, "64x32", limit).trouble, "block 64x32: this GPU allows 1,024 threads");
  EXPECT_EQ(typed_block(row, "96", limit).trouble, "block 96: this variant offers 32, 64, 2,048");
  EXPECT_EQ(typed_block(row, "many", limit).trouble, "block many: write 128, or 32x8");
  EXPECT_EQ(typed_block(row, "0", limit).trouble, "block 0: write 128, or 32x8");
  row[2].reason = "block 2048: this GPU allows 1,024 threads";
  EXPECT_EQ(typed_block(row, "2,048", limit).trouble, row[2].reason);
  for (const char* text : {"4096", "96", "many", "2048"})
    EXPECT_FALSE(typed_block(row, text, limit).option) << text;
}

}  // namespace
}  // namespace livewarp::ui
