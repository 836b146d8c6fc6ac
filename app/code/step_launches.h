#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/measure/launch_recorder.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What the steps of a CUDA variant would launch, taken down on the host: no GPU is needed, and no
/// kernel runs.
class StepLaunches {
 public:
  /// Of the choice's problem, or, where its state has more than `most_bytes` and is too large to be
  /// made for this alone, of a smaller one. Throws `Error` where the variant cannot compute it.
  StepLaunches(const Workload& workload, const Choice& choice,
               std::size_t most_bytes = std::size_t{512} << 20);

  /// The main launch with these axes. Throws `Error` where only a GPU can make the step.
  LaunchRecorder::Record main(const Values& launch);
  /// All launches of the step, in order; the main one among them.
  LaunchRecorder all(const Values& launch);
  /// Grids are those of the choice's problem.
  bool whole_problem() const { return whole_problem_; }

 private:
  std::string variant_;
  bool whole_problem_ = true;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace livewarp
