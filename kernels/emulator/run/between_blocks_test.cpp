// Blocks that wait for others of their launch.
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/emulator_test_kernels.cuh"

namespace livewarp {
namespace {

constexpr unsigned blocks = 300;

std::vector<uint64> counted_by_ticket(KernelExec& exec, int fail = 0) {
  std::vector<uint64> words(blocks, 0);
  unsigned ticket = 0;
  exec.launch(LIVEWARP_KERNEL(count_by_ticket), {blocks}, {40}, 0, words.data(), &ticket, fail);
  return words;
}

void expect_counted(const std::vector<uint64>& words) {
  for (unsigned i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], i + 1);
}

std::string error_of_index(KernelExec& exec) {
  std::vector<uint64> words(blocks, 0);
  try {
    exec.launch(LIVEWARP_KERNEL(count_by_index), {blocks}, {40}, 0, words.data());
  } catch (const Error& error) {
    return error.what();
  }
  expect_counted(words);
  return {};
}

// In whatever order blocks begin: launches go forwards and backwards by turns, here both.
TEST(EmulatorBlocks, WaitInTheOrderThatATicketGives) {
  for (const int threads : {1, 2, 4})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6})
      expect_counted(counted_by_ticket(*make_emulator_exec({.seed = seed, .threads = threads})));
}

// One that has not begun writes nothing: forwards it works, backwards it is found.
TEST(EmulatorBlocks, ThatWaitForOneThatHasNotBegunAreFound) {
  int waited = 0, worked = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    const std::string error = error_of_index(*make_emulator_exec({.seed = seed, .threads = 1}));
    (error.empty() ? worked : waited) += 1;
    if (error.empty()) continue;
    EXPECT_NE(error.find("block (299, 0, 0)"), std::string::npos) << error;
    EXPECT_NE(error.find("waits for another block, which has not begun"), std::string::npos);
  }
  EXPECT_GT(waited, 0);
  EXPECT_GT(worked, 0);
}

TEST(EmulatorBlocks, AKernelThatTrustsTheirOrderIsRunInIt) {
  for (const int threads : {1, 4})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
      std::vector<uint64> words(blocks, 0);
      const auto exec = make_emulator_exec({.seed = seed, .threads = threads});
      exec->launch(LIVEWARP_KERNEL(count_by_index).in_order(), {blocks}, {40}, 0, words.data());
      expect_counted(words);
    }
}

// The others wait for a block that has failed: they end, and what it failed with is told.
TEST(EmulatorBlocks, EndWithTheOneThatTheyWaitFor) {
  for (const int threads : {1, 2, 4}) {
    const auto exec = make_emulator_exec({.threads = threads});
    try {
      counted_by_ticket(*exec, 1);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("leaves out its own lane"), std::string::npos)
          << error.what();
    }
    expect_counted(counted_by_ticket(*exec));
  }
}

TEST(EmulatorBlocks, AStopIsSeenWhileTheyWait) {
  std::stop_source source;
  const auto exec = make_emulator_exec({.threads = 2}, source.get_token());
  const uint64 never = 0;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    source.request_stop();
  });
  EXPECT_THROW(exec->launch(LIVEWARP_KERNEL(wait_for_nobody), {4}, {8}, 0, &never), Cancelled);
}

}  // namespace
}  // namespace livewarp
