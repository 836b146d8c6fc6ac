// What small problems are compared with, and what is made of runs that a test makes up.
#include "kernels/core/launches/small.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

/// Gives back the reference in fp32, but for what a way spoils; takes 2 ms.
class FakeSmall : public SmallRunner {
 public:
  explicit FakeSmall(std::span<const double> reference)
      : right_(reference.begin(), reference.end()) {}
  double run(const SmallWay& way) override {
    result_ = right_;
    if (way.kind == SmallWay::Kind::together) throw Error("no room");
    if (way.kind == SmallWay::Kind::graph) result_.back() = NAN;
    return 2;
  }
  std::vector<float> result() override { return result_; }

 private:
  std::vector<float> right_, result_;
};

TEST(Small, APlateKeepsItsBorderAndLevelsItsInside) {
  const auto start = small_start(SmallProblem::plates, 2);
  const auto end = small_reference(SmallProblem::plates, 2);
  ASSERT_EQ(end.size(), 2u * 1024);
  double differences = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const std::size_t x = i % 32, y = i / 32 % 32;
    if (x == 0 || y == 0 || x == 31 || y == 31)
      EXPECT_EQ(end[i], double(start[i]));
    else if (x > 8 && x < 23 && y > 8 && y < 23)
      differences += std::abs(end[i] - end[i + 1]);
  }
  EXPECT_LT(differences / (2 * 14 * 14), 0.02) << "random cells differ by a third";
  EXPECT_NE(end[33], end[1024 + 33]) << "each has a start of its own";
}

// Pulls between bodies cancel out: what rests as a whole goes on doing so.
TEST(Small, BodiesKeepTheirCentre) {
  const auto start = small_start(SmallProblem::bodies, 1);
  const auto end = small_reference(SmallProblem::bodies, 1);
  ASSERT_EQ(end.size(), 64u);
  double before[2]{}, after[2]{}, moved = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    before[i % 2] += double(start[i]);
    after[i % 2] += end[i];
    moved += std::abs(end[i] - double(start[i]));
  }
  EXPECT_NEAR(before[0], after[0], 1e-10);
  EXPECT_NEAR(before[1], after[1], 1e-10);
  EXPECT_GT(moved / 64, 0.05);
}

TEST(Small, OneProblemThatDiffersIsNamed) {
  const auto reference = small_reference(SmallProblem::bodies, 5);
  std::vector<float> result(reference.begin(), reference.end());
  EXPECT_EQ(small_mismatch(SmallProblem::bodies, result, reference), "");
  result[3 * 64 + 5] += 1e-3f;
  EXPECT_EQ(small_mismatch(SmallProblem::bodies, result, reference),
            "problem 3 is not that of the reference");
  result.pop_back();
  EXPECT_NE(small_mismatch(SmallProblem::bodies, result, reference), "");
}

TEST(Small, OnlyWhatIsVerifiedIsTimed) {
  constexpr auto problem = SmallProblem::plates;
  const auto reference = small_reference(problem, 3);
  FakeSmall runner(reference);
  for (const SmallWay& way : small_ways()) {
    const SmallResult result = measure_small(runner, problem, way, reference, 0, {});
    const bool good = way.kind == SmallWay::Kind::streams;
    EXPECT_EQ(result.timed(), good) << label_of(way);
    EXPECT_EQ(result.wrong, way.kind == SmallWay::Kind::graph) << label_of(way);
    EXPECT_EQ(result.why_not.empty(), good) << label_of(way);
  }
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(measure_small(runner, problem, {}, reference, 0, source.get_token()), Cancelled);
}

}  // namespace
}  // namespace livewarp
