#include "kernels/core/measure/step_clocks.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/testing/test_workload.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

void spend(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// A device that takes 2 ms, to which a step is handed over in 100 us, the first one in 20 ms: it
/// loads something. The times are the least that can be read; a busy machine only adds to them.
struct FakeDevice {
  int begun = 0, timed = 0, waited = 0, queued = 0;
  bool timed_alone = false;  ///< some timed step but the first found the device idle

  ClockedStep step() {
    ClockedStep step;
    step.begin = [this](bool with_events) {
      timed += int(with_events);
      if (with_events && begun > 0 && queued == 0) timed_alone = true;
      spend(begun++ == 0 ? 20ms : 100us);
      ++queued;
    };
    step.wait = [this] {
      ++waited;
      spend(2ms * queued);
      queued = 0;
    };
    step.device_ms = [] { return 2.0; };
    return step;
  }
};

TEST(StepClocks, ThreeClocksOfTheFirstStepAndOfWarmOnes) {
  FakeDevice device;
  const StepClocks clocks = read_clocks(device.step(), {.seconds = 0.2}, {});
  EXPECT_EQ(clocks.device.first, 2.0);
  EXPECT_EQ(clocks.device.warm.median, 2.0);
  EXPECT_GE(clocks.returned.first.value(), 20);
  EXPECT_GE(clocks.finished.first.value(), 22);
  EXPECT_GE(clocks.returned.warm.min, 0.1);
  EXPECT_GE(clocks.finished.warm.min, 2.1);
  EXPECT_LT(clocks.returned.warm.min, clocks.finished.warm.min)
      << "who does not wait measures the call alone";
  EXPECT_LT(clocks.finished.warm.min, clocks.finished.first.value());
  EXPECT_GE(clocks.finished.warm.count, 1u);
  EXPECT_EQ(clocks.returned.warm.count, clocks.finished.warm.count);
  EXPECT_FALSE(device.timed_alone) << "the device must not wait for the host between its events";
  EXPECT_EQ(device.queued, 0);
}

TEST(StepClocks, AStepThatTakesLongIsMadeThriceAtMost) {
  FakeDevice device;
  read_clocks(device.step(), {.seconds = 0.001}, {});
  EXPECT_EQ(device.begun, 3);
}

TEST(StepClocks, AStopEndsIt) {
  FakeDevice device;
  std::stop_source stop;
  StepClockOptions options;
  options.progress = [&](double) { stop.request_stop(); };
  EXPECT_THROW(read_clocks(device.step(), options, stop.get_token()), Cancelled);
}

TEST(StepClocks, ProgressNeverGoesBack) {
  FakeDevice device;
  double last = 0;
  StepClockOptions options{.seconds = 0.05};
  options.progress = [&](double fraction) {
    EXPECT_GE(fraction, last);
    EXPECT_LE(fraction, 1);
    last = fraction;
  };
  read_clocks(device.step(), options, {});
  EXPECT_GT(last, 0.5);
}

TEST(StepClocks, OnACpuOneClockHasAMeaning) {
  const LineWorkload line;
  Choice choice = default_choice(line, "good", Backend::cpu);
  choice.problem["n"] = std::int64_t{200'000};
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  const StepClocks clocks = step_clocks(line, choice, *exec, nullptr, {.seconds = 0.02}, {});
  EXPECT_GT(clocks.finished.first.value(), 0.001);
  EXPECT_GT(clocks.finished.warm.median, 0.001);  // 200,000 numbers take longer than a microsecond
  EXPECT_FALSE(clocks.device.first || clocks.returned.first);
  EXPECT_EQ(clocks.device.warm.count + clocks.returned.warm.count, 0u);
  EXPECT_NE(clocks.device.reason, "");
  EXPECT_NE(clocks.returned.reason, "");
  EXPECT_EQ(clocks.finished.reason, "");
}

}  // namespace
}  // namespace livewarp
