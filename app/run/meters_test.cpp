#include "app/run/meters.h"

#include <gtest/gtest.h>

#include <thread>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

// Sixteen steps that a first frame counts are no rate: they ended at one moment for whoever looks once a frame.
TEST(Meters, StepsOfOneFrameAreNoRate) {
  Meters meters;
  for (int i = 0; i < 16; ++i) meters.count_step();
  EXPECT_EQ(meters.steps_per_second(), 0);
  std::this_thread::sleep_for(250ms);
  for (int i = 0; i < 16; ++i) meters.count_step();
  EXPECT_GT(meters.steps_per_second(), 0);
  EXPECT_LE(meters.steps_per_second(), 31 / 0.25);
}

}  // namespace
}  // namespace livewarp
