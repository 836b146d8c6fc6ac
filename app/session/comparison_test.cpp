#include "app/session/comparison.h"

#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;

class ComparisonTest : public SessionTest {
 protected:
  /// Frames until the setting has samples enough to be compared.
  bool settle(Session& session, Comparison& comparison) {
    return run(session, 240s, [&] {
      comparison.tick(session);
      return session.check().ok() && session.step_stats().step.size() >= 20;
    });
  }
  /// Measures a variant of the running backend; whether it came to an end.
  static bool bench(Session& session, const std::string& variant) {
    session.measure(variant);
    return session.job() && run_job(session, 240s);
  }
  static void expect_same(const Ratio& shown, const Ratio& expected) {
    EXPECT_DOUBLE_EQ(shown.value, expected.value);
    EXPECT_DOUBLE_EQ(shown.low, expected.low);
    EXPECT_DOUBLE_EQ(shown.high, expected.high);
  }
  static ui::Model described(Session& session, Comparison& comparison) {
    ui::Model model;
    for (const VariantInfo* info : session.workload().variants()) {
      ui::VariantEntry variant;
      variant.info = info;
      variant.choice = session.variant_choice(*info);
      if (const auto bench = session.result_cache().bench(variant.choice))
        variant.bench = bench->step;
      model.variants.push_back(variant);
    }
    comparison.describe(session, model);
    return model;
  }
};

TEST_F(ComparisonTest, LiveIsComparedWithLive) {
  Session session(registry_, machine_, choice("vector", 1000));
  Comparison comparison;
  EXPECT_FALSE(described(session, comparison).pinned);
  ASSERT_TRUE(settle(session, comparison));
  const std::vector<double> samples = session.step_stats().step.in_order();
  comparison.pin(session);
  const ui::Model itself = described(session, comparison);
  ASSERT_TRUE(itself.pinned && itself.pinned->ratio);
  EXPECT_TRUE(itself.pinned->runs);
  EXPECT_TRUE(itself.pinned->ratio->noise()) << "A against itself";

  Choice scalar = choice("scalar", 1000);
  session.apply(scalar);
  EXPECT_FALSE(described(session, comparison).pinned->ratio) << "before it has samples of its own";
  ASSERT_TRUE(settle(session, comparison));
  const ui::Model other = described(session, comparison);
  ASSERT_TRUE(other.pinned && other.pinned->ratio);
  expect_same(*other.pinned->ratio, bootstrap_ratio(samples, session.step_stats().step.in_order()));
  EXPECT_DOUBLE_EQ(other.pinned->ratio->value,
                   other.pinned->live.median / session.step_stats().step.summary().median);
  for (const ui::VariantEntry& variant : other.variants)
    EXPECT_FALSE(variant.times_a) << "a live time was compared with a bench";
}

TEST_F(ComparisonTest, BenchIsComparedWithBench) {
  Session session(registry_, machine_, choice("vector", 500));
  Comparison comparison;
  ASSERT_TRUE(settle(session, comparison));
  comparison.pin(session);
  ASSERT_TRUE(bench(session, "vector") && bench(session, "scalar"));
  const auto samples = [&](const VariantInfo& variant) {
    return session.result_cache().bench(session.variant_choice(variant))->samples;
  };
  const ui::Model model = described(session, comparison);
  for (const ui::VariantEntry& variant : model.variants) {
    if (variant.info->name == "vector") {
      EXPECT_TRUE(variant.is_a);
      ASSERT_TRUE(variant.times_a);
      EXPECT_TRUE(variant.times_a->noise());
    } else if (variant.info->name == "scalar") {
      EXPECT_FALSE(variant.is_a);
      ASSERT_TRUE(variant.times_a);
      expect_same(*variant.times_a, bootstrap_ratio(samples(*session.workload().find("vector")),
                                                    samples(*variant.info)));
    } else {
      EXPECT_FALSE(variant.times_a) << variant.info->name << " was not measured";
    }
  }
}

/// One pair at a time takes several times as long as eight at once: a matter of time, so it runs
/// alone.
class ComparisonTimingTest : public ComparisonTest {};

TEST_F(ComparisonTimingTest, TheSlowerVariantIsCalledSo) {
  Session session(registry_, machine_, choice("vector", 1000));
  Comparison comparison;
  ASSERT_TRUE(settle(session, comparison));
  comparison.pin(session);
  ASSERT_TRUE(bench(session, "vector") && bench(session, "scalar"));
  for (const ui::VariantEntry& variant : described(session, comparison).variants)
    if (variant.info->name == "scalar") {
      ASSERT_TRUE(variant.times_a);
      EXPECT_LT(variant.times_a->high, 0.8) << "bench";
    }
  session.apply(choice("scalar", 1000));
  ASSERT_TRUE(settle(session, comparison));
  const ui::Model live = described(session, comparison);
  ASSERT_TRUE(live.pinned && live.pinned->ratio);
  EXPECT_LT(live.pinned->ratio->high, 0.8) << "live";
}

TEST_F(ComparisonTest, AtAnotherSizeThereIsNoRatio) {
  Session session(registry_, machine_, choice("vector", 1000));
  Comparison comparison;
  ASSERT_TRUE(settle(session, comparison));
  comparison.pin(session);
  session.apply(choice("vector", 1500));
  ASSERT_TRUE(settle(session, comparison));
  const ui::Model model = described(session, comparison);
  ASSERT_TRUE(model.pinned);
  EXPECT_EQ(model.pinned->elsewhere, "A had bodies 1,000");
  EXPECT_FALSE(model.pinned->ratio);
  EXPECT_TRUE(model.pinned->same_workload);
}

