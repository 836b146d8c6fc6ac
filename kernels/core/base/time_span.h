#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "kernels/core/base/milliseconds.h"

namespace livewarp {

/// Milliseconds of the steady clock, on which spans of different clocks can be compared.
inline double steady_ms() { return to_ms(std::chrono::steady_clock::now().time_since_epoch()); }

/// From when to when something lasted, in ms of the steady clock; empty where that is not known.
struct TimeSpan {
  double begin = 0, end = 0;
  double ms() const { return end - begin; }
  bool empty() const { return !(end > begin); }
  /// Milliseconds that are in both.
  double shared_with(const TimeSpan& other) const {
    return std::max(0.0, std::min(end, other.end) - std::max(begin, other.begin));
  }
};

/// What was drawn, as far as the time stamps have come back.
struct Drawings {
  std::vector<TimeSpan> scenes;  ///< each once, oldest first
  std::vector<TimeSpan> panels;
  /// What was drawn from then on may be unknown.
  double unknown_since = std::numeric_limits<double>::infinity();
  double uncertainty = 0;  ///< of both ends of a span
  /// Adds what another clock tells.
  void add(const Drawings& other) {
    scenes.insert(scenes.end(), other.scenes.begin(), other.scenes.end());
    panels.insert(panels.end(), other.panels.begin(), other.panels.end());
    unknown_since = std::min(unknown_since, other.unknown_since);
    uncertainty = std::max(uncertainty, other.uncertainty);
  }
};

}  // namespace livewarp
