// Processes that share a GPU, played by shells; and a daemon of MPS, played by a script.
#include "app/experiments/partners.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/base/platform.h"
#include "app/experiments/mps_daemon.h"
#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

PartnersRequest partners_doing(const std::string& script, int processes) {
  PartnersRequest request;
  request.command = {"/bin/sh", "-c", script};
  request.processes = processes;
  request.seconds_to_start = 60;
  return request;
}

/// Says that it is ready, waits for its start, and says what follows.
std::string when_told(const std::string& then) { return "echo ready; read start; " + then; }

double seconds_since(Steady::time_point begin) {
  return std::chrono::duration<double>(Steady::now() - begin).count();
}

TEST(Partners, RatesAreThoseThatEachTells) {
  PartnersRequest request = partners_doing(
      when_told(R"(echo "{\"problems\": 500, \"seconds\": 2, \"start\": $start}")"), 2);
  int ready = 0;
  request.ready = [&] { ++ready; };
  const PartnersResult result = run_partners(request);
  EXPECT_EQ(result.why_not, "");
  EXPECT_EQ(result.per_second, (std::vector<double>{250, 250}));
  EXPECT_EQ(ready, 1);
}

TEST(Partners, AllHearTheSameStartOnceAllAreReady) {
  const test::TemporaryFolder folder;
  PartnersRequest request = partners_doing(
      when_told("echo $start > " + folder.file("$$") + "; echo '{\"problems\":1,\"seconds\":1}'"),
      2);
  request.ready = [&] { EXPECT_TRUE(folder.empty()) << "none has begun"; };
  const auto before = Steady::now().time_since_epoch().count();
  ASSERT_EQ(run_partners(request).why_not, "");
  std::vector<std::string> starts;
  for (const auto& file : fs::directory_iterator(folder.file("")))
    starts.push_back(test::content_of(file.path()));
  ASSERT_EQ(starts.size(), 2u);
  EXPECT_EQ(starts[0], starts[1]);
  EXPECT_GT(std::stoll(starts[0]), before);
}

TEST(Partners, SeeTheEnvironmentThatIsAskedFor) {
  PartnersRequest request =
      partners_doing("[ \"$LIVEWARP_PARTNER\" = a ] && [ -z \"$HOME\" ] || exit 3; " +
                         when_told("echo '{\"problems\":1,\"seconds\":1}'"),
                     1);
  EXPECT_EQ(run_partners(request).why_not, "a process ended with code 3");
  request.environment = {"LIVEWARP_PARTNER=a", "HOME"};
  EXPECT_EQ(run_partners(request).why_not, "");
}

TEST(Partners, WhatFailsSaysWhy) {
  EXPECT_EQ(run_partners(partners_doing("echo 'livewarp: no memory' >&2; exit 2", 2)).why_not,
            "no memory");
  EXPECT_EQ(run_partners(partners_doing(when_told("kill -9 $$"), 1)).why_not,
            "a process ended with code 137");
  EXPECT_NE(run_partners(partners_doing(when_told("echo nonsense"), 1)).why_not, "");
  const PartnersResult wrong =
      run_partners(partners_doing(when_told("echo '{\"wrong\": \"problem 3\"}'"), 1));
  EXPECT_TRUE(wrong.wrong);
  EXPECT_EQ(wrong.why_not, "problem 3");
  EXPECT_TRUE(run_partners(partners_doing("echo '{\"wrong\": \"problem 0\"}'", 1)).wrong);
}

TEST(Partners, WhatIsNeverReadyIsEnded) {
  PartnersRequest request = partners_doing("exec sleep 600", 2);
  request.seconds_to_start = 0.1;
  const auto begin = Steady::now();
  EXPECT_EQ(run_partners(request).why_not, "a process was not ready within 0.100 s, and was ended");
  EXPECT_LT(seconds_since(begin), 300);
}

TEST(Partners, WhatDoesNotListenIsEndedAllTheSame) {
  PartnersRequest request = partners_doing("trap '' TERM; while :; do sleep 0.05; done", 1);
  request.seconds_to_start = 0.1;
  EXPECT_NE(run_partners(request).why_not, "");
}

TEST(Partners, StopEndsThem) {
  const test::TemporaryFolder folder;
  std::stop_source stop;
  PartnersRequest request =
      partners_doing("echo $$ > " + folder.file("id") + "; " + when_told("exec sleep 600"), 1);
  request.stop = stop.get_token();
  request.ready = [&] { stop.request_stop(); };
  EXPECT_THROW(run_partners(request), Cancelled);
  EXPECT_FALSE(process_exists(std::stoi(test::content_of(folder.file("id")))));
}

TEST(Partners, ATestProgramStartsNone) { EXPECT_TRUE(partner_command({}, 0).empty()); }

/// A tool that does as nvidia-cuda-mps-control: with -f it is the daemon.
class MpsByScript : public testing::Test {
 protected:
  std::string tool(const std::string& daemon) const {
    const std::string path = folder_.file("mps-control");
    std::ofstream(path) << "#!/bin/sh\ncd \"$CUDA_MPS_PIPE_DIRECTORY\" || exit 9\n"
                        << "if [ \"$1\" = -f ]; then\n"
                        << daemon << "\nfi\n"
                        << "[ -e up ] || exit 1\nread line number\ncase $line in\n"
                        << "quit) touch down;;\nget_server_list) echo 17;;\n"
                        << "get_client_list) echo 18; echo 19;;\nesac\n";
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  const test::TemporaryFolder folder_;
};

TEST_F(MpsByScript, ADaemonLivesInAFolderOfItsOwnAndIsToldToQuit) {
  std::string where;
  const std::string log = folder_.file("log");
  {
    const MpsDaemon daemon(
        tool("touch up; while [ ! -e down ]; do sleep 0.02; done; echo quit > " + log + "; exit 0"),
        {});
    EXPECT_EQ(daemon.clients(), 2);
    where = daemon.environment().front();
    ASSERT_TRUE(where.starts_with("CUDA_MPS_PIPE_DIRECTORY="));
    where.erase(0, where.find('=') + 1);
    EXPECT_TRUE(fs::exists(where));
  }
  EXPECT_FALSE(fs::exists(where));
  EXPECT_EQ(test::content_of(log), "quit\n");
}

TEST_F(MpsByScript, OneThatDoesNotStartSaysWhy) {
  for (const auto& [script, said] :
       {std::pair{"echo 'no GPU for it' >&2; exit 1", "no GPU for it"},
        {"echo 'a line' > control.log; echo 'it was refused' >> control.log; exit 1",
         "it was refused"}}) {
    try {
      const MpsDaemon daemon(tool(script), {});
      FAIL() << "it is there";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), std::string("the daemon of MPS did not start: ") + said);
    }
  }
}

TEST_F(MpsByScript, AStopEndsIt) {
  std::stop_source stop;
  stop.request_stop();
  const std::string id = folder_.file("id");
  EXPECT_THROW(MpsDaemon(tool("echo $$ > " + id + "; exec sleep 600"), stop.get_token()),
               Cancelled);
  if (const std::string text = test::content_of(id); !text.empty()) {
    EXPECT_FALSE(process_exists(std::stoi(text)));
  }
}

}  // namespace
}  // namespace livewarp
