// What is drawn of a launch's blocks: all of them, or as much as can be seen.
#include "ui/charts/wave_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace livewarp::ui {
namespace {

// Two multiprocessors with two places each: 0 and 2 begin together on the first one.
TEST(WaveCells, AreTheBlocksWhereTheseAreFew) {
  const BlockRows rows = rows_of(predicted_trace("k", {6, 1, 1}, {32, 1, 1}, 2, 2));
  const std::vector<WaveCell> cells = wave_cells(rows, 20, 300, 100);
  ASSERT_EQ(cells.size(), 6u);
  std::map<std::int64_t, WaveCell> by_block;
  for (const WaveCell& cell : cells) by_block[cell.block] = cell;
  EXPECT_EQ(by_block.at(2).row, 0);
  EXPECT_EQ(by_block.at(3).row, 1);
  EXPECT_EQ(by_block.at(0).bottom, 0.5f);
  EXPECT_EQ(by_block.at(2).top, 0.5f) << "below the block that runs beside it";
  EXPECT_EQ(by_block.at(4).begin, 1);
  EXPECT_EQ(by_block.at(4).end, 2);
  EXPECT_EQ(by_block.at(4).top, 0) << "in the place of one that has ended";
}

TEST(WaveCells, OfManyBlocksAreShadesOfRows) {
  constexpr std::size_t most = 500;
  // 1000 blocks of one duration on 10 multiprocessors with 4 places, and one more: 26 waves.
  const BlockTrace trace = predicted_trace("k", {1001, 1, 1}, {32, 1, 1}, 4, 10);
  const std::vector<WaveCell> cells = wave_cells(rows_of(trace), 3, 260, most);
  ASSERT_LE(cells.size(), most);
  for (const WaveCell& cell : cells) {
    EXPECT_EQ(cell.block, -1);
    if (cell.end <= 25)
      EXPECT_EQ(cell.share, 1) << "all places are taken";
    else if (cell.begin >= 25 && cell.row > 0)
      ADD_FAILURE() << "the last block is alone, but row " << cell.row << " has one";
  }
  const WaveCell& last = *std::ranges::find_if(
      cells, [](const WaveCell& cell) { return cell.row == 0 && cell.begin >= 25; });
  EXPECT_EQ(last.share, 0.25f);
  EXPECT_EQ(last.end, 26);
}

// Blocks of two durations, at whatever moments: the shades add up to the time that they take.
TEST(WaveCells, ShadesKeepTheTimeOfBlocks) {
  BlockTrace trace;
  trace.multiprocessors = 3;
  double busy = 0;
  for (std::int64_t block = 0; block < 3000; ++block) {
    const double begin = double(block / 3) * 1.37, lasts = block % 2 == 0 ? 1 : 2.1;
    trace.records.push_back({block, int(block % 3), begin, begin + lasts});
    busy += lasts;
  }
  const BlockRows rows = rows_of(trace);
  ASSERT_EQ(rows.slots, 2);
  double shown = 0;
  for (const WaveCell& cell : wave_cells(rows, 10, 900, 400))
    shown += double(cell.share) * rows.slots * (cell.end - cell.begin);
  EXPECT_NEAR(shown, busy, 0.2 * busy);
  EXPECT_GE(shown, busy) << "what is there is not left out";
}

TEST(WaveCells, OfNothingAreNone) {
  EXPECT_TRUE(wave_cells(BlockRows{}, 10, 100, 100).empty());
  EXPECT_EQ(bar_at(BlockRows{}, 0, 0, 0, true), nullptr);
}

TEST(WaveCells, ABlockIsFoundAtItsPlace) {
  const BlockRows rows = rows_of(predicted_trace("k", {6, 1, 1}, {32, 1, 1}, 2, 2));
  ASSERT_NE(bar_at(rows, 0, 0.5, 0.2, true), nullptr);
  EXPECT_EQ(bar_at(rows, 0, 0.5, 0.2, true)->block, 0);
  EXPECT_EQ(bar_at(rows, 0, 0.5, 0.7, true)->block, 2);
  EXPECT_EQ(bar_at(rows, 1, 1.5, 0.2, true)->block, 5);
  EXPECT_EQ(bar_at(rows, 1, 1.5, 0.7, true), nullptr) << "nothing runs there";
  EXPECT_EQ(bar_at(rows, 1, 2, 0.2, false), nullptr) << "all have ended";
  EXPECT_EQ(bar_at(rows, 2, 0, 0, false), nullptr) << "there is no such multiprocessor";
}

}  // namespace
}  // namespace livewarp::ui
