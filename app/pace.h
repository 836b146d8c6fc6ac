#pragma once

#include <chrono>

#include "app/screen.h"
#include "app/session.h"
#include "kernels/core/measurement.h"

namespace livewarp {

/// Milliseconds of steps that fit between two frames, where what is done for a frame lasts so long.
double steps_budget_ms(double refresh_hz, double frame_ms);

/// When frames begin, and when the steps between them. A GPU that draws and computes at once does both slowly, and the
/// times of the steps would not be theirs: so steps begin when a frame is drawn, and as many as end before the next one.
class Pace {
 public:
  void frame_begins() { begun_ = Clock::now(); }
  /// All of the frame is given to the screen. It is shown afterwards: steps run while that waits for the screen.
  void start_steps(Session& session, Screen& screen, double refresh_hz);
  /// Until the next frame should begin.
  void wait_for_frame(Session& session, const ScreenFacts& screen);

 private:
  using Clock = std::chrono::steady_clock;
  static double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

  Clock::time_point begun_ = Clock::now(), next_frame_{};
  SampleRing frames_{16};  ///< how long each took until steps began; ms
};

}  // namespace livewarp
