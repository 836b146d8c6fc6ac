#include "kernels/heat/heat_figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace livewarp {

namespace {

constexpr double pi = std::numbers::pi;

// Radii, in those of the ellipse.
constexpr double eye = 0.05, spiral_end = 0.60, pitch = 0.25;
constexpr double wall_begin = 0.675, wall_end = 0.705, lane = 0.84;
constexpr int doors = 6;
constexpr double door_share = 0.22;    ///< of the wall
constexpr double held_share = 0.055;   ///< of the pitch, on either side of a spiral's middle
constexpr double spot_radius = 0.032;  ///< of the plate's shorter side
constexpr int pairs = 3;               ///< of a hot spot and the cold one behind it

/// Of t in 0 ... 1, with level ends.
double smooth(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// How far round, 0 ... 1.
double turn_of(double x, double y) {
  const double turn = std::atan2(y, x) / (2 * pi);
  return turn - std::floor(turn);
}

}  // namespace

HeatFigure::HeatFigure(const HeatProblem& problem)
    : half_x_(double(problem.nx) / 2), half_y_(double(problem.ny) / 2) {}

HeatFigure::Cell HeatFigure::at(std::int64_t x, std::int64_t y) const {
  const double u = (double(x) + 0.5) / half_x_ - 1, v = (double(y) + 0.5) / half_y_ - 1;
  const double r = std::hypot(u, v), turn = turn_of(u, v);
  if (r < spiral_end) {
    // From the middle of a hot spiral (0) to that of the cold one (1/2) and on to the next hot one.
    const double winding = r / pitch - turn;
    const double away = std::abs(winding - std::round(winding));
    const bool hot = away < held_share;
    const bool cold = away > 0.5 - held_share;
    if (r < eye) return {1, CellMark::held};
    return {float(1 - smooth(2 * away)), hot || cold ? CellMark::held : CellMark::none};
  }
  if (r >= wall_begin && r < wall_end) {
    const double part = turn * doors - std::floor(turn * doors);
    if (part >= door_share) return {0, CellMark::insulator};
  }
  if (r < wall_end) return {0.12f, CellMark::none};
  // Corners glow, the lane is dark.
  return {float(0.06 + 0.5 * smooth((r - 1.0) / 0.45)), CellMark::none};
}

std::vector<Spot> HeatFigure::spots(double from, double to) const {
  const double radius = std::max(1.0, spot_radius * 2 * std::min(half_x_, half_y_));
  const auto place = [&](double seconds, double turn) {
    const double angle = 2 * pi * (seconds / period + turn);
    return std::pair(half_x_ * (1 + lane * std::cos(angle)),
                     half_y_ * (1 + lane * std::sin(angle)));
  };
  std::vector<Spot> all;
  const auto add = [&](double turn, double size, double temperature) {
    const auto [x0, y0] = place(from, turn);
    const auto [x1, y1] = place(to, turn);
    all.push_back({x0, y0, x1, y1, size * radius, temperature});
  };
  for (int i = 0; i < pairs; ++i) {
    add(double(i) / pairs - 0.55 / pairs, 1.4, 0);
    add(double(i) / pairs, 1, 1);
  }
  return all;
}

}  // namespace livewarp
