#include "kernels/emulator/lens/control_flow.h"

#include <gtest/gtest.h>

namespace livewarp::emulator {
namespace {

TEST(ControlFlow, WhatFollowsABranchComesAfterBothWays) {
  ControlFlow flow;
  flow.add(0, 1);
  flow.add(1, 2);
  flow.add(0, 3);
  flow.add(3, 2);
  EXPECT_EQ(flow.place(0), 0u);
  EXPECT_EQ(flow.place(2), 3u);
}

// However they were found: the loop's exit is met before its second block here.
TEST(ControlFlow, WhatFollowsALoopComesAfterAllOfIt) {
  ControlFlow flow;
  flow.add(0, 1);  // the loop's start
  flow.add(1, 2);  // its exit
  flow.add(1, 3);
  flow.add(3, 4);
  flow.add(3, 1);
  flow.add(4, 1);
  flow.add(2, 5);
  for (const std::uint32_t of_loop : {1, 3, 4}) EXPECT_LT(flow.place(of_loop), flow.place(2));
  EXPECT_LT(flow.place(1), flow.place(3));
  EXPECT_LT(flow.place(3), flow.place(4));
  EXPECT_LT(flow.place(2), flow.place(5));
}

TEST(ControlFlow, AnInnerLoopComesBeforeTheRestOfTheOuterOne) {
  ControlFlow flow;
  flow.add(0, 1);  // outer start
  flow.add(1, 2);  // inner start
  flow.add(2, 3);  // rest of the outer loop
  flow.add(2, 4);  // inner body
  flow.add(4, 2);
  flow.add(3, 1);
  flow.add(1, 5);
  EXPECT_LT(flow.place(4), flow.place(3));
  EXPECT_LT(flow.place(3), flow.place(5));
}

// Both `a || b` lead to block 2: a lane that comes early waits there for those that still look at
// b.
TEST(ControlFlow, WaysIntoOneBlockMeetThere) {
  ControlFlow flow;
  flow.add(0, 2);
  flow.add(0, 1);
  flow.add(1, 2);
  flow.add(1, 3);
  flow.add(2, 4);
  flow.add(3, 4);
  EXPECT_LT(flow.place(1), flow.place(2));
}

// 0 to 1, which repeats itself; 2 and 3 in turn; then 4.
TEST(ControlFlow, KnowsWhichBlocksAreOfLoops) {
  ControlFlow flow;
  flow.add(0, 1);
  flow.add(1, 1);
  flow.add(1, 2);
  flow.add(2, 3);
  flow.add(3, 2);
  flow.add(3, 4);
  for (const std::uint32_t of_a_loop : {1, 2, 3}) EXPECT_TRUE(flow.in_loop(of_a_loop));
  for (const std::uint32_t of_none : {0, 4, 5}) EXPECT_FALSE(flow.in_loop(of_none));
}

TEST(ControlFlow, KnowsNothingOfASingleBlock) {
  ControlFlow flow;
  EXPECT_EQ(flow.place(0), 0u);
}

}  // namespace
}  // namespace livewarp::emulator
