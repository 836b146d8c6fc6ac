#include "app/run/verification_worker.h"

#include <utility>

#include "app/base/failure.h"
#include "app/base/platform.h"
#include "app/run/slices.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// A check that could not be made has found nothing: neither that the variant is right nor that it
/// is wrong.
CheckResult finding(const std::function<CheckResult()>& check) {
  try {
    return check();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& problem) {
    CheckResult none;
    none.failure = "could not be checked: " + reason_of(problem);
    return none;
  }
}

}  // namespace

VerificationWorker::VerificationWorker(ExecMaker make_exec)
    : make_exec_(std::move(make_exec)), worker_([this](std::stop_token quit) { work(quit); }) {}

VerificationWorker::~VerificationWorker() {
  cancel();
  worker_.request_stop();
  wake_.notify_all();
}

void VerificationWorker::check(const Workload& workload, const Choice& choice, Executor executor,
                               bool sizes_known) {
  cancel();
  std::lock_guard lock(mutex_);
  request_ = {&workload, choice, executor};
  if (sizes_known) {
    wants_state_ = true;
  } else {
    post_locked(sizes_task(request_));
  }
}

void VerificationWorker::cancel() {
  Task dropped;  // freed after the lock, with the state that it may hold
  std::lock_guard lock(mutex_);
  stop_.request_stop();
  dropped = std::exchange(pending_, nullptr);
  wants_state_ = false;
  progress_ = 0;
  results_.clear();
  diagnosis_.reset();
}

bool VerificationWorker::wants_state() const {
  std::lock_guard lock(mutex_);
  return wants_state_;
}

void VerificationWorker::give_state(HostState state, double step_ms) {
  std::lock_guard lock(mutex_);
  if (!wants_state_) return;
  wants_state_ = false;
  post_locked(here_task(request_, std::move(state), step_ms));
}

bool VerificationWorker::busy() const {
  std::lock_guard lock(mutex_);
  return busy_ || pending_;
}

double VerificationWorker::progress() const {
  std::lock_guard lock(mutex_);
  return progress_;
}

std::optional<CheckResult> VerificationWorker::take_result() {
  std::lock_guard lock(mutex_);
  if (results_.empty()) return std::nullopt;
  CheckResult result = std::move(results_.front());
  results_.erase(results_.begin());
  return result;
}

void VerificationWorker::do_when_idle(Task task) {
  std::lock_guard lock(mutex_);
  if (busy_ || pending_ || wants_state_) return;
  post_locked(std::move(task));
}

void VerificationWorker::diagnose(const Workload& workload, const Choice& choice, HostState state) {
  do_when_idle([this, &workload, choice, state = std::move(state)](const Job& job) {
    const Noting noting(log_, Track::check, "readouts");
    Diagnosis found;
    found.view = choice.view;
    try {
      found.readouts = workload.diagnose(choice.problem, state, job);
      found.outline = workload.outline(choice, state, job);
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& failure) {
      found.failure = reason_of(failure);
    }
    std::lock_guard guard(mutex_);
    if (!job.stop.stop_requested()) diagnosis_ = std::move(found);
  });
}

std::optional<VerificationWorker::Diagnosis> VerificationWorker::take_diagnosis() {
  std::lock_guard lock(mutex_);
  return std::exchange(diagnosis_, std::nullopt);
}

bool VerificationWorker::has_news() const {
  std::lock_guard lock(mutex_);
  return !results_.empty() || diagnosis_;
}

void VerificationWorker::post_locked(Task task) {
  stop_ = std::stop_source();
  progress_ = 0;
  pending_ = std::move(task);
  wake_.notify_all();
}

void VerificationWorker::deliver(std::stop_token of, CheckResult result, bool more) {
  std::lock_guard lock(mutex_);
  if (of.stop_requested()) return;
  wants_state_ = more && result.ok();
  results_.push_back(std::move(result));
}

VerificationWorker::Task VerificationWorker::sizes_task(Request request) {
  return [this, request = std::move(request)](const Job& job) {
    const auto make = [&](Executor executor) { return make_exec_(executor, job.stop); };
    const Noting noting(log_, Track::check, "check sizes: " + request.choice.variant);
    const auto check = [&] {
      return check_sizes(*request.workload, request.choice, request.executor, make, job);
    };
    deliver(job.stop, finding(check), true);
  };
}

VerificationWorker::Task VerificationWorker::here_task(Request request, HostState state,
                                                       double step_ms) {
  return [this, step_ms, request = std::move(request), state = std::move(state)](const Job& job) {
    const auto make = [&](Executor executor) {
      std::unique_ptr<Exec> exec = make_exec_(executor, job.stop);
      if (auto* const cuda = dynamic_cast<CudaExec*>(exec.get())) {
        const int slices = slice_count(step_ms);
        cuda->set_slice_count(slices);
        cuda->set_paced(slices > 1);
      }
      return exec;
    };
    const Noting noting(log_, Track::check, "check here: " + request.choice.variant);
    const auto check = [&] {
      return check_here(*request.workload, request.choice, request.executor, make, state, job);
    };
    deliver(job.stop, finding(check), false);
  };
}

void VerificationWorker::work(std::stop_token quit) {
  lower_thread_priority();
  while (true) {
    Task task;
    Job job;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, quit, [this] { return static_cast<bool>(pending_); })) return;
      task = std::exchange(pending_, nullptr);
      job.stop = stop_.get_token();
      job.progress = [this, stop = job.stop](double fraction) {
        std::lock_guard guard(mutex_);
        if (!stop.stop_requested()) progress_ = fraction;
      };
      job.stepping = [this](bool) { ++stepping_; };
      busy_ = true;
    }
    try {
      task(job);
    } catch (const Cancelled&) {
      // Whoever cancelled has moved on.
    } catch (const std::exception&) {
      // Checks and diagnoses tell their failures themselves; what else is done beside them, nobody
      // waits for.
    }
    std::lock_guard lock(mutex_);
    busy_ = false;
  }
}

}  // namespace livewarp
