#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include <tbb/parallel_for.h>

#include "kernels/core/base/cell_random.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

namespace {

/// A wave along one direction that a step only makes weaker. Against a fixed border it is a sine
/// that is zero on the border cells; where nothing flows out, a cosine.
std::vector<double> wave(Heat3d::Boundary boundary, std::int64_t n) {
  constexpr double pi = std::numbers::pi;
  std::vector<double> values(static_cast<std::size_t>(n), 0.0);
  for (std::int64_t i = 0; i < n; ++i) {
    double& value = values[std::size_t(i)];
    switch (boundary) {
    case Heat3d::Boundary::insulated:
      value = std::cos(2 * pi * (double(i) + 0.5) / double(n));
      break;
    case Heat3d::Boundary::periodic: value = std::cos(2 * pi * double(i) / double(n)); break;
    case Heat3d::Boundary::fixed:
      if (i > 0 && i < n - 1) value = std::sin(2 * pi * double(i) / double(n - 1));
      break;
    }
  }
  return values;
}

using CellValue = std::function<float(std::int64_t x, std::int64_t y, std::int64_t z)>;

CellValue sine(const Heat3d::Problem& problem) {
  return
      [along_x = wave(problem.boundary, problem.nx), along_y = wave(problem.boundary, problem.ny),
       along_z = wave(problem.boundary, problem.nz)](std::int64_t x, std::int64_t y,
                                                     std::int64_t z) {
        return float(0.5 + 0.5 * along_x[std::size_t(x)] * along_y[std::size_t(y)] *
                               along_z[std::size_t(z)]);
      };
}

CellValue ball(const Heat3d::Problem& problem) {
  const double cx = double(problem.nx) / 2, cy = double(problem.ny) / 2,
               cz = double(problem.nz) / 2;
  const double r = std::min({cx, cy, cz}) * 2 / 3;
  return [=](std::int64_t x, std::int64_t y, std::int64_t z) {
    const double dx = double(x) + 0.5 - cx, dy = double(y) + 0.5 - cy, dz = double(z) + 0.5 - cz;
    return dx * dx + dy * dy + dz * dz < r * r ? 1.0f : 0.0f;
  };
}

/// A ring in space: by the place of its middle on the chain, and a direction across the chain that
/// lies in its plane; the chain's own lies in all of them.
struct Ring {
  double place;
  double vx, vy, vz;

  /// Of a point from the ring's circle with that radius.
  double distance(double x, double y, double z, double radius) const {
    const double along = (y - x) / std::numbers::sqrt2, across = x * vx + y * vy + z * vz;
    const double off2 = x * x + y * y + z * z - along * along - across * across;  // of its plane
    return std::sqrt(std::max(0.0, off2) + std::pow(std::hypot(along - place, across) - radius, 2));
  }
};

/// A chain of three rings, each through the next, that lies across the view; the volume's half
/// sides are 1.
CellValue rings(const Heat3d::Problem& problem) {
  static constexpr double radius = 0.52, thickness = 0.19, apart = 0.62;
  const auto ring = [](double place, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    const double level = -std::sin(angle) / std::numbers::sqrt2;
    return Ring{place, level, level, std::cos(angle)};
  };
  const double hx = double(problem.nx) / 2, hy = double(problem.ny) / 2,
               hz = double(problem.nz) / 2;
  return [=, chain = std::array{ring(-apart, -10), ring(0, 80), ring(apart, -10)}](
             std::int64_t x, std::int64_t y, std::int64_t z) {
    const double px = (double(x) + 0.5) / hx - 1, py = (double(y) + 0.5) / hy - 1,
                 pz = (double(z) + 0.5) / hz - 1;
    double nearest = 2;
    for (const Ring& one : chain) nearest = std::min(nearest, one.distance(px, py, pz, radius));
    const double inward = std::clamp(1.6 * (1 - nearest / thickness), 0.0, 1.0);
    return float(inward * inward * (3 - 2 * inward));
  };
}

CellValue pattern(const Heat3d::Problem& problem) {
  switch (problem.start) {
  case Heat3d::Start::ball: return ball(problem);
  case Heat3d::Start::rings: return rings(problem);
  case Heat3d::Start::sine: return sine(problem);
  case Heat3d::Start::layers:
    return [](std::int64_t, std::int64_t, std::int64_t z) { return z / 16 % 2 ? 0.0f : 1.0f; };
  case Heat3d::Start::random: break;
  }
  return [random = CellRandom(problem.seed), nx = problem.nx,
          ny = problem.ny](std::int64_t x, std::int64_t y, std::int64_t z) {
    return random.at((z * ny + y) * nx + x);
  };
}

}  // namespace

HostState Heat3d::initial(const Problem& problem) {
  HostState state;
  for (const FieldSpec& spec : fields(problem)) state.fields.emplace_back(spec.bytes);
  auto* const temperature = reinterpret_cast<float*>(state.fields[0].data());
  const CellValue value = pattern(problem);
  tbb::parallel_for(std::int64_t{0}, problem.ny * problem.nz, [&](std::int64_t row) {
    const std::int64_t y = row % problem.ny, z = row / problem.ny;
    for (std::int64_t x = 0; x < problem.nx; ++x)
      temperature[row * problem.nx + x] = value(x, y, z);
  });
  return state;
}

}  // namespace livewarp
