#include "app/base/platform.h"

#include <gtest/gtest.h>

#include <malloc.h>

#include <thread>
#include <vector>

namespace livewarp {
namespace {

/// Bytes that the allocator holds for itself, used or not.
std::size_t heap_bytes() { return mallinfo2().arena; }

/// States come and go on several threads, as they do when a user switches workloads: each thread
/// has a few of them at a time.
void go_through_states() {
  static constexpr std::size_t state = 8 << 20;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int round = 0; round < 3; ++round) {
        std::vector<std::vector<char>> states;
        for (int k = 0; k < 3; ++k) states.emplace_back(state, char(k));
      }
    });
}

TEST(Platform, FreedStatesGoBackToTheSystem) {
  give_back_freed_memory();
  const std::size_t before = heap_bytes();
  for (int i = 0; i < 2; ++i) go_through_states();
  EXPECT_LT(heap_bytes(), before + (8 << 20)) << "a state is kept though nobody needs it";
}

// This test program is the one that starts again, in a process of its own.
TEST(PlatformDeathTest, TheProgramStartsAgainWithTheseWords) {
  EXPECT_EXIT(restart_program({"--gtest_list_tests", "--gtest_filter=Nothing.IsCalledThat"}),
              testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace livewarp
