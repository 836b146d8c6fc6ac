// A window that is told to end from outside, in a process of its own.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/measure/context.h"
#include "app/program/run_program.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Runs the window and sends this process a signal once it is open; ends with the program's code.
[[noreturn]] void run_and_signal(const std::string& line, int signal) {
  std::thread([signal] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);  // it is the program that takes it
    std::this_thread::sleep_for(4s);
    kill(getpid(), signal);
  }).detach();
  // Without the signal it would end by itself, with another code.
  std::exit(run_program(test::words(line + " --for 60"), std::cout, std::cerr));
}

class InterruptedWindowDeathTest : public testing::TestWithParam<int> {};

TEST_P(InterruptedWindowDeathTest, WritesReportAndPictureAndLeavesNothingElse) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";  // a new process, without our threads
  // It comes here too, and takes the folder of the process that waits for it.
  constexpr const char* variable = "LIVEWARP_TEST_FOLDER";
  std::optional<test::TemporaryFolder> own;
  if (!std::getenv(variable)) {
    own.emplace();
    setenv(variable, own->file("").c_str(), 1);
    std::filesystem::create_directory(own->file("out"));
    setenv("XDG_CONFIG_HOME", own->file("settings").c_str(), 1);
  }
  const std::string folder = std::string(std::getenv(variable)) + "/out";
  const std::string line = "nbody --backend cpu --n 500 --size 1280x720 --report " + folder +
                           "/r.json --screenshot " + folder + "/w.png";
  EXPECT_EXIT(run_and_signal(line, GetParam()), ::testing::ExitedWithCode(128 + GetParam()), "");
  ASSERT_TRUE(std::filesystem::exists(folder + "/r.json"));
  const auto report = nlohmann::json::parse(test::content_of(folder + "/r.json"));
  EXPECT_GT(report["frames"].get<int>(), 0);
  EXPECT_GT(std::filesystem::file_size(folder + "/w.png"), 1000u);
  int files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, 2) << "a temporary file was left behind";
  unsetenv(variable);
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptedWindowDeathTest, testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace livewarp
