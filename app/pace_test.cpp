#include "app/pace.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(Pace, StepsGetWhatAFrameLeaves) {
  EXPECT_NEAR(steps_budget_ms(60, 3), 12, 1e-9);
  EXPECT_NEAR(steps_budget_ms(144, 2), 4.25, 1e-9);
  EXPECT_EQ(steps_budget_ms(60, 40), 1) << "however long a frame takes, the simulation goes on";
  for (const double hz : {30.0, 60.0, 144.0, 240.0})
    EXPECT_LT(steps_budget_ms(hz, 2) + 2, 1000 / hz) << "both end before the next frame";
}

}  // namespace
}  // namespace livewarp
