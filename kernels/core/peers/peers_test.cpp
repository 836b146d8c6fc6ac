// How bytes between GPUs are measured, of a runner that a test makes up.
#include "kernels/core/peers/peers.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

/// The first runs are slow; pairs beyond the second place have no access.
class MadeUpPeers final : public PeerRunner {
 public:
  std::string no_access(std::size_t from, std::size_t to) const override {
    return std::max(from, to) > 1 ? "no way there" : "";
  }
  void clear(const PeerTask&) override { cleared = runs == 0; }
  double run(const PeerTask&) override {
    if (fails) throw Error("the copy failed");
    return runs++ < 3 ? 1000 : 2;
  }
  bool held() const override { return runs != 23; }
  std::string mismatch(const PeerTask&) override { return wrong; }

  bool cleared = false, fails = false;
  int runs = 0;
  std::string wrong;
};

TEST(Peers, WarmUpIsDroppedAndBothWaysAreTheirSum) {
  MadeUpPeers runner;
  PeerTask task{.way = PeerWay::read, .figure = PeerFigure::one_way, .bytes = 4'000'000};
  PeerResult result = measure_peers(runner, task, {.least = 20, .most = 20});
  EXPECT_TRUE(runner.cleared);
  EXPECT_EQ(runner.runs, 23);
  ASSERT_TRUE(result.timed()) << result.why_not;
  EXPECT_EQ(result.ms.count, 20u);
  EXPECT_EQ(result.ms.median, 2);
  EXPECT_DOUBLE_EQ(result.gigabytes_per_second(), 2) << "4 MB in 2 ms";
  EXPECT_EQ(result.latency_us(), 0);
  EXPECT_FALSE(result.held) << "the last sample was not";
  task.figure = PeerFigure::both_ways;
  result = measure_peers(runner, task, {.least = 20, .most = 20});
  EXPECT_DOUBLE_EQ(result.gigabytes_per_second(), 4);
  EXPECT_TRUE(result.held);
  task.figure = PeerFigure::latency;
  result = measure_peers(runner, task, {.least = 20, .most = 20});
  EXPECT_EQ(result.gigabytes_per_second(), 0);
  EXPECT_DOUBLE_EQ(result.latency_us(), 2000. / 2048);
}

TEST(Peers, WhatDidNotArriveOrFailedHasNoTime) {
  MadeUpPeers runner;
  runner.wrong = "byte 8 is not what was sent";
  const PeerTask task{.bytes = 16};
  PeerResult result = measure_peers(runner, task, {});
  EXPECT_FALSE(result.timed());
  EXPECT_TRUE(result.wrong);
  EXPECT_EQ(result.why_not, "byte 8 is not what was sent");
  EXPECT_EQ(result.gigabytes_per_second(), 0);
  runner.wrong.clear();
  runner.fails = true;
  result = measure_peers(runner, task, {});
  EXPECT_FALSE(result.wrong);
  EXPECT_EQ(result.why_not, "the copy failed");
}

TEST(Peers, WhatNeedsAccessIsNotTriedWithoutIt) {
  MadeUpPeers runner;
  const PeerTask there{.from = 0, .to = 2, .way = PeerWay::copy, .bytes = 16};
  PeerResult result = measure_peers(runner, there, {});
  EXPECT_EQ(result.why_not, "no way there");
  EXPECT_EQ(runner.runs, 0);
  PeerTask staged = there;
  staged.way = PeerWay::staged;
  result = measure_peers(runner, staged, {});
  EXPECT_TRUE(result.timed()) << result.why_not;
}

TEST(Peers, AStopEndsIt) {
  MadeUpPeers runner;
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(measure_peers(runner, {.bytes = 16}, {.stop = source.get_token()}), Cancelled);
}

TEST(Peers, EveryWayHasEveryFigureAndCurvesEndBelowTheSize) {
  const std::vector<PeerWay> ways{PeerWay::copy, PeerWay::write};
  const std::vector<PeerTask> tasks = peer_tasks(2, 1, ways, 1 << 20);
  ASSERT_EQ(tasks.size(), 6u);
  EXPECT_EQ(tasks[4], (PeerTask{2, 1, PeerWay::write, PeerFigure::both_ways, 1 << 20}));
  const std::vector<PeerTask> curve = peer_curve(0, 1, ways, 1 << 20);
  ASSERT_EQ(curve.size(), 8u) << "4, 16, 64 and 256 KiB";
  EXPECT_EQ(curve[3].bytes, std::size_t{256} << 10);
  EXPECT_TRUE(peer_curve(0, 1, ways, 4096).empty());
  std::set<std::string> ids;
  for (const PeerWayInfo& way : peer_ways()) EXPECT_TRUE(ids.insert(way.id).second);
  for (const PeerFigureInfo& figure : peer_figures()) EXPECT_TRUE(ids.insert(figure.id).second);
  for (const PeerTask& task : curve) EXPECT_EQ(task.bytes % peer_granule, 0u);
}

}  // namespace
}  // namespace livewarp
