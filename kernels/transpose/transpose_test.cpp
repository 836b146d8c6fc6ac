#include "kernels/transpose/transpose.h"

#include <map>
#include <utility>

#include "kernels/pictures/testing/picture_rows_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_transpose();

namespace {

class TransposeRows : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& row, std::int64_t width, std::int64_t height,
                   const std::string& turn, int channels) const {
    return rows_.choice_of(
        row, width, height,
        {{"turn", turn}, {"pixels", std::string(channels == 1 ? "grey8" : "rgba8")}});
  }

  const PictureRows rows_{make_transpose()};
};

TEST_F(TransposeRows, CountTheirWork) { rows_.expect_work("L2.10"); }

// 1 2 3      1 4      3 6      4 1
// 4 5 6      2 5      2 5      5 2
//            3 6      1 4      6 3
TEST_F(TransposeRows, TurnSixTexelsAsOneDoesByHand) {
  const Bytes source{1, 2, 3, 4, 5, 6};
  const std::map<std::string, Bytes> wanted{{"transpose", {1, 4, 2, 5, 3, 6}},
                                            {"left", {3, 6, 2, 5, 1, 4}},
                                            {"right", {4, 1, 5, 2, 6, 3}}};
  for (const VariantInfo* row : rows_.rows())
    for (const auto& [turn, result] : wanted)
      EXPECT_EQ(rows_.made_of(choice_of(*row, 3, 2, turn, 1), source), result)
          << row->name << " " << turn;
}

// Twice the same transposition, or a turn there and back, is nothing at all.
TEST_F(TransposeRows, GiveThePictureBack) {
  for (const VariantInfo* row : rows_.rows())
    for (const int channels : {1, 4})
      for (const auto& [there, back] :
           {std::pair{"transpose", "transpose"}, {"left", "right"}, {"right", "left"}}) {
        const Bytes source = noise_bytes(std::size_t{67 * 45} * std::size_t(channels));
        const Bytes turned = rows_.made_of(choice_of(*row, 67, 45, there, channels), source);
        EXPECT_NE(turned, source);
        EXPECT_EQ(rows_.made_of(choice_of(*row, 45, 67, back, channels), turned), source)
            << row->name << " " << there;
      }
}

// Large enough for several pieces and threads.
TEST_F(TransposeRows, OfLargePicturesAreExactToo) {
  for (const char* const name : {"reference", "blocked", "threads", "vector"}) {
    const Choice choice = choice_of(*rows_.workload().find(name), 1021, 777, "right", 4);
    const HostState in = rows_.workload().initial_state(choice.problem);
    for (const Discrepancy& found :
         rows_.workload().compare(choice.problem, in, rows_.stepped(choice, &in), {}, Job{}))
      EXPECT_TRUE(found.within({0, 0, {}})) << name;
  }
}

TEST_F(TransposeRows, ShowTheResultOnBothSides) {
  const Workload& workload = rows_.workload();
  const Choice on_host = choice_of(*workload.find("threads"), 40, 30, "left", 1);
  const Bytes picture = rows_.picture_of(on_host);
  EXPECT_EQ(picture, rows_.picture_of(choice_of(*workload.find("padded"), 40, 30, "left", 1)));
  const Bytes result = field_of(rows_.stepped(on_host), 1);
  ASSERT_EQ(picture.size(), 4 * result.size());
  for (std::size_t i = 0; i < result.size(); ++i) ASSERT_EQ(picture[4 * i], result[i]);
}

TEST_F(TransposeRows, KeepMeanAndDeviation) {
  const Choice choice = choice_of(*rows_.workload().find("threads"), 61, 47, "transpose", 1);
  HostState state = rows_.stepped(choice);
  const auto result = rows_.workload().diagnose(choice.problem, state, Job{});
  state.fields[1] = state.fields[0];
  const auto source = rows_.workload().diagnose(choice.problem, state, Job{});
  ASSERT_EQ(result.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_DOUBLE_EQ(result[i].value, source[i].value);
  EXPECT_NEAR(result[0].value, 127.5, 5);
}

}  // namespace
}  // namespace livewarp
