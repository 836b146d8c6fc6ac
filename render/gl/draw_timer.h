#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/core/base/time_span.h"
#include "render/gl/gl_objects.h"

namespace livewarp {

/// Time that OpenGL takes between two points of its command stream, by timer queries. Results
/// arrive some frames later and are never waited for. Needs its context to be current, its
/// destructor too.
class DrawTimer {
 public:
  DrawTimer();
  /// While all slots of the ring wait for results, a pair is not timed.
  void begin();
  void end();
  /// From when to when the pairs were whose results have arrived since the last call, oldest first.
  std::vector<TimeSpan> collect();
  /// When the oldest pair began whose result has not arrived; infinity if all have.
  double unknown_since() const;
  /// Milliseconds by which both ends of a span may be off: the clocks of OpenGL and of the host are
  /// set side by side once a second.
  double uncertainty_ms() const { return uncertainty_ms_; }

 private:
  static constexpr std::size_t slots = 8;
  struct Slot {
    GlObject begin, end;
    double begun = 0;  ///< steady clock
  };
  void keep_clock();
  std::array<Slot, slots> ring_;
  std::size_t issued_ = 0, read_ = 0;  ///< pairs so far
  bool open_ = false;
  double steady_less_gl_ms_ = 0, uncertainty_ms_ = 0, next_ms_ = 0;
};

}  // namespace livewarp
