#include "app/run/tune_job.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class TuneJobTest : public testing::Test {
 protected:
  std::unique_ptr<Workload> toy_ = test::make_toy();
  Choice choice_ = default_choice(*toy_, "threads", Backend::cpu);

  std::unique_ptr<TuneJob> job(TuneJob::Tools tools) const {
    const SettingSpace space =
        make_space({{toy_.get(), toy_->find("threads"), Executor::cpu, choice_, {}, false}},
                   {.ids = {"threads"}}, nullptr);
    return std::make_unique<TuneJob>(
        *toy_, space, toy_->initial_state(choice_.problem), choice_.problem,
        TuneOptions{.seconds = 0.2, .exhaustive = true, .trial_seconds = 0.01}, std::move(tools));
  }
  /// Gives it the machine until it has finished.
  static std::shared_ptr<const TuneJob::Found> finish(TuneJob& job) {
    while (!job.progress().finished)
      if (job.wait_for_turn(20ms)) job.end_turn();
    return job.found();
  }
};

TEST_F(TuneJobTest, WhatCannotBePredictedIsTriedAllTheSame) {
  const auto running = job(
      {.make_exec = make_exec, .predict = [](const Choice&, Executor, std::stop_token) -> double {
         throw Error("no memory for a trial");
       }});
  const auto found = finish(*running);
  EXPECT_TRUE(found->best);
  EXPECT_EQ(found->failure, "");
}

TEST_F(TuneJobTest, SaysWhatEndedItEarly) {
  const auto running = job(
      {.make_exec = make_exec, .predict = [](const Choice&, Executor, std::stop_token) -> double {
         throw std::runtime_error("the GPU is lost");
       }});
  const auto found = finish(*running);
  EXPECT_EQ(found->failure, "the GPU is lost");
  EXPECT_TRUE(found->interrupted);
}

}  // namespace
}  // namespace livewarp
