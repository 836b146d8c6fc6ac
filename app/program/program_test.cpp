#include "app/program/run_program.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/base/version.h"
#include "app/measure/context.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

struct Ending {
  int code = -1;
  std::string out, err;
};

Ending run(const std::string& line) {
  std::ostringstream out, err;
  Ending ending;
  ending.code = run_program(test::words(line), out, err);
  ending.out = out.str();
  ending.err = err.str();
  return ending;
}

TEST(Program, NamesItsVersion) {
  const Ending ending = run("--version");
  EXPECT_EQ(ending.code, exit_ok);
  EXPECT_EQ(ending.out, "livewarp " + version_text() + "\n");
}

TEST(Program, HelpGoesToTheOutput) {
  for (const char* line :
       {"--help", "-h", "bench --help", "bench nbody --help", "shot nbody -h", "list --help"}) {
    const Ending ending = run(line);
    EXPECT_EQ(ending.code, exit_ok) << line;
    EXPECT_TRUE(ending.out.starts_with("Usage: livewarp")) << ending.out;
    EXPECT_TRUE(ending.err.empty());
  }
}

TEST(Program, ABadRequestIsOneLineAndOneOfAdvice) {
  const char* lines[]{"nbdoy",
                      "nbody --keys no/such/file.keys",
                      "nbody --keys-speed 0",
                      "bench nbody --n 0",
                      "bench nbody --n 1e99",
                      "bench nbody --dt nan",
                      "bench nbody --variant none",
                      "verify nbody --block 2048",
                      "verify nbody --variant shuffle --block 33",
                      "verify nbody --block 48x4",
                      "verify heat --block 7x",
                      "list --josn x",
                      "list --json /no/such/folder/x",
                      "shot nbody /no/such/folder/x.png",
                      "nbody --size 12"};
  for (const char* line : lines) {
    const Ending ending = run(line);
    EXPECT_EQ(ending.code, exit_bad_request) << line;
    EXPECT_TRUE(ending.out.empty()) << line << "\n" << ending.out;
    EXPECT_TRUE(ending.err.starts_with("livewarp: ")) << line << "\n" << ending.err;
    const auto count = std::count(ending.err.begin(), ending.err.end(), '\n');
    EXPECT_TRUE(count == 1 || count == 2) << line << "\n" << ending.err;
  }
}

/// Runs the program on this process's own streams and ends with its code.
[[noreturn]] void end_with(const std::string& line) {
  std::exit(run_program(test::words(line), std::cout, std::cerr));
}

// Each in a process of its own, which loses its output.
TEST(ProgramDeathTest, OutputThatCannotBeWrittenIsAFailure) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto code = ::testing::ExitedWithCode(exit_bad_request);
  const std::string message = "livewarp: cannot write to the standard output: ";
  EXPECT_EXIT(
      {
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        end_with("list");
      },
      code, message + "No space left");
  EXPECT_EXIT(
      {
        close(STDOUT_FILENO);
        end_with("--version");
      },
      code, message);
  EXPECT_EXIT(
      {
        int ends[2];
        if (pipe(ends) != 0) std::exit(1);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        end_with("list");
      },
      code, message + "Broken pipe");
}

// What failed keeps its code: nothing of this line can run without a GPU.
TEST(ProgramDeathTest, LostOutputHidesNoFailure) {
  if (detect_machine().has_gpu()) GTEST_SKIP() << "this machine runs it";
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        end_with("bench nbody --variant naive");
      },
      ::testing::ExitedWithCode(exit_wrong), "nbody naive cannot run here.*\n.*cannot write");
}

// With stdout closed, the first file that is opened would get its number, and what is printed.
TEST(ProgramDeathTest, AClosedOutputReachesNoFile) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const std::string file =
      (std::filesystem::temp_directory_path() / "livewarp-closed-output.json").string();
  EXPECT_EXIT(
      {
        close(STDOUT_FILENO);
        end_with("list --json " + file);
      },
      ::testing::ExitedWithCode(exit_bad_request), "cannot write");
  EXPECT_TRUE(test::content_of(file).starts_with("{"));
  std::filesystem::remove(file);
}

class SignalledDeathTest : public testing::TestWithParam<int> {};

TEST_P(SignalledDeathTest, EndsWithTheCodeOfItsSignal) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        std::thread([] {
          sigset_t all;
          sigfillset(&all);
          pthread_sigmask(SIG_BLOCK, &all, nullptr);  // it is the program that takes it
          std::this_thread::sleep_for(std::chrono::seconds(1));
          kill(getpid(), GetParam());
        }).detach();
        end_with("ceilings --backend cpu --time 600");
      },
      ::testing::ExitedWithCode(128 + GetParam()), "livewarp: interrupted");
}

INSTANTIATE_TEST_SUITE_P(Signals, SignalledDeathTest, testing::Values(SIGINT, SIGTERM));

// Before a window is opened, in the words of `shot`.
TEST(Program, AWindowOfAVariantThatCannotRunSaysSo) {
  if (detect_machine().has_gpu()) GTEST_SKIP() << "this machine runs it";
  const Ending window = run("nbody --variant naive --for 1");
  EXPECT_EQ(window.code, exit_wrong);
  EXPECT_TRUE(window.err.starts_with("livewarp: nbody naive cannot run here: ")) << window.err;
  const std::string picture =
      (std::filesystem::temp_directory_path() / "livewarp-not-drawn.png").string();
  const Ending shot = run("shot nbody --variant naive " + picture);
  EXPECT_EQ(shot.code, window.code);
  EXPECT_EQ(shot.err, window.err);
}

TEST(Program, ListsTheRegistry) {
  const Ending ending = run("list");
  EXPECT_EQ(ending.code, exit_ok);
  for (const Registry registry; const auto& workload : registry.workloads())
    for (const VariantInfo* variant : workload->variants())
      EXPECT_NE(ending.out.find("\n" + variant->name + " "), std::string::npos) << variant->name;
}

}  // namespace
}  // namespace livewarp
