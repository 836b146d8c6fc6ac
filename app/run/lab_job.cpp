#include "app/run/lab_job.h"

#include <chrono>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/registry.h"

namespace livewarp {

LabJob::LabJob(std::unique_ptr<Experiment> experiment, Values values, Ground ground, Places places)
    : experiment_(std::move(experiment)), values_(std::move(values)), ground_(std::move(ground)),
      places_(std::move(places)) {
  progress_.what = experiment_->info().label;
  note({.experiment = experiment_->info().id});
  start([this](const std::stop_token& stop) { work(stop); });
}

LabJob::~LabJob() { end(); }

std::shared_ptr<const LabJob::Found> LabJob::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

void LabJob::note(Found now) {
  auto found = std::make_shared<const Found>(std::move(now));
  std::lock_guard lock(mutex_);
  found_ = std::move(found);
}

void LabJob::work(const std::stop_token& stop) {
  const Noting noting(places_.log, Track::job, experiment_->info().label);
  LabReport report;
  std::string failure;
  try {
    measure(stop, report);
  } catch (const Cancelled&) {
    report.findings.partial = true;
  } catch (const std::exception& problem) {
    report.findings.partial = true;
    failure = problem.what();
  }
  note({experiment_->info().id, std::move(report.findings), true, std::move(failure)});
}

void LabJob::measure(const std::stop_token& stop, LabReport& report) {
  using Steady = std::chrono::steady_clock;
  const auto began = Steady::now();
  LabTools tools;
  tools.machine = ground_.machine;
  tools.device = ground_.device;
  tools.workloads = ground_.workloads;
  tools.make_exec = [stop](Executor executor) { return make_exec(executor, stop); };
  tools.stop = stop;
  tools.take_turn = [&](Executor executor) {
    if (executor == Executor::cuda) use_cuda_device();  // of this thread
    take_turn(places_, {executor}, stop);
  };
  tools.at = [&](const std::string& what, double fraction) {
    if (stop.stop_requested()) throw Cancelled();
    {
      const double seconds = std::chrono::duration<double>(Steady::now() - began).count();
      std::lock_guard lock(mutex_);
      progress_.what = std::string(experiment_->info().label) + ": " + what;
      progress_.fraction = fraction;
      progress_.seconds_left = fraction > 0 ? seconds * (1 - fraction) / fraction : 0;
    }
    offer_turn(stop);
  };
  tools.found = [&](const Findings& findings) {
    note({experiment_->info().id, findings, false, {}});
  };
  experiment_->run(values_, tools, report);
}

}  // namespace livewarp
