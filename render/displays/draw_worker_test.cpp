#include "render/displays/draw_worker.h"

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

constexpr double for_ever = 1e6;

TEST(DrawWorker, IsLookedInOnUntilThePictureIsThere) {
  std::promise<void> may_end;
  std::atomic<int> drawn = 0;
  DrawWorker worker;
  EXPECT_FALSE(worker.take(0)) << "nothing was asked for";
  worker.start([&, may = may_end.get_future().share()] {
    may.wait();
    ++drawn;
  });
  EXPECT_TRUE(worker.started());
  EXPECT_FALSE(worker.take(0));
  EXPECT_FALSE(worker.take(5));
  EXPECT_EQ(drawn, 0);
  may_end.set_value();
  EXPECT_TRUE(worker.take(for_ever));
  EXPECT_EQ(drawn, 1);
  EXPECT_FALSE(worker.started());
  EXPECT_FALSE(worker.take(0)) << "it is taken once";
}

TEST(DrawWorker, WhatDrawingThrewIsThrownOnce) {
  DrawWorker worker;
  worker.start([] { throw std::runtime_error("no memory"); });
  EXPECT_THROW(worker.take(for_ever), std::runtime_error);
  EXPECT_FALSE(worker.started());
  worker.start([] {});
  EXPECT_TRUE(worker.take(for_ever)) << "it goes on";
}

TEST(DrawWorker, EndsAfterTheDrawingThatIsUnderWay) {
  std::atomic<bool> ended = false;
  std::promise<void> began;
  {
    DrawWorker worker;
    worker.start([&] {
      began.set_value();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ended = true;
    });
    began.get_future().wait();
  }
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace livewarp
