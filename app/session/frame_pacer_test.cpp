#include "app/session/frame_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/base/milliseconds.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class FakeSteps final : public StepSource {
 public:
  bool on_gpu() const override { return gpu; }
  bool computing() override { return SteadyClock::now() < busy_until; }
  void start_steps(double budget_ms) override {
    done.push_back("steps");
    budget = budget_ms;
  }
  /// What is drawn takes so long.
  FramePacer::Settle settle(std::chrono::milliseconds time) {
    return [this, time](std::chrono::nanoseconds limit) {
      done.push_back("settle");
      longest = limit;
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(time, limit));
      return time <= limit;
    };
  }

  bool gpu = true;
  SteadyClock::time_point busy_until{};
  double budget = 0;
  std::chrono::nanoseconds longest{};
  std::vector<std::string> done;
};

TEST(FramePacer, StepsGetWhatAFrameLeaves) {
  EXPECT_NEAR(steps_budget_ms(60, 3), 12, 1e-9);
  EXPECT_NEAR(steps_budget_ms(144, 2), 4.25, 1e-9);
  EXPECT_EQ(steps_budget_ms(60, 40), 1) << "however long a frame takes, the simulation goes on";
  for (const double hz : {30.0, 60.0, 144.0, 240.0})
    EXPECT_LT(steps_budget_ms(hz, 2) + 2, 1000 / hz) << "both end before the next frame";
}

TEST(FramePacer, StepsBeginOnceTheFrameIsDrawn) {
  FakeSteps steps;
  FramePacer pacer;
  pacer.frame_begins();
  pacer.start_steps(steps, steps.settle(2ms), 20);
  EXPECT_EQ(steps.done, (std::vector<std::string>{"settle", "steps"}));
  EXPECT_LE(steps.budget, 0.9 * 50 - 2) << "what drawing took is not there for steps";
}

TEST(FramePacer, DrawingIsNotWaitedForLongerThanAQuarterOfAPeriod) {
  FakeSteps steps;
  FramePacer pacer;
  pacer.frame_begins();
  pacer.start_steps(steps, steps.settle(0ms), 50);
  const double before = steps.budget;
  pacer.frame_begins();
  pacer.start_steps(steps, steps.settle(1000ms), 50);
  EXPECT_EQ(steps.longest, 5ms);
  EXPECT_LE(steps.budget, before - 5) << "the median of none and of ten milliseconds";
  EXPECT_GT(steps.budget, 1) << "steps go on";
}

TEST(FramePacer, ACpuAndAStepUnderWayAreNotWaitedFor) {
  FakeSteps steps;
  FramePacer pacer;
  steps.busy_until = SteadyClock::now() + 1h;
  pacer.start_steps(steps, steps.settle(1ms), 60);
  EXPECT_EQ(steps.done, std::vector<std::string>{"steps"});
  steps.busy_until = {};
  steps.gpu = false;
  pacer.start_steps(steps, steps.settle(1ms), 60);
  EXPECT_EQ(steps.done, (std::vector<std::string>{"steps", "steps"}));
}

TEST(FramePacer, WithoutAPaceOfTheScreenFramesFollowTheSteps) {
  FakeSteps steps;
  FramePacer pacer;
  const auto wait_ms = [&](double hz) {
    const auto start = SteadyClock::now();
    pacer.wait_for_frame(steps, hz, false);
    return ms_since(start);
  };
  steps.busy_until = SteadyClock::now() + 20ms;
  wait_ms(2);
  EXPECT_FALSE(steps.computing());
  steps.busy_until = SteadyClock::now() + 1h;
  EXPECT_GE(wait_ms(100), 10);
  EXPECT_TRUE(steps.computing()) << "but no longer than a period: panels go on beside a long step";
}

}  // namespace
}  // namespace livewarp
