#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include <tbb/parallel_for.h>

#include "kernels/core/base/cell_random.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_figure.h"
#include "kernels/heat/heat_image.h"
#include "kernels/pictures/image_file.h"

namespace livewarp {

namespace {

/// A wave along one direction that a step only makes weaker. Against a fixed border it is a sine
/// that is zero on the border cells next to the free ones; where nothing flows out, a cosine.
double wave(const Heat::Problem& problem, std::int64_t x, std::int64_t n) {
  constexpr double pi = std::numbers::pi;
  switch (problem.boundary) {
  case HeatBoundary::insulated: return std::cos(3 * pi * (double(x) + 0.5) / double(n));
  case HeatBoundary::periodic: return std::cos(2 * 2 * pi * double(x) / double(n));
  case HeatBoundary::fixed: break;
  }
  const std::int64_t first = problem.radius - 1, last = n - problem.radius;
  if (x <= first || x >= last) return 0;
  return std::sin(3 * pi * double(x - first) / double(last - first));
}

using Row = std::function<float(std::int64_t x, std::int64_t y)>;

Row sine(const Heat::Problem& problem) {
  std::vector<double> along_x, along_y;
  for (std::int64_t x = 0; x < problem.nx; ++x) along_x.push_back(wave(problem, x, problem.nx));
  for (std::int64_t y = 0; y < problem.ny; ++y) along_y.push_back(wave(problem, y, problem.ny));
  return [along_x, along_y](std::int64_t x, std::int64_t y) {
    return float(0.5 + 0.5 * along_x[std::size_t(x)] * along_y[std::size_t(y)]);
  };
}

Row disc(const Heat::Problem& problem) {
  const double cx = double(problem.nx) / 2, cy = double(problem.ny) / 2, r = cy / 2;
  return [=](std::int64_t x, std::int64_t y) {
    const double dx = double(x) + 0.5 - cx, dy = double(y) + 0.5 - cy;
    return dx * dx + dy * dy < r * r ? 1.0f : 0.0f;
  };
}

/// A file's picture, else a zone plate: rings about the middle whose width falls as 1 / radius, to
/// four cells at the nearer edge.
Row picture(const Heat::Problem& problem) {
  if (!problem.image.empty()) {
    auto plate =
        std::make_shared<const ImageOnPlate>(read_image(problem.image), problem.nx, problem.ny);
    return [plate](std::int64_t x, std::int64_t y) { return plate->temperature(x, y); };
  }
  const double cx = double(problem.nx) / 2, cy = double(problem.ny) / 2;
  const double rate = std::numbers::pi / (2 * double(std::min(problem.nx, problem.ny)));
  return [=](std::int64_t x, std::int64_t y) {
    const double dx = double(x) + 0.5 - cx, dy = double(y) + 0.5 - cy;
    return float(0.5 + 0.5 * std::cos(rate * (dx * dx + dy * dy)));
  };
}

Row pattern(const Heat::Problem& problem) {
  const CellRandom random(problem.seed);
  const std::int64_t nx = problem.nx;
  switch (problem.start) {
  case Heat::Start::disc: return disc(problem);
  case Heat::Start::sine: return sine(problem);
  case Heat::Start::stripes:
    return [](std::int64_t x, std::int64_t) { return x / 64 % 2 ? 0.0f : 1.0f; };
  case Heat::Start::checker:
    return [](std::int64_t x, std::int64_t y) { return (x / 64 + y / 64) % 2 ? 0.0f : 1.0f; };
  case Heat::Start::image: return picture(problem);
  case Heat::Start::random:
  case Heat::Start::marked:
  case Heat::Start::figure: break;
  }
  return [=](std::int64_t x, std::int64_t y) { return random.at(y * nx + x); };
}

/// Rooms with walls of insulator and a door in each wall, and a source in the corner of every other
/// one: a plan that fits plates of any size.
class FloorPlan {
 public:
  explicit FloorPlan(const Heat::Problem& problem)
      : room_(std::clamp<std::int64_t>(std::max(problem.nx, problem.ny) / 8, 8, 512)) {}
  CellMark at(std::int64_t x, std::int64_t y) const {
    const std::int64_t in_x = x % room_, in_y = y % room_, wall = room_ / 2, door = room_ / 4;
    if ((in_x == wall && in_y >= door) || (in_y == wall && in_x >= door))
      return CellMark::insulator;
    const std::int64_t reach = room_ / 8;
    if ((x / room_ + y / room_) % 2 == 0 && in_x * in_x + in_y * in_y < reach * reach)
      return CellMark::held;
    return CellMark::none;
  }
  /// Of the source at that cell: hot and cold ones alternate.
  float source(std::int64_t x) const { return x / room_ % 2 ? 0.0f : 1.0f; }

 private:
  std::int64_t room_;
};

}  // namespace

HostState Heat::initial(const Problem& problem) {
  HostState state;
  for (const FieldSpec& spec : fields(problem)) state.fields.emplace_back(spec.bytes);
  auto* temperature = reinterpret_cast<float*>(state.fields[0].data());
  auto* marks = reinterpret_cast<std::uint8_t*>(state.fields[1].data());
  if (problem.start == Start::figure) {
    const HeatFigure figure(problem);
    tbb::parallel_for(std::int64_t{0}, problem.ny, [&](std::int64_t y) {
      for (std::int64_t x = 0; x < problem.nx; ++x) {
        const HeatFigure::Cell cell = figure.at(x, y);
        temperature[y * problem.nx + x] = cell.temperature;
        marks[y * problem.nx + x] = std::uint8_t(cell.mark);
      }
    });
    return state;
  }
  const Row value = pattern(problem);
  const FloorPlan plan(problem);
  const bool marked = problem.start == Start::marked;
  tbb::parallel_for(std::int64_t{0}, problem.ny, [&](std::int64_t y) {
    for (std::int64_t x = 0; x < problem.nx; ++x) {
      const std::int64_t i = y * problem.nx + x;
      temperature[i] = value(x, y);
      const CellMark mark = marked ? plan.at(x, y) : CellMark::none;
      marks[i] = std::uint8_t(mark);
      if (mark == CellMark::insulator) temperature[i] = 0;
      if (mark == CellMark::held) temperature[i] = plan.source(x);
    }
  });
  return state;
}

}  // namespace livewarp
