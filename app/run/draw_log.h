#pragma once

#include <algorithm>
#include <deque>
#include <limits>

#include "kernels/core/base/time_span.h"

namespace livewarp {

/// What was drawn lately, by whom.
struct FrameDrawings {
  /// Pictures that CUDA or the host drew, which OpenGL only shows.
  Drawings before;
  /// By OpenGL, from its first command to its last: where others use the GPU too, it may wait for
  /// its turn between them.
  Drawings by_opengl;
  bool only_shows = false;  ///< its scenes: what was drawn before
  Drawings all() const {
    Drawings all = by_opengl;
    all.add(before);
    return all;
  }
};

/// When pictures and panels were drawn lately: steps that ran meanwhile shared the GPU with them.
class DrawLog {
 public:
  /// What has become known; to be called every frame.
  void add(const Drawings& drawings) {
    for (const auto* const spans : {&drawings.scenes, &drawings.panels})
      spans_.insert(spans_.end(), spans->begin(), spans->end());
    known_until_ = std::min(drawings.unknown_since, steady_ms());
    uncertainty_ = drawings.uncertainty;
    while (!spans_.empty() && spans_.front().end < known_until_ - kept_ms) spans_.pop_front();
  }
  /// Whether all is known that was drawn until then; true of a program that draws nothing.
  bool knows(double until) const { return until <= known_until_; }
  /// The share of a span in which something was drawn, as far as it is known.
  /// `uncertainty`: by which its ends may be off, ms.
  double share(const TimeSpan& span, double uncertainty = 0) const {
    const double margin = uncertainty_ + uncertainty;
    double drawn = 0;
    for (const TimeSpan& each : spans_)
      drawn += span.shared_with({each.begin - margin, each.end + margin});
    return span.empty() ? 0 : std::min(1.0, drawn / span.ms());
  }
  double uncertainty() const { return uncertainty_; }

 private:
  static constexpr double kept_ms = 2000;  ///< samples wait for half of that at most

  std::deque<TimeSpan> spans_;
  double known_until_ = std::numeric_limits<double>::infinity();
  double uncertainty_ = 0;
};

}  // namespace livewarp
