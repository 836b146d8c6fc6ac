#include "app/window/gpu_watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

GpuReading reading_at(int mhz) {
  GpuReading reading;
  reading.sm_mhz = mhz;
  return reading;
}

/// Asks as frames do until something is known, in the end for ever.
GpuReading known(GpuWatch& watch) {
  while (!watch.latest().reading) std::this_thread::yield();
  return *watch.latest().reading;
}

TEST(GpuWatch, AFrameNeverWaitsForTheDriver) {
  std::promise<void> answers;
  GpuWatch watch([done = answers.get_future().share()] {
    done.wait();
    return reading_at(1980);
  });
  EXPECT_FALSE(watch.latest().reading);
  EXPECT_FALSE(watch.latest().reading) << "the driver has not answered";
  EXPECT_EQ(watch.last().count, 0);
  answers.set_value();
  EXPECT_EQ(known(watch).sm_mhz, 1980);
}

TEST(GpuWatch, IsAskedAgainOnlyAfterAPause) {
  std::atomic<int> readings = 0;
  GpuWatch rare([&] { return reading_at(++readings); }, 1h);
  EXPECT_EQ(known(rare).sm_mhz, 1);
  for (int i = 0; i < 1000; ++i) rare.latest();
  EXPECT_EQ(rare.last().reading->sm_mhz, 1);
  EXPECT_EQ(readings, 1);
  std::atomic<int> often = 0;
  GpuWatch eager([&] { return reading_at(++often); }, 0ns);
  while (eager.last().count < 3) {
    eager.latest();
    std::this_thread::yield();
  }
  EXPECT_GE(often, 3) << "what changes is read again";
}

TEST(GpuWatch, AReadingAndItsNumberAreToldTogether) {
  std::atomic<int> readings = 0;
  GpuWatch watch([&] { return reading_at(++readings); }, 0ns);
  for (GpuWatch::Latest seen; seen.count < 100; seen = watch.latest())
    ASSERT_EQ(seen.reading ? seen.reading->sm_mhz : 0, seen.count);
}

TEST(GpuWatch, NobodyWhoAsksReadsNothing) {
  std::atomic<int> readings = 0;
  {
    const GpuWatch watch([&] { return reading_at(++readings); }, 0ns);
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watch.last().reading);
  }
  EXPECT_EQ(readings, 0);
}

TEST(GpuWatch, ADriverThatFailsIsAReasonAndWithoutAGpuNothingIsKnown) {
  GpuWatch none([]() -> GpuReading { throw std::runtime_error("no such device"); });
  EXPECT_EQ(known(none).unknown, "no such device");
  GpuWatch nobody({});
  EXPECT_FALSE(nobody.latest().reading);
}

}  // namespace
}  // namespace livewarp
