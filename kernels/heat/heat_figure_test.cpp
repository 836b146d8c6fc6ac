// The start that a window shows: what is where, and what moves over it.
#include "kernels/heat/heat_figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

HeatProblem plate(std::int64_t nx, std::int64_t ny) {
  HeatProblem problem;
  problem.nx = nx;
  problem.ny = ny;
  problem.start = HeatProblem::Start::figure;
  return problem;
}

/// The cell at a radius and a turn (0 ... 1) of the ellipse that the border touches.
HeatFigure::Cell at_polar(const HeatFigure& figure, const HeatProblem& problem, double r,
                          double turn) {
  const double angle = 2 * std::numbers::pi * turn;
  return figure.at(std::int64_t((1 + r * std::cos(angle)) / 2 * double(problem.nx)),
                   std::int64_t((1 + r * std::sin(angle)) / 2 * double(problem.ny)));
}

// Turned half round, the hot spiral lies on the cold one: temperatures there add up to 1.
TEST(HeatFigure, ColdSpiralIsTheHotOneTurnedHalfRound) {
  for (const auto& [nx, ny] : {std::pair{512, 512}, {640, 360}}) {
    const HeatProblem problem = plate(nx, ny);
    const HeatFigure figure(problem);
    int held = 0;
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t x = 0; x < nx; ++x) {
        const double r = std::hypot((double(x) + 0.5) * 2 / nx - 1, (double(y) + 0.5) * 2 / ny - 1);
        if (r < 0.06 || r > 0.59) continue;
        const HeatFigure::Cell here = figure.at(x, y), there = figure.at(nx - 1 - x, ny - 1 - y);
        ASSERT_NEAR(here.temperature + there.temperature, 1, 1e-5) << x << "," << y;
        ASSERT_EQ(here.mark, there.mark) << x << "," << y;
        if (here.mark != CellMark::held) continue;
        ++held;
        EXPECT_TRUE(here.temperature > 0.95f || here.temperature < 0.05f) << x << "," << y;
      }
    EXPECT_GT(held, nx * ny / 50);
  }
}

// On a ray from the middle outwards hot and cold turns alternate: what a lecture hall sees.
TEST(HeatFigure, HotAndColdAlternateOutwards) {
  const HeatProblem problem = plate(1024, 1024);
  const HeatFigure figure(problem);
  for (const double turn : {0.1, 0.35, 0.6, 0.85}) {
    int changes = 0;
    bool hot = true;
    for (double r = 0.05; r < 0.6; r += 0.001) {
      const float t = at_polar(figure, problem, r, turn).temperature;
      if (hot ? t < 0.1f : t > 0.9f) {
        hot = !hot;
        ++changes;
      }
    }
    EXPECT_GE(changes, 3) << turn;
  }
}

TEST(HeatFigure, WallHasSixDoorsAndTheLaneIsFree) {
  const HeatProblem problem = plate(1200, 700);
  const HeatFigure figure(problem);
  int doors = 0, wall = 0;
  bool open_before = at_polar(figure, problem, 0.69, 0.99999).mark == CellMark::none;
  for (int i = 0; i < 20'000; ++i) {
    const bool open = at_polar(figure, problem, 0.69, i / 20'000.0).mark == CellMark::none;
    doors += open && !open_before;
    wall += !open;
    open_before = open;
    for (const double r : {0.76, 0.84, 0.93})
      ASSERT_EQ(at_polar(figure, problem, r, i / 20'000.0).mark, CellMark::none);
  }
  EXPECT_EQ(doors, 6);
  EXPECT_NEAR(wall / 20'000.0, 0.78, 0.01);
}

TEST(HeatFigure, IsTheStateOfThatStart) {
  const auto heat = make_heat();
  Values values = default_choice(*heat, "", Backend::cpu).problem;
  values["nx"] = std::int64_t{97};
  values["ny"] = std::int64_t{61};
  values["start"] = std::string("figure");
  const HostState state = heat->initial_state(values);
  const HeatFigure figure(plate(97, 61));
  int insulated = 0;
  for (std::int64_t y = 0; y < 61; ++y)
    for (std::int64_t x = 0; x < 97; ++x) {
      const std::size_t cell = std::size_t(y * 97 + x);
      const HeatFigure::Cell expected = figure.at(x, y);
      EXPECT_EQ(temperatures(state)[cell], double(expected.temperature));
      EXPECT_EQ(state.fields[1][cell], std::byte(expected.mark));
      if (expected.mark != CellMark::insulator) continue;
      ++insulated;
      EXPECT_EQ(expected.temperature, 0) << "an insulator holds no heat";
    }
  EXPECT_GT(insulated, 50);
}

// They go along the lane, each frame from where the one before it ended, and come round.
TEST(HeatFigure, SpotsGoRoundTheLane) {
  constexpr double nx = 800, ny = 450, period = HeatFigure::period;
  const HeatFigure figure(plate(800, 450));
  const std::vector<Spot> first = figure.spots(0, 0.25), second = figure.spots(0.25, 0.5);
  const std::vector<Spot> later = figure.spots(period, period + 0.25);
  ASSERT_EQ(first.size(), 6u);
  int hot = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_DOUBLE_EQ(first[i].x1, second[i].x0);
    EXPECT_DOUBLE_EQ(first[i].y1, second[i].y0);
    EXPECT_NEAR(first[i].x0, later[i].x0, 1e-9);
    EXPECT_NEAR(first[i].y1, later[i].y1, 1e-9);
    hot += first[i].value == 1;
    const double u = 2 * first[i].x0 / nx - 1, v = 2 * first[i].y0 / ny - 1;
    EXPECT_NEAR(std::hypot(u, v), 0.84, 1e-12);
    EXPECT_GT(first[i].y0 - first[i].radius, 0);
    EXPECT_LT(first[i].x0 + first[i].radius, nx);
    const double turned =
        std::atan2(2 * first[i].y1 / ny - 1, 2 * first[i].x1 / nx - 1) - std::atan2(v, u);
    EXPECT_NEAR(std::remainder(turned, 2 * std::numbers::pi), 2 * std::numbers::pi * 0.25 / period,
                1e-9);
  }
  EXPECT_EQ(hot, 3);
}

TEST(HeatFigure, MovesOnlyOverItsOwnStartAndWhereItIsWanted) {
  const auto heat = make_heat();
  Choice choice = default_choice(*heat, "", Backend::cpu);
  const auto moving = [&] { return heat->moving(choice.problem, choice.view, {0, 1}).size(); };
  EXPECT_EQ(moving(), 0u) << "the standard problem is as it always was";
  choice.problem["start"] = std::string("figure");
  EXPECT_EQ(moving(), 6u);
  choice.view["moving"] = false;
  EXPECT_EQ(moving(), 0u);
}

}  // namespace
}  // namespace livewarp
