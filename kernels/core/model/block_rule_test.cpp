#include "kernels/core/model/block_rule.h"

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/model/param.h"

namespace livewarp {
namespace {

TEST(BlockRule, SaysWhatItNeedsAndWhy) {
  const BlockRule row = BlockRule::row("bodies stand in a row");
  EXPECT_EQ(row.refusal({96}), "");
  EXPECT_EQ(row.refusal({1}), "");
  EXPECT_EQ(row.refusal({48, 4}), "needs one dimension, since bodies stand in a row");
  EXPECT_EQ(row.refusal({8, 8, 8}), "needs one dimension, since bodies stand in a row");
  const BlockRule warps = row.whole_warps("lanes ask one another").at_most(256, "it was promised");
  EXPECT_EQ(warps.refusal({96}), "");
  EXPECT_EQ(warps.refusal({33}), "needs a multiple of 32 threads, since lanes ask one another");
  EXPECT_EQ(warps.refusal({288}), "takes at most 256 threads, since it was promised");
  EXPECT_EQ(warps.asks(), "one dimension, a multiple of 32 threads, at most 256 threads");
  EXPECT_EQ(row.refusal({288}), "") << "the rule that it was made of stays as it is";
}

TEST(BlockRule, OfSidesAndDepth) {
  const BlockRule plane = BlockRule::plane("a plate has no depth");
  EXPECT_EQ(plane.refusal({7, 3}), "");
  EXPECT_EQ(plane.refusal({7, 3, 2}), "needs at most two dimensions, since a plate has no depth");
  const BlockRule wide = plane.whole_warps_wide("lanes are neighbours");
  EXPECT_EQ(wide.refusal({96, 3}), "");
  EXPECT_EQ(wide.refusal({16, 16}),
            "needs a width that is a multiple of 32, since lanes are neighbours");
  const BlockRule one = plane.one_warp_wide("a warp is a row");
  EXPECT_EQ(one.refusal({32, 31}), "");
  EXPECT_EQ(one.refusal({64, 2}), "needs a width of 32, since a warp is a row");
  const BlockRule solid = BlockRule::solid();
  EXPECT_EQ(solid.refusal({3, 5, 7}), "");
  EXPECT_EQ(solid.asks(), "at most 1,024 threads");
}

TEST(BlockRule, NoKernelHasMoreThanCudaAllows) {
  for (const BlockRule& rule : {BlockRule::row("it is"), BlockRule::solid()}) {
    EXPECT_EQ(rule.refusal({1024}), "");
    EXPECT_EQ(rule.refusal({1025}), "CUDA allows 1,024 threads");
    EXPECT_EQ(rule.refusal({1, 1, 65}), "CUDA allows a depth of 64 threads");
    // Their product is 2^96, and nothing of it is left in 64 bits.
    EXPECT_NE(rule.refusal({4294967295u, 4294967295u, 4294967295u}), "");
    EXPECT_NE(rule.refusal({2147483648u, 2147483648u, 4}), "");
  }
  EXPECT_EQ(BlockRule::solid().refusal({4, 4, 64}), "");
}

TEST(BlockRule, OtherConditionsAreAskedLast) {
  const BlockRule rule = BlockRule::row("it is").also("a power of two", [](const Dim3& shape) {
    return shape.x & (shape.x - 1) ? "needs a power of two, since a tree halves it" : "";
  });
  EXPECT_EQ(rule.refusal({64}), "");
  EXPECT_EQ(rule.refusal({96}), "needs a power of two, since a tree halves it");
  EXPECT_EQ(rule.refusal({48, 2}), "needs one dimension, since it is");
  EXPECT_EQ(rule.asks(), "one dimension, a power of two, at most 1,024 threads");
}

TEST(BlockRule, EqualShapesAreEqualTexts) {
  const Param row = block_axis({"32", "64"}, "64", BlockRule::row("it is"));
  const Param plane = block_axis({"32x8", "256x1"}, "32x8", BlockRule::plane("it is"));
  const Param solid = block_axis({"32x4x2", "64x4"}, "64x4", BlockRule::solid());
  EXPECT_EQ(block_text(row, {96}), "96");
  EXPECT_EQ(block_text(row, {64}), "64");
  EXPECT_EQ(block_text(plane, {96}), "96x1");
  EXPECT_EQ(block_text(plane, {256}), "256x1");
  EXPECT_EQ(block_text(plane, {7, 3}), "7x3");
  EXPECT_EQ(block_text(solid, {8}), "8x1");
  EXPECT_EQ(block_text(solid, {8, 8, 4}), "8x8x4");
}

TEST(BlockRule, AGreyedPresetKeepsItsReason) {
  Param row = block_axis({"32", "64"}, "64", BlockRule::row("it is"));
  row.options.front().reason = "this GPU is busy";
  EXPECT_EQ(block_refusal(row, {32}), "this GPU is busy");
  EXPECT_EQ(block_refusal(row, {96}), "");
}

TEST(BlockRule, IsReadAsPeopleWriteIt) {
  for (const char* const text :
       {"32x8", "32 x 8", "32X8", "32*8", "32 \u00d7 8", "32x8x1", "032x08"})
    EXPECT_EQ(parse_block(text), (Dim3{32, 8})) << text;
  EXPECT_EQ(parse_block("1,024"), Dim3{1024});
  for (const char* const text : {"", "x", "32x", "x8", "32,8", "-32", "32.5", "1x2x3x4", "0x4",
                                 "99999999999", "32y8", "\u00d7"})
    EXPECT_THROW(parse_block(text), Error) << text;
}

TEST(BlockRule, SizesBeyondBlocksLeaveARest) {
  EXPECT_EQ(beyond_blocks(64, 600), 129);
  EXPECT_EQ(beyond_blocks(512, 600), 600);
  EXPECT_EQ(beyond_blocks(1024, 600), 1025);
  for (unsigned side = 2; side <= most_block_threads; ++side)
    for (const std::int64_t most : {33, 65, 70, 600}) {
      const std::int64_t size = beyond_blocks(side, most);
      EXPECT_GT(size, side) << side;
      EXPECT_NE(size % side, 0) << side;
    }
}

}  // namespace
}  // namespace livewarp
