// Defects that a GPU would let pass are found, with kernel, block, thread and line.
#include "kernels/emulator/check/memory_checker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/traced_kernels.h"

namespace livewarp::emulator {
namespace {

class MemoryCheckerTest : public testing::Test {
 protected:
  /// What the launch said; empty if it went well.
  std::string error_of(Planted defect, std::uint64_t seed = 1) {
    EmulatorOptions options;
    options.seed = seed;
    options.observer = std::make_shared<MemoryChecker>();
    const auto exec = make_emulator_exec(options);
    in_.assign(128, 2);
    out_.assign(128 + 16, 0);
    exec->use_memory({{"numbers before", in_.data(), 128 * sizeof(float), false},
                      {"numbers after", out_.data(), 128 * sizeof(float), true}});
    try {
      launch_planted(*exec, defect, in_.data(), out_.data());
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  /// All of the words, for whatever order the threads take turns in.
  void expect(Planted defect, const std::vector<std::string>& words) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const std::string found = error_of(defect, seed);
      EXPECT_NE(found.find("kernel planted<"), std::string::npos) << found;
      EXPECT_NE(found.find("kernels/emulator/testing/traced_kernels.cpp:"), std::string::npos)
          << found;
      for (const std::string& word : words)
        EXPECT_NE(found.find(word), std::string::npos) << word << ": " << found;
    }
  }

  std::vector<float> in_, out_;
};

TEST_F(MemoryCheckerTest, WhatIsSoundPasses) {
  EXPECT_EQ(error_of(Planted::sound), "");
  EXPECT_EQ(out_[5], 2);
  EXPECT_EQ(error_of(Planted::same_result), "");
  EXPECT_EQ(error_of(Planted::atomics), "");
  EXPECT_EQ(out_[0], 128);
  EXPECT_EQ(error_of(Planted::counted), "");
  EXPECT_EQ(out_[3], 4);
  EXPECT_EQ(error_of(Planted::handed_on), "");
}

TEST_F(MemoryCheckerTest, FindsAMissingBarrier) {
  // Who comes first depends on the turns: one warp reads what the other has written or will write,
  // or nothing yet.
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const std::string found = error_of(Planted::missing_barrier, seed);
    EXPECT_NE(found.find("shared memory that"), std::string::npos) << found;
    EXPECT_NE(found.find("thread ("), std::string::npos) << found;
    EXPECT_NE(found.find("traced_kernels.cpp:"), std::string::npos) << found;
  }
}

TEST_F(MemoryCheckerTest, FindsBarriersThatThreadsDoNotMeetIn) {
  expect(Planted::divergent, {"reaches __syncthreads while thread (", "waits at __syncthreads, "});
  expect(Planted::never_reached, {"for ever", "a shuffle of mask 0xffffffff"});
}

TEST_F(MemoryCheckerTest, FindsIndicesOutOfRange) {
  expect(Planted::beyond_buffer,
         {"block (1, 0, 0), thread (63, 0, 0)",
          "writes 4 bytes at byte 512 of numbers after, which has 512 bytes"});
  expect(Planted::before_buffer,
         {"block (0, 0, 0), thread (0, 0, 0)", "writes 4 bytes 8 bytes before numbers after"});
  expect(Planted::beyond_shared,
         {"thread (63, 0, 0)", "reads 4 bytes", "beyond the 256 bytes of dynamic shared memory"});
}

TEST_F(MemoryCheckerTest, FindsWhatNobodyHasWritten) {
  expect(Planted::uninitialised,
         {"reads 4 bytes of shared memory that no thread of the block has written"});
}

TEST_F(MemoryCheckerTest, FindsAnInputThatIsWritten) {
  expect(Planted::input_written,
         {"thread (7, 0, 0)", "writes numbers before, which the step may only read"});
}

TEST_F(MemoryCheckerTest, FindsAMissingFence) {
  expect(Planted::counted_unfenced,
         {"thread (0, 0, 0)", "reads global memory that block (", "writes"});
}

TEST_F(MemoryCheckerTest, FindsALockThatIsHeldForEver) {
  expect(Planted::held_lock,
         {"repeats an atomic for ever, in vain", "of the same warp has changed the word last",
          "and waits at __syncwarp of mask 0xffffffff, "});
}

TEST_F(MemoryCheckerTest, ALockThatIsReleasedIsWaitedFor) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    EXPECT_EQ(error_of(Planted::passed_lock, seed), "");
    EXPECT_EQ(out_[1], 4);  // two threads of each block
  }
}

TEST_F(MemoryCheckerTest, FindsBlocksThatMeet) {
  expect(Planted::between_blocks, {"global memory that block (0, 0, 0), thread (", "writes"});
  expect(Planted::changed_later,
         {"block (1, 0, 0), thread (", "global memory that block (0, 0, 0), thread (",
          "writes otherwise"});
  expect(Planted::other_result,
         {"block (1, 0, 0), thread (", "global memory that block (0, 0, 0), thread (",
          "writes otherwise"});
}

}  // namespace
}  // namespace livewarp::emulator
