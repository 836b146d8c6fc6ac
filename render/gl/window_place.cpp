#include "render/gl/window_place.h"

#include <algorithm>

namespace livewarp {

namespace {

int overlap(int a, int a_length, int b, int b_length) {
  return std::max(0, std::min(a + a_length, b + b_length) - std::max(a, b));
}

}  // namespace

long shared_area(const ScreenRectangle& a, const ScreenRectangle& b) {
  return long{overlap(a.x, a.width, b.x, b.width)} * overlap(a.y, a.height, b.y, b.height);
}

std::optional<std::size_t> monitor_of(std::span<const ScreenRectangle> monitors,
                                      const ScreenRectangle& window) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < monitors.size(); ++k)
    if (!best || shared_area(monitors[k], window) > shared_area(monitors[*best], window)) best = k;
  return best;
}

BesidePlace place_beside(std::span<const ScreenRectangle> monitors,
                         const std::optional<ScreenRectangle>& window) {
  if (monitors.size() < 2) return {Beside::only_monitor};
  if (!window) return {Beside::unknown};
  const ScreenRectangle& own = monitors[*monitor_of(monitors, *window)];
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < monitors.size(); ++k) {
    if (shared_area(monitors[k], own) > 0) continue;
    if (!best || shared_area(monitors[k], *window) < shared_area(monitors[*best], *window))
      best = k;
  }
  if (!best) return {Beside::mirrored};
  return {Beside::other_monitor, best};
}

}  // namespace livewarp
