#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/heat/heat.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

constexpr double pi = std::numbers::pi;

const Readout& readout(const std::vector<Readout>& all, const std::string& id) {
  const auto found = std::ranges::find(all, id, &Readout::id);
  if (found == all.end()) throw Error("no readout " + id);
  return *found;
}

// Standard tables (Fornberg 1988, table 1).
TEST(HeatStencil, HasTheWeightsOfTheTables) {
  const std::vector<std::vector<double>> tables{
      {-2, 1},
      {-5.0 / 2, 4.0 / 3, -1.0 / 12},
      {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90},
      {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560}};
  for (std::size_t radius = 1; radius <= tables.size(); ++radius) {
    const auto c = heat_weights(int(radius));
    EXPECT_NEAR(2 * c[0], tables[radius - 1][0], 1e-14);
    for (std::size_t k = 1; k <= radius; ++k)
      EXPECT_NEAR(c[k], tables[radius - 1][k], 1e-15) << radius << " " << k;
  }
  EXPECT_THROW(heat_weights(0), Error);
  EXPECT_THROW(heat_weights(9), Error);
}

// Whatever the radius, the second difference of x^2 is 2, and of all powers up to 2 radius + 1
// exact.
TEST(HeatStencil, IsExactForPolynomials) {
  for (int radius = 1; radius <= heat_most_radius; ++radius) {
    const auto c = heat_weights(radius);
    for (int power = 0; power <= 2 * radius + 1; power += 2) {
      double sum = 0;
      for (int k = 1; k <= radius; ++k) sum += 2 * c[std::size_t(k)] * std::pow(k, power);
      if (power == 0) sum += 2 * c[0];
      EXPECT_NEAR(sum, power == 2 ? 2 : 0, 1e-15 * std::pow(radius + 1, power + 1)) << radius;
    }
  }
}

// What a step leaves of a wave (theta_x, theta_y), from the definition.
double growth(int radius, double number, double theta_x, double theta_y) {
  const auto c = heat_weights(radius);
  double sum = 0;
  for (int k = 0; k <= radius; ++k)
    sum += 2 * c[std::size_t(k)] * (std::cos(k * theta_x) + std::cos(k * theta_y));
  return 1 + number * sum;
}

TEST(HeatStencil, LimitIsWhereTheFirstWaveGrows) {
  EXPECT_DOUBLE_EQ(heat_largest_number(1, 2), 0.25);
  EXPECT_DOUBLE_EQ(heat_largest_number(1, 3), 1.0 / 6);
  for (int radius = 1; radius <= heat_most_radius; ++radius) {
    const double limit = heat_largest_number(radius, 2);
    double worst = 0, beyond = 0;
    for (int i = 0; i <= 64; ++i)
      for (int j = 0; j <= 64; ++j) {
        worst = std::max(worst, std::abs(growth(radius, limit, pi * i / 64, pi * j / 64)));
        beyond = std::max(beyond, std::abs(growth(radius, 1.01 * limit, pi * i / 64, pi * j / 64)));
      }
    EXPECT_NEAR(worst, 1, 1e-12) << radius;
    EXPECT_GT(beyond, 1.01) << radius;
  }
}

TEST_F(HeatVariants, RefuseAnUnstableStep) {
  Values problem = default_choice(workload_, "", Backend::cpu).problem;
  problem["number"] = 0.3;
  try {
    Heat::Problem::from(problem);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "number 0.3: must be at most 0.25 for radius 1: a larger step grows "
                               "without bound");
  }
  problem["number"] = 0.2;
  problem["radius"] = std::int64_t{2};
  EXPECT_THROW(Heat::Problem::from(problem), Error);
  problem["equation"] = std::string("laplace");
  EXPECT_DOUBLE_EQ(Heat::Problem::from(problem).number, 0.1875);
}

// A wave that fits the border keeps its shape and fades by the same factor in every step.
TEST_F(HeatVariants, FadeASineAsComputedByHand) {
  constexpr int nx = 48, ny = 40, steps = 48;
  struct Case {
    const char* boundary;
    double theta_x, theta_y;
  };
  for (const Case& now : {Case{"fixed", 3 * pi / (nx - 1), 3 * pi / (ny - 1)},
                          {"insulated", 3 * pi / nx, 3 * pi / ny},
                          {"periodic", 4 * pi / nx, 4 * pi / ny}})
    for (const VariantInfo* variant : variants()) {
      Choice choice = choice_of(*variant, nx, ny, now.boundary);
      choice.problem["start"] = std::string("sine");
      const HostState start = workload_.initial_state(choice.problem);
      const int launches = steps / workload_.time_steps(choice);
      const auto before = temperatures(start);
      const HostState end = stepped(choice, *variant, launches, &start);
      const auto after = temperatures(end);
      const double left = std::pow(growth(1, 0.2, now.theta_x, now.theta_y), double(end.steps));
      EXPECT_LT(left, 0.9);
      EXPECT_GT(left, 0.1);
      for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_NEAR(after[i] - 0.5, left * (before[i] - 0.5), 2e-6)
            << text_of(choice) << " cell " << i;
    }
}

