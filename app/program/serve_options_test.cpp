// livewarp serve: its options, beside those of every workload.
#include <gtest/gtest.h>

#include "app/commands/live/live_command.h"
#include "app/program/command_line.h"
#include "kernels/core/base/error.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class ServeCommandTest : public testing::Test {
 protected:
  Invocation parse(const std::vector<std::string>& words) const {
    return parse_command_line(workloads_of(registry_), Machine(), words);
  }
  const Registry registry_;
};

TEST_F(ServeCommandTest, StandsBesideTheOptionsOfEveryWorkload) {
  for (const Workload* workload : workloads_of(registry_)) {
    const std::string name = workload->info().name;
    EXPECT_NO_THROW(parse({"serve", name, "--port", "7123"})) << name;
  }
}

TEST_F(ServeCommandTest, WithoutAWorkloadTheFirstOneRuns) {
  const Invocation invocation = parse({"serve"});
  const auto& live = dynamic_cast<const LiveCommand&>(*invocation.command);
  EXPECT_EQ(live.choice().workload, workloads_of(registry_).front()->info().name);
}

TEST_F(ServeCommandTest, RefusesWhatIsNoPathOfAProxy) {
  for (const char* path : {"/a/../b", "/a?b", "/a#b", "/a b", "/a%2e"}) {
    try {
      parse({"serve", "--base-path", path});
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    }
  }
  EXPECT_NO_THROW(parse({"serve", "--base-path", "user/ada/proxy/7007"}));
}

TEST_F(ServeCommandTest, RefusesNumbersBeyondTheLimits) {
  for (const char* port : {"-1", "65536", "http"})
    EXPECT_THROW(parse({"serve", "--port", port}), Error) << port;
  EXPECT_THROW(parse({"serve", "--viewers", "0"}), Error);
}

}  // namespace
}  // namespace livewarp
