#include "app/tune/contest.h"

#include <gtest/gtest.h>

#include "app/testing/test_context.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {
namespace {

SelectedVariant toy_of(const Workload& toy, std::int64_t n) {
  SelectedVariant variant{
      &toy, toy.find("plain"), Executor::cpu, default_choice(toy, "plain", Backend::cpu), {},
      false};
  variant.choice.problem["n"] = n;
  return variant;
}

const ExecFactory& factory() {
  static const ExecFactory make = [](Executor executor) { return make_exec(executor, {}); };
  return make;
}

TEST(Contest, FindsWhichOfTwoTakesLonger) {
  const auto toy = test::make_toy();
  const Side a(toy_of(*toy, 200'000), factory(), nullptr),
      b(toy_of(*toy, 50'000), factory(), nullptr);
  InTurnOptions options;
  int told = 0;
  options.progress = [&](const PairedTest::Result&, double) { ++told; };
  const Contest outcome = contest(a, b, options, {});
  EXPECT_EQ(outcome.time.result.verdict, PairedTest::Verdict::faster);
  EXPECT_LT(outcome.time.result.ratio.high, 1);
  EXPECT_EQ(std::size_t(told), outcome.time.result.pairs);
  EXPECT_FALSE(outcome.cycles) << "nobody knows the clock";
}

// What a step costs beside its cells is shared by more of them.
TEST(Contest, ComparesByTheItemWhereItIsToldTo) {
  const auto toy = test::make_toy();
  const Side a(toy_of(*toy, 16), factory(), nullptr), b(toy_of(*toy, 16'384), factory(), nullptr);
  const Contest outcome = contest(a, b, {}, {}, {16, 16'384});
  EXPECT_EQ(outcome.time.result.verdict, PairedTest::Verdict::faster);
}

TEST(Contest, AResultCanBeReadTheOtherWayRound) {
  const PairedTest::Result result{PairedTest::Verdict::slower, {1.25, 1.2, 1.6}, 12};
  const PairedTest::Result other = inverted(result);
  EXPECT_EQ(other.verdict, PairedTest::Verdict::faster);
  EXPECT_DOUBLE_EQ(other.ratio.value, 0.8);
  EXPECT_DOUBLE_EQ(other.ratio.low, 0.625);
  EXPECT_DOUBLE_EQ(other.ratio.high, 1 / 1.2);
  EXPECT_EQ(ratio_text(other, "its time"),
            "0.8000 of its time (99 % interval 0.6250 \u2026 0.8333, 12 pairs)");
  EXPECT_EQ(inverted(PairedTest::Result{PairedTest::Verdict::same, {1, 1, 1}, 3}).verdict,
            PairedTest::Verdict::same);
  EXPECT_EQ(verdict_word(PairedTest::Verdict::undecided), "UNDECIDED");
}

}  // namespace
}  // namespace livewarp
