#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include "kernels/core/base/time_span.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"

namespace livewarp {

/// When an event was reached, by the steady clock: the clocks of device and host are set side by
/// side by an event in a stream without work, whose completion the host watches. They drift apart
/// by some microseconds a second, so that is done again every second.
class CudaClock {
 public:
  CudaClock() : stream_("a clock") {}
  /// Sets the clocks side by side where that is due: 20 to 60 us of the calling thread.
  void keep();
  /// Of an event that is done.
  double steady_ms(const CudaEvent& event) const { return anchor_ms_ + event.since(anchor_); }
  /// Milliseconds by which `steady_ms` may be off.
  double uncertainty_ms() const { return uncertainty_ms_; }

 private:
  CudaStream stream_;
  CudaEvent anchor_;
  double anchor_ms_ = 0, uncertainty_ms_ = 0;
  double next_ms_ = 0;  ///< of the steady clock
};

}  // namespace livewarp

#endif
