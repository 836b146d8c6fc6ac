// What an iteration is compared with, and what is made of runs that a test makes up.
#include "kernels/core/launches/iterate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

/// Computes in fp32 on the host; one way is wrong, one cannot be, a millisecond a step.
class FakeIteration : public IterateRunner {
 public:
  void resize(int size) override { size_ = size; }
  double run(IterateWay way, int steps) override {
    ++runs[way];
    if (way == IterateWay::tail) throw Error("too deep");
    cells_ = iterate_start(size_);
    std::vector<float> next = cells_;
    const auto n = std::size_t(size_);
    for (int step = 0; step < steps; ++step) {
      for (std::size_t i = n; i < cells_.size() - n; ++i)
        if (i % n != 0 && i % n != n - 1)
          next[i] = cells_[i] + 0.2f * (cells_[i - 1] + cells_[i + 1] + cells_[i - n] +
                                        cells_[i + n] - 4 * cells_[i]);
      std::swap(cells_, next);
    }
    if (way == IterateWay::graph) cells_[n + 1] += 0.01f;
    if (way == IterateWay::children) cells_[n + 1] = NAN;
    return steps;
  }
  std::vector<float> result() override { return cells_; }
  double run_nothing(IterateWay way, int steps) override {
    if (way == IterateWay::tail) throw Error("too deep");
    return steps * 0.002;
  }
  double sort(std::vector<unsigned>& numbers) override {
    std::ranges::sort(numbers);
    if (spoils) std::swap(numbers.front(), numbers.back());
    return 3;
  }
  std::map<IterateWay, int> runs;
  bool spoils = false;

 private:
  int size_ = 0;
  std::vector<float> cells_;
};

TEST(Iterate, StepsAreEvenAndFewerOnLargePlates) {
  for (int size = least_iterate_size; size <= most_iterate_size; size *= 2) {
    EXPECT_EQ(iterate_steps(size) % 2, 0);
    EXPECT_GE(iterate_steps(size), 20);
  }
  EXPECT_EQ(iterate_steps(64), 200);
  EXPECT_EQ(iterate_steps(4096), 20);
}

TEST(Iterate, TheReferenceKeepsItsBorderAndItsExtremes) {
  constexpr int size = 32;
  const std::vector<float> start = iterate_start(size);
  const std::vector<double> end = iterate_reference(size, 40);
  for (std::size_t i = 0; i < std::size_t{size}; ++i) {
    EXPECT_EQ(end[i], double(start[i]));
    EXPECT_EQ(end[end.size() - 1 - i], double(start[start.size() - 1 - i]));
  }
  const auto [least, most] = std::ranges::minmax(start);
  for (const double cell : end) {
    EXPECT_GE(cell, double(least)) << "no cell becomes colder than the coldest";
    EXPECT_LE(cell, double(most));
  }
  // One step of one cell by hand.
  const std::vector<double> once = iterate_reference(size, 1);
  constexpr std::size_t at = 5 * size + 6;
  const double around = double(start[at - 1]) + double(start[at + 1]) + double(start[at - size]) +
                        double(start[at + size]);
  EXPECT_NEAR(once[at], 0.2 * double(start[at]) + 0.2 * around, 1e-12);
}

TEST(Iterate, OnlyWhatIsVerifiedIsTimed) {
  FakeIteration runner;
  const std::vector<IteratePoint> points = measure_iteration(runner, 64, 0, {});
  ASSERT_EQ(points.size(), iterate_ways().size());
  for (const IteratePoint& point : points) {
    const char* const name = info_of(point.way).id;
    const bool spoiled = point.way == IterateWay::graph || point.way == IterateWay::children;
    EXPECT_EQ(point.wrong, spoiled) << name;
    EXPECT_EQ(point.timed(), !spoiled && point.way != IterateWay::tail) << name;
    EXPECT_EQ(runner.runs[point.way], point.timed() ? 6 : 1) << name;
    if (point.timed()) {
      EXPECT_DOUBLE_EQ(point.ms.median, 1);
      EXPECT_LE(point.rms, iterate_tolerance);
    }
  }
  EXPECT_EQ(points.back().why_not, "too deep");
}

TEST(Iterate, CostsAndSortsAreTold) {
  FakeIteration runner;
  EXPECT_NEAR(measure_launch(runner, IterateWay::relaunch, 0, {}).us.median, 2, 1e-9);
  EXPECT_EQ(measure_launch(runner, IterateWay::tail, 0, {}).why_not, "too deep");
  const NestedSort sort = measure_nested_sort(runner, 1000, 0, {});
  EXPECT_TRUE(sort.timed() && !sort.wrong);
  EXPECT_EQ(sort.gpu_ms.median, 3);
  runner.spoils = true;
  const NestedSort spoiled = measure_nested_sort(runner, 1000, 0, {});
  EXPECT_TRUE(spoiled.wrong && !spoiled.timed());
}

TEST(Iterate, AStopEndsIt) {
  FakeIteration runner;
  std::stop_source source;
  source.request_stop();
  IterateWatch watch;
  watch.stop = source.get_token();
  EXPECT_THROW(measure_iteration(runner, 64, 0, watch), Cancelled);
  EXPECT_THROW(measure_launch(runner, IterateWay::graph, 0, watch), Cancelled);
  EXPECT_THROW(measure_nested_sort(runner, 100, 0, watch), Cancelled);
}

}  // namespace
}  // namespace livewarp
