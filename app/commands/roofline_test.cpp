// The roofline as a command.
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/registry.h"
#include "render/gl/offscreen.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class RooflineCommand : public testing::Test {
 protected:
  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

// The context's ceilings: 10 GB/s, 100 GFLOP/s. Values follow from the time that the file tells.
TEST_F(RooflineCommand, TellsRoofsAndPoints) {
  ASSERT_EQ(run(bench_, "roofline nbody --variant scalar --n 256 --time 0.02 --json " +
                            folder_.file("r.json")),
            exit_ok)
      << bench_.err.str();
  const auto report = nlohmann::json::parse(test::content_of(folder_.file("r.json")));
  EXPECT_TRUE(report["machine"].is_object());
  EXPECT_EQ(report["workload"], "nbody");
  EXPECT_FALSE(report["partial"].get<bool>());
  ASSERT_EQ(report["roofs"].size(), 2u);
  EXPECT_EQ(report["roofs"][0]["level"], "DRAM");
  EXPECT_EQ(report["roofs"][0]["value"], 1e10);
  EXPECT_TRUE(report["roofs"][1]["level"].is_null());
  ASSERT_EQ(report["points"].size(), 1u);
  const auto& point = report["points"][0];
  const double flops = 20.0 * 256 * 256;
  EXPECT_NEAR(point["performance"].get<double>() * point["seconds"].get<double>(), flops,
              1e-6 * flops);
  const auto& compulsory = point["intensities"][0];
  EXPECT_EQ(compulsory["bytes_of"], "compulsory");
  EXPECT_EQ(compulsory["origin"], "model");
  EXPECT_DOUBLE_EQ(compulsory["intensity"].get<double>(),
                   flops / compulsory["bytes"].get<double>());
  EXPECT_EQ(point["intensities"][1]["bytes_of"], "requested");
  EXPECT_EQ(point["intensities"][1]["level"], "L1");
  const std::string text = bench_.out.str();
  for (const char* part : {"DRAM copy", "fp32 FMA", "compulsory GB/s", "requested GB/s", "scalar",
                           "only GPUs have hardware counters"})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

TEST_F(RooflineCommand, DrawsAPicture) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  ASSERT_EQ(run(bench_, "roofline nbody --variant scalar --n 256 --time 0.02 --png " +
                            folder_.file("r.png")),
            exit_ok)
      << bench_.err.str();
  const PixelImage image = read_png(folder_.file("r.png"));
  EXPECT_EQ(image.width, 1920);
  EXPECT_EQ(image.height, 1080);
}

TEST_F(RooflineCommand, SaysInALineWhatIsWrong) {
  for (const auto& [line, words] :
       {std::pair{"roofline", "WORKLOAD is missing"},
        {"roofline nbody --png roof.jpg", "cannot write roof.jpg: pictures are PNG files"},
        {"roofline nbody --json /nowhere/r.json", "/nowhere/r.json"},
        {"roofline nbody --variant nothing", "nothing"}}) {
    bench_.err.str("");
    EXPECT_EQ(run(bench_, line), exit_bad_request) << line;
    EXPECT_TRUE(has(bench_.err.str(), words)) << line << ": " << bench_.err.str();
  }
  EXPECT_EQ(run(bench_, "roofline nbody --variant naive"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "naive cannot run here")) << bench_.err.str();
}

TEST_F(RooflineCommand, CeilingsThatFailAreTold) {
  bench_.context.measure_ceilings = [](const CeilingKey&, double) -> Ceilings {
    throw Error("no memory");
  };
  EXPECT_EQ(run(bench_, "roofline nbody --variant scalar --n 256 --time 0.02"), exit_bad_request);
  EXPECT_TRUE(has(bench_.err.str(), "the roofs cannot be measured: no memory")) << bench_.err.str();
}

// Roofs come first: nothing is left of them alone.
TEST_F(RooflineCommand, AnInterruptBeforeTheFirstPointLeavesNoFile) {
  const auto measure = bench_.context.measure_ceilings;
  bench_.context.measure_ceilings = [&](const CeilingKey& key, double seconds) {
    bench_.source.request_stop();
    return measure(key, seconds);
  };
  EXPECT_EQ(run(bench_, "roofline nbody --variant scalar --n 256 --time 0.02 --json " +
                            folder_.file("r.json")),
            exit_interrupted);
  EXPECT_TRUE(folder_.empty());
  EXPECT_TRUE(has(bench_.err.str(), "interrupted")) << bench_.err.str();
}

TEST_F(RooflineCommand, AnInterruptLeavesNoFile) {
  bench_.source.request_stop();
  EXPECT_EQ(run(bench_, "roofline nbody --variant scalar --n 256 --json " + folder_.file("r.json")),
            exit_interrupted);
  EXPECT_TRUE(folder_.empty());
}

}  // namespace
}  // namespace livewarp
