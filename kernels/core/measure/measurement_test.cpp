#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/testing/test_workload.h"

namespace livewarp {
namespace {

/// Steps whose times are made up: the bench then takes no time of its own to speak of.
struct Script {
  std::vector<int> counts;
  std::vector<bool> cold;
  std::function<double(std::size_t call)> milliseconds;

  TimedSteps timed() {
    TimedSteps steps;
    steps.run = [this](int count, bool flushed) {
      StepTime time;
      time.kernel = 0.75 * milliseconds(counts.size());
      time.upload = 0.25 * milliseconds(counts.size());
      counts.push_back(count);
      cold.push_back(flushed);
      return time;
    };
    return steps;
  }
};

Measurement run(Script& script, const BenchOptions& options = {}) {
  CostModel cost;
  cost.items = 1000;
  return bench(script.timed(), cost, options, {});
}

TEST(Bench, SteadyStepsStopAtTheLeastNumberOfSamples) {
  Script script{{}, {}, [](std::size_t) { return 10.0; }};
  const Measurement measurement = run(script);
  EXPECT_EQ(measurement.samples.size(), 20u);
  EXPECT_TRUE(measurement.converged);
  EXPECT_DOUBLE_EQ(measurement.step.median, 10);
  EXPECT_DOUBLE_EQ(measurement.kernel.median, 7.5);
  EXPECT_DOUBLE_EQ(measurement.copies.median, 2.5);
  EXPECT_DOUBLE_EQ(measurement.rate(), 1e5);
  // 0.2 s of warm-up, then the samples
  EXPECT_NEAR(double(script.counts.size()), 20 + 20, 1);
  EXPECT_EQ(measurement.conditions, Conditions::bench);
}

TEST(Bench, TheFirstStepStandsApartAndIsOfOneTimeStep) {
  Script script{{}, {}, [](std::size_t made) { return made == 0 ? 80.0 : 10.0; }};
  EXPECT_FALSE(run(script).first_ms) << "nobody tells it";
  script.counts.clear();
  TimedSteps timed = script.timed();
  timed.first_ms = [] { return 80.0; };
  CostModel pass;
  pass.time_steps = 4;
  const Measurement measurement = bench(timed, pass, {}, {});
  EXPECT_DOUBLE_EQ(measurement.first_ms.value_or(0), 20);
  EXPECT_DOUBLE_EQ(measurement.step.median, 2.5);
}

// A variant that makes four time steps in one pass is compared with variants that make one.
TEST(Bench, TimesAndWorkAreThoseOfOneTimeStep) {
  Script script{{}, {}, [](std::size_t) { return 10.0; }};
  CostModel pass;
  pass.items = 1000;
  pass.flops = 6000;
  pass.to_device_bytes = 80;
  pass.time_steps = 4;
  const Measurement measurement = bench(script.timed(), pass, {}, {});
  EXPECT_EQ(measurement.time_steps, 4);
  EXPECT_DOUBLE_EQ(measurement.step.median, 2.5);
  EXPECT_DOUBLE_EQ(measurement.samples.front(), 2.5);
  EXPECT_DOUBLE_EQ(measurement.kernel.median, 7.5 / 4);
  EXPECT_DOUBLE_EQ(measurement.copies.median, 2.5 / 4);
  EXPECT_DOUBLE_EQ(measurement.cost.items, 250);
  EXPECT_DOUBLE_EQ(measurement.cost.flops, 1500);
  EXPECT_DOUBLE_EQ(measurement.cost.to_device_bytes, 20);
  EXPECT_EQ(measurement.cost.time_steps, 1);
  EXPECT_DOUBLE_EQ(measurement.rate(), 1e5) << "the pass does 1000 in 10 ms";
}

TEST(Bench, DropsASlowStart) {
  Script script{{}, {}, [](std::size_t call) { return call < 4 ? 50.0 : 10.0; }};
  EXPECT_DOUBLE_EQ(run(script).step.max, 10);
}

TEST(Bench, ShortStepsAreRepeatedInsideASample) {
  Script script{{}, {}, [](std::size_t) { return 0.02; }};
  const Measurement measurement = run(script);
  EXPECT_EQ(script.counts.back(), 50);  // 1 ms
  EXPECT_DOUBLE_EQ(measurement.step.median, 0.02);
  Script longer{{}, {}, [](std::size_t) { return 0.14; }};
  run(longer);
  EXPECT_EQ(longer.counts.back(), 8);
  Script long_enough{{}, {}, [](std::size_t) { return 0.3; }};
  run(long_enough);
  EXPECT_EQ(long_enough.counts.back(), 1);
}

TEST(Bench, AnInterruptedWarmUpMakesSamplesNoShorter) {
  for (const bool odd : {false, true}) {
    Script script{{}, {}, [=](std::size_t call) { return call % 2 == odd ? 0.2 : 0.02; }};
    run(script);
    EXPECT_EQ(script.counts.back(), 50);
  }
}

TEST(Bench, NoisyStepsGoOnUntilTheTimeIsOut) {
  Script script{{}, {}, [](std::size_t call) { return call % 2 ? 20.0 : 10.0; }};
  BenchOptions options;
  options.seconds = 3;
  const Measurement measurement = run(script, options);
  EXPECT_FALSE(measurement.converged);
  EXPECT_NEAR(double(measurement.samples.size()), 200, 2);
}

TEST(Bench, MildNoiseStopsWhenTheIntervalIsNarrow) {
  // Uniform within +-2 %: the half-width falls below 0.5 % after some dozens of samples.
  Script script{{}, {}, [](std::size_t call) {
                  return 10 * (0.98 + 0.04 * std::fmod(double(call) * 0.618034, 1.0));
                }};
  const Measurement measurement = run(script);
  EXPECT_TRUE(measurement.converged);
  EXPECT_GT(measurement.samples.size(), 20u);
  EXPECT_LT(measurement.samples.size(), 250u);
  EXPECT_LE(measurement.step.half_width, 0.005 * measurement.step.median);
}

TEST(Bench, AStepLongerThanTheTimeIsItsOnlySample) {
  Script script{{}, {}, [](std::size_t) { return 5000.0; }};
  const Measurement measurement = run(script);
  EXPECT_EQ(script.counts.size(), 1u);
  EXPECT_EQ(measurement.samples.size(), 1u);
  EXPECT_FALSE(measurement.converged);
}

TEST(Bench, StepsOverASecondWarmUpOnce) {
  Script script{{}, {}, [](std::size_t) { return 1200.0; }};
  const Measurement measurement = run(script);
  EXPECT_EQ(measurement.samples.size(), 3u);  // 3.6 s
  EXPECT_EQ(script.counts.size(), 4u);
  EXPECT_FALSE(measurement.converged);
}

TEST(Bench, ColdSamplesAreOneStepEach) {
  Script script{{}, {}, [](std::size_t) { return 0.02; }};
  BenchOptions options;
  options.cold = true;
  run(script, options);
  EXPECT_EQ(script.counts.back(), 1);
  EXPECT_TRUE(script.cold.back());
}

TEST(Bench, ReportsProgressBetweenSamplesAndCanBeStopped) {
  Script script{{}, {}, [](std::size_t call) { return call % 2 ? 20.0 : 10.0; }};
  std::stop_source source;
  std::vector<double> seen;
  BenchOptions options;
  options.progress = [&](double fraction) {
    seen.push_back(fraction);
    if (seen.size() == 10) source.request_stop();
  };
  EXPECT_THROW(bench(script.timed(), {}, options, source.get_token()), Cancelled);
  EXPECT_EQ(seen.size(), 10u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(Bench, AStopLeavesWhatWasSampledIfThatIsEnough) {
  Script script{{}, {}, [](std::size_t call) { return call % 2 ? 20.0 : 10.0; }};
  for (const std::size_t samples : {10u, 25u}) {
    std::stop_source source;
    std::size_t seen = 0;
    BenchOptions options;
    options.keep_interrupted = true;
    options.progress = [&](double) {
      if (++seen == samples) source.request_stop();
    };
    if (samples < 20) {
      EXPECT_THROW(bench(script.timed(), {}, options, source.get_token()), Cancelled);
      continue;
    }
    const Measurement measurement = bench(script.timed(), {}, options, source.get_token());
    EXPECT_EQ(measurement.samples.size(), samples);
    EXPECT_TRUE(measurement.interrupted);
    EXPECT_FALSE(measurement.converged);
  }
}

/// A GPU of 250 W whose counter moves every 20 ms of the script's own time.
struct ScriptedGpu {
  Script script{{}, {}, [](std::size_t) { return 10.0; }};
  GpuReading reading;
  double joules_a_tick = 5;
  ScriptedGpu() {
    reading.sm_mhz = 1980;
    reading.energy_j = 1;
    reading.throttle = 0;
    reading.others.emplace();
  }
  double seconds() const {
    double ms = 0;
    for (const int count : script.counts) ms += 10 * count;
    return ms / 1000;
  }
  TimedSteps timed() {
    TimedSteps timed = script.timed();
    timed.clock = Clock::events;
    timed.gpu.read = [this] { return reading; };
    timed.gpu.energy_j = [this] {
      return std::optional(std::floor(seconds() / 0.02) * joules_a_tick);
    };
    return timed;
  }
  Measurement measure(const BenchOptions& options = {}) {
    CostModel cost;
    cost.items = 1000;
    return bench(timed(), cost, options, {});
  }
};

TEST(Bench, AsksInWhichStateTheGpuIs) {
  ScriptedGpu gpu;
  const Measurement measurement = gpu.measure();
  EXPECT_EQ(measurement.sm_clock_mhz, 1980);
  EXPECT_EQ(measurement.gpu.sm_mhz.median, 1980);
  EXPECT_EQ(measurement.gpu.unknown, "");
  EXPECT_EQ(measurement.clock, Clock::events);
  EXPECT_EQ(measurement.gpu.throttled_samples, 0u);
  EXPECT_EQ(measurement.samples.size(), 20u) << "what goes on for the energy is no sample";
}

TEST(Bench, TellsTheEnergyOfATimeStep) {
  ScriptedGpu gpu;
  const Measurement measurement = gpu.measure();
  ASSERT_TRUE(measurement.gpu.energy_j) << measurement.gpu.no_energy;
  EXPECT_NEAR(*measurement.gpu.energy_j, 2.5, 1e-9) << "250 W for 10 ms";
  EXPECT_NEAR(measurement.items_per_joule().value(), 400, 1e-6);
  CostModel pass;
  pass.items = 1000;
  pass.time_steps = 5;
  EXPECT_NEAR(bench(gpu.timed(), pass, {}, {}).gpu.energy_j.value(), 0.5, 1e-9);
}

TEST(Bench, TheEnergyOfStepsThatNothingTimesIsTheirOwn) {
  ScriptedGpu gpu;
  TimedSteps timed = gpu.timed();
  timed.run = [script = timed.run](int count, bool cold) {
    script(1, cold);
    StepTime time = script(count, cold);
    time.lead_in = 1;
    return time;
  };
  // 250 W for 10 ms, as well as a counter tells it that moves every 20; by the timed ones
  // alone 3.75.
  EXPECT_NEAR(bench(timed, {}, {}, {}).gpu.energy_j.value(), 2.5, 0.1);
}

TEST(Bench, WithoutEnergyThereIsAReason) {
  const auto reason = [](ScriptedGpu& gpu, const BenchOptions& options) {
    const Measurement measurement = gpu.measure(options);
    EXPECT_FALSE(measurement.gpu.energy_j);
    EXPECT_FALSE(measurement.items_per_joule());
    return measurement.gpu.no_energy;
  };
  ScriptedGpu gpu;
  EXPECT_EQ(reason(gpu, {.cold = true}), "flushing the cache takes energy too");
  EXPECT_EQ(reason(gpu, {.seconds = 0.3}), "a bench of 0.3 s is too short for it");
  ScriptedGpu standing;
  standing.joules_a_tick = 0;
  EXPECT_EQ(reason(standing, {}), "the energy counter did not move for long enough");
  ScriptedGpu unknown;
  unknown.reading = {};
  unknown.reading.unknown = "no driver";
  EXPECT_NE(reason(unknown, {.seconds = 0.3}), "");
  Script host{{}, {}, [](std::size_t) { return 10.0; }};
  const Measurement measurement = run(host);
  EXPECT_FALSE(measurement.gpu.energy_j);
  EXPECT_EQ(measurement.gpu.no_energy, "not measured on a GPU");
  EXPECT_EQ(measurement.gpu.unknown, "not measured on a GPU");
}

TEST(Bench, MarksSamplesOfAThrottledAndOfASharedGpu) {
  ScriptedGpu gpu;
  gpu.reading.throttle = throttle_thermal;
  gpu.reading.others->push_back({4711, "python", "anna", 0});
  const Measurement measurement = gpu.measure();
  EXPECT_EQ(measurement.gpu.throttle, unsigned(throttle_thermal));
  EXPECT_EQ(measurement.gpu.throttled_samples, measurement.samples.size());
  EXPECT_EQ(measurement.gpu.shared_samples, measurement.samples.size());
}

TEST(Bench, APlainFunctionWillDo) {
  const TimedSteps timed = [](int) { return StepTime{0, 10, 0}; };
  EXPECT_DOUBLE_EQ(bench(timed, {}, {}, {}).step.median, 10);
}

TEST(TimedSteps, TheHostIsTimedBySteadyClockAndAdvances) {
  const LineWorkload line;
  Choice choice = default_choice(line, "good", Backend::cpu);
  choice.problem["n"] = std::int64_t{200'000};
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  const Simulations one = bench_simulations(line, choice, Executor::cpu, nullptr);
  ASSERT_EQ(one.size(), 1u) << "its steps go on from one another";
  const TimedSteps timed = timed_steps(one, *exec);
  EXPECT_EQ(timed.clock, Clock::steady);
  const StepTime time = timed(5);
  EXPECT_GT(time.kernel, 0.001);  // 200,000 numbers take longer than a microsecond
  EXPECT_LT(time.kernel, 1000);
  EXPECT_EQ(time.upload + time.download, 0);
  EXPECT_EQ(one.front()->steps(), 5);
  timed(1, true);
  EXPECT_EQ(one.front()->steps(), 6);
}

TEST(TimedSteps, SeveralStatesTakeTurns) {
  const LineWorkload line;
  const Choice choice = default_choice(line, "good", Backend::cpu);
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  Simulations three;
  for (int i = 0; i < 3; ++i) three.push_back(line.simulate(choice, Executor::cpu, nullptr));
  const TimedSteps timed = timed_steps(three, *exec);
  timed(5);  // after one of each, and one to see how long a step takes
  EXPECT_EQ(timed.states(), 3);
  EXPECT_EQ(three[0]->steps(), 4);
  EXPECT_EQ(three[1]->steps(), 3);
  EXPECT_EQ(three[2]->steps(), 2);
  timed(1);
  EXPECT_EQ(three[2]->steps(), 3) << "the turn goes on";
  EXPECT_EQ(bench(timed, {}, {.seconds = 0.01}, {}).states, 3);
}

TEST(TimedSteps, PiecesThatOverflowACacheFourTimes) {
  constexpr std::size_t mib = 1 << 20;
  EXPECT_EQ(pieces_beyond(50 * mib, 40.0 * mib), 5);
  EXPECT_EQ(pieces_beyond(50 * mib, 400.0 * mib), 1);
  EXPECT_EQ(pieces_beyond(50 * mib, 1), 16);
  EXPECT_EQ(pieces_beyond(50 * mib, 0), 16);
  EXPECT_EQ(pieces_beyond(0, 40.0 * mib), 1) << "no cache known";
}

}  // namespace
}  // namespace livewarp
