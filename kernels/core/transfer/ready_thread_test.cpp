#include "kernels/core/transfer/ready_thread.h"

#include <gtest/gtest.h>

#include <deque>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

TEST(ReadyThread, WorksOnceItIsToldTo) {
  std::deque<ReadyThread> threads(3);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> done = 0;
    for (ReadyThread& thread : threads) thread.prepare([&] { ++done; });
    EXPECT_EQ(done, 0) << "not begun";
    for (ReadyThread& thread : threads) thread.begin();
    for (ReadyThread& thread : threads) thread.join();
    EXPECT_EQ(done, 3);
  }
}

TEST(ReadyThread, WhatIsCancelledIsNotDone) {
  ReadyThread thread;
  for (int round = 0; round < 200; ++round) {
    bool done = false;
    thread.prepare([] { ADD_FAILURE() << "was cancelled"; });
    thread.cancel();
    thread.join();
    thread.prepare([&] { done = true; });
    thread.begin();
    thread.cancel();  // too late
    thread.join();
    EXPECT_TRUE(done);
  }
}

TEST(ReadyThread, PassesOnAFailureAndGoesOn) {
  ReadyThread thread;
  thread.prepare([] { throw Error("the copy failed"); });
  thread.begin();
  EXPECT_THROW(thread.join(), Error);
  bool done = false;
  thread.prepare([&] { done = true; });
  thread.begin();
  EXPECT_NO_THROW(thread.join());
  EXPECT_TRUE(done);
}

TEST(ReadyThread, LeavesWhateverItWasDoing) {
  { const ReadyThread idle; }
  ReadyThread thread;
  thread.prepare([] {});
}

}  // namespace
}  // namespace livewarp
