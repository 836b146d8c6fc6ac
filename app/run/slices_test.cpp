#include "app/run/slices.h"

#include <limits>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(Slices, HoldTheDeviceNoLongerThanALaunchMay) {
  for (const double step_ms : {40.1, 133.0, 370.0, 5000.0, 60'000.0}) {
    const int slices = slice_count(step_ms);
    EXPECT_GT(slices, 1) << step_ms;
    EXPECT_LE(step_ms / slices, longest_launch_ms) << step_ms;
    EXPECT_GE(step_ms / slices, longest_launch_ms / 2) << step_ms << ": more than are of use";
  }
}

TEST(Slices, ShortAndUnknownStepsStayWhole) {
  for (const double step_ms : {0.0, 0.01, 40.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(slice_count(step_ms), 1) << step_ms;
  EXPECT_GT(slice_count(std::numeric_limits<double>::infinity()), 1);
}

}  // namespace
}  // namespace livewarp
