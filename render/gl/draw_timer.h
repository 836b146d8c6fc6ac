#pragma once

#include <array>
#include <cstddef>
#include <vector>

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
  /// Milliseconds of the pairs whose results have arrived since the last call, oldest first.
  std::vector<double> collect();

 private:
  static constexpr std::size_t slots = 8;
  struct Slot {
    GlObject begin, end;
  };
  std::array<Slot, slots> ring_;
  std::size_t issued_ = 0, read_ = 0;  ///< pairs so far
  bool open_ = false;
};

}  // namespace livewarp
