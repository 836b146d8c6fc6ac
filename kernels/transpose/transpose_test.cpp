#include "kernels/transpose/transpose.h"

#include <cmath>
#include <map>
#include <utility>

#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_transpose();

namespace {

class TransposeVariants : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& variant, std::int64_t width, std::int64_t height,
                   const std::string& turn, int channels) const {
    return variants_.choice_of(
        variant, width, height,
        {{"turn", turn}, {"pixels", std::string(channels == 1 ? "grey8" : "rgba8")}});
  }

  const PictureVariants variants_{make_transpose()};
};

TEST_F(TransposeVariants, CountTheirWork) { variants_.expect_work("L2.10"); }

// 1 2 3      1 4      3 6      4 1
// 4 5 6      2 5      2 5      5 2
//            3 6      1 4      6 3
TEST_F(TransposeVariants, TurnSixTexelsAsOneDoesByHand) {
  const Bytes source{1, 2, 3, 4, 5, 6};
  const std::map<std::string, Bytes> wanted{{"transpose", {1, 4, 2, 5, 3, 6}},
                                            {"left", {3, 6, 2, 5, 1, 4}},
                                            {"right", {4, 1, 5, 2, 6, 3}}};
  for (const VariantInfo* variant : variants_.variants())
    for (const auto& [turn, result] : wanted)
      EXPECT_EQ(variants_.made_of(choice_of(*variant, 3, 2, turn, 1), source), result)
          << variant->name << " " << turn;
}

// Twice the same transposition, or a turn there and back, is nothing at all.
TEST_F(TransposeVariants, GiveThePictureBack) {
  for (const VariantInfo* variant : variants_.variants())
    for (const int channels : {1, 4})
      for (const auto& [there, back] :
           {std::pair{"transpose", "transpose"}, {"left", "right"}, {"right", "left"}}) {
        const Bytes source = noise_bytes(std::size_t{67 * 45} * std::size_t(channels));
        const Bytes turned =
            variants_.made_of(choice_of(*variant, 67, 45, there, channels), source);
        EXPECT_NE(turned, source);
        EXPECT_EQ(variants_.made_of(choice_of(*variant, 45, 67, back, channels), turned), source)
            << variant->name << " " << there;
      }
}

// Large enough for several pieces and threads.
TEST_F(TransposeVariants, OfLargePicturesAreExactToo) {
  for (const char* const name : {"reference", "blocked", "threads", "vector", "streaming"}) {
    const Choice choice = choice_of(*variants_.workload().find(name), 1021, 776, "right", 4);
    const HostState in = variants_.workload().initial_state(choice.problem);
    for (const Discrepancy& found : variants_.workload().compare(
             choice.problem, in, variants_.stepped(choice, &in), {}, Job{}))
      EXPECT_TRUE(found.within({0, 0, {}})) << name;
  }
}

// The source is 40 wide and 30 high and stands 5 rows below the top, the result begins a gap of one
// pixel to its right.
TEST_F(TransposeVariants, ShowTheResultBesideTheSource) {
  const Workload& workload = variants_.workload();
  for (const int channels : {1, 4}) {
    const Choice on_host = choice_of(*workload.find("threads"), 40, 30, "left", channels);
    const Bytes picture = variants_.picture_of(on_host);
    EXPECT_EQ(picture,
              variants_.picture_of(choice_of(*workload.find("padded"), 40, 30, "left", channels)));
    ASSERT_EQ(picture.size(), std::size_t{4 * 71 * 40});
    const HostState state = variants_.stepped(on_host);
    const auto shown = [&](const Bytes& field, std::size_t i) {  // over a ground of level 42
      if (channels == 1) return int(field[i]);
      return int(std::lround(field[4 * i] * (field[4 * i + 3] / 255.0) +
                             42 * (1 - field[4 * i + 3] / 255.0)));
    };
    for (std::size_t y = 0; y < 40; ++y)
      for (std::size_t x = 0; x < 71; ++x) {
        int wanted = 42;
        if (x < 40 && y >= 5 && y < 35) wanted = shown(field_of(state, 0), (y - 5) * 40 + x);
        if (x >= 41) wanted = shown(field_of(state, 1), y * 30 + x - 41);
        ASSERT_NEAR(picture[4 * (y * 71 + x)], wanted, channels == 1 ? 0 : 1) << x << ", " << y;
      }
  }
}

TEST_F(TransposeVariants, NameBothPictures) {
  const Choice choice = choice_of(*variants_.workload().find("threads"), 40, 30, "left", 1);
  const auto parts = variants_.workload().simulate(choice, Executor::cpu)->view().parts;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0], (ImagePart{"Source", 0, 5 / 40.0, 40 / 71.0, 30 / 40.0}));
  EXPECT_EQ(parts[1], (ImagePart{"Result", 41 / 71.0, 0, 30 / 71.0, 1}));
}

TEST_F(TransposeVariants, KeepMeanAndDeviation) {
  const Choice choice = choice_of(*variants_.workload().find("threads"), 61, 47, "transpose", 1);
  HostState state = variants_.stepped(choice);
  const auto result = variants_.workload().diagnose(choice.problem, state, Job{});
  state.fields[1] = state.fields[0];
  const auto source = variants_.workload().diagnose(choice.problem, state, Job{});
  ASSERT_EQ(result.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_DOUBLE_EQ(result[i].value, source[i].value);
  EXPECT_NEAR(result[0].value, 127.5, 5);
}

}  // namespace
}  // namespace livewarp
