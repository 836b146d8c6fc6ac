#include "kernels/core/telemetry/gpu_conditions.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

GpuReading reading_at(int mhz, unsigned throttle = 0, std::vector<GpuProcess> others = {}) {
  GpuReading reading;
  reading.sm_mhz = mhz;
  reading.power_w = mhz / 10.0;
  reading.throttle = throttle;
  reading.others = std::move(others);
  return reading;
}

TEST(GpuLog, SumsUpWhatWasRead) {
  GpuLog log;
  for (const int mhz : {1980, 1200, 1800}) log.add(reading_at(mhz), 10);
  const GpuConditions all = log.conditions();
  EXPECT_EQ(all.unknown, "");
  EXPECT_EQ(all.readings, 3u);
  EXPECT_EQ(all.sm_mhz.min, 1200);
  EXPECT_EQ(all.sm_mhz.median, 1800);
  EXPECT_EQ(all.sm_mhz.max, 1980);
  EXPECT_EQ(all.power_w.max, 198);
  EXPECT_EQ(all.temperature_c.count, 0u) << "nobody told it";
  EXPECT_EQ(all.throttled_samples + all.shared_samples, 0u);
  EXPECT_EQ(throttled_text(all, 30), "");
  EXPECT_EQ(shared_text(all, 30), "");
}

TEST(GpuLog, MarksTheSamplesAtBothSidesOfAReading) {
  GpuLog log;
  log.add(reading_at(1980), 10);
  log.add(reading_at(1200, throttle_power_cap), 20);
  log.add(reading_at(1980), 5);
  log.add(reading_at(1980), 7);
  const GpuConditions all = log.conditions();
  EXPECT_EQ(all.throttled_samples, 25u);
  EXPECT_EQ(throttled_text(all, 42), "power cap in 25 of 42 samples");
  EXPECT_EQ(throttled_text(all, 25), "power cap in all samples");
}

TEST(GpuLog, SaysWhoElseComputed) {
  const GpuProcess python{4711, "python", "anna", 1 << 20}, grown{4711, "python", "anna", 1 << 21},
      other{4712, "train", "", 0};
  GpuLog log;
  log.add(reading_at(1980, 0, {python}), 10);
  log.add(reading_at(1980, 0, {grown, other}), 10);
  log.add(reading_at(1980), 0);
  log.add(reading_at(1980), 10);
  const GpuConditions all = log.conditions();
  EXPECT_EQ(all.others.size(), 2u);
  EXPECT_EQ(shared_text(all, 30),
            "python of anna (pid 4711) and 1 more computed in 20 of 30 samples");
}

TEST(GpuLog, WithoutAReadingThereIsAReason) {
  EXPECT_EQ(GpuLog().conditions().unknown, "not measured on a GPU");
  GpuLog log;
  GpuReading none;
  none.unknown = "no driver";
  log.add(none, 10);
  EXPECT_EQ(log.conditions().unknown, "no driver");
  log.add(reading_at(1980), 10);
  EXPECT_EQ(log.conditions().unknown, "") << "something is known";
  log.add(none, 10);
  EXPECT_EQ(log.conditions().unknown, "") << "still";
}

// A counter that moves every 40 ms, steps of 7 ms that take 2 J each.
TEST(EnergyMeter, CountsBetweenMovementsOfTheCounter) {
  EnergyMeter meter(0.25);
  meter.add(1000, 0, 0);
  for (int step = 1; !meter.done(); ++step) {
    ASSERT_LT(step, 1000);
    EXPECT_FALSE(meter.joules_a_step());
    const int ticks = 7 * step / 40;
    meter.add(1000 + 2.0 * (ticks * 40) / 7, 0.007, 1);
  }
  EXPECT_GE(meter.seconds(), 0.25);
  EXPECT_NEAR(meter.joules_a_step().value(), 2, 0.1) << "a step at either end, of 40";
}

TEST(EnergyMeter, ACounterThatStandsGivesNoEnergy) {
  EnergyMeter meter(0.25);
  for (int step = 0; step < 1000; ++step) meter.add(1000, 0.007, 1);
  EXPECT_FALSE(meter.done());
  EXPECT_FALSE(meter.joules_a_step());
  EXPECT_FALSE(meter.reset());
}

TEST(EnergyMeter, ACounterThatFallsBeginsAnew) {
  EnergyMeter meter(0.05);
  meter.add(1000, 0, 0);
  meter.add(1010, 0.02, 1);
  meter.add(3, 0.02, 1);
  EXPECT_TRUE(meter.reset());
  EXPECT_FALSE(meter.done());
  for (const double joules : {5.0, 7.0, 9.0, 11.0}) meter.add(joules, 0.02, 1);
  EXPECT_DOUBLE_EQ(meter.joules_a_step().value(), 2);
}

}  // namespace
}  // namespace livewarp
