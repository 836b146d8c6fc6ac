#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kernels/core/transfer/pipeline.h"

namespace livewarp {

/// What pictures go through on the GPU, and how the host knows what must come back.
class PipelineFilter {
 public:
  virtual ~PipelineFilter() = default;

  /// The i-th of `most_pipeline_streams`: a cudaStream_t, on which all of a chunk is done.
  virtual void* stream(int i) const = 0;
  /// Gives so many pictures to a stream; `from` and `to` are memory of the GPU. Different streams
  /// may be given something by different threads. Throws `Error`.
  virtual void give(const std::uint32_t* from, std::uint32_t* to, int pictures, int stream) = 0;
  /// The same in a call that waits until they are done: nothing goes on beside it.
  virtual void do_at_once(const std::uint32_t* from, std::uint32_t* to, int pictures) = 0;

  /// How much it does for each pixel, in its own measure.
  virtual unsigned work() const = 0;
  virtual void set_work(unsigned work) = 0;
  /// Sets it so that it lasts about as long as a copy, by what `measure` finds that it lasts.
  virtual void balance(double copy_ms, const std::function<double()>& measure) = 0;

  /// Which of all pictures is not what it must make of its source; empty if all are.
  virtual std::string mismatch(const std::uint32_t* from, const std::uint32_t* to) = 0;
};

/// Sums of nine pixels and rounds of arithmetic, as many as its work says; a kernel of its own, no
/// workload's: it can be made to last as long as any copy, and every bit of it is known.
std::unique_ptr<PipelineFilter> make_sum_filter(const PipelineRequest& request);

}  // namespace livewarp
