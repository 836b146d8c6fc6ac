#include "app/predict.h"

#include "kernels/registry.h"

namespace livewarp {

double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       std::stop_token stop) {
  const std::vector<Values> problems = workload.check_problems(choice);
  if (problems.empty()) return 0;
  Choice small = choice;
  small.problem = problems.back();
  for (const Values& problem : problems) {
    Choice candidate = choice;
    candidate.problem = problem;
    if (workload.work(candidate).items > workload.work(small).items) small = candidate;
  }
  const auto exec = make_exec(executor, stop);
  const auto simulation = workload.simulate(small, executor);
  const StepTime time = timed_steps(*simulation, *exec)(1);
  const double items = workload.work(small).items;
  return items > 0 ? time.total() * workload.work(choice).items / items : 0;
}

void PredictionTarget::aim(const Workload& workload, const Choice& choice) {
  std::lock_guard lock(mutex_);
  workload_ = &workload;
  choice_ = choice;
}

double PredictionTarget::step_ms(Executor executor, std::stop_token stop) const {
  Choice choice;
  const Workload* workload = nullptr;
  {
    std::lock_guard lock(mutex_);
    workload = workload_;
    choice = choice_;
  }
  return workload ? predict_step_ms(*workload, choice, executor, stop) : 0;
}

}  // namespace livewarp
