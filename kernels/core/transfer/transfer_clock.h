#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <memory>
  #include <span>

  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_gate.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/transfer/ready_thread.h"
  #include "kernels/core/transfer/transfer_paths.h"

namespace livewarp {

/// Commands that are held back together: below what opens the gate by itself.
inline constexpr int most_held_commands = 400;

/// Times transfers by events. What can be put on a stream is held back there until all of it is:
/// short copies end sooner than the host issues the next one.
class TransferClock {
 public:
  TransferClock() = default;
  ~TransferClock();
  TransferClock(const TransferClock&) = delete;
  TransferClock& operator=(const TransferClock&) = delete;

  /// What is moved: one path, or two at once, each on a stream of its own.
  struct Load {
    std::span<TransferPath* const> paths;
    std::size_t bytes = 0;
    int pieces = 1, in_a_row = 1;
  };
  /// Milliseconds of one transfer. Throws `Error`; nothing is in flight then.
  double sample(const Load& load);
  /// Whether the stream was held back in the last sample, until all was issued.
  bool held() const { return held_; }

 private:
  void issue(const Load& load);
  void issue_on_two_threads(const Load& load);
  void finish() noexcept;

  CudaStream main_{"a stream of transfers"}, beside_{"a stream of transfers"};
  CudaTie there_, back_;
  CudaEvent begin_, end_;
  CudaGate gate_{main_.get()};
  bool held_ = false;
  std::unique_ptr<ReadyThread> second_;  ///< where a call keeps the thread that makes it
};

}  // namespace livewarp

#endif
