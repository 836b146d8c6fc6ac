#include "app/run/bench_job.h"

#include <gtest/gtest.h>

#include "app/testing/test_context.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Steps take anything from 1 to 16 ms, so that their median is not certain for thousands of steps,
/// however busy the machine.
class UnevenExec final : public Exec {
 public:
  explicit UnevenExec(std::stop_token stop) : stop_(std::move(stop)) {}
  Executor executor() const override { return Executor::cpu; }
  void for_range(std::int64_t n, std::int64_t, int,
                 const std::function<void(Range)>& body) override {
    if (stop_.stop_requested()) throw Cancelled();
    body({0, n});
    std::this_thread::sleep_for(1ms + 7 * ++steps_ % 16 * 1ms);
  }

 private:
  std::stop_token stop_;
  int steps_ = 0;
};

class BenchJobTest : public testing::Test {
 protected:
  std::unique_ptr<Workload> toy_ = test::make_toy();

  BenchEntry variant(const std::string& variant) const {
    BenchEntry entry;
    entry.choice = default_choice(*toy_, variant, Backend::cpu);
    return entry;
  }
  std::unique_ptr<BenchJob> job(std::vector<BenchEntry> variants, double seconds,
                                CeilingStore* ceilings = nullptr) const {
    const auto predict = [](const Choice& choice, Executor, std::stop_token) {
      return choice.variant == "threads" ? 10'000.0 : 1.0;
    };
    HostState state = toy_->initial_state(variants.front().choice.problem);
    const auto uneven = [](Executor, std::stop_token stop) {
      return std::make_unique<UnevenExec>(std::move(stop));
    };
    return std::make_unique<BenchJob>(*toy_, std::move(variants), std::move(state), seconds,
                                      BenchJob::Tools{uneven, predict, ceilings});
  }
  /// Gives it the machine until it has finished.
  static std::vector<BenchEntry> finish(BenchJob& job) {
    while (!job.progress().finished)
      if (job.wait_for_turn(20ms)) job.end_turn();
    return job.take();
  }
};

TEST_F(BenchJobTest, WaitsForItsTurnAndLetsFramesDrawMeanwhile) {
  const test::TemporaryFolder folder;
  const Turns turns(folder.file("turns"));
  Turn other = turns.take(cpu_place(), {}, {});
  const auto make = [&] {
    std::vector<BenchEntry> one{variant("plain")};
    HostState state = toy_->initial_state(one.front().choice.problem);
    BenchJob::Tools tools{make_exec, [](const Choice&, Executor, std::stop_token) { return 1.0; }};
    tools.places = {&turns, [](Executor) { return std::vector{cpu_place()}; }};
    return std::make_unique<BenchJob>(*toy_, std::move(one), std::move(state), 0.01, tools);
  };
  const auto waits = [](BenchJob& job) {
    while (job.progress().waiting.empty()) std::this_thread::yield();
    int turns_to_draw = 0;
    while (turns_to_draw < 3)
      if (job.wait_for_turn(20ms)) {
        ++turns_to_draw;
        job.end_turn();
      }
    EXPECT_TRUE(job.progress().waiting.starts_with("waiting for the cores: "))
        << job.progress().waiting;
    EXPECT_EQ(job.progress().done, 0);
  };
  {
    const auto job = make();
    waits(*job);
    job->cancel();
    EXPECT_TRUE(finish(*job).empty()) << "Esc ends the wait";
  }
  const auto job = make();
  waits(*job);
  other = {};
  const std::vector<BenchEntry> measured = finish(*job);
  ASSERT_EQ(measured.size(), 1u);
  EXPECT_TRUE(measured.front().measurement) << measured.front().failure;
  EXPECT_EQ(job->progress().waiting, "");
}

