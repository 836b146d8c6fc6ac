// Blocks of a launch as a command.
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class BlocksCommand : public testing::Test {
 protected:
  int blocks(const std::string& line) { return run(bench_, "blocks " + line); }
  nlohmann::json json_of(const std::string& line) {
    EXPECT_EQ(blocks(line + " --json " + folder_.file("b.json")), exit_ok) << bench_.err.str();
    return nlohmann::json::parse(test::content_of(folder_.file("b.json")));
  }

  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

constexpr const char* heat =
    "heat --variant naive --block 32x8 --nx 320 --ny 161 --executor emulator";

TEST_F(BlocksCommand, TellsWhatABlockAndAWarpWrite) {
  const auto json = json_of(heat);
  EXPECT_EQ(json["grid"], "10x21");
  EXPECT_EQ(json["block"], "32x8");
  ASSERT_TRUE(json.contains("predicted") || json.contains("predicted_reason"));
  EXPECT_FALSE(json.contains("measured")) << "the emulator yields no time";
  if (!json.contains("writes")) GTEST_SKIP() << json["writes_reason"];
  EXPECT_EQ(json["writes"]["array"], "temperature");
  EXPECT_EQ(json["writes"]["first_block"]["width"], 32);
  EXPECT_EQ(json["writes"]["first_block"]["height"], 8);
  EXPECT_EQ(json["writes"]["first_warp"]["elements"], 32);
  EXPECT_TRUE(has(bench_.out.str(), "a block writes 32 \u00d7 8 elements of temperature"))
      << bench_.out.str();
}

// 210 blocks on 10 multiprocessors are 21 for each, whatever stays of them at a time.
TEST_F(BlocksCommand, PredictsWaves) {
  const auto json = json_of(std::string(heat) + " --multiprocessors 10");
  if (!json.contains("predicted")) GTEST_SKIP() << json["predicted_reason"];
  const auto& predicted = json["predicted"];
  EXPECT_EQ(predicted["multiprocessors"], 10);
  EXPECT_EQ(predicted["blocks_max"], 21);
  EXPECT_EQ(predicted["blocks_min"], 21);
  EXPECT_EQ(predicted["places"], 10 * predicted["blocks_at_a_time"].get<int>());
  EXPECT_DOUBLE_EQ(predicted["waves"], 210.0 / predicted["places"].get<double>());
  EXPECT_FALSE(predicted.contains("span_us"));
  EXPECT_TRUE(has(bench_.out.str(), "predicted for ")) << bench_.out.str();
}

TEST_F(BlocksCommand, SaysWhatIsWrong) {
  EXPECT_EQ(blocks("heat --variant scalar"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "runs on the CPU: it has no blocks")) << bench_.err.str();
  EXPECT_EQ(blocks("heat --variant naive --executor cpu"), exit_bad_request);
  EXPECT_TRUE(has(bench_.err.str(), "it runs no blocks")) << bench_.err.str();
  EXPECT_EQ(blocks("heat --variant naive --nx 16384 --ny 16384 --executor emulator"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "its state takes 2")) << bench_.err.str();
  EXPECT_EQ(blocks("heat --variant naive --arch 1.0"), exit_bad_request);
  EXPECT_EQ(blocks("heat --variant naive --multiprocessors 0"), exit_bad_request);
  EXPECT_EQ(blocks("heat --variant nonsense"), exit_bad_request);
  EXPECT_EQ(blocks(std::string(heat) + " --json " + folder_.file("no/such/b.json")),
            exit_bad_request);
}

TEST_F(BlocksCommand, WithoutAGpuTimesAreRefused) {
  if (bench_.context.machine->has_gpu()) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(blocks("heat --variant naive --nx 64 --ny 64 --executor cuda"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), bench_.context.machine->gpu_reason)) << bench_.err.str();
}

}  // namespace
}  // namespace livewarp
