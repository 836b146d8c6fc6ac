// Processes of the program on one GPU, with and without MPS.
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "app/base/platform.h"
#include "app/experiments/mps_daemon.h"
#include "app/experiments/partners.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/machine.h"

namespace livewarp {
namespace {

class GpuSharing : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    task_ = {SmallProblem::plates, 200, 0.3};
    command_ = partner_command(task_, machine.gpus.front().index);
    if (!command_.empty()) return;
    // The program beside the tests of a build.
    const auto program = program_path().parent_path() / "../bin/livewarp";
    if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not there";
    command_ = {program.string(), "partner", "--count", "200", "--time", "0.3"};
  }
  PartnersRequest request(int processes) const {
    return {.command = command_,
            .environment = {"CUDA_MPS_PIPE_DIRECTORY=" + folder_.path()},
            .processes = processes,
            .seconds = task_.seconds};
  }
  PartnerTask task_;
  std::vector<std::string> command_;
  const PrivateFolder folder_;
};

TEST_F(GpuSharing, OneProcessAndTwoSolveTheirProblems) {
  for (const int processes : {1, 2}) {
    const PartnersResult result = run_partners(request(processes));
    EXPECT_EQ(result.why_not, "");
    ASSERT_EQ(result.per_second.size(), std::size_t(processes));
    for (const double rate : result.per_second) EXPECT_GT(rate, 0);
  }
}

TEST_F(GpuSharing, MpsServesTwo) {
  const std::string tool = MpsDaemon::find_tool();
  if (tool.empty()) GTEST_SKIP() << "there is no nvidia-cuda-mps-control";
  std::optional<MpsDaemon> daemon;
  try {
    daemon.emplace(tool, std::stop_token());
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  PartnersRequest two = request(2);
  two.environment = daemon->environment();
  int clients = 0;
  two.ready = [&] { clients = daemon->clients(); };
  const PartnersResult result = run_partners(two);
  EXPECT_EQ(result.why_not, "");
  EXPECT_EQ(clients, 2);
  EXPECT_EQ(result.per_second.size(), 2u);
}

TEST_F(GpuSharing, AStopEndsThemInTheMiddle) {
  std::stop_source stop;
  PartnersRequest two = request(2);
  two.stop = stop.get_token();
  two.ready = [&] { stop.request_stop(); };
  EXPECT_THROW(run_partners(two), Cancelled);
  EXPECT_EQ(run_partners(request(1)).why_not, "") << "the GPU is as before";
}

}  // namespace
}  // namespace livewarp
