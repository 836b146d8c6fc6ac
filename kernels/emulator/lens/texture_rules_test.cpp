// What fetches of a warp ask of memory, by the model, against patterns that are counted by hand.
#include "kernels/emulator/lens/texture_rules.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace livewarp::emulator {
namespace {

/// 64 x 64 texels of 4 bytes.
TextureSpec picture(TextureStorage storage, TextureFilter filter) {
  alignas(512) static std::byte memory[64 * 64 * 4];
  return {.storage = storage,
          .memory = memory,
          .texel = Texel::uchar4,
          .width = 64,
          .height = 64,
          .pitch = 64 * 4,
          .filter = filter,
          .read = TextureRead::normalized};
}

/// Lane t fetches at the middle of the texel that `place` names, moved by `off` of a texel.
FetchCost cost_of(const TextureSpec& spec, const std::function<std::array<int, 2>(int)>& place,
                  float off = 0) {
  const HostTexture texture(spec);
  std::vector<TextureReach> reaches;
  for (int t = 0; t < 32; ++t) {
    const auto [x, y] = place(t);
    reaches.push_back(texture.reach(float(x) + 0.5f + off, float(y) + 0.5f + off));
  }
  WarpFetch fetch{.active = ~0u};
  for (std::size_t t = 0; t < 32; ++t) fetch.reach[t] = &reaches[t];
  return fetch_cost(fetch);
}

std::array<int, 2> along_a_row(int t) { return {t, 0}; }
std::array<int, 2> down_a_column(int t) { return {0, t}; }
std::array<int, 2> a_block(int t) { return {t % 8, t / 8}; }

constexpr auto array = TextureStorage::array, pitched = TextureStorage::pitched;
constexpr auto point = TextureFilter::point, linear = TextureFilter::linear;

// A sector of an array holds 4 x 2 such texels: 32 in a row lie in 8, of which half is used; a
// column in 16; 8 x 4 fill 2 x 2.
TEST(TextureRules, AnArrayLiesInPiecesOfTwoRows) {
  EXPECT_EQ(cost_of(picture(array, point), along_a_row).sectors, 8);
  EXPECT_EQ(cost_of(picture(array, point), down_a_column).sectors, 16);
  EXPECT_EQ(cost_of(picture(array, point), a_block).sectors, 4);
}

TEST(TextureRules, RowsInPlainMemoryLieInSectorsOfOneRow) {
  EXPECT_EQ(cost_of(picture(pitched, point), along_a_row).sectors, 4);
  EXPECT_EQ(cost_of(picture(pitched, point), down_a_column).sectors, 32);
  EXPECT_EQ(cost_of(picture(pitched, point), a_block).sectors, 4);
}

// Half a texel on, a fetch mixes 2 x 2: of a row 33 x 2 texels, 9 pieces of two rows; of 8 x 4
// texels 9 x 5, 3 x 3 pieces.
TEST(TextureRules, AFilterReachesOneTexelFurther) {
  const FetchCost row = cost_of(picture(array, linear), along_a_row, 0.5f);
  EXPECT_EQ(row.sectors, 9);
  EXPECT_EQ(row.bytes, 33 * 2 * 4);
  const FetchCost block = cost_of(picture(array, linear), a_block, 0.5f);
  EXPECT_EQ(block.sectors, 9);
  EXPECT_EQ(block.bytes, 9 * 5 * 4);
}

// Four lanes in a row have one piece by point, and two once they reach a texel further.
TEST(TextureRules, QuadsThatAskForThemselvesAskTwice) {
  EXPECT_EQ(cost_of(picture(array, point), along_a_row).by_quads, 8);
  EXPECT_EQ(cost_of(picture(array, point), down_a_column).by_quads, 8 * 2);
  EXPECT_EQ(cost_of(picture(array, linear), along_a_row, 0.5f).by_quads, 8 * 2);
}

TEST(TextureRules, OutsideTheEdgeIsReadAgainAndABorderNotAtAll) {
  const auto outside = [](int t) { return std::array<int, 2>{-1 - t, -1}; };
  EXPECT_EQ(cost_of(picture(array, point), outside).bytes, 4);
  TextureSpec bordered = picture(array, point);
  bordered.address = TextureAddress::border;
  EXPECT_EQ(cost_of(bordered, outside).sectors, 0);
}

TEST(TextureRules, BetweenTwoLevelsBothAreRead) {
  alignas(512) static std::byte memory[2 * 64 * 64 * 4];
  TextureSpec spec = picture(array, linear);
  spec.memory = memory;
  spec.normalized = true;
  spec.levels = 3;
  const HostTexture texture(spec);
  EXPECT_EQ(texture.reach(0.5f, 0.5f, 0).count, 4);
  const TextureReach both = texture.reach(0.5f, 0.5f, 1.5f);
  EXPECT_EQ(both.count, 8);
  EXPECT_EQ(both.texels[0].level, 1);
  EXPECT_EQ(both.texels[7].level, 2);
  EXPECT_EQ(both.texels[7].x, 8);
}

}  // namespace
}  // namespace livewarp::emulator
