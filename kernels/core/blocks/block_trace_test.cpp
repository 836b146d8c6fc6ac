// Figures of traces that were written by hand.
#include "kernels/core/blocks/block_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace livewarp {
namespace {

BlockTrace trace_of(int multiprocessors, std::vector<BlockRecord> records) {
  BlockTrace trace;
  trace.multiprocessors = multiprocessors;
  trace.grid = {unsigned(records.size()), 1, 1};
  trace.records = std::move(records);
  return trace;
}

// Two multiprocessors: one runs 10 us without a break, the other 4 us, then is idle.
TEST(BlockFigures, OfTwoMultiprocessors) {
  BlockTrace trace = trace_of(2, {{0, 0, 0, 6}, {1, 1, 0, 4}, {2, 0, 6, 10}});
  trace.kernel_us = 11;
  trace.traced_us = 12.5;
  const BlockFigures figures = figures_of(trace).value();
  EXPECT_DOUBLE_EQ(figures.span, 10);
  EXPECT_DOUBLE_EQ(figures.of_traced, 0.8);
  EXPECT_EQ(figures.places, 2);
  EXPECT_DOUBLE_EQ(figures.waves, 1.5);
  EXPECT_EQ(figures.blocks_min, 1);
  EXPECT_EQ(figures.blocks_max, 2);
  EXPECT_DOUBLE_EQ(figures.blocks_median, 1.5);
  EXPECT_DOUBLE_EQ(figures.tail, 0.6);
  EXPECT_DOUBLE_EQ(figures.imbalance, 10.0 / 7);
}

TEST(BlockFigures, BlocksSideBySideAreBusyOnce) {
  // Three at a time on one multiprocessor, from 1 to 9 without a gap, and 2 us after a pause.
  const BlockTrace trace = trace_of(1, {{0, 0, 1, 5}, {1, 0, 2, 9}, {2, 0, 3, 4}, {3, 0, 12, 14}});
  const BlockFigures figures = figures_of(trace).value();
  EXPECT_DOUBLE_EQ(figures.span, 13);
  EXPECT_EQ(figures.places, 3);
  EXPECT_DOUBLE_EQ(figures.tail, 0);
  EXPECT_DOUBLE_EQ(figures.imbalance, 1);
  EXPECT_DOUBLE_EQ(figures.of_traced, 0) << "nobody timed the kernel";
}

TEST(BlockFigures, AnIdleMultiprocessorCounts) {
  const BlockFigures figures = figures_of(trace_of(4, {{0, 2, 0, 8}})).value();
  EXPECT_EQ(figures.blocks_min, 0);
  EXPECT_DOUBLE_EQ(figures.blocks_median, 0);
  EXPECT_DOUBLE_EQ(figures.tail, 1) << "three have nothing to do all the time";
  EXPECT_DOUBLE_EQ(figures.imbalance, 4);
}

TEST(BlockRows, TakeTheSlotThatIsFree) {
  const BlockRows rows =
      rows_of(trace_of(3, {{0, 1, 0, 5}, {1, 1, 0, 3}, {2, 1, 3, 9}, {3, 0, 2, 4}}));
  ASSERT_EQ(rows.rows.size(), 3u);
  EXPECT_EQ(rows.slots, 2);
  EXPECT_DOUBLE_EQ(rows.end, 9);
  EXPECT_EQ(rows.rows[1][0].slot, 0);
  EXPECT_EQ(rows.rows[1][1].slot, 1);
  EXPECT_EQ(rows.rows[1][2].slot, 1) << "it takes the place of the one that ends";
  EXPECT_TRUE(rows.rows[2].empty());
}

TEST(BlockFigures, OfNothingThereAreNone) {
  EXPECT_FALSE(figures_of(trace_of(4, {})));
  EXPECT_FALSE(figures_of(trace_of(0, {{0, 0, 0, 1}})));
}

// 5 multiprocessors with 2 blocks each hold 10; 23 blocks fill two waves and leave 3.
TEST(PredictedTrace, DealsBlocksInWaves) {
  const BlockTrace trace = predicted_trace("k", {23, 1, 1}, {64, 1, 1}, 2, 5);
  ASSERT_EQ(trace.records.size(), 23u);
  EXPECT_TRUE(trace.predicted);
  EXPECT_EQ(trace.records[7].multiprocessor, 2);
  EXPECT_DOUBLE_EQ(trace.records[9].begin, 0);
  EXPECT_DOUBLE_EQ(trace.records[10].begin, 1);
  EXPECT_DOUBLE_EQ(trace.records[22].end, 3);
  const BlockFigures figures = figures_of(trace).value();
  EXPECT_DOUBLE_EQ(figures.span, 3);
  EXPECT_EQ(figures.places, 10);
  EXPECT_DOUBLE_EQ(figures.waves, 2.3);
  EXPECT_EQ(figures.blocks_min, 4);
  EXPECT_EQ(figures.blocks_max, 5);
  EXPECT_DOUBLE_EQ(figures.tail, 1.0 / 3);
  EXPECT_TRUE(predicted_trace("k", {23, 1, 1}, {64, 1, 1}, 0, 5).records.empty());
}

TEST(PredictedTrace, AGridThatDoesNotFillTheGpuIsLessThanAWave) {
  const BlockFigures figures =
      figures_of(predicted_trace("k", {4, 1, 1}, {64, 1, 1}, 2, 5)).value();
  EXPECT_EQ(figures.places, 10);
  EXPECT_DOUBLE_EQ(figures.waves, 0.4);
}

/// Readings of multiprocessors whose counts of cycles begin anywhere: 1.7 GHz, and a common clock
/// in steps.
std::vector<RawBlock> readings(double step_ns, const std::vector<BlockRecord>& truth) {
  std::vector<RawBlock> raw;
  const auto ns = [&](double us) {
    return 1'700'000'000'000'000'000u + std::uint64_t(std::floor(us * 1000 / step_ns) * step_ns);
  };
  for (const BlockRecord& block : truth) {
    const auto begin = std::uint64_t(block.begin * 1700), end = std::uint64_t(block.end * 1700);
    const auto number = unsigned(block.multiprocessor);
    raw.push_back({ns(block.begin), ns(block.end), begin + 1'000'000'007u * (number + 1),
                   std::uint32_t(end - begin), number});
  }
  return raw;
}

TEST(BlockClocks, CyclesTellWhatACoarseClockCannot) {
  // 40 multiprocessors, 25 blocks each that last 7.3 us, begun at odd moments.
  std::vector<BlockRecord> truth;
  for (int i = 0; i < 1000; ++i) {
    const int multiprocessor = i % 40, turn = i / 40;
    const double begin = turn * 7.61 + 0.137 * multiprocessor;
    truth.push_back({i, multiprocessor, begin, begin + 7.3});
  }
  for (const double step : {32.0, 1024.0}) {
    const std::vector<BlockRecord> found = records_of(readings(step, truth));
    ASSERT_EQ(found.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      EXPECT_EQ(found[i].multiprocessor, truth[i].multiprocessor);
      EXPECT_NEAR(found[i].end - found[i].begin, 7.3, 0.02) << step;
      // Of 50 readings the mean is off by about a seventh of what one is.
      EXPECT_NEAR(found[i].begin, truth[i].begin, 0.0004 * step + 0.01) << step;
    }
  }
}

TEST(BlockClocks, OneBlockAMultiprocessorIsEnough) {
  const std::vector<BlockRecord> found =
      records_of(readings(32, {{0, 0, 1, 51.3}, {1, 1, 0, 48.1}, {2, 7, 0.5, 50}}));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].begin, 1, 0.04);
  EXPECT_NEAR(found[0].end - found[0].begin, 50.3, 0.04);
  EXPECT_NEAR(found[1].end, 48.1, 0.04);
  EXPECT_TRUE(records_of({}).empty());
}

TEST(BlockClocks, WithoutCyclesTheCommonClockCounts) {
  const std::vector<RawBlock> raw{{5000, 9000, 0, 0, 3}, {4000, 6000, 0, 0, 1}};
  const std::vector<BlockRecord> found = records_of(raw);
  EXPECT_DOUBLE_EQ(found[0].begin, 1);
  EXPECT_DOUBLE_EQ(found[0].end, 5);
  EXPECT_DOUBLE_EQ(found[1].begin, 0);
  EXPECT_DOUBLE_EQ(found[1].end, 2);
}

}  // namespace
}  // namespace livewarp
