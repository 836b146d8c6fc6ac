#include "app/run/run_builder.h"

#include <utility>

#include "app/base/platform.h"
#include "kernels/core/exec/executors.h"
#include "kernels/registry.h"

namespace livewarp {

Prepared prepare(const StartRequest& request, Predictions& predictions) {
  Prepared result;
  result.executor = request.executor;
  try {
    // Nobody waits for them here: a frame would, where that run ends, and trials of the next.
    if (request.after_gpu) wait_for_device();
    // CPU variants are predicted by their runner, beside the frame.
    if (request.edited) {
      result.predicted_ms = request.edited->step_ms;
    } else if (request.executor == Executor::cuda) {
      const auto exec = make_exec(request.executor);  // the device of this thread
      result.predicted_ms =
          predictions.step_ms(*request.workload, request.choice, request.executor, {});
    }
    result.simulation = request.workload->simulate(request.choice, request.executor,
                                                   request.state ? &*request.state : nullptr);
  } catch (...) {
    result.failure = std::current_exception();
  }
  return result;
}

RunBuilder::RunBuilder(Predictions& predictions)
    : predictions_(predictions), worker_([this](std::stop_token quit) { work(quit); }) {}

RunBuilder::~RunBuilder() { cancel(); }

void RunBuilder::begin(StartRequest request) {
  std::lock_guard lock(mutex_);
  ++asked_;
  ready_.reset();
  wanted_ = std::move(request);
  changed_.notify_all();
}

void RunBuilder::cancel() {
  std::lock_guard lock(mutex_);
  ++asked_;
  ready_.reset();
  wanted_.reset();
}

std::optional<Prepared> RunBuilder::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return ready_.has_value(); });
  return std::exchange(ready_, std::nullopt);
}

void RunBuilder::work(std::stop_token quit) {
  lower_thread_priority();
  while (true) {
    StartRequest request;
    long asked = 0;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, quit, [this] { return wanted_.has_value(); })) return;
      request = *std::exchange(wanted_, std::nullopt);
      asked = asked_;
    }
    Prepared made = prepare(request, predictions_);
    std::lock_guard lock(mutex_);
    if (asked != asked_) continue;
    ready_ = std::move(made);
    changed_.notify_all();
  }
}

}  // namespace livewarp
