#include "app/base/child_process.h"

#include <gtest/gtest.h>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

const std::string shell = "/bin/sh";

TEST(ChildProcess, TellsWhatWasSaidAndHowItEnded) {
  const ChildOutput said = run_child({shell, "-c", "echo a; echo b >&2; exit 3"}, 60s);
  EXPECT_EQ(said.out, "a\n");
  EXPECT_EQ(said.error, "b\n");
  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(run_child({shell, "-c", "kill -9 $$"}, 60s).status, 128 + 9);
}

TEST(ChildProcess, PassesWordsAsTheyAre) {
  const std::string word = "a b; $(echo c) 'd'";
  EXPECT_EQ(run_child({shell, "-c", "printf %s \"$1\"", "name", word}, 60s).out, word);
}

TEST(ChildProcess, ReadsMoreThanAPipeHolds) {
  const ChildOutput said = run_child(
      {shell, "-c", "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done"}, 60s);
  EXPECT_EQ(said.out.size(), 20000u * 11);
}

TEST(ChildProcess, EndsWhatTakesTooLongOrIsNotWantedAnyMore) {
  EXPECT_THROW(run_child({shell, "-c", "sleep 600"}, 20ms), Error);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(run_child({shell, "-c", "sleep 600"}, 600s, stop.get_token()), Cancelled);
}

TEST(ChildProcess, SaysWhatCannotBeStarted) {
  try {
    run_child({"/no/such/program"}, 60s);
    FAIL() << "it was started";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/no/such/program cannot be started: No such file or directory");
  }
}

TEST(ChildProcess, FindsProgramsWhereTheShellWould) {
  EXPECT_EQ(find_program({"no-such-program-1", shell}), shell);
  EXPECT_NE(find_program({"sh"}).find("/sh"), std::string::npos);
  EXPECT_EQ(find_program({"/tmp", "no-such-program-2"}), "") << "a folder is none";
}

}  // namespace
}  // namespace livewarp
