// What happens when a launch cannot go well: limits, waits for ever, exceptions, cancelling.
#include <atomic>
#include <initializer_list>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/emulator_test_kernels.cuh"

// Kernels that only a host can read.
LIVEWARP_KERNELS_BEGIN

struct Witness {
  std::atomic<int>* alive;
  explicit Witness(std::atomic<int>* a) : alive(a) { ++*alive; }
  ~Witness() { --*alive; }
};

__global__ void throw_in_one(std::atomic<int>* alive, std::atomic<int>* after) {
  const Witness witness(alive);
  if (threadIdx.x == 5 && blockIdx.x == 1) throw std::out_of_range("from thread 5");
  __syncthreads();
  if (blockIdx.x == 1) ++*after;
}

__global__ void stop_in_first(std::stop_source* source, std::atomic<int>* blocks) {
  source->request_stop();
  __syncthreads();
  if (threadIdx.x == 0) ++*blocks;
}

LIVEWARP_KERNELS_END

namespace livewarp {
namespace {

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

void expect_words(const std::string& what, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(what.find(word), std::string::npos) << word << ": " << what;
}

/// The executor still computes rightly.
void expect_works(KernelExec& exec) {
  std::vector<float> a(70, 2.0f), c(70);
  exec.launch(LIVEWARP_KERNEL(add), {2}, {40}, 0, a.data(), a.data(), c.data(), 70);
  EXPECT_EQ(c, std::vector<float>(70, 4.0f));
}

TEST(EmulatorFailure, AWaitForEverNamesKernelBlockAndThreads) {
  const auto exec = make_emulator_exec({.seed = 3, .threads = 2});
  std::vector<int> data(64);
  const std::string what = error_of([&] {
    exec->launch(LIVEWARP_KERNEL(wait_for_ever), {1, 1}, {33}, 0, data.data());
  });
  expect_words(what, {"kernel wait_for_ever, block (0, 0, 0), thread (0, 0, 0)",
                      "waits at __syncthreads for ever",
                      "thread (1, 0, 0) waits at a shuffle of mask 0xffffffff"});
  expect_works(*exec);
}

TEST(EmulatorFailure, DifferentBarriersDoNotMeet) {
  const auto exec = make_emulator_exec();
  int data = 0;
  expect_words(error_of([&] { exec->launch(LIVEWARP_KERNEL(mixed_barriers), {1}, {9}, 0, &data); }),
               {"kernel mixed_barriers", "__syncthreads_or"});
  expect_works(*exec);
}

TEST(EmulatorFailure, AMaskMustHoldItsOwnLane) {
  const auto exec = make_emulator_exec();
  std::vector<int> data(32);
  expect_words(error_of([&] {
                 exec->launch(LIVEWARP_KERNEL(mask_without_self), {1}, {32}, 0, data.data());
               }),
               {"mask 0x0000000f", "leaves out its own lane"});
  expect_works(*exec);
}

TEST(EmulatorFailure, WhatAThreadThrowsIsPassedOnAndAllThreadsAreCleanedUp) {
  for (int threads : {1, 2}) {
    const auto exec = make_emulator_exec({.seed = 8, .threads = threads});
    std::atomic<int> alive{0}, after{0};
    try {
      exec->launch(LIVEWARP_KERNEL(throw_in_one), {4}, {50}, 0, &alive, &after);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::out_of_range& e) {
      EXPECT_STREQ(e.what(), "from thread 5");
    }
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(after, 0) << "threads passed a barrier that thread 5 never reached";
    expect_works(*exec);
  }
}

TEST(EmulatorFailure, AStopThatIsSetRunsNothing) {
  std::stop_source source;
  source.request_stop();
  const auto exec = make_emulator_exec({}, source.get_token());
  std::vector<float> a(8, 1.0f), c(8);
  EXPECT_THROW(exec->launch(LIVEWARP_KERNEL(add), {1}, {8}, 0, a.data(), a.data(), c.data(), 8),
               Cancelled);
  EXPECT_EQ(c, std::vector<float>(8, 0.0f));
  EXPECT_THROW(exec->for_range(5, 1, 1, [](Range) {}), Cancelled);
}

TEST(EmulatorFailure, AStopIsSeenAtTheNextBarrierOrBlock) {
  for (int threads : {1, 2}) {
    std::stop_source source;
    const auto exec = make_emulator_exec({.seed = 1, .threads = threads}, source.get_token());
    std::atomic<int> blocks{0};
    EXPECT_THROW(exec->launch(LIVEWARP_KERNEL(stop_in_first), {100000}, {33}, 0, &source, &blocks),
                 Cancelled);
    EXPECT_EQ(blocks, 0);
  }
}

TEST(EmulatorFailure, LimitsOfALaunchAreKept) {
  const auto exec = make_emulator_exec();
  std::vector<uint4> out(1024);
  const auto launch = [&](Dim3 grid, Dim3 block, std::size_t shared) {
    return error_of(
        [&] { exec->launch(LIVEWARP_KERNEL(write_indices), grid, block, shared, out.data()); });
  };
  EXPECT_EQ(launch({1}, {1024}, 227 * 1024), "no error");
  EXPECT_EQ(launch({1}, {4, 4, 64}, 0), "no error");
  expect_words(launch({1}, {1025}, 0), {"write_indices", "1024"});
  expect_words(launch({1}, {33, 32}, 0), {"1056 threads"});
  expect_words(launch({1}, {1, 1, 65}, 0), {"64"});
  expect_words(launch({0}, {32}, 0), {"grid"});
  expect_words(launch({1, 0}, {32}, 0), {"grid"});
  expect_words(launch({1, 65536}, {32}, 0), {"65535"});
  expect_words(launch({1}, {32, 0}, 0), {"block"});
  expect_words(launch({1}, {32}, 227 * 1024 + 1), {"232448"});
}

TEST(EmulatorFailure, ADeviceFunctionOutsideALaunchIsRefused) {
  expect_words(error_of([] { __syncthreads(); }), {"outside a launch"});
  expect_words(error_of([] { static_cast<void>(dynamic_shared<float>()); }), {"outside a launch"});
}

}  // namespace
}  // namespace livewarp
