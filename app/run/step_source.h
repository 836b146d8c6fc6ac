#pragma once

namespace livewarp {

/// Steps that begin between frames, and are computed beside what a program does otherwise.
class StepSource {
 public:
  virtual bool on_gpu() const = 0;
  /// Whether a GPU is at work on steps that were started.
  virtual bool computing() = 0;
  /// Lets steps begin; `budget_ms` is what a GPU has time for until the next frame.
  virtual void start_steps(double budget_ms) = 0;

 protected:
  ~StepSource() = default;
};

}  // namespace livewarp
