#include "kernels/core/exec/tool_range.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#ifndef LIVEWARP_NVTX_DOUBLE
  #define LIVEWARP_NVTX_DOUBLE ""  // this build has no NVTX
#endif

namespace livewarp {
namespace {

/// A profiler is looked for once in a process: each of these is a process of its own.
class ToolRangeDeathTest : public testing::Test {
 protected:
  ToolRangeDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void SetUp() override {
    if (!has_tool_ranges() || std::string(LIVEWARP_NVTX_DOUBLE).empty())
      GTEST_SKIP() << "this build has no NVTX that a library could listen to";
  }
};

/// The child asks for its parent's id, the parent for its own: both name one file.
std::string shared_log(bool child) {
  return (std::filesystem::temp_directory_path() /
          ("livewarp-nvtx-" + std::to_string(child ? getppid() : getpid())))
      .string();
}

[[noreturn]] void listen_to_ranges() {
  setenv("NVTX_INJECTION64_PATH", LIVEWARP_NVTX_DOUBLE, 1);
  setenv("LIVEWARP_NVTX_DOUBLE", shared_log(true).c_str(), 1);
  {
    const ToolRange step(std::string("nbody shared"));
    { const ToolRange stage("copy in"); }
    const ToolRange stage("kernel");
  }
  std::_Exit(0);
}

TEST_F(ToolRangeDeathTest, AProfilerSeesRangesWithinOneAnother) {
  const std::string log = shared_log(false);
  std::filesystem::remove(log);
  EXPECT_EXIT(listen_to_ranges(), testing::ExitedWithCode(0), "");
  std::ifstream file(log);
  const std::string noted{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(log);
  EXPECT_EQ(noted, "livewarp: nbody shared\nlivewarp: copy in\nend\nlivewarp: kernel\nend\nend\n");
}

}  // namespace
}  // namespace livewarp
