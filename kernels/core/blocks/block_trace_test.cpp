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

/// A launch on multiprocessors whose counts of cycles begin anywhere: 1.7 GHz, and a common clock
/// in steps, which is read as it moves on.
struct Gpu {
  double step_ns = 32, mhz = 1700;
  std::uint32_t zero = 1'000'000'007u;

  std::uint32_t cycle(double us, int multiprocessor) const {
    return std::uint32_t(std::int64_t(std::floor(us * mhz))) +
           zero * (unsigned(multiprocessor) + 1);
  }
  ClockReading reading(double us, int multiprocessor) const {
    const double moves = std::ceil(us * 1000 / step_ns) * step_ns;
    return {1'700'000'000'000'000'000u + std::uint64_t(moves), cycle(moves / 1000, multiprocessor),
            unsigned(multiprocessor)};
  }
  /// With readings of each multiprocessor before and after it, and some at odd moments.
  RawLaunch launch(const std::vector<BlockRecord>& truth) const {
    RawLaunch raw;
    double end = 0;
    for (const BlockRecord& block : truth) {
      raw.blocks.push_back({cycle(block.begin, block.multiprocessor),
                            cycle(block.end, block.multiprocessor),
                            unsigned(block.multiprocessor)});
      end = std::max(end, block.end);
    }
    for (const BlockRecord& block : truth) {
      const double odd = 0.01 * double(block.block % 7);
      raw.readings.push_back(reading(odd, block.multiprocessor));
      raw.readings.push_back(reading(end + 2 + odd, block.multiprocessor));
    }
    return raw;
  }
};

TEST(BlockClocks, CyclesTellWhatACoarseClockCannot) {
  // 40 multiprocessors, 25 blocks each that last 7.3 us, begun at odd moments.
  std::vector<BlockRecord> truth;
  for (int i = 0; i < 1000; ++i) {
    const int multiprocessor = i % 40, turn = i / 40;
    const double begin = 5 + turn * 7.61 + 0.137 * multiprocessor;
    truth.push_back({i, multiprocessor, begin, begin + 7.3});
  }
  for (const double step : {32.0, 1024.0}) {
    const std::vector<BlockRecord> found = records_of(Gpu{step}.launch(truth));
    ASSERT_EQ(found.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      EXPECT_EQ(found[i].multiprocessor, truth[i].multiprocessor);
      EXPECT_NEAR(found[i].begin, truth[i].begin - 5, 0.005) << step;
      EXPECT_NEAR(found[i].end, truth[i].end - 5, 0.005) << step;
    }
  }
}

TEST(BlockClocks, OneBlockAMultiprocessorIsEnough) {
  const std::vector<BlockRecord> found =
      records_of(Gpu().launch({{0, 0, 1, 51.3}, {1, 1, 0, 48.1}, {2, 7, 0.5, 50}}));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].begin, 1, 0.005);
  EXPECT_NEAR(found[0].end, 51.3, 0.005);
  EXPECT_NEAR(found[1].end, 48.1, 0.005);
  EXPECT_TRUE(records_of({}).empty());
}

// The lower half of a count of cycles wraps every two seconds or so, here within the launch.
TEST(BlockClocks, LowerHalvesOfCyclesWrap) {
  const std::vector<BlockRecord> truth{{0, 3, 0, 8}, {1, 3, 10, 11.25}, {2, 1, 4, 5}};
  Gpu gpu;
  gpu.zero = 0u - (17000u - 100u) / 4u;  // multiprocessor 3 wraps at 10 us
  const std::vector<BlockRecord> found = records_of(gpu.launch(truth));
  ASSERT_EQ(found.size(), 3u);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_NEAR(found[i].begin, truth[i].begin, 0.005);
    EXPECT_NEAR(found[i].end, truth[i].end, 0.005);
  }
}

TEST(BlockClocks, ThatTellNothingAreErrors) {
  const std::vector<RawBlock> block{{100, 200, 3}};
  EXPECT_THROW(records_of({block, {{5000, 7, 3}, {6000, 7, 3}}}), Error) << "they stand still";
  EXPECT_THROW(records_of({block, {{5000, 7, 2}, {6000, 1707, 2}}}), Error) << "of another";
  EXPECT_NO_THROW(records_of({block, {{5000, 7, 3}, {6000, 1707, 3}}}));
}

}  // namespace
}  // namespace livewarp
