#include "app/tune/tuner.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "app/testing/toy_workload.h"
#include "app/tune/tune_report.h"

namespace livewarp {
namespace {

/// A toy's settings, all verified at once, on executors that fail where they are told to.
class TunerTest : public testing::Test {
 protected:
  std::unique_ptr<Workload> toy_ = test::make_toy();
  std::string fails_at_;  ///< what was begun when executors fail
  std::string begun_;

  SettingSpace space() const {
    const VariantInfo* threads = toy_->find("threads");
    const Choice choice = default_choice(*toy_, "threads", Backend::cpu);
    return make_space({{toy_.get(), threads, Executor::cpu, choice, {}, false}},
                      {.ids = {"threads"}}, nullptr);
  }
  TuneTools tools() {
    TuneTools tools;
    tools.make_exec = [this](Executor executor) {
      if (!fails_at_.empty() && begun_.starts_with(fails_at_))
        throw std::runtime_error("no executor");
      return make_exec(executor, {});
    };
    tools.predicted_seconds = [](const SelectedVariant&) { return 0.0; };
    tools.start = [](const SelectedVariant&) { return nullptr; };
    tools.check_sizes = [](VariantResult& result) { result.sizes.verdict = Verdict::here; };
    tools.check_here = [](VariantResult&) {};
    tools.compare_with_ceilings = [](VariantResult&) { throw std::runtime_error("no ceiling"); };
    tools.begin = [this](const std::string& what) { begun_ = what; };
    tools.at = [](double) {};
    tools.found = [] {};
    return tools;
  }
  Tuner run() {
    Tuner tuner(tools(), space(), {.seconds = 0.2, .exhaustive = true, .trial_seconds = 0.01});
    tuner.run();
    return tuner;
  }
};

TEST_F(TunerTest, WhatFailsInTheDecisionTakesNothingFromTheSearch) {
  fails_at_ = "the two best";
  const Tuner tuner = run();
  EXPECT_EQ(tuner.search().seen(), tuner.space().settings.size());
  ASSERT_TRUE(tuner.best());
  EXPECT_FALSE(tuner.verdict());
  EXPECT_FALSE(tuner.interrupted());
  EXPECT_TRUE(best_verdict_text(tuner).ends_with("they were not measured in turn: no executor\n"))
      << best_verdict_text(tuner);
}

TEST_F(TunerTest, NeitherDoesACeilingThatCannotBeMeasured) {
  const Tuner tuner = run();
  ASSERT_TRUE(tuner.best());
  EXPECT_TRUE(tuner.verdict());
  EXPECT_TRUE(best_verdict_text(tuner).ends_with("No share of a ceiling is known: no ceiling\n"))
      << best_verdict_text(tuner);
}

}  // namespace
}  // namespace livewarp
