#include "kernels/access/access_touch.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "kernels/access/access_sectors.h"
#include "kernels/core/base/dim.h"

namespace livewarp {

namespace {

constexpr std::int64_t warp_lanes = 32, line = 32, element_bytes = 4;

/// Where lane `lane` of warp `w` loads, in bytes, and how many; of which warps there are.
struct Pattern {
  std::int64_t warps = 1;
  std::function<std::int64_t(std::int64_t w, std::int64_t lane)> address;
  std::int64_t bytes = element_bytes;
};

/// Thread t takes what lies `apart` bytes after that of the thread before it, from `first` on.
Pattern row_of_threads(std::int64_t threads, std::int64_t first, std::int64_t apart,
                       std::int64_t bytes) {
  return {
      ceil_div(threads, warp_lanes),
      [=](std::int64_t w, std::int64_t lane) { return first + (w * warp_lanes + lane) * apart; },
      bytes};
}

Pattern rectangle(const Access::Problem& problem, std::int64_t wide) {
  const std::int64_t row = problem.row(), across = row / wide, high = warp_lanes / wide;
  return {across * ceil_div(ceil_div(problem.n, row), high),
          [=](std::int64_t w, std::int64_t lane) {
            const std::int64_t y = w / across * high + lane / wide;
            return element_bytes * (y * row + w % across * wide + lane % wide);
          },
          element_bytes};
}

Pattern pattern_of(const Access::Problem& problem, const Launch& launch) {
  const std::int64_t n = problem.n;
  const auto has = [&](const char* axis) { return launch.values().contains(axis); };
  const auto apart = [&](const char* axis) {
    const std::int64_t distance = launch.integer(axis);
    return row_of_threads(ceil_div(n, distance), 0, element_bytes * distance, element_bytes);
  };
  for (const char* const axis : {"stride", "step", "fields"})
    if (has(axis)) return apart(axis);
  if (has("offset")) {
    const std::int64_t offset = launch.integer("offset");
    return row_of_threads(n + offset, -element_bytes * offset, element_bytes, element_bytes);
  }
  if (has("bytes")) {
    const std::int64_t bytes = launch.integer("bytes");
    return row_of_threads(ceil_div(element_bytes * n, bytes), 0, bytes, bytes);
  }
  if (has("arrays"))
    return row_of_threads(std::min(n, access_pitch(n, launch.integer("arrays"))), 0, element_bytes,
                          element_bytes);
  if (has("structure")) {
    const std::int64_t size = launch.integer("structure");
    return row_of_threads(ceil_div(element_bytes * n, size), 0, size, size / 3);
  }
  for (const char* const axis : {"warp_width", "texels"})
    if (has(axis)) return rectangle(problem, launch.integer(axis));
  return row_of_threads(n, 0, element_bytes, element_bytes);
}

}  // namespace

int AccessTouch::fetched(int unit) const {
  int pieces = 0;
  for (const AccessLine& one : lines)
    for (int first = 0; first < line; first += unit)
      pieces += (one.used >> first & ((1u << unit) - 1u)) != 0 ? 1 : 0;
  return pieces;
}

int AccessTouch::used() const {
  int all = 0;
  for (const AccessLine& one : lines) all += std::popcount(one.used);
  return all;
}

AccessTouch access_touch(const Access::Problem& problem, const Launch& launch, double place) {
  const Pattern pattern = pattern_of(problem, launch);
  AccessTouch touch;
  touch.warp =
      std::clamp<std::int64_t>(std::int64_t(place * double(pattern.warps)), 0, pattern.warps - 1);
  if (problem.task == AccessTask::gather) return touch;
  const std::int64_t halo = problem.task == AccessTask::stencil ? problem.radius : 0;
  std::map<std::int64_t, unsigned> used;
  for (std::int64_t lane = 0; lane < warp_lanes; ++lane) {
    const std::int64_t address = pattern.address(touch.warp, lane);
    const std::int64_t first = address / element_bytes - halo;
    const std::int64_t last = (address + pattern.bytes - 1) / element_bytes + halo;
    for (std::int64_t i = std::max<std::int64_t>(first, 0); i <= last && i < problem.n; ++i)
      if (address >= 0) used[i / line] |= 1u << i % line;
  }
  for (const auto& [number, bits] : used) touch.lines.push_back({number, bits});
  return touch;
}

int access_unit(const Launch& launch) { return launch.values().contains("step") ? 16 : 8; }

}  // namespace livewarp
