#include "app/window/frame_clock.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class FrameClockTest : public testing::Test {
 protected:
  FrameClock::Time now_{};
  FrameClock clock_{0, true, now_};

  /// Frames of 10 ms, as many as are due within that time.
  int frames(std::chrono::milliseconds time) {
    int count = 0;
    for (const auto end = now_ + time; now_ < end; now_ += 10ms)
      if (clock_.due(now_)) {
        ++count;
        clock_.ended(true, now_);
      }
    return count;
  }
};

TEST_F(FrameClockTest, RestsOnceNothingStirs) {
  EXPECT_GT(frames(1s), 30) << "panels have time to settle";
  EXPECT_TRUE(clock_.resting());
  EXPECT_EQ(frames(60s), 0);
  clock_.stir(now_);
  EXPECT_TRUE(clock_.due(now_));
  EXPECT_FALSE(clock_.resting());
  EXPECT_GT(frames(1s), 30);
  EXPECT_EQ(frames(60s), 0);
}

TEST_F(FrameClockTest, TheLastFrameBeforeARestSaysThatItRests) {
  bool said = false;
  for (int i = 0; i < 200; ++i, now_ += 10ms)
    if (clock_.due(now_)) {
      said = clock_.resting();
      clock_.ended(true, now_);
    }
  EXPECT_TRUE(said);
}

TEST_F(FrameClockTest, SlowFramesSettleTooBeforeItRests) {
  int count = 0;
  for (int i = 0; i < 20; ++i, now_ += 2s)
    if (clock_.due(now_)) {
      ++count;
      clock_.ended(true, now_);
    }
  EXPECT_GE(count, 4);
  EXPECT_LT(count, 8);
}

TEST_F(FrameClockTest, ARestIsNoFrame) {
  frames(1s);
  now_ += 60s;
  clock_.stir(now_);
  ASSERT_TRUE(clock_.due(now_));
  EXPECT_FALSE(clock_.ended(true, now_)) << "it would have taken a minute";
  ASSERT_TRUE(clock_.due(now_ += 10ms));
  EXPECT_NEAR(clock_.ended(true, now_).value_or(0), 10, 1e-6);
  ASSERT_TRUE(clock_.due(now_ += 10ms));
  EXPECT_FALSE(clock_.ended(false, now_)) << "a file was written in it";
}

TEST_F(FrameClockTest, TheReportHasAllFramesButThoseOfTheFirstSecond) {
  for (int i = 0; i < 200; ++i) {
    clock_.stir(now_ += 10ms);
    clock_.due(now_);
    clock_.ended(true, now_);
  }
  EXPECT_NEAR(double(clock_.all().size()), 100, 2);
  EXPECT_NEAR(clock_.seconds(now_), 2, 1e-9);
}

TEST_F(FrameClockTest, EndsWhenItIsTold) {
  const FrameClock ends(3, false, now_);
  EXPECT_FALSE(ends.is_over(now_ + 2999ms));
  EXPECT_TRUE(ends.is_over(now_ + 3s));
  EXPECT_FALSE(clock_.is_over(now_ + 100h));
}

}  // namespace
}  // namespace livewarp
