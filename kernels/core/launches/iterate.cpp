#include "kernels/core/launches/iterate.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <random>

#include "kernels/core/base/error.h"
#include "kernels/core/launches/launch_samples.h"

namespace livewarp {

namespace {

constexpr std::array iterate_infos{
    IterateWayInfo{IterateWay::relaunch, "relaunch", "relaunched", "a launch by the host"},
    IterateWayInfo{IterateWay::graph, "graph", "CUDA graph", "a node of a graph"},
    IterateWayInfo{IterateWay::grid_sync, "grid-sync", "grid.sync", "a barrier of the grid"},
    IterateWayInfo{IterateWay::children, "children", "children of a kernel",
                   "a launch by a kernel"},
    IterateWayInfo{IterateWay::tail, "tail", "tail launches", "a tail launch"},
};

/// A way that fails, or whose result is wrong, has no time.
void measure_way(IterateRunner& runner, std::span<const double> reference, IteratePoint& point,
                 double seconds, const std::stop_token& stop) {
  try {
    runner.run(point.way, point.steps);
    point.rms = rms_difference(runner.result(), reference);
    if (!(point.rms <= iterate_tolerance)) {  // NaN too
      point.wrong = true;
      point.why_not = "its plate is not that of the reference";
      return;
    }
    point.ms = launch_samples([&] { return runner.run(point.way, point.steps) / point.steps; },
                              seconds, stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    point.why_not = error.what();
  }
}

std::vector<unsigned> mixed_numbers(int count) {
  std::mt19937 random(1);
  std::vector<unsigned> numbers(static_cast<std::size_t>(count));
  for (unsigned& number : numbers) number = unsigned(random());
  return numbers;
}

}  // namespace

std::span<const IterateWayInfo> iterate_ways() { return iterate_infos; }
const IterateWayInfo& info_of(IterateWay way) {
  return *std::ranges::find(iterate_infos, way, &IterateWayInfo::way);
}

int iterate_steps(int size) {
  constexpr std::int64_t most_cells = std::int64_t{1} << 28;
  return int(std::clamp<std::int64_t>(most_cells / (std::int64_t{size} * size), 20, 200) / 2 * 2);
}

std::vector<float> iterate_start(int size) {
  std::vector<float> cells(std::size_t(size) * std::size_t(size));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto x = i % std::size_t(size), y = i / std::size_t(size);
    // Hot and cold fields, finer ones within.
    cells[i] = float((x * 5 / std::size_t(size) + y * 3 / std::size_t(size)) % 2) * 0.75f +
               float((x / 3 + y / 2) % 4) / 16;
  }
  return cells;
}

std::vector<double> iterate_reference(int size, int steps) {
  const std::vector<float> start = iterate_start(size);
  std::vector<double> from(start.begin(), start.end()), to = from;
  const auto n = std::size_t(size);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t y = 1; y + 1 < n; ++y)
      for (std::size_t i = y * n + 1; i < y * n + n - 1; ++i)
        to[i] =
            from[i] + 0.2 * (from[i - 1] + from[i + 1] + from[i - n] + from[i + n] - 4 * from[i]);
    std::swap(from, to);
  }
  return from;
}

double rms_difference(std::span<const float> result, std::span<const double> reference) {
  if (result.size() != reference.size() || result.empty()) return NAN;
  double sum = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double difference = double(result[i]) - reference[i];
    sum += difference * difference;
  }
  return std::sqrt(sum / double(result.size()));
}

std::vector<IteratePoint> measure_iteration(IterateRunner& runner, int size, double seconds,
                                            const IterateWatch& watch) {
  const int steps = iterate_steps(size);
  watch.begins("reference");
  const std::vector<double> reference = iterate_reference(size, steps);
  runner.resize(size);
  std::vector<IteratePoint> points;
  for (const IterateWayInfo& info : iterate_infos) {
    watch.begins(info.label);
    IteratePoint& point = points.emplace_back(
        IteratePoint{.way = info.way, .size = size, .steps = steps, .ms = {}, .why_not = {}});
    measure_way(runner, reference, point, seconds, watch.stop);
  }
  return points;
}

LaunchCost measure_launch(IterateRunner& runner, IterateWay way, double seconds,
                          const IterateWatch& watch) {
  constexpr int steps = 200;
  LaunchCost cost{.way = way, .us = {}, .why_not = {}};
  watch.begins(info_of(way).cost);
  try {
    runner.run_nothing(way, steps);  // warms up
    cost.us = launch_samples([&] { return runner.run_nothing(way, steps) * 1000 / steps; }, seconds,
                             watch.stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    cost.why_not = error.what();
  }
  return cost;
}

NestedSort measure_nested_sort(IterateRunner& runner, int count, double seconds,
                               const IterateWatch& watch) {
  NestedSort sort{.count = count, .gpu_ms = {}, .host_ms = {}, .why_not = {}};
  watch.begins("quicksort");
  const std::vector<unsigned> mixed = mixed_numbers(count);
  std::vector<unsigned> expected, numbers;
  const auto by_host = [&] {
    expected = mixed;
    const auto begin = std::chrono::steady_clock::now();
    std::ranges::sort(expected);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  };
  sort.host_ms = launch_samples(by_host, seconds, watch.stop);
  const auto by_gpu = [&] {
    numbers = mixed;
    const double ms = runner.sort(numbers);
    if (numbers == expected) return ms;
    sort.wrong = true;
    throw Error("its numbers are not in the order of std::sort");
  };
  try {
    by_gpu();  // warms up
    sort.gpu_ms = launch_samples(by_gpu, seconds, watch.stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    sort.why_not = error.what();
  }
  return sort;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<IterateRunner> make_iterate_runner() {
  throw Error("iterate: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
