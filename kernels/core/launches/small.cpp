#include "kernels/core/launches/small.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/launches/launch_samples.h"
#include "kernels/core/launches/small_kernels.h"

namespace livewarp {

namespace {

void plate_by_host(std::span<double> cells) {
  constexpr std::size_t n = plate_side;
  std::vector<double> next(cells.begin(), cells.end());
  for (int step = 0; step < small_steps; ++step) {
    for (std::size_t i = n; i < n * n - n; ++i)
      if (i % n != 0 && i % n != n - 1)
        next[i] = cells[i] +
                  0.2 * (cells[i - 1] + cells[i + 1] + cells[i - n] + cells[i + n] - 4 * cells[i]);
    std::ranges::copy(next, cells.begin());
  }
}

struct Vector {
  double x = 0, y = 0;
};

Vector pull_on(std::span<const double> xy, std::size_t body) {
  Vector sum;
  for (std::size_t i = 0; i < xy.size(); i += 2) {
    const double dx = xy[i] - xy[2 * body], dy = xy[i + 1] - xy[2 * body + 1];
    const double r2 = dx * dx + dy * dy + double{body_softening};
    const double factor = 1 / (double{small_bodies} * r2 * std::sqrt(r2));
    sum = {sum.x + dx * factor, sum.y + dy * factor};
  }
  return sum;
}

/// Leapfrog: half a kick, a drift, half a kick.
void bodies_by_host(std::span<double> xy) {
  std::vector<Vector> speed(xy.size() / 2);
  const auto kick = [&] {
    for (std::size_t i = 0; i < speed.size(); ++i) {
      const Vector pull = pull_on(xy, i);
      speed[i].x += pull.x * double{body_dt} / 2;
      speed[i].y += pull.y * double{body_dt} / 2;
    }
  };
  for (int step = 0; step < small_steps; ++step) {
    kick();
    for (std::size_t i = 0; i < speed.size(); ++i) {
      xy[2 * i] += speed[i].x * double{body_dt};
      xy[2 * i + 1] += speed[i].y * double{body_dt};
    }
    kick();
  }
}

}  // namespace

std::size_t small_floats(SmallProblem problem) {
  return problem == SmallProblem::plates ? plate_side * plate_side : 2 * small_bodies;
}

std::vector<float> small_start(SmallProblem problem, int count) {
  std::mt19937 random(7);
  const bool plates = problem == SmallProblem::plates;
  std::vector<float> all(std::size_t(count) * small_floats(problem));
  for (float& value : all) {
    value = float(random() >> 8) / float(1 << 24);
    if (!plates) value = 2 * value - 1;
  }
  return all;
}

std::vector<double> small_reference(SmallProblem problem, int count) {
  const std::vector<float> start = small_start(problem, count);
  std::vector<double> all(start.begin(), start.end());
  const std::size_t size = small_floats(problem);
  for (std::size_t first = 0; first < all.size(); first += size) {
    const std::span<double> one(all.data() + first, size);
    problem == SmallProblem::plates ? plate_by_host(one) : bodies_by_host(one);
  }
  return all;
}

double small_tolerance(SmallProblem problem) {
  return problem == SmallProblem::plates ? 1e-6 : 1e-5;
}

std::string small_mismatch(SmallProblem problem, std::span<const float> result,
                           std::span<const double> reference) {
  const std::size_t size = small_floats(problem);
  if (result.size() != reference.size()) return "there are fewer results than problems";
  for (std::size_t first = 0; first < result.size(); first += size) {
    double sum = 0;
    for (std::size_t i = first; i < first + size; ++i)
      sum += (double(result[i]) - reference[i]) * (double(result[i]) - reference[i]);
    const double rms = std::sqrt(sum / double(size));
    if (!(rms <= small_tolerance(problem)))  // NaN too
      return "problem " + grouped(std::int64_t(first / size)) + " is not that of the reference";
  }
  return {};
}

std::string label_of(const SmallWay& way) {
  switch (way.kind) {
  case SmallWay::Kind::graph: return "one CUDA graph";
  case SmallWay::Kind::together: return "one launch";
  case SmallWay::Kind::streams: break;
  }
  return way.streams == 1 ? "one stream" : std::to_string(way.streams) + " streams";
}

std::vector<SmallWay> small_ways() {
  std::vector<SmallWay> ways;
  for (int streams = 1; streams <= most_small_streams; streams *= 2)
    ways.push_back({SmallWay::Kind::streams, streams});
  ways.push_back({SmallWay::Kind::graph});
  ways.push_back({SmallWay::Kind::together});
  return ways;
}

SmallResult measure_small(SmallRunner& runner, SmallProblem problem, const SmallWay& way,
                          std::span<const double> reference, double seconds,
                          const std::stop_token& stop) {
  SmallResult result{.way = way, .ms = {}, .why_not = {}};
  try {
    runner.run(way);
    result.why_not = small_mismatch(problem, runner.result(), reference);
    result.wrong = !result.why_not.empty();
    if (!result.wrong) result.ms = launch_samples([&] { return runner.run(way); }, seconds, stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  return result;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<SmallRunner> make_small_runner(SmallProblem, int) {
  throw Error("small: this build has no CUDA", "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
