#include "kernels/core/exec/cuda/cuda_clock.h"

#include <limits>
#include <utility>

namespace livewarp {

void CudaClock::keep() {
  constexpr double pause_ms = 1000;
  constexpr int trials = 3;  // the narrowest counts: a thread may be interrupted
  if (livewarp::steady_ms() < next_ms_) return;
  double narrowest = std::numeric_limits<double>::infinity();
  CudaEvent event;
  for (int trial = 0; trial < trials; ++trial) {
    double before = livewarp::steady_ms();
    event.record(stream_.get());
    double after = livewarp::steady_ms();
    while (!event.done()) {
      before = after;
      after = livewarp::steady_ms();
    }
    after = livewarp::steady_ms();
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    std::swap(anchor_, event);
    anchor_ms_ = (before + after) / 2;
  }
  uncertainty_ms_ = narrowest / 2;
  next_ms_ = livewarp::steady_ms() + pause_ms;
}

}  // namespace livewarp
