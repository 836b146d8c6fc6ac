// A warp that is followed, as a command.
#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class LensTrace : public testing::Test {
 protected:
  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
  const std::string heat_ = "lens heat --variant naive --nx 320 --ny 128 --trace";
};

TEST_F(LensTrace, ShowsLanesAndWhatTheyAskLineByLine) {
  const std::string file = folder_.file("w.json");
  ASSERT_EQ(run(bench_, heat_ + " --json " + file), exit_ok) << bench_.err.str();
  EXPECT_TRUE(has(bench_.out.str(), "kernels/heat/cuda/heat_plain.cuh:")) << bench_.out.str();
  EXPECT_TRUE(has(bench_.out.str(), "global load of 4 bytes: ")) << bench_.out.str();
  EXPECT_TRUE(has(bench_.out.str(), "################################")) << bench_.out.str();
  const auto report = nlohmann::json::parse(test::content_of(file));
  EXPECT_EQ(report["lanes"], 0xffffffffu);
  std::size_t loads = 0, stores = 0;
  for (const auto& step : report["steps"])
    for (const auto& request : step["requests"]) {
      loads += request["access"] == "load";
      stores += request["access"] == "store";
      EXPECT_EQ(request["addresses"].size(), 32u);
    }
  EXPECT_EQ(loads, 5u);
  EXPECT_EQ(stores, 1u);
}

TEST_F(LensTrace, ShowsAsManyStepsAsAreAskedFor) {
  ASSERT_EQ(run(bench_, heat_ + " --from-step 2 --most-steps 1"), exit_ok) << bench_.err.str();
  EXPECT_TRUE(has(bench_.out.str(), "steps 2 to 2 of ")) << bench_.out.str();
}

// Two tiles of 256 bodies: all wait before each is used, and before the next is loaded.
TEST_F(LensTrace, ABarrierIsAStep) {
  const std::string file = folder_.file("w.json");
  ASSERT_EQ(run(bench_, "lens nbody --variant shared --n 512 --trace --json " + file), exit_ok)
      << bench_.err.str();
  EXPECT_TRUE(has(bench_.out.str(), "barrier: waits for 7 other warps of its block"))
      << bench_.out.str();
  const auto report = nlohmann::json::parse(test::content_of(file));
  std::size_t barriers = 0;
  for (const auto& step : report["steps"])
    barriers += step["barrier"] == true && step["requests"].empty();
  EXPECT_EQ(barriers, 4u);
}

TEST_F(LensTrace, SaysWhatCannotBeFollowed) {
  EXPECT_EQ(run(bench_, heat_ + " --at-block 1000000"), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "there is no block 1,000,000")) << bench_.err.str();
  EXPECT_EQ(run(bench_, "lens heat --trace"), exit_bad_request);
  EXPECT_TRUE(has(bench_.err.str(), "--trace follows a warp of one variant")) << bench_.err.str();
  EXPECT_EQ(run(bench_, "lens heat --variant naive --at-block 3"), exit_bad_request);
  EXPECT_TRUE(has(bench_.err.str(), "--at-block goes with --trace")) << bench_.err.str();
  EXPECT_EQ(run(bench_, heat_ + " --sass"), exit_bad_request);
}

}  // namespace
}  // namespace livewarp
