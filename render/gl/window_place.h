#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace livewarp {

/// A part of the desktop, in screen units; y points down.
struct ScreenRectangle {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ScreenRectangle&) const = default;
};

/// What lies in both, in units of area.
long shared_area(const ScreenRectangle& a, const ScreenRectangle& b);

/// The monitor that holds most of the window; empty without any.
std::optional<std::size_t> monitor_of(std::span<const ScreenRectangle> monitors,
                                      const ScreenRectangle& window);

/// Why a second window has a monitor of its own, or has none.
enum class Beside {
  other_monitor,
  only_monitor,
  mirrored,  ///< all monitors show the same part of the desktop, or a part of it
  unknown    ///< the window system does not tell where windows are
};

struct BesidePlace {
  Beside why = Beside::unknown;
  std::optional<std::size_t> monitor = {};  ///< of `other_monitor` alone
  bool operator==(const BesidePlace&) const = default;
};

/// Where a second window goes so that it is never seen where `window` is: to a monitor that shows
/// nothing of the one that holds most of the window, and as little of the window as can be. Without
/// `window` its place is not known.
BesidePlace place_beside(std::span<const ScreenRectangle> monitors,
                         const std::optional<ScreenRectangle>& window);

}  // namespace livewarp
