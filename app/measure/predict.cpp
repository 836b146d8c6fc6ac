#include "app/measure/predict.h"

#include <algorithm>
#include <limits>

#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/verification.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

/// Up to this the small problem's word is good enough.
constexpr double long_ms = 200;

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
double shortest_ms(const Workload& workload, const Choice& choice, Executor executor,
                   const Job& job) {
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

ItemCost tried_cost(const Workload& workload, const Choice& choice, Executor executor,
                    const Job& job) {
  constexpr double trial_ms = 20;      // that a larger problem may take by what is known
  constexpr double enough_growth = 2;  // of the work; for less another trial tells nothing
  ItemCost cost;
  cost.most_items = std::numeric_limits<double>::infinity();
  const std::optional<Choice> small = largest_check(workload, choice, executor);
  double tried = small ? workload.cost(*small).items : 0;
  if (tried <= 0) return cost;
  cost.ms = shortest_ms(workload, *small, executor, job) / tried;
  if (executor != Executor::cuda) return cost;
  const double items = workload.cost(choice).items;
  while (cost.step_ms(items) > long_ms) {
    const std::optional<Choice> larger = shrunk(workload, choice, cost.ms, trial_ms);
    const double more = larger ? workload.cost(*larger).items : 0;
    if (more < enough_growth * tried) return cost;
    cost.ms = std::min(cost.ms, shortest_ms(workload, *larger, executor, job) / more);
    tried = more;
  }
  if (cost.ms > 0) cost.most_items = long_ms / cost.ms;
  return cost;
}

double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       const Job& job) {
  return tried_cost(workload, choice, executor, job).step_ms(workload.cost(choice).items);
}

double Predictions::step_ms(const Workload& workload, const Choice& choice, Executor executor,
                            const Job& job) {
  if (const auto before = known(workload, choice, executor)) return *before;
  const ItemCost cost = tried_cost(workload, choice, executor, job);
  std::lock_guard lock(mutex_);
  costs_[cost_key(workload, choice, executor)] = cost;
  return cost.step_ms(workload.cost(choice).items);
}

std::optional<double> Predictions::known(const Workload& workload, const Choice& choice,
                                         Executor executor) const {
  const std::string key = cost_key(workload, choice, executor);
  const double items = workload.cost(choice).items;
  std::lock_guard lock(mutex_);
  const auto found = costs_.find(key);
  if (found == costs_.end() || items > found->second.most_items) return std::nullopt;
  return found->second.step_ms(items);
}

void Predictions::set_unknown(const Workload& workload, const Choice& choice, Executor executor) {
  std::lock_guard lock(mutex_);
  costs_[cost_key(workload, choice, executor)] = {0, std::numeric_limits<double>::infinity()};
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