TEST_F(BenchJobTest, NothingIsMeasuredWhileAFrameIsDrawn) {
  const auto running = job({variant("plain")}, 30);
  for (int frame = 0; frame < 4; ++frame) {
    while (!running->wait_for_turn(50ms)) {
    }
    ASSERT_FALSE(running->progress().finished);
    const double fraction = running->progress().fraction;
    std::this_thread::sleep_for(400ms);  // a slow frame, longer than a frame is waited for
    EXPECT_EQ(running->progress().fraction, fraction) << "a sample was taken beside the frame";
    running->end_turn();
  }
  running->cancel();
  finish(*running);
}

TEST_F(BenchJobTest, AWindowThatDrawsNothingHoldsNothingUp) {
  const auto running = job({variant("plain")}, 0.2);
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!running->progress().finished && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(5ms);
  const auto variants = running->take();
  ASSERT_EQ(variants.size(), 1u);
  EXPECT_TRUE(variants[0].measurement);
}

TEST_F(BenchJobTest, AVariantThatWouldTakeTooLongIsLeftOut) {
  BenchEntry slow = variant("threads");
  slow.longest_ms = 5000;
  BenchEntry named = variant("threads");  // asked for by itself
  const auto running = job({slow, named}, 0.05);
  const auto variants = finish(*running);
  ASSERT_EQ(variants.size(), 2u);
  EXPECT_EQ(variants[0].left_out_ms, 10'000);
  EXPECT_FALSE(variants[0].measurement);
  EXPECT_TRUE(variants[0].failure.empty());
  EXPECT_EQ(variants[1].left_out_ms, 0);
  EXPECT_TRUE(variants[1].measurement);
}

TEST_F(BenchJobTest, TimesGetCeilingsToBeComparedWith) {
  CeilingStore ceilings;
  const auto running = job({variant("plain"), variant("plain")}, 0.05, &ceilings);
  const auto variants = finish(*running);
  ASSERT_EQ(variants.size(), 2u);
  ASSERT_TRUE(variants[0].measurement);
  EXPECT_TRUE(variants[0].failure.empty()) << variants[0].failure;
  const CostModel& cost = variants[0].measurement->cost;
  const Ceilings found = ceilings.find(ceiling_key(Backend::cpu, variants[0].choice.launch, cost));
  EXPECT_TRUE(found.find(Backend::cpu, "copy"));
  EXPECT_EQ(ceilings.all().all.size(), found.all.size()) << "the second variant needs no others";
  EXPECT_TRUE(of_ceiling(cost, 1, found, Backend::cpu));
}

TEST_F(BenchJobTest, WhatWasMeasuredStaysWhereTheCeilingsAreCancelled) {
  CeilingStore ceilings;
  const auto running = job({variant("plain"), variant("plain")}, 0.05, &ceilings);
  // The variant is done and its ceilings are about to be measured.
  while (running->progress().fraction < 1 && !running->progress().finished)
    if (running->wait_for_turn(20ms) && running->progress().fraction < 1) running->end_turn();
  running->cancel();
  const auto variants = finish(*running);
  ASSERT_EQ(variants.size(), 1u) << "the second was never begun";
  EXPECT_EQ(ceilings.all().all.size(), 0u) << "they were not measured";
  ASSERT_TRUE(variants[0].measurement);
  EXPECT_FALSE(variants[0].measurement->interrupted);
}

TEST_F(BenchJobTest, ACancelledVariantKeepsItsSamplesMarkedAsInterrupted) {
  const auto running = job({variant("plain"), variant("plain")}, 30);
  // Past the check, the warm-up and the first twenty samples.
  while (running->progress().fraction < 0.12 && !running->progress().finished)
    if (running->wait_for_turn(20ms)) running->end_turn();
  running->cancel();
  const auto variants = finish(*running);
  ASSERT_EQ(variants.size(), 1u) << "the second was never begun";
  ASSERT_TRUE(variants[0].measurement);
  EXPECT_TRUE(variants[0].measurement->interrupted);
  EXPECT_GE(variants[0].measurement->step.count, 20u);
}

}  // namespace
}  // namespace livewarp
