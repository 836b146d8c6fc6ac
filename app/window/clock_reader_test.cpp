#include "app/window/clock_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Asks as frames do until something is known, in the end for ever.
int known(ClockReader& clock) {
  while (!clock.latest()) std::this_thread::yield();
  return *clock.latest();
}

TEST(ClockReader, AFrameNeverWaitsForTheDriver) {
  std::promise<void> answers;
  ClockReader clock([done = answers.get_future().share()] {
    done.wait();
    return 1980;
  });
  EXPECT_FALSE(clock.latest());
  EXPECT_FALSE(clock.latest()) << "the driver has not answered";
  answers.set_value();
  EXPECT_EQ(known(clock), 1980);
}

TEST(ClockReader, IsAskedAgainOnlyAfterAPause) {
  std::atomic<int> readings = 0;
  ClockReader rare([&] { return ++readings; }, 1h);
  EXPECT_EQ(known(rare), 1);
  for (int i = 0; i < 1000; ++i) rare.latest();
  EXPECT_EQ(rare.last(), 1);
  EXPECT_EQ(readings, 1);
  std::atomic<int> often = 0;
  ClockReader eager([&] { return ++often; }, 0ns);
  while (eager.latest().value_or(0) < 3) std::this_thread::yield();
  EXPECT_GE(often, 3) << "what changes is read again";
}

TEST(ClockReader, NobodyWhoAsksReadsNothing) {
  std::atomic<int> readings = 0;
  {
    const ClockReader clock([&] { return ++readings; }, 0ns);
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(clock.last());
  }
  EXPECT_EQ(readings, 0);
}

TEST(ClockReader, WithoutADriverItIsZeroAndWithoutAGpuUnknown) {
  ClockReader none([]() -> int { throw std::runtime_error("no such device"); });
  EXPECT_EQ(known(none), 0);
  ClockReader nobody({});
  EXPECT_FALSE(nobody.latest());
}

}  // namespace
}  // namespace livewarp
