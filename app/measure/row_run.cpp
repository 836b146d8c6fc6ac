#include "app/measure/row_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/measure/predict.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

std::string name_of_row(const Row& row) { return row.workload->info().name + " " + row.info->name; }

/// The row that computes a first state's derived fields: the workload's default, on a GPU if there
/// is one; without any, the row itself.
std::pair<Choice, Executor> priming_row(const Context& context, const Row& row) {
  const Workload& workload = *row.workload;
  for (const Executor executor : {Executor::cuda, Executor::cpu}) {
    const bool cuda = executor == Executor::cuda;
    const VariantInfo* info =
        workload.find(cuda ? workload.info().default_cuda : workload.info().default_cpu);
    if (!info || !workload.compiled_for(executor) ||
        !unavailable_reason(*info, executor, *context.machine).empty())
      continue;
    Choice choice = default_choice(workload, info->name, info->backend);
    choice.problem = row.choice.problem;
    return {choice, executor};
  }
  return {row.choice, row.executor};
}

HostState primed_state(const Context& context, const Row& row) {
  const auto [choice, executor] = priming_row(context, row);
  const auto exec = context.make_exec(executor);
  const auto simulation = row.workload->simulate(choice, executor);
  if (!simulation->primed()) {
    simulation->prime(*exec);
    simulation->commit();
    exec->synchronize();
  }
  return simulation->snapshot();
}

/// What a step takes on `simt`, which has no time of its own: how long one waits for it.
double seconds_from_source(const Context& context, const Row& row) {
  const std::optional<Choice> small = largest_check(*row.workload, row.choice, row.executor);
  if (!small) return 0;
  const auto exec = context.make_exec(row.executor);
  const auto simulation = row.workload->simulate(*small, row.executor);
  const auto start = std::chrono::steady_clock::now();
  simulation->step(*exec);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double items = row.workload->work(*small).items;
  return items > 0 ? elapsed.count() * row.workload->work(row.choice).items / items : 0;
}

/// Runs `work`; what goes wrong in the row becomes its result.
template <class F>
void guarded(RowResult& result, F&& work) {
  if (!result.row.skip.empty() || result.failed()) return;
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.broken = error.what();
  }
}

}  // namespace

const CheckResult& RowResult::check() const {
  if (sizes.verdict == Verdict::failed) return sizes;
  return here.verdict == Verdict::unchecked ? sizes : here;
}

std::string RowResult::why_not_done() const {
  if (!row.skip.empty()) return "skipped: " + row.skip;
  if (failed()) return "failure: " + (broken.empty() ? check().failure : broken);
  return interrupted ? "interrupted" : "";
}

void Workbench::check_sizes(RowResult& result) {
  guarded(result, [&] {
    if (result.sizes.ok()) return;  // known of another problem
    const Row& row = result.row;
    progress_->begin("checking " + name_of_row(row) + " (" + launch_text(row) + ")");
    result.sizes = livewarp::check_sizes(*row.workload, row.choice, row.executor,
                                         context_->make_exec, progress_->job());
  });
}

void Workbench::check_here(RowResult& result) {
  guarded(result, [&] {
    const Row& row = result.row;
    const HostState& state = start(row);
    progress_->begin("checking " + name_of_row(row) + " at the present size");
    result.here = livewarp::check_here(*row.workload, row.choice, row.executor, context_->make_exec,
                                       state, progress_->job());
  });
}

void Workbench::measure(RowResult& result, BenchOptions options) {
  check_sizes(result);
  check_here(result);
  guarded(result, [&] {
    if (!result.verified()) return;
    const Row& row = result.row;
    progress_->begin("measuring " + name_of_row(row));
    options.progress = [this](double fraction) { progress_->at(fraction); };
    const auto exec = context_->make_exec(row.executor);
    const Simulations simulations =
        bench_simulations(*row.workload, row.choice, row.executor, &start(row));
    if (const GpuInfo* gpu = context_->machine->gpu(context_->device);
        gpu && row.executor == Executor::cuda)
      result.kernel = kernel_figures(*simulations.front(), *gpu);
    result.measurement = bench(timed_steps(simulations, *exec), row.workload->work(row.choice),
                               options, context_->stop);
  });
}

double Workbench::predicted_seconds(const Row& row) {
  try {
    if (row.executor != Executor::simt)
      return predict_step_ms(*row.workload, row.choice, row.executor, context_->stop) / 1000;
    return seconds_from_source(*context_, row);
  } catch (const Error&) {
    return 0;  // what is wrong with the row will be said when it is verified
  }
}

const HostState& Workbench::start(const Row& row) {
  if (started_ == row.workload && problem_ == row.choice.problem) return state_;
  progress_->begin("preparing " + row.workload->info().name);
  started_ = nullptr;
  state_ = primed_state(*context_, row);
  started_ = row.workload;
  problem_ = row.choice.problem;
  return state_;
}

void Workbench::compare_with_ceilings(RowResult& result, double seconds) {
  if (!result.measurement) return;
  const Backend backend = result.row.info->backend;
  const Row& row = result.row;
  const CeilingKey key = ceiling_key(backend, row.choice.launch, row.workload->work(row.choice));
  const Ceilings ceilings = ceilings_.measured(key, [&] {
    progress_->begin("measuring ceilings");
    return context_->measure_ceilings(key, seconds);
  });
  result.of_ceiling = of_ceiling(result.measurement->work, result.measurement->step.median / 1000,
                                 ceilings, backend);
}

double in_unit(const Ceiling& ceiling) {
  return ceiling.value / (ceiling.unit.starts_with("T") ? 1e12 : 1e9);
}

}  // namespace livewarp
