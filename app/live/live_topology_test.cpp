// How GPUs are joined, as the window comes to know it.
#include "app/live/live_topology.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace livewarp {
namespace {

/// What panels read, once it is there.
const Findings& known_joints(LiveTopology& live) {
  ui::Model model;
  for (live.want(true); !model.topology; live.describe(model)) std::this_thread::yield();
  return *model.topology;
}

TEST(LiveTopology, IsAskedForOnceItsTabIsShown) {
  std::atomic<int> asked = 0;
  LiveTopology live([&] {
    ++asked;
    return Topology();
  });
  ui::Model model;
  live.want(false);
  live.describe(model);
  EXPECT_FALSE(model.topology);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(known_joints(live).verdict.size(), 1u);
  live.want(true);
  live.describe(model);
  EXPECT_TRUE(model.topology);
  EXPECT_EQ(asked, 1);
}

TEST(LiveTopology, WhatFailsIsSaid) {
  LiveTopology live([]() -> Topology { throw std::runtime_error("no memory"); });
  EXPECT_EQ(known_joints(live).left_out, std::vector<std::string>{"Not known: no memory."});
}

TEST(LiveTopology, WithoutADriverThereIsNoGpu) {
  LiveTopology live({});
  EXPECT_TRUE(known_joints(live).tables.empty());
}

}  // namespace
}  // namespace livewarp
