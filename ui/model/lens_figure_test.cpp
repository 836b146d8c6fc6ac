#include "ui/model/lens_figure.h"

#include <gtest/gtest.h>

#include <bit>

namespace livewarp::ui {
namespace {

/// Lane i asks for `bytes` at base + i * stride.
LanePattern strided(unsigned bytes, std::uint64_t stride, std::uint64_t base = 4096) {
  LanePattern pattern{.active = ~0u, .bytes = bytes};
  for (unsigned lane = 0; lane < 32; ++lane) pattern.address[lane] = base + lane * stride;
  return pattern;
}

TEST(LensFigure, NeighboursShareALine) {
  const auto lines = cache_lines(strided(4, 4));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].first, 4096u);
  for (int word = 0; word < line_words; ++word)
    EXPECT_EQ(lines[0].lanes[std::size_t(word)], 1u << word);
}

TEST(LensFigure, AStrideLeavesWhatIsFetchedUnused) {
  const auto lines = cache_lines(strided(4, 32));
  ASSERT_EQ(lines.size(), 8u);
  for (const CacheLine& line : lines)
    for (int word = 0; word < line_words; ++word) {
      EXPECT_EQ(line.lanes[std::size_t(word)] != 0, word % 8 == 0);
      EXPECT_TRUE(line.fetched(word));
    }
  const auto sparse = cache_lines(strided(4, 128));
  ASSERT_EQ(sparse.size(), 32u);
  EXPECT_TRUE(sparse[5].fetched(7));
  EXPECT_FALSE(sparse[5].fetched(8)) << "a sector of 32 bytes is fetched alone";
}

TEST(LensFigure, BytesOfAWordAreOneWord) {
  const auto lines = cache_lines(strided(1, 1, 4096 + 126));
  ASSERT_EQ(lines.size(), 2u) << "it begins two bytes before the end of a line";
  EXPECT_EQ(lines[0].lanes[31], 3u);
  EXPECT_EQ(lines[1].lanes[0], 0b111100u);
  EXPECT_TRUE(cache_lines({}).empty());
}

TEST(LensFigure, BanksGiveAWordATurn) {
  EXPECT_EQ(bank_turns(strided(4, 4), {}).size(), 1u);
  EXPECT_EQ(bank_turns(strided(4, 8), {}).size(), 2u) << "every second bank, twice";
  EXPECT_EQ(bank_turns(strided(4, 33 * 4), {}).size(), 1u) << "a padded column";
  const auto column = bank_turns(strided(4, 128), {});
  ASSERT_EQ(column.size(), 32u);
  EXPECT_EQ(column[7].lanes[0], 1u << 7);
  EXPECT_EQ(column[7].lanes[1], 0u);
  const auto same = bank_turns(strided(4, 0), {});
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(same[0].lanes[0], ~0u) << "one word goes to all who want it";
}

TEST(LensFigure, WideLanesGoInGroups) {
  const std::array<unsigned, 4> quarters{0xff, 0xff00, 0xff0000, 0xff000000};
  const auto turns = bank_turns(strided(16, 16), quarters);
  ASSERT_EQ(turns.size(), 4u);
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    EXPECT_EQ(turns[turn].group, int(turn));
    for (const unsigned lanes : turns[turn].lanes) EXPECT_EQ(std::popcount(lanes), 1);
  }
}

}  // namespace
}  // namespace livewarp::ui
