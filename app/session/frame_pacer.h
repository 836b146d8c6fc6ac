#pragma once

#include <chrono>
#include <functional>

#include "app/run/step_source.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// Milliseconds of steps that fit between two frames; `frame_ms` is how long a frame takes until
/// steps begin.
double steps_budget_ms(double refresh_hz, double frame_ms);

/// When frames begin, and when the steps between them. A GPU that draws and computes at once does
/// both slowly, and the times of the steps would not be theirs: so steps begin when a frame is
/// drawn, as many as end before the next one, and one at least.
class FramePacer {
 public:
  /// Waits until all is drawn, but no longer than a limit; whether it is.
  using Settle = std::function<bool(std::chrono::nanoseconds limit)>;

  void frame_begins() { begun_ = Clock::now(); }
  /// All of the frame is given to the screen. It is shown afterwards, since that may wait for the
  /// screen.
  void start_steps(StepSource& steps, const Settle& settle, double refresh_hz);
  /// Until the next frame should begin. `paced`: by this, and by the screen.
  void wait_for_frame(StepSource& steps, double refresh_hz, bool paced);

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point begun_ = Clock::now(), next_frame_{};
  SampleRing frames_{16};  ///< how long each took until steps began; ms
};

}  // namespace livewarp
