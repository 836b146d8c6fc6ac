#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kernels/core/testing/variants_test.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_picture.cuh"

namespace livewarp {

std::unique_ptr<Workload> make_sort();

namespace {

/// Rows of the picture, 1024 x 768, of 512 keys in falling order that a step has sorted.
class SortPicture : public testing::Test {
 protected:
  Choice choice(const std::string& variant, const Values& problem, const char* passes) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, problem);
    choice.view["passes"] = std::string(passes);
    return choice;
  }
  static constexpr std::int64_t n = 512;
  void draw(const char* passes) {
    const Choice chosen =
        choice("bitonic", {{"n", n}, {"pattern", std::string("reversed")}}, passes);
    HostState state = workload_->initial_state(chosen.problem);
    const float* const keys = field_as<float>(state, 0);
    std::reverse_copy(keys, keys + n, field_as<float>(state, 1));
    picture_ = picture_of(*workload_, chosen, state);
    ASSERT_EQ(picture_.size(), 4u * 1024 * 768);
  }
  std::array<int, 3> color(int px, int py) const {
    const unsigned char* const pixel = picture_.data() + 4 * (py * 1024 + px);
    return {pixel[0], pixel[1], pixel[2]};
  }
  bool is_ground(int px, int py) const {
    const uchar4 ground = sort_ground();
    return color(px, py) == std::array<int, 3>{ground.x, ground.y, ground.z};
  }

  const std::unique_ptr<Workload> workload_ = make_sort();
  std::vector<unsigned char> picture_;
};

// A state whose last step has sorted it.
TEST_F(SortPicture, IsTheSameOnBothSides) {
  for (const std::int64_t n : {1, 5, 300, 5000})
    for (const char* passes : {"tiles", "bits", "none"}) {
      const auto drawn = [&](const char* variant) {
        const Choice chosen =
            choice(variant, {{"n", n}, {"pattern", std::string("special")}}, passes);
        HostState state = workload_->initial_state(chosen.problem);
        state.fields[1] = state.fields[0];
        return picture_of(*workload_, chosen, state);
      };
      EXPECT_EQ(drawn("bitonic"), drawn("vector")) << n << " " << passes;
    }
}

TEST_F(SortPicture, BarsFallAboveAndRiseBelow) {
  draw("tiles");
  const auto height = [&](int px, int bottom) {
    int rows = 0;
    while (rows < 230 && !is_ground(px, bottom - rows)) ++rows;
    return rows;
  };
  for (int px = 8; px < 1024; px += 8) {
    EXPECT_LE(height(px, 767), height(px + 7, 767)) << px;
    EXPECT_GE(height(px, 228), height(px + 7, 228)) << px;
  }
  EXPECT_NEAR(height(1023, 767), 0.84 * 230, 2);
  EXPECT_EQ(height(0, 767), 2);
}

// Ten rows of passes from 230 on, each 30 pixels high: tiles of 1, 2, 4 ... 512 keys, sorted.
TEST_F(SortPicture, TilesAreSorted) {
  draw("tiles");
  const auto key_color = [&](int key) { return color(2 * key, 767); };  // by the bars below
  for (int pass = 0; pass <= 9; ++pass)
    for (const int column : {0, 1, 100, 255, 256, 511}) {
      const int tile = 1 << pass, within = column % tile, first = column - within;
      EXPECT_EQ(color(2 * column, 230 + 308 * pass / 10 + 10),
                key_color(511 - (first + tile - 1 - within)))
          << pass << " " << column;
    }
}

// By bits the last row is in order, and that after 24 bits, which know no exponent, is not.
TEST_F(SortPicture, TheLastPassOfBitsSorts) {
  draw("bits");
  const auto in_order = [&](int py) {
    int equal = 0;
    for (int px = 0; px < 1024; ++px) equal += color(px, py) == color(px, 767);
    return equal == 1024;
  };
  EXPECT_TRUE(in_order(230 + 300));
  EXPECT_FALSE(in_order(230 + 308 * 6 / 9 + 10));
}

// As a window begins: passes are those of the variant; where nobody knows them there are none.
TEST_F(SortPicture, PassesAreThoseOfTheVariant) {
  const auto said = [&](const char* variant) {
    const Choice chosen = choice(variant, {}, "variant");
    const std::vector<ImageNote> notes =
        workload_->simulate(chosen, home_of(*workload_->find(variant)))->view().notes;
    return notes.size() < 3 ? std::string("none") : notes.back().text;
  };
  EXPECT_EQ(said("bitonic-global"), "rows: sorted tiles of 1, 2, 4 ... keys");
  EXPECT_EQ(said("threads"), said("bitonic-global"));
  EXPECT_EQ(said("split"), "rows: after each pass by 4 bits");
  EXPECT_EQ(said("radix"), "rows: after each pass by 8 bits");
  EXPECT_EQ(said("reference"), "none");
}

}  // namespace
}  // namespace livewarp
