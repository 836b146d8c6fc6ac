#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/core/testing/variants_test.h"
#include "kernels/scan/scan.h"
#include "kernels/scan/scan_picture.cuh"

namespace livewarp {

std::unique_ptr<Workload> make_scan();

namespace {

using Reals = std::vector<float>;

/// The picture of elements and their scan.
class ScanPicture : public testing::Test {
 protected:
  void paint(const Reals& x, const char* variant, const char* steps, const Values& problem = {}) {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, {{"pattern", std::string("walk")}});
    choice.problem = changed(choice.problem, problem);
    choice.problem["n"] = std::int64_t(x.size());
    choice.view["steps"] = std::string(steps);
    if (choice.launch.contains("block")) choice.launch["block"] = std::string("32");
    HostState state = workload_->initial_state(choice.problem);
    std::ranges::copy(x, field_as<float>(state, 0));
    const Executor home = home_of(*workload_->find(variant));
    const auto simulation = workload_->simulate(choice, home, &state);
    const auto exec = exec_for(home);
    simulation->step(*exec);
    simulation->commit();
    const auto spec = simulation->picture();
    width_ = spec.width;
    picture_.resize(std::size_t(spec.width) * std::size_t(spec.height) * 4);
    simulation->publish({picture_.data()}, *exec);
    exec->synchronize();
    problem_ = Scan::Problem::from(choice.problem);
    result_ = Scan::result_row(choice.view);
    steps_ = Scan::steps_row(choice.view);
    height_ = spec.height;
  }
  bool is(int px, int py, uchar4 color) const {
    const unsigned char* const pixel =
        picture_.data() + 4 * (std::ptrdiff_t(py) * width_ + std::ptrdiff_t(px));
    return pixel[0] == color.x && pixel[1] == color.y && pixel[2] == color.z;
  }
  /// Rows of [first, last) that have that colour in the middle of bar i of n.
  int rows_of(uchar4 color, std::size_t i, std::size_t n, int first, int last) const {
    const int px = int((2 * i + 1) * std::size_t(width_) / (2 * n));
    int count = 0;
    for (int py = first; py < last; ++py) count += is(px, py, color);
    return count;
  }
  static int share_of(double value, double low, double high, int rows) {
    return int(std::lround(std::abs(value) / (high - low) * rows));
  }

  static constexpr int gap = 6;
  const std::unique_ptr<Workload> workload_ = make_scan();
  std::vector<unsigned char> picture_;
  Scan::Problem problem_;
  int width_ = 0, height_ = 0, result_ = 0, steps_ = 0;
};

TEST_F(ScanPicture, BarsAreAsLongAsValues) {
  const Reals x{1, 0.5f, -0.25f, -1, 0.75f, 0, 0.125f, -0.5f};
  for (const char* variant : {"shuffle", "threads"}) {
    paint(x, variant, "none");
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += double(x[i]);
      const int rows = result_ - gap, of_result = steps_ - gap - result_;
      EXPECT_NEAR(rows_of(scan_element_color(), i, x.size(), 0, rows),
                  share_of(double(x[i]), -1, 1, rows), 1)
          << i;
      EXPECT_NEAR(rows_of(scan_result_color(0), i, x.size(), result_, steps_),
                  share_of(sum, problem_.lowest_result(), problem_.highest_result(), of_result), 1)
          << i;
    }
  }
}

TEST_F(ScanPicture, BlocksTakeTurnsInColour) {
  paint(Reals(100, 1.0f), "shuffle", "none");
  for (std::size_t i = 10; i < 100; ++i) {
    EXPECT_GT(rows_of(scan_result_color(int(i / 32)), i, 100, result_, steps_), 0) << i;
    EXPECT_EQ(rows_of(scan_result_color(int(i / 32 + 1)), i, 100, result_, steps_), 0) << i;
  }
}

TEST_F(ScanPicture, WhatIsNotFiniteIsSeenFromItsPlaceOn) {
  Reals x(16, 0.5f);
  x[5] = std::numeric_limits<float>::quiet_NaN();
  paint(x, "shuffle", "none");
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_EQ(rows_of(scan_not_finite(), i, 16, result_, steps_) > 0, i >= 5) << i;
}

TEST_F(ScanPicture, OfACompactionOnlyWhatIsKept) {
  const Reals x{1, -1, 1, -1, 1, -1, 1, -1};
  paint(x, "scalar", "none", {{"operation", std::string("compaction")}});
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(rows_of(scan_result_color(0), i, 8, result_, steps_) > 0, i < 4) << i;
  paint(x, "scalar", "none", {{"operation", std::string("split")}});
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(rows_of(scan_behind_color(), i, 8, result_, steps_) > 0, i >= 4) << i;
}

// The last row of doubling is the inclusive scan, the last of the tree the exclusive one; the first
// rows are the elements.
TEST_F(ScanPicture, StepsEndInTheScan) {
  const Reals ones(32, 1.0f);
  for (const char* steps : {"doubling", "tree"}) {
    const bool tree = steps[0] == 't';
    paint(ones, "shuffle", steps);
    const int rows = height_ - steps_, count = tree ? 11 : 6;
    const auto bar = [&](std::size_t i, int step) {
      const int first = steps_ + step * rows / count, last = steps_ + (step + 1) * rows / count;
      return rows_of(scan_result_color(1), i, 32, first, last) +
             rows_of(scan_element_color(), i, 32, first, last);
    };
    const double reach = problem_.highest_step();
    for (std::size_t i = 0; i < 32; ++i) {
      const int each = rows / count - 2;
      const double wanted = std::min(double(tree ? i : i + 1), reach);
      EXPECT_NEAR(bar(i, count - 1), share_of(wanted, -reach, reach, each), 1) << steps << i;
      EXPECT_LE(bar(i, 0), 1 + share_of(1, -reach, reach, each)) << steps << i;
    }
  }
}

}  // namespace
}  // namespace livewarp
