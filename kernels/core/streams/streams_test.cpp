// Experiments with streams as far as they need no GPU: intervals, and what is made of the samples
// of runners that a test plays.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/streams/engines.h"
#include "kernels/core/streams/priorities.h"
#include "kernels/core/streams/stream_order.h"

namespace livewarp {
namespace {

TEST(StreamIntervals, OverlapIsWhatBothShareOverTheShorterOne) {
  const GpuInterval whole{0, 10};
  EXPECT_EQ(shared_ms(whole, {4, 6}), 2);
  EXPECT_EQ(overlap(whole, {4, 6}), 1);
  EXPECT_EQ(overlap(whole, {8, 12}), 0.5);
  EXPECT_EQ(overlap({8, 12}, whole), 0.5);
  EXPECT_EQ(overlap(whole, {10, 12}), 0) << "one right after the other";
  EXPECT_EQ(overlap(whole, {15, 20}), 0);
  EXPECT_EQ(overlap(whole, {5, 5}), 0) << "of no length";
}

TEST(StreamIntervals, MomentsCountFromTheFirstBegin) {
  const std::array<GpuMoments, 2> moments{GpuMoments{1'000'002'000'000, 1'000'004'500'000},
                                          GpuMoments{1'000'001'000'000, 1'000'003'000'000}};
  const auto intervals = since_the_first(moments);
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_DOUBLE_EQ(intervals[0].begin_ms, 1);
  EXPECT_DOUBLE_EQ(intervals[0].end_ms, 3.5);
  EXPECT_DOUBLE_EQ(intervals[1].begin_ms, 0);
  EXPECT_DOUBLE_EQ(intervals[1].end_ms, 2);
}

constexpr OrderIntervals one_after_another{{{0, 2}, {2, 4}, {4, 6}}};
constexpr OrderIntervals side_by_side{{{0, 2}, {0.01, 2.01}, {0.02, 2.02}}};
constexpr OrderIntervals last_waits{{{0, 2}, {0.01, 2.01}, {2.01, 4.01}}};

class FakeOrder final : public StreamOrderRunner {
 public:
  OrderIntervals kernels = side_by_side;
  int wrong_from = 1000, throws_from = 1000, runs = 0;
  OrderSample run(StreamCase) override {
    ++runs;
    if (runs >= throws_from) throw Error("the launch failed");
    return {kernels, runs >= wrong_from ? "kernel 2: byte 8 is not what was sent" : ""};
  }
};

StreamOrderResult ordered(StreamCase which, const OrderIntervals& kernels) {
  FakeOrder runner;
  runner.kernels = kernels;
  return measure_stream_order(runner, which, {.least = 5});
}

TEST(StreamOrder, SaysWhatOverlappedAndWhetherTheRuleHolds) {
  const StreamOrderResult serial = ordered(StreamCase::blocking_legacy, one_after_another);
  EXPECT_TRUE(serial.timed());
  EXPECT_EQ(serial.total_ms.count, 5u);
  EXPECT_EQ(serial.total_ms.median, 6);
  EXPECT_FALSE(serial.any_overlapped());
  EXPECT_TRUE(serial.as_ruled());
  EXPECT_FALSE(ordered(StreamCase::blocking_legacy, last_waits).as_ruled());

  const StreamOrderResult part = ordered(StreamCase::non_blocking, last_waits);
  EXPECT_TRUE(part.overlapped(0));
  EXPECT_FALSE(part.overlapped(1));
  EXPECT_FALSE(part.overlapped(2));
  EXPECT_FALSE(part.as_ruled());
  for (const StreamCase which : {StreamCase::blocking_per_thread, StreamCase::non_blocking_legacy,
                                 StreamCase::non_blocking}) {
    EXPECT_TRUE(ordered(which, side_by_side).as_ruled());
    EXPECT_FALSE(ordered(which, one_after_another).as_ruled());
  }
}

TEST(StreamOrder, AWrongSampleHasNoTime) {
  FakeOrder runner;
  runner.wrong_from = 4;
  const auto result = measure_stream_order(runner, StreamCase::non_blocking, {.least = 9});
  EXPECT_FALSE(result.timed());
  EXPECT_TRUE(result.wrong);
  EXPECT_EQ(result.total_ms.count, 0u);
  EXPECT_EQ(result.why_not, "kernel 2: byte 8 is not what was sent");
  EXPECT_EQ(runner.runs, 4) << "nothing more of what is wrong";
}

TEST(StreamOrder, AFailureIsASentenceAndAStopEnds) {
  FakeOrder runner;
  runner.throws_from = 2;
  const auto result = measure_stream_order(runner, StreamCase::non_blocking, {});
  EXPECT_FALSE(result.timed());
  EXPECT_FALSE(result.wrong);
  EXPECT_EQ(result.why_not, "the launch failed");
  FakeOrder stopped;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(measure_stream_order(stopped, StreamCase::non_blocking, {.stop = stop.get_token()}),
               Cancelled);
  EXPECT_EQ(stopped.runs, 1);
}

class FakePriorities final : public PriorityRunner {
 public:
  PriorityRange given{0, -5};
  std::vector<double> issued;
  std::string wrong;
  PriorityRange range() const override { return given; }
  PrioritySample run(PriorityCase which, double after_ms) override {
    issued.push_back(after_ms);
    const double end = which == PriorityCase::short_high ? 1.6 : 20;
    return {
        end - after_ms, {0, which == PriorityCase::idle ? 0.0 : 20.0}, {end - 0.02, end}, wrong};
  }
};

TEST(Priorities, LatenciesAreOfDifferentMomentsOfABlock) {
  FakePriorities runner;
  const auto high = measure_priority(runner, PriorityCase::short_high, {.least = 20});
  EXPECT_TRUE(high.timed());
  EXPECT_EQ(high.latency_ms.count, 20u);
  EXPECT_EQ(high.ended_before, 20u);
  EXPECT_EQ(high.long_ms.median, 20);
  std::ranges::sort(runner.issued);
  EXPECT_GE(std::ranges::unique(runner.issued).begin() - runner.issued.begin(), 10);
  EXPECT_GE(runner.issued.front(), 1) << "the long kernel runs by then";
  EXPECT_EQ(measure_priority(runner, PriorityCase::same, {}).ended_before, 0u);
}

TEST(Priorities, WithoutARangeOnlyWhatNeedsNoneIsMeasured) {
  FakePriorities runner;
  runner.given = {0, 0};
  for (const PriorityCaseInfo& info : priority_cases()) {
    const auto result = measure_priority(runner, info.which, {});
    EXPECT_EQ(result.timed(), !info.needs_range) << info.id;
    EXPECT_EQ(result.why_not.empty(), !info.needs_range) << info.id;
  }
  runner.wrong = "the long kernel: it left no moments";
  const auto wrong = measure_priority(runner, PriorityCase::same, {});
  EXPECT_TRUE(wrong.wrong);
  EXPECT_FALSE(wrong.timed());
}

class FakeEngines final : public EngineRunner {
 public:
  std::string wrong;
  int runs = 0, cleared = 0;
  int copy_engines() const override { return 2; }
  std::size_t bytes() const override { return 1'000'000; }
  void clear() override { ++cleared; }
  EngineSample run(EngineSet set) override {
    EngineSample sample;
    if (++runs == 1) return {{100, 100, 100}, 100};  // what warms up counts nowhere
    for (const EngineTask task : all_engine_tasks)
      if (set.has(task)) sample.ms[std::size_t(task)] = 1 + double(task);
    sample.total_ms = 4;
    return sample;
  }
  std::string mismatch(EngineSet) override { return wrong; }
  double run(HostAccess) override { return ++runs == 1 ? 100 : 2; }
  std::string mismatch(HostAccess) override { return wrong; }
};

TEST(Engines, SetsAreEachAlonePairsAndAll) {
  std::array<int, 4> sizes{};
  for (const EngineSet& set : engine_sets()) ++sizes[set.size()];
  EXPECT_EQ(sizes, (std::array<int, 4>{0, 3, 3, 1}));
  EXPECT_EQ(engine_sets().back().label(), "kernel + copy in + copy out");
  EXPECT_EQ(EngineSet{}.with(EngineTask::copy_out).with(EngineTask::kernel).label(),
            "kernel + copy out");
}

TEST(Engines, TimesAreOfWhatIsInTheSet) {
  FakeEngines runner;
  const EngineSet set = EngineSet{}.with(EngineTask::kernel).with(EngineTask::copy_out);
  const EngineResult result = measure_engines(runner, set, {.least = 7});
  EXPECT_TRUE(result.timed());
  EXPECT_EQ(runner.cleared, 1);
  EXPECT_EQ(result.ms[0].median, 1);
  EXPECT_EQ(result.ms[1].count, 0u);
  EXPECT_EQ(result.ms[2].median, 3);
  EXPECT_EQ(result.total_ms.max, 4);
  EXPECT_EQ(result.total_ms.count, 7u);
  runner.wrong = "byte 8 is not what was sent";
  const EngineResult wrong = measure_engines(runner, set, {});
  EXPECT_TRUE(wrong.wrong);
  EXPECT_EQ(wrong.total_ms.count, 0u);
}

TEST(Engines, AKernelThatCopiesMovesBytesBothWays) {
  FakeEngines runner;
  const auto copy = measure_host_access(runner, HostAccess::copy, {});
  EXPECT_EQ(copy.bytes, 2'000'000u);
  EXPECT_DOUBLE_EQ(copy.gigabytes_per_second(), 1);
  FakeEngines other;
  EXPECT_DOUBLE_EQ(measure_host_access(other, HostAccess::read, {}).gigabytes_per_second(), 0.5);
  other.wrong = "what it read is not what is there";
  EXPECT_EQ(measure_host_access(other, HostAccess::read, {}).gigabytes_per_second(), 0);
  for (const HostAccessInfo& info : host_accesses()) {
    EXPECT_FALSE(info_of(info.instead).by_kernel) << info.id;
    EXPECT_EQ(info_of(info.instead).ways, info.ways) << info.id;
  }
}

}  // namespace
}  // namespace livewarp
