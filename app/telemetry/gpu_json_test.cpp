#include "app/telemetry/gpu_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "app/measure/bench_table.h"
#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using test::has;

GpuReading quiet() {
  GpuReading reading;
  reading.sm_mhz = 1980;
  reading.memory_mhz = 2619;
  reading.power_w = 351.5;
  reading.power_limit_w = 700;
  reading.temperature_c = 45;
  reading.throttle = 0;
  reading.others.emplace();
  return reading;
}

/// Of 20 samples, the last eight of which were taken while a card was throttled and shared.
Measurement disturbed() {
  GpuLog log;
  log.add(quiet(), 12);
  GpuReading slow = quiet();
  slow.sm_mhz = 1200;
  slow.throttle = throttle_power_cap | throttle_thermal;
  slow.others->push_back({4711, "python", "anna", 0});
  log.add(slow, 8);
  Measurement measured;
  measured.samples.assign(20, 2.0);
  measured.step = summarize(measured.samples);
  measured.cost.items = 1e6;
  measured.gpu = log.conditions();
  measured.gpu.energy_j = 0.0025;
  return measured;
}

VariantResult result_of(const Workload& workload, const Measurement& measured) {
  VariantResult result;
  result.variant.workload = &workload;
  result.variant.info = workload.variants().front();
  result.variant.executor = Executor::cuda;
  result.variant.choice = default_choice(workload, result.variant.info->name, Backend::cuda);
  result.here.verdict = Verdict::here;
  result.measurement = measured;
  return result;
}

TEST(GpuJson, AResultHoldsClocksPowerAndEnergy) {
  const auto toy = test::make_toy();
  const Json json = to_json(result_of(*toy, disturbed()));
  EXPECT_EQ(json["gpu"]["sm_mhz"]["min"], 1200);
  EXPECT_EQ(json["gpu"]["sm_mhz"]["median"], 1590);
  EXPECT_EQ(json["gpu"]["sm_mhz"]["max"], 1980);
  EXPECT_EQ(json["memory_clock_mhz"], 2619);
  EXPECT_EQ(json["power_w"], 351.5);
  EXPECT_EQ(json["temperature_c"], 45);
  EXPECT_EQ(json["throttled"], "power cap, thermal");
  EXPECT_DOUBLE_EQ(json["gpu"]["throttled_share"].get<double>(), 0.4);
  EXPECT_DOUBLE_EQ(json["gpu"]["shared_share"].get<double>(), 0.4);
  EXPECT_EQ(json["gpu"]["others"][0], "python of anna (pid 4711)");
  EXPECT_EQ(json["energy_j"], 0.0025);
  EXPECT_DOUBLE_EQ(json["items_per_joule"].get<double>(), 4e8);
  EXPECT_TRUE(json["no_energy"].is_null());
}

TEST(GpuJson, WhatIsUnknownIsNullWithItsReason) {
  const auto toy = test::make_toy();
  Measurement measured = disturbed();
  measured.gpu = {};
  measured.gpu.unknown = measured.gpu.no_energy = "no driver";
  for (const double nothing : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    if (nothing != 0) measured.gpu.energy_j = nothing;
    const Json json = to_json(result_of(*toy, measured));
    for (const char* key : {"memory_clock_mhz", "power_w", "temperature_c", "throttled", "energy_j",
                            "items_per_joule"})
      EXPECT_TRUE(json[key].is_null()) << key;
    EXPECT_EQ(json["gpu"]["unknown"], "no driver");
    EXPECT_FALSE(has(json.dump(), "nan"));
  }
  measured.gpu.energy_j.reset();
  EXPECT_EQ(to_json(result_of(*toy, measured))["no_energy"], "no driver");
}

TEST(GpuJson, TheCsvHasTheSameColumns) {
  const auto toy = test::make_toy();
  const std::string csv = csv_report({result_of(*toy, disturbed())});
  EXPECT_TRUE(has(csv, ",sm_clock_mhz,memory_clock_mhz,power_w,temperature_c,throttled,energy_j,"
                       "items_per_joule,no_energy,gpu,"))
      << csv;
  EXPECT_TRUE(has(csv, ",2619.0,351.5,45.0,\"power cap, thermal\",0.0025,400000000.0,")) << csv;
}

TEST(GpuJson, TheTableSaysWhatDisturbed) {
  const auto toy = test::make_toy();
  const std::string table = bench_table({result_of(*toy, disturbed())});
  EXPECT_TRUE(has(table, "throttled: power cap, thermal in 8 of 20 samples; python of anna (pid "
                         "4711) computed in 8 of 20 samples"))
      << table;
  EXPECT_TRUE(has(table, "2.5 mJ")) << table;
  EXPECT_TRUE(has(table, " 1590 ")) << table;
  Measurement cpu = disturbed();
  cpu.gpu = {};
  const std::string plain = bench_table({result_of(*toy, cpu)});
  EXPECT_FALSE(has(plain, "energy")) << plain;
  EXPECT_FALSE(has(plain, "SM MHz"));
}

TEST(GpuJson, TextsOfAReadingAndOfABench) {
  GpuReading reading = quiet();
  reading.not_told = {"energy: Not Supported"};
  EXPECT_EQ(
      reading_text(reading),
      "SM clock 1,980 MHz, memory clock 2,619 MHz, 352 W of 700 W, 45 \u00b0C, no energy: Not "
      "Supported");
  GpuReading none;
  none.unknown = "no driver tells clocks and power";
  EXPECT_EQ(reading_text(none), none.unknown);
  const auto toy = test::make_toy();
  const Measurement measured = disturbed();
  EXPECT_TRUE(bench_state_text(toy->info(), measured)
                  .starts_with("SM clock 1,590 MHz (1,200 to 1,980), 352 W, 2.5 mJ a step, 400 M "))
      << bench_state_text(toy->info(), measured);
  EXPECT_EQ(bench_state_text(toy->info(), Measurement{}), "");
  EXPECT_EQ(energy_text(1234), "1.23 kJ");
  EXPECT_EQ(energy_text(2.5e-9), "2.5 nJ");
}

}  // namespace
}  // namespace livewarp
