#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class LectureCommandTest : public testing::Test {
 protected:
  std::string file(const std::string& text) const {
    std::ofstream(folder_.file("a.lecture")) << text;
    return folder_.file("a.lecture");
  }
  static std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

  const Registry registry_;
  const test::TemporaryFolder folder_;
  test::Bench bench_{workloads_of(registry_)};
};

TEST_F(LectureCommandTest, ListsWhatShips) {
  EXPECT_EQ(test::run(bench_, "lecture list"), exit_ok);
  const std::string said = bench_.out.str();
  for (const char* name : {"nbody", "pictures", "stencils", "warps"})
    EXPECT_TRUE(test::has(said, std::string("\n") + name + " ")) << said;
  EXPECT_EQ(lines(said), 5) << said;
}

TEST_F(LectureCommandTest, FindsFivePlantedFaults) {
  const std::string path = file("lecture \"With faults\"\n"
                                "slide \"Not here\" 1 min\n"
                                "  show nbody --variant shared --n 512\n"
                                "slide \"Too long\" 1 min\n"
                                "  show nbody --variant scalar --n 1000000\n"
                                "slide \"A picture is gone\" 1 min\n"
                                "  show scaling --image /nowhere/cat.png\n"
                                "slide \"Broken off\" 1 min\n"
                                "  hall \"in the middle of\n"
                                "slide \"Without a time\"\n"
                                "  show nbody --variant vector --n 512\n"
                                "slide \"Sound\" 1 min\n"
                                "  show heat --variant vector --nx 64 --ny 64\n");
  EXPECT_EQ(test::run(bench_, "lecture check " + path), exit_wrong);
  const std::string said = bench_.out.str();
  EXPECT_EQ(lines(said), 5) << said;
  EXPECT_TRUE(test::has(said, path + ":2: slide \"Not here\": nbody shared cannot run here"))
      << said;
  EXPECT_TRUE(test::has(said, path + ":4: slide \"Too long\": the hall waits about ")) << said;
  EXPECT_TRUE(test::has(said, path + ":7: ")) << said;
  EXPECT_TRUE(test::has(said, "/nowhere/cat.png")) << said;
  EXPECT_TRUE(test::has(said, path + ":9: a quotation mark is missing")) << said;
  EXPECT_TRUE(test::has(said, path + ":10: slide \"Without a time\" has no planned time")) << said;
}

TEST_F(LectureCommandTest, ASoundOneIsSaidToBeSo) {
  const std::string path =
      file("slide \"Sound\" 90 s\n  show heat --variant vector --nx 64 --ny 64\n");
  EXPECT_EQ(test::run(bench_, "lecture check " + path), exit_ok);
  EXPECT_EQ(bench_.out.str(), path + ": 1 slide, 2 min planned, nothing is wrong\n");
}

TEST_F(LectureCommandTest, WhatIsNoLectureIsRefused) {
  EXPECT_EQ(test::run(bench_, "lecture check /nowhere/a.lecture"), exit_bad_request);
  EXPECT_EQ(test::run(bench_, "lecture check nbdoy"), exit_bad_request);
  EXPECT_TRUE(test::has(bench_.err.str(), "there is no lecture nbdoy\ndid you mean nbody?"))
      << bench_.err.str();
  EXPECT_EQ(test::run(bench_, "lecture check"), exit_bad_request);
  EXPECT_EQ(test::run(bench_, "lecture chek a"), exit_bad_request);
  EXPECT_EQ(test::run(bench_, "lecture check " + file("# nothing\n")), exit_bad_request);
  EXPECT_EQ(bench_.out.str(), "");
}

}  // namespace
}  // namespace livewarp
