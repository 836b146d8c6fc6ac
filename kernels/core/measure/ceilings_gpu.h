#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "kernels/core/exec/cuda/cuda_event.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/ceilings.h"

namespace livewarp {

// What measures the ceilings of the current GPU; for their files alone.

constexpr int ceiling_block = 256;
/// Independent operations of a thread, and how often each is done in a turn of its loop.
constexpr int chains = 16, steps_per_turn = 16;

template <class... P>
Kernel<P...> ceiling_kernel(const char* name, void (*symbol)(P...)) {
  return {{name, reinterpret_cast<const void*>(symbol), nullptr}};
}

/// Times work on one executor's stream by events.
class EventTimer {
 public:
  explicit EventTimer(const CudaExec& exec) : stream_(static_cast<cudaStream_t>(exec.stream())) {}

  /// The shortest seconds of one `run`, repeated for about `seconds`, at least three times.
  double shortest(double seconds, const std::stop_token& stop, const std::function<void()>& run,
                  int batch = 4) {
    double shortest = 0, spent = 0;
    run();  // warms up
    for (int i = 0; i < 3 || spent < seconds; ++i) {
      if (stop.stop_requested()) throw Cancelled();
      run();  // covers the gap between the first event and the first kernel after it
      begin_.record(stream_);
      for (int k = 0; k < batch; ++k) run();
      end_.record(stream_);
      check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream_), "measuring a ceiling");
      const double elapsed = end_.since(begin_) / 1000;
      spent += elapsed * (batch + 1) / batch;
      if (i == 0 || elapsed / batch < shortest) shortest = elapsed / batch;
    }
    return shortest;
  }

 private:
  cudaStream_t stream_;
  CudaEvent begin_, end_;
};

// Each takes about `seconds`, checks its result, and throws `Error` if that is wrong.
Ceiling copy_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop,
                     const CopyLoad& load);
Ceiling transfer_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop,
                         const CopyLoad& load);
std::vector<Ceiling> level_ceilings(CudaExec& exec, double seconds, const std::stop_token& stop);
std::vector<Ceiling> unfused_ceilings(CudaExec& exec, double seconds, const std::stop_token& stop);
Ceiling special_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop);
/// None on a GPU that has no such products; by `wgmma` where it has that, by `mma` elsewhere.
std::vector<Ceiling> tensor_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop);
/// By `wgmma`, for compute capability 9.0.
Ceiling warpgroup_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop);
KernelRef copy_kernel();

}  // namespace livewarp
