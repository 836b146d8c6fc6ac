#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/edit/edited_run.h"
#include "app/measure/predict.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What a run is started with.
struct StartRequest {
  const Workload* workload = nullptr;
  Choice choice;
  Executor executor = Executor::cpu;
  std::optional<HostState> state;  ///< to go on from; else the initial state is made
  /// The run before it was held, and the GPU may still have of its steps.
  bool after_gpu = false;
  std::shared_ptr<const EditedRun> edited;  ///< runs in place of the variant's kernel; null: none
};

/// A simulation that is ready to run, or why there is none.
struct Prepared {
  Executor executor = Executor::cpu;
  std::unique_ptr<Simulation> simulation;
  double predicted_ms = 0;  ///< of a step, on a GPU; 0 unknown
  std::exception_ptr failure;
};

/// Makes the state and its buffers, on the calling thread. Never throws.
Prepared prepare(const StartRequest& request, Predictions& predictions);

/// Prepares runs on a thread of its own: an initial state of many elements takes seconds. One is
/// made at a time; of those asked for meanwhile only the last counts.
class RunBuilder {
 public:
  explicit RunBuilder(Predictions& predictions);
  ~RunBuilder();

  void begin(StartRequest request);
  /// Forgets what was asked for; what is being made is dropped once it is made.
  void cancel();
  /// What was asked for last, if it is ready within `patience`.
  std::optional<Prepared> take(std::chrono::milliseconds patience);

 private:
  void work(std::stop_token quit);

  Predictions& predictions_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<StartRequest> wanted_;
  long asked_ = 0;  ///< counts what was asked for and cancelled
  std::optional<Prepared> ready_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
