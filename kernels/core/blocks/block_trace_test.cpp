// Figures of traces that were written by hand.
#include "kernels/core/blocks/block_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/base/error.h"

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
  trace.kernel_us = 12.5;
  trace.traced_us = 13;
  const BlockFigures figures = figures_of(trace).value();
  EXPECT_DOUBLE_EQ(figures.span, 10);
  EXPECT_DOUBLE_EQ(figures.of_kernel, 0.8);
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
  EXPECT_DOUBLE_EQ(figures.of_kernel, 0) << "nobody timed the kernel";
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
/// in steps. Blocks have two warps, the second of which ends last, where there is time for that.
RawLaunch readings(double step_ns, std::size_t end_readings,
                   const std::vector<BlockRecord>& truth) {
  RawLaunch raw;
  const auto ns = [&](double us) {
    return 1'700'000'000'000'000'000u + std::uint64_t(std::floor(us * 1000 / step_ns) * step_ns);
  };
  for (const BlockRecord& block : truth) {
    const auto number = unsigned(block.multiprocessor);
    const auto cycle = [&](double us) {
      return std::uint32_t(std::uint64_t(us * 1700) + 1'000'000'007u * (number + 1));
    };
    const double first_end = std::max(block.begin + 0.1, block.end - 0.5);
    raw.blocks.push_back({ns(block.begin), cycle(block.begin), number});
    raw.end_cycles.push_back(cycle(first_end));
    raw.end_cycles.push_back(cycle(block.end));
    if (raw.end_ns.size() < end_readings) raw.end_ns.push_back(ns(first_end));
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
    for (const std::size_t end_readings : {0, 100, 1000}) {
      const std::vector<BlockRecord> found = records_of(readings(step, end_readings, truth));
      ASSERT_EQ(found.size(), truth.size());
      for (std::size_t i = 0; i < truth.size(); ++i) {
        EXPECT_EQ(found[i].multiprocessor, truth[i].multiprocessor);
        EXPECT_NEAR(found[i].end - found[i].begin, 7.3, 0.02) << step;
        // Of 25 readings and more the mean is off by about a fifth of what one is.
        EXPECT_NEAR(found[i].begin, truth[i].begin, 0.0006 * step + 0.01) << step;
      }
    }
  }
}

TEST(BlockClocks, OneBlockAMultiprocessorIsEnough) {
  const std::vector<BlockRecord> found =
      records_of(readings(32, 3, {{0, 0, 1, 51.3}, {1, 1, 0, 48.1}, {2, 7, 0.5, 50}}));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].begin, 1, 0.04);
  EXPECT_NEAR(found[0].end - found[0].begin, 50.3, 0.04);
  EXPECT_NEAR(found[1].end, 48.1, 0.04);
  EXPECT_TRUE(records_of({}).empty());
}

// The lower half of a count of cycles wraps every two seconds or so, here in the middle of a block.
TEST(BlockClocks, LowerHalvesOfCyclesWrap) {
  const auto of = [](std::uint32_t zero) {
    const RawLaunch raw{.blocks = {{5000, zero, 3}, {15000, zero + 17000, 3}, {5000, 8, 1}},
                        .end_cycles = {zero + 1700, zero + 13600, zero + 18700, zero + 18800, 9, 8},
                        .end_ns = {6000}};
    return records_of(raw);
  };
  const std::vector<BlockRecord> found = of(0xffff'f000u), plain = of(100'000);
  for (const auto& records : {found, plain}) {
    ASSERT_EQ(records.size(), 3u);
    EXPECT_NEAR(records[0].end, 8, 1e-6);
    EXPECT_NEAR(records[1].begin, 10, 1e-6);
    EXPECT_NEAR(records[1].end, 10 + 1.8 / 1.7, 1e-6);
  }
}

TEST(BlockClocks, ThatStandStillAreNone) {
  const RawLaunch raw{.blocks = {{5000, 7, 3}, {4000, 7, 3}}, .end_cycles = {7, 7}, .end_ns = {}};
  EXPECT_THROW(records_of(raw), Error);
}

}  // namespace
}  // namespace livewarp