TEST_F(ComparisonTest, AIsMeasuredHereAndTheRunComesBack) {
  Session session(registry_, machine_, choice("vector", 1000));
  Comparison comparison;
  ASSERT_TRUE(settle(session, comparison));
  comparison.pin(session);
  session.apply(choice("scalar", 700));
  ASSERT_TRUE(settle(session, comparison));
  const Choice before = session.choice();
  comparison.measure_here(session);
  ASSERT_TRUE(comparison.visiting());
  EXPECT_EQ(session.variant().name, "vector");
  EXPECT_EQ(get_integer(session.choice().problem, "n"), 700);
  ASSERT_TRUE(run(session, 240s, [&] {
    comparison.tick(session);
    return !comparison.visiting();
  }));
  EXPECT_EQ(session.choice(), before);
  const ui::Model model = described(session, comparison);
  EXPECT_EQ(model.pinned->elsewhere, "");
  EXPECT_EQ(model.pinned->choice.variant, "vector");
  EXPECT_GE(model.pinned->live.count, 20u);
}

TEST_F(ComparisonTest, AMeasurementOfAThatIsCancelledLeavesAAsItWas) {
  Session session(registry_, machine_, choice("vector", 1000));
  Comparison comparison;
  ASSERT_TRUE(settle(session, comparison));
  comparison.pin(session);
  const Choice a = session.choice();
  session.apply(choice("scalar", 700));
  const Choice before = session.choice();
  run_for(session, 100ms);
  comparison.measure_here(session);
  comparison.cancel(session);
  run_for(session, 100ms);
  EXPECT_FALSE(comparison.visiting());
  EXPECT_EQ(session.choice(), before);
  EXPECT_EQ(comparison.pinned(), a);
}

TEST_F(ComparisonTest, FlipGoesToAAndBackAndKeepsThePause) {
  Session session(registry_, machine_, choice("vector", 600));
  Comparison comparison;
  EXPECT_FALSE(comparison.flipped(session));
  comparison.pin(session);
  EXPECT_FALSE(comparison.flipped(session)) << "there is no other side yet";
  Choice other = choice("scalar", 600);
  other.paused = true;
  session.apply(other);
  const auto to_a = comparison.flipped(session);
  ASSERT_TRUE(to_a);
  EXPECT_EQ(to_a->variant, "vector");
  EXPECT_TRUE(to_a->paused);
  session.apply(*to_a);
  const auto back = comparison.flipped(session);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->variant, "scalar");
}

TEST_F(ComparisonTest, APinnedWithoutSamplesGetsThemWhileItRuns) {
  Session session(registry_, machine_, choice("vector", 600));
  Comparison comparison;
  comparison.pin(session);
  EXPECT_EQ(described(session, comparison).pinned->live.count, 0u);
  ASSERT_TRUE(settle(session, comparison));
  comparison.tick(session);
  EXPECT_GE(described(session, comparison).pinned->live.count, 20u);
}

TEST_F(ComparisonTest, MeasuringAllTakesAAlongWhereTheTableListsAnother) {
  Choice start = choice("threads", 400);
  start.launch["threads"] = std::int64_t{1};
  Session session(registry_, machine_, start);
  const Choice a = session.choice();
  session.apply(choice("threads", 400));
  session.apply(choice("vector", 400));
  session.measure(std::nullopt);
  ASSERT_NE(session.job(), nullptr);
  const int variants = session.job()->progress().total;
  session.cancel_job();
  ASSERT_TRUE(run(session, 30s, [&] { return session.job() == nullptr; }));
  session.measure(std::nullopt, a);
  ASSERT_NE(session.job(), nullptr);
  EXPECT_EQ(session.job()->progress().total, variants + 1);
  session.cancel_job();
}

TEST_F(ComparisonTest, WhatDiffersIsNamed) {
  const Choice a = choice("vector", 65536);
  EXPECT_EQ(not_comparable(registry_, a, choice("scalar", 65536)), "");
  EXPECT_EQ(not_comparable(registry_, a, choice("vector", 131072)), "A had bodies 65,536");
  Choice longer = a;
  longer.problem["dt"] = 0.01;
  EXPECT_TRUE(not_comparable(registry_, a, longer).starts_with("A had ")) << "another problem";
  const Choice elsewhere = default_choice(*registry_.find("basics"), "", Backend::cpu);
  EXPECT_EQ(not_comparable(registry_, a, elsewhere), "A was N-body");
}

TEST(ComparisonRatio, FewSamplesHaveNoInterval) {
  const Ratio few = ratio_of({2, 2, 2}, {1, 1});
  EXPECT_DOUBLE_EQ(few.value, 2);
  EXPECT_EQ(few.low, 0);
  EXPECT_EQ(few.high, 0);
  EXPECT_EQ(ratio_of({}, {1}).value, 0);
  const std::vector<double> two(40, 2.0), one(40, 1.0);
  const Ratio many = ratio_of(two, one);
  EXPECT_DOUBLE_EQ(many.low, 2);
  EXPECT_DOUBLE_EQ(many.high, 2);
}

}  // namespace
}  // namespace livewarp
