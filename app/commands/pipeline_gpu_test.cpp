// The experiment on pipelines as a command, on a GPU.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"

namespace livewarp {
namespace {

class GpuPipelineCommand : public testing::Test {
 protected:
  void SetUp() override {
    bench_.machine = detect_machine();
    if (!bench_.machine.has_gpu()) GTEST_SKIP() << bench_.machine.gpu_reason;
  }
  Json report_of(const std::string& options) {
    const std::string file = folder_.file("p.json");
    EXPECT_EQ(test::run(bench_, "transfer pipeline --time 0.01 --json " + file + " " + options),
              exit_ok)
        << bench_.err.str() << bench_.out.str();
    return Json::parse(test::content_of(file));
  }

  test::Bench bench_{{}};
  const test::TemporaryFolder folder_;
};

TEST_F(GpuPipelineCommand, MeasuresEveryCombinationAndTellsTheSamePictures) {
  const std::string all =
      "--pictures 16 --picture 640x480 --chunks 2,4 --streams 2,4 --host-threads both "
      "--callbacks both ";
  for (const std::string more :
       {"--work 200", "--work 200 --memory pageable", "--filter convolution --work 2",
        "--filter convolution --work 2 --memory pageable"}) {
    const Json report = report_of(all + more);
    EXPECT_EQ(report["experiment"], "pipeline");
    EXPECT_EQ(report["pipelines"].size(), 2u * 2 * 2 + 3 * 2 * 2 * 4) << more;
    std::set<std::string> hashes;
    for (const Json& one : report["pipelines"]) {
      EXPECT_FALSE(one["wrong"].get<bool>()) << one.dump(2);
      ASSERT_FALSE(one["median_ms"].is_null()) << one.dump(2);
      hashes.insert(one["hash"].get<std::string>());
      EXPECT_EQ(one["spans"].size(),
                one["chunks"].get<std::size_t>() * (one["callbacks"].get<bool>() ? 4 : 3));
    }
    EXPECT_EQ(hashes.size(), 1u) << more;
    EXPECT_TRUE(report["left_out"].empty()) << report["left_out"].dump(2);
    EXPECT_GE(report["verdict"].size(), 4u) << report["verdict"].dump(2);
  }
}

TEST_F(GpuPipelineCommand, WhatThereIsNoMemoryForIsRefusedInASentence) {
  EXPECT_NE(test::run(bench_, "transfer pipeline --pictures 4096 --picture 16384x16384"), exit_ok);
  EXPECT_TRUE(test::has(bench_.err.str() + bench_.out.str(), "memory")) << bench_.err.str();
}

}  // namespace
}  // namespace livewarp