TEST_F(HeatVariants, KeepTheHeatWhereNothingLetsItOut) {
  for (const VariantInfo* variant : variants())
    for (const std::string boundary : {"insulated", "periodic"})
      for (const bool walls : {false, true}) {
        const Choice choice = choice_of(*variant, 61, 47, boundary);
        HostState state = workload_.initial_state(choice.problem);
        if (walls)
          for (std::size_t y = 0; y < 40; ++y) {
            const std::size_t cell = y * 61 + 30;
            reinterpret_cast<float*>(state.fields[0].data())[cell] = 0;
            state.fields[1][cell] = std::byte(CellMark::insulator);
          }
        const auto before = workload_.diagnose(choice.problem, state, Job{});
        const HostState end = stepped(choice, *variant, 20, &state);
        const auto after = workload_.diagnose(choice.problem, end, Job{});
        const Readout &heat = readout(before, "heat"), &left = readout(after, "heat");
        EXPECT_TRUE(heat.conserved);
        EXPECT_NEAR(left.value, heat.value, 1e-6 * heat.value) << text_of(choice) << walls;
        // Walls stay cold, nothing gets hotter than the hottest cell was.
        EXPECT_LE(readout(after, "hottest").value, readout(before, "hottest").value);
        EXPECT_GE(readout(after, "coldest").value, readout(before, "coldest").value);
        EXPECT_LT(readout(after, "residual").value, 0.3 * readout(before, "residual").value);
      }
}

TEST_F(HeatVariants, ReadoutsAreWhatTheySay) {
  Choice choice = choice_of(*workload_.find("scalar"), 3, 3, "insulated");
  const HostState state = state_of({0, 0, 0, 0, 1, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 1, 0, 0, 0});
  const auto readouts = workload_.diagnose(choice.problem, state, Job{});
  EXPECT_DOUBLE_EQ(readout(readouts, "heat").value, 1);
  EXPECT_DOUBLE_EQ(readout(readouts, "mean").value, 100.0 / 8);
  EXPECT_DOUBLE_EQ(readout(readouts, "hottest").value, 100);
  // The middle loses 3 x 0.2 to the open sides, each of which gains 0.2.
  EXPECT_NEAR(readout(readouts, "residual").value, 100 * std::sqrt((0.36 + 3 * 0.04) / 9), 1e-12);
  choice.problem["boundary"] = std::string("fixed");
  EXPECT_FALSE(readout(workload_.diagnose(choice.problem, state, Job{}), "heat").conserved);
}

TEST_F(HeatVariants, ReadoutsOfALargePlateAreSampled) {
  const Choice choice = choice_of(*workload_.find("scalar"), 4096, 2100, "periodic");
  const auto readouts =
      workload_.diagnose(choice.problem, workload_.initial_state(choice.problem), Job{});
  EXPECT_EQ(readout(readouts, "residual").origin, Origin::sampled);
  EXPECT_EQ(readout(readouts, "heat").origin, Origin::measured);
  // Uniform in 0 ... 1 has variance 1/12; the change has 20/25 of it.
  EXPECT_NEAR(readout(readouts, "residual").value, 100 * std::sqrt(0.8 / 12), 0.1);
  EXPECT_NEAR(readout(readouts, "mean").value, 50, 0.1);
}

TEST_F(HeatVariants, StartsAreReproducibleAndInRange) {
  for (const Option& option : find_param(workload_.info().params, "start")->options) {
    Choice choice = choice_of(*workload_.find("scalar"), 200, 150, "fixed");
    choice.problem["start"] = option.id;
    const HostState first = workload_.initial_state(choice.problem);
    EXPECT_EQ(first.fields, workload_.initial_state(choice.problem).fields) << option.id;
    const auto all = temperatures(first);
    EXPECT_GE(*std::ranges::min_element(all), 0) << option.id;
    EXPECT_LE(*std::ranges::max_element(all), 1) << option.id;
    EXPECT_GT(*std::ranges::max_element(all) - *std::ranges::min_element(all), 0.9) << option.id;
    const bool marks =
        std::ranges::any_of(first.fields[1], [](std::byte b) { return b != std::byte{}; });
    EXPECT_EQ(marks, option.id == "marked" || option.id == "figure") << option.id;
  }
}

}  // namespace
}  // namespace livewarp
