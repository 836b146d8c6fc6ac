#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/counters/step_counters.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::run;
using test::TemporaryFolder;

TEST(GpuCommands, EveryCudaVariantIsVerifiedAndTimed) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const Registry registry;
  const TemporaryFolder folder;
  for (const Workload* workload : workloads_of(registry)) {
    const std::string& name = workload->info().name;
    Bench bench({workload});
    bench.machine = machine;
    EXPECT_EQ(run(bench, "verify " + name + " --executor cuda --backend cuda"), exit_ok)
        << bench.out.str();
    EXPECT_EQ(
        run(bench, "bench " + name + " --backend cuda --time 0.1 --json " + folder.file("g.json")),
        exit_ok)
        << bench.out.str() << bench.err.str();
    const Json report = Json::parse(content_of(folder.file("g.json")));
    EXPECT_FALSE(report["results"].empty());
    for (const Json& result : report["results"]) {
      EXPECT_EQ(result["executor"], "cuda");
      EXPECT_EQ(result["clock"], "CUDA events");
      EXPECT_TRUE(result["verified"].get<bool>()) << result.dump(2);
      EXPECT_GT(result["median_ms"].get<double>(), 0);
      if (!result.contains("kernel")) continue;  // a variant that calls a library
      EXPECT_GT(result["kernel"]["registers"].get<int>(), 0) << result.dump(2);
      EXPECT_GT(result["kernel"]["occupancy"].get<double>(), 0);
      EXPECT_LE(result["kernel"]["occupancy"].get<double>(), 1);
    }
  }
}

/// Whether its accesses can be counted here: a bundle is built without the kernels that are traced.
bool is_traced(const Workload& workload) {
  const WorkloadInfo& info = workload.info();
  return workload.simulate_traced(default_choice(workload, info.default_cuda, Backend::cuda)) !=
         nullptr;
}

// Above the roof of its level stands only what the report can explain: bytes that a cache served.
TEST(GpuTimingCommands, PointsStandBelowTheRoofsOfTheirLevels) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("heat")});
  bench.machine = machine;
  bench.context.measure_ceilings = [](const CeilingKey& key, double seconds) {
    return measure_ceilings(key, seconds, {});
  };
  ASSERT_EQ(run(bench, "roofline heat --backend cuda --nx 8192 --ny 8192 --time 0.2 --json " +
                           folder.file("r.json")),
            exit_ok)
      << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("r.json")));
  std::set<std::string> levels;
  for (const Json& roof : report["roofs"])
    if (!roof["level"].is_null()) levels.insert(roof["level"].get<std::string>());
  EXPECT_EQ(levels, (std::set<std::string>{"DRAM", "L1", "L2", "shared"}));
  bool counted = false;
  for (const Json& point : report["points"])
    for (const Json& intensity : point["intensities"]) {
      counted = counted || intensity["bytes_of"] == "counted";
      if (intensity["bytes_of"] == "requested") continue;  // of lanes, which may share bytes
      EXPECT_LT(intensity["share"].get<double>(), 1.03) << point.dump(2);
    }
  EXPECT_EQ(counted, is_traced(*registry.find("heat")));
}

// Vector addition here reads two floats of each element and writes two, in whole sectors, and no
// cache helps: the state is larger than any second cache.
TEST(GpuCommands, CountersSayWhatVectorAdditionMoves) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  if (const CounterResult refused = counters_refused_here(Cupti()); !refused.why_absent.empty())
    GTEST_SKIP() << refused.why_absent;
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("basics")});
  bench.machine = machine;
  constexpr double n = 1 << 25, accesses = 4;
  const int code = run(bench, "counters basics --variant blocks,grid-stride --n 33554432 --json " +
                                  folder.file("c.json"));
  if (code != exit_ok) {  // CUPTI itself says no: one line and advice, and no more
    const std::string said = bench.err.str();
    ASSERT_TRUE(said.starts_with("livewarp: basics: ")) << said;
    ASSERT_LE(std::ranges::count(said, '\n'), 2) << said;
    GTEST_SKIP() << said;
  }
  const Json report = Json::parse(content_of(folder.file("c.json")));
  ASSERT_EQ(report["results"].size(), 2u);
  for (const Json& result : report["results"]) {
    const auto value = [&](const char* key) { return result[key].get<double>(); };
    EXPECT_EQ(value("global_bytes"), accesses * sizeof(float) * n) << result.dump(2);
    if (is_traced(*registry.find("basics"))) {
      EXPECT_EQ(value("lens_bytes"), value("global_bytes"));
    }
    EXPECT_GE(value("instructions"), accesses * n / 32) << "one a warp for each access at least";
    if (!result["dram_bytes"].is_null()) {
      EXPECT_GT(value("dram_bytes"), 0.9 * value("compulsory_bytes")) << result.dump(2);
      EXPECT_LT(value("dram_bytes"), 1.3 * value("compulsory_bytes")) << result.dump(2);
    }
    if (!result["theoretical_occupancy"].is_null()) {
      EXPECT_LE(value("achieved_occupancy"), 1.02 * value("theoretical_occupancy"));
    }
  }
}

TEST(GpuCommands, WhatWasCountedStaysWhereALaterVariantIsRefused) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  if (const CounterResult refused = counters_refused_here(Cupti()); !refused.why_absent.empty())
    GTEST_SKIP() << refused.why_absent;
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("basics")});
  bench.machine = machine;
  const Fault fault("cuptiRangeProfilerDecodeData", 1);
  EXPECT_EQ(run(bench, "counters basics --variant blocks,grid-stride --n 65536 --json " +
                           folder.file("c.json")),
            exit_wrong);
  if (fault.calls() == 0) GTEST_SKIP() << bench.err.str();  // CUPTI itself says no
  ASSERT_EQ(fault.failures(), 1);
  const Json report = Json::parse(content_of(folder.file("c.json")));
  ASSERT_EQ(report["results"].size(), 1u);
  EXPECT_EQ(report["results"][0]["variant"], "blocks");
  EXPECT_NE(bench.out.str().find("Not run: grid-stride: CUPTI reads no hardware counters"),
            std::string::npos)
      << bench.out.str();
}

}  // namespace
}  // namespace livewarp
