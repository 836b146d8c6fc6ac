#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/run/span_log.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Verifies variants and finds readouts of states beside the picture, on one thread of low
/// priority. Its members are called from the frame, and none of them waits for work.
///
/// A check has two parts: the check sizes, then one step from the present state, which the frame
/// hands over when `wants_state` says so.
class VerificationWorker {
 public:
  explicit VerificationWorker(ExecMaker make_exec);
  ~VerificationWorker();

  /// Notes there what it does; to be called before it has anything to do.
  void note_in(SpanLog& log) { log_ = &log; }

  /// Begins to check a choice; what was under way is dropped. `sizes_known` skips the first part.
  void check(const Workload& workload, const Choice& choice, Executor executor, bool sizes_known);
  void cancel();

  bool wants_state() const;
  /// On a GPU the step from it, of about `step_ms`, is split like those of the run beside it:
  /// neither waits long for the other.
  void give_state(HostState state, double step_ms = 0);

  /// True while it computes: times taken on the same cores count for nothing.
  bool busy() const;
  /// Counts when steps began and ended, so it is odd while some are under way: of what it does only
  /// they keep a GPU busy.
  std::uint64_t stepping() const { return stepping_; }
  double progress() const;
  /// Whether there is something to take.
  bool has_news() const;

  /// The next finding of the present check: after the check sizes, and after the present state. A
  /// check that could not be made leaves its variant unchecked, with the reason as the failure.
  std::optional<CheckResult> take_result();

  /// Finds readouts and outline of a state if nothing else is to be done, else does nothing.
  void diagnose(const Workload& workload, const Choice& choice, HostState state);
  struct Diagnosis {
    std::vector<Readout> readouts;
    Outline outline;
    Values view;          ///< for which it was made
    std::string failure;  ///< why there are none, or no outline
  };
  std::optional<Diagnosis> take_diagnosis();

  using Task = std::function<void(const Job&)>;
  /// Does something else if nothing is to be done. What it throws is dropped.
  void do_when_idle(Task task);

 private:
  struct Request {
    const Workload* workload = nullptr;
    Choice choice;
    Executor executor = Executor::cpu;
  };

  void work(std::stop_token quit);
  void post_locked(Task task);  ///< with `mutex_` held
  void deliver(std::stop_token of, CheckResult result, bool more);
  Task sizes_task(Request request);
  Task here_task(Request request, HostState state, double step_ms);

  ExecMaker make_exec_;
  SpanLog* log_ = nullptr;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  Task pending_;
  std::stop_source stop_;  ///< of the task that runs or waits
  bool busy_ = false, wants_state_ = false;
  std::atomic<std::uint64_t> stepping_ = 0;
  double progress_ = 0;
  Request request_;
  std::vector<CheckResult> results_;
  std::optional<Diagnosis> diagnosis_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
