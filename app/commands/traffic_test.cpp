// Traffic beside the time as a command, on a machine without a GPU.
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class TrafficCommand : public testing::Test {
 protected:
  nlohmann::json traffic(const std::string& line) {
    EXPECT_EQ(run(bench_, "traffic " + line + " --json " + folder_.file("t.json")), exit_ok)
        << bench_.err.str();
    return nlohmann::json::parse(test::content_of(folder_.file("t.json")));
  }
  static nlohmann::json stage(const nlohmann::json& variant, const std::string& id) {
    for (const auto& each : variant["stages"])
      if (each["id"] == id) return each;
    ADD_FAILURE() << "no stage " << id;
    return {};
  }

  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

// 16 bytes of each of 65,536 elements, by model and lens alike.
TEST_F(TrafficCommand, OfACudaVariantTellsModelAndLensAndWhyThereIsNoTime) {
  const auto report = traffic("basics --variant blocks --n 65536");
  ASSERT_EQ(report["variants"].size(), 1u);
  const auto& blocks = report["variants"][0];
  for (const char* id : {"compulsory", "requested", "counted"})
    EXPECT_EQ(stage(blocks, id)["amount"], 16 * 65536) << id;
  EXPECT_EQ(stage(blocks, "requested")["to_next"], 1);
  EXPECT_EQ(stage(blocks, "counted")["origin"], "lens");
  EXPECT_TRUE(stage(blocks, "counters")["amount"].is_null());
  EXPECT_TRUE(stage(blocks, "time")["amount"].is_null());
  EXPECT_TRUE(blocks["pace"].is_null());
  const std::string text = bench_.out.str();
  for (const char* part :
       {"model: compulsory 1.05 MB, requested 1.05 MB (\u00d71.00)", "counted 1.05 MB (\u00d71.00)",
        "time \u2014", "time: no CUDA device: hidden by this test",
        "counters: no CUDA device: hidden by this test"})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

// The context's limits: 10 GB/s and 100 GFLOP/s.
TEST_F(TrafficCommand, OfTheHostTellsModelAndTime) {
  const auto report = traffic("nbody --variant scalar --n 256 --time 0.02");
  EXPECT_TRUE(report["machine"].is_object());
  const auto& scalar = report["variants"][0];
  const double flops = 20.0 * 256 * 256;
  const auto arithmetic = stage(scalar, "arithmetic"), time = stage(scalar, "time");
  EXPECT_EQ(arithmetic["amount"], flops);
  EXPECT_NEAR(arithmetic["ms_at_roof"].get<double>(), flops / 1e11 * 1000, 1e-9);
  EXPECT_TRUE(arithmetic["binds"]);
  EXPECT_GT(time["amount"].get<double>(), 0);
  EXPECT_NEAR(arithmetic["share_of_time"].get<double>() * time["amount"].get<double>(),
              flops / 1e11 * 1000, 1e-9);
  const auto compulsory = stage(scalar, "compulsory");
  EXPECT_NEAR(compulsory["ms_at_roof"].get<double>(),
              compulsory["amount"].get<double>() / 1e10 * 1000, 1e-9);
  EXPECT_TRUE(has(bench_.out.str(), "counted: the lens counts CUDA variants alone"))
      << bench_.out.str();
}

TEST_F(TrafficCommand, TellsOfBothKindsTogetherAndWhoseReasonItIs) {
  const auto report = traffic("transpose --width 64 --height 64 --time 0.01");
  EXPECT_GT(report["variants"].size(), 4u);
  EXPECT_TRUE(has(bench_.out.str(), "time: no CUDA device: hidden by this test ("))
      << bench_.out.str();
}

TEST_F(TrafficCommand, SaysInALineWhatIsWrong) {
  for (const auto& [line, words] : {std::pair{"traffic", "WORKLOAD is missing"},
                                    {"traffic nbody --json /nowhere/t.json", "/nowhere/t.json"},
                                    {"traffic nbody --variant nothing", "nothing"}}) {
    bench_.err.str("");
    EXPECT_EQ(run(bench_, line), exit_bad_request) << line;
    EXPECT_TRUE(has(bench_.err.str(), words)) << line << ": " << bench_.err.str();
  }
}

TEST_F(TrafficCommand, WithoutRoofsTheTimeStays) {
  bench_.context.measure_ceilings = [](const CeilingKey&, double) -> Ceilings {
    throw Error("no memory");
  };
  const auto report = traffic("nbody --variant scalar --n 256 --time 0.02");
  EXPECT_EQ(bench_.err.str(), "livewarp: the roofs cannot be measured: no memory\n");
  EXPECT_GT(stage(report["variants"][0], "time")["amount"].get<double>(), 0);
  EXPECT_TRUE(stage(report["variants"][0], "arithmetic")["roof"].is_null());
}

TEST_F(TrafficCommand, WhatWasTimedBeforeAnInterruptStays) {
  bench_.context.measure_ceilings = [&](const CeilingKey&, double) -> Ceilings {
    bench_.source.request_stop();
    throw Cancelled();
  };
  EXPECT_EQ(run(bench_, "traffic nbody --variant scalar --n 256 --time 0.02 --json " +
                            folder_.file("t.json")),
            exit_interrupted);
  const auto report = nlohmann::json::parse(test::content_of(folder_.file("t.json")));
  EXPECT_TRUE(report["partial"]);
  EXPECT_GT(stage(report["variants"][0], "time")["amount"].get<double>(), 0);
  EXPECT_TRUE(has(bench_.out.str(), "scalar\n")) << bench_.out.str();
  EXPECT_TRUE(has(bench_.err.str(), "interrupted, the results are partial")) << bench_.err.str();
}

TEST_F(TrafficCommand, AnInterruptLeavesNoFile) {
  bench_.source.request_stop();
  EXPECT_EQ(run(bench_, "traffic nbody --variant scalar --n 256 --json " + folder_.file("t.json")),
            exit_interrupted);
  EXPECT_TRUE(folder_.empty());
}

}  // namespace
}  // namespace livewarp
