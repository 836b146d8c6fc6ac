#include "app/measure/predict.h"

#include <algorithm>

#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/verification.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

/// All that decides what an item costs: variant, launch, memory mode, and those parameters that are
/// neither a size nor a real number (a radius, a boundary).
std::string cost_key(const Workload& workload, const Choice& choice, Executor executor) {
  const WorkloadInfo& info = workload.info();
  std::string key = choice.workload + ' ' + choice.variant + ' ' +
                    std::string(name_of(choice.memory)) + ' ' + std::string(name_of(executor));
  for (const auto& [id, value] : choice.launch) key += ' ' + id + '=' + to_text(value);
  for (const Param& param : info.params) {
    if (param.group != ParamGroup::problem || param.kind == ParamKind::real) continue;
    if (std::ranges::find(info.size_params, param.id) != info.size_params.end()) continue;
    const auto value = choice.problem.find(param.id);
    if (value != choice.problem.end()) key += ' ' + param.id + '=' + to_text(value->second);
  }
  return key;
}

/// A step of a problem, in ms: the shortest of a few.
double trial_ms(const Workload& workload, const Choice& choice, Executor executor, const Job& job) {
  const auto exec = make_exec(executor, job.stop);
  Simulations one;
  one.push_back(workload.simulate(choice, executor));
  // The first step of a GPU loads the kernel, which takes longer than any small step.
  constexpr double short_ms = 200;
  const TimedSteps timed = timed_steps(one, *exec);
  const Stepping stepping(job);
  StepTime time = timed(1);
  if (executor == Executor::cuda || time.total() < short_ms) time = timed(1);
  // Whatever else the machine does makes a step longer, and the prediction as many times: the
  // shortest counts.
  constexpr double patience_ms = 20;
  double spent = time.total();
  for (int more = 0; more < 4 && spent < patience_ms; ++more) {
    const StepTime again = timed(1);
    spent += again.total();
    if (again.total() < time.total()) time = again;
  }
  return time.total();
}

/// The problem of `choice` made smaller until a step of it takes `most_ms` at most by what is
/// known.
std::optional<Choice> shrunk(const Workload& workload, Choice choice, double ms_per_item,
                             double most_ms) {
  for (int halvings = 0; halvings < 32; ++halvings) {
    if (workload.cost(choice).items * ms_per_item <= most_ms) return choice;
    for (const std::string& id : workload.info().size_params)
      choice.problem[id] = std::max<std::int64_t>(1, get_integer(choice.problem, id) / 2);
  }
  return {};
}

}  // namespace

double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       const Job& job) {
  // Up to `long_ms` the small problem's word is good enough; a larger one is tried for
  // `second_trial_ms` at most.
  constexpr double long_ms = 200, second_trial_ms = 20;
  const std::optional<Choice> small = largest_check(workload, choice, executor);
  if (!small) return 0;
  const double items = workload.cost(choice).items, few = workload.cost(*small).items;
  if (few <= 0) return 0;
  const double bound = trial_ms(workload, *small, executor, job) / few;
  if (executor != Executor::cuda || bound * items <= long_ms) return bound * items;
  const std::optional<Choice> larger = shrunk(workload, choice, bound, second_trial_ms);
  const double more = larger ? workload.cost(*larger).items : 0;
  if (more <= few) return bound * items;
  return std::min(bound, trial_ms(workload, *larger, executor, job) / more) * items;
}

double Predictions::step_ms(const Workload& workload, const Choice& choice, Executor executor,
                            const Job& job) {
  if (const auto before = known(workload, choice, executor)) return *before;
  const double ms = predict_step_ms(workload, choice, executor, job);
  const double items = workload.cost(choice).items;
  std::lock_guard lock(mutex_);
  ms_per_item_[cost_key(workload, choice, executor)] = items > 0 ? ms / items : 0;
  return ms;
}

std::optional<double> Predictions::known(const Workload& workload, const Choice& choice,
                                         Executor executor) const {
  const std::string key = cost_key(workload, choice, executor);
  std::lock_guard lock(mutex_);
  const auto found = ms_per_item_.find(key);
  if (found == ms_per_item_.end()) return std::nullopt;
  return found->second * workload.cost(choice).items;
}

void Predictions::set_unknown(const Workload& workload, const Choice& choice, Executor executor) {
  std::lock_guard lock(mutex_);
  ms_per_item_[cost_key(workload, choice, executor)] = 0;
}

void PredictionTarget::aim(const Workload& workload, const Choice& choice) {
  std::lock_guard lock(mutex_);
  workload_ = &workload;
  choice_ = choice;
}

double PredictionTarget::step_ms(Predictions& predictions, Executor executor,
                                 const Job& job) const {
  Choice choice;
  const Workload* workload = nullptr;
  {
    std::lock_guard lock(mutex_);
    workload = workload_;
    choice = choice_;
  }
  return workload ? predictions.step_ms(*workload, choice, executor, job) : 0;
}

}  // namespace livewarp
