#include "app/measure/variant_run.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <utility>

#include "app/measure/predict.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/profiler_capture.h"
#include "kernels/core/exec/tool_range.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

std::string name_of_variant(const SelectedVariant& variant) {
  return variant.workload->info().name + " " + variant.info->name;
}

/// Whether the default takes so long for a first state's derived fields that a less exact variant
/// had better compute them itself: sixteen million bodies have 10^14 pairs, and a tree asks for a
/// ten thousandth of them.
bool better_by_itself(const Context& context, const SelectedVariant& variant,
                      const Choice& by_default, Executor executor) {
  constexpr double long_ms = 2000;
  const Workload& workload = *variant.workload;
  return variant.info->tolerance.rms > workload.find(by_default.variant)->tolerance.rms &&
         predict_step_ms(workload, by_default, executor, Job{context.stop}) > long_ms;
}

/// The variant that computes a first state's derived fields: the workload's default, on a GPU if
/// there is one; without any, the variant itself.
std::pair<Choice, Executor> priming_variant(const Context& context,
                                            const SelectedVariant& variant) {
  const Workload& workload = *variant.workload;
  for (const Executor executor : {Executor::cuda, Executor::cpu}) {
    const bool cuda = executor == Executor::cuda;
    const VariantInfo* info =
        workload.find(cuda ? workload.info().default_cuda : workload.info().default_cpu);
    if (!info || !workload.compiled_for(executor) ||
        !unavailable_reason(*info, executor, *context.machine).empty())
      continue;
    Choice choice = default_choice(workload, info->name, info->backend);
    choice.problem = variant.choice.problem;
    if (better_by_itself(context, variant, choice, executor)) break;
    return {choice, executor};
  }
  return {variant.choice, variant.executor};
}

HostState primed_state(const Context& context, const SelectedVariant& variant) {
  const auto [choice, executor] = priming_variant(context, variant);
  const auto exec = context.make_exec(executor);
  const auto simulation = variant.workload->simulate(choice, executor);
  if (!simulation->primed()) {
    simulation->prime(*exec);
    simulation->commit();
    exec->synchronize();
  }
  return simulation->snapshot();
}

/// What a step takes in the emulator, which has no time of its own: how long one waits for it.
double seconds_from_source(const Context& context, const SelectedVariant& variant) {
  const std::optional<Choice> small =
      largest_check(*variant.workload, variant.choice, variant.executor);
  if (!small) return 0;
  const auto exec = context.make_exec(variant.executor);
  const auto simulation = variant.workload->simulate(*small, variant.executor);
  const auto start = std::chrono::steady_clock::now();
  simulation->step(*exec);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double items = variant.workload->cost(*small).items;
  return items > 0 ? elapsed.count() * variant.workload->cost(variant.choice).items / items : 0;
}

/// Runs `work`; what goes wrong in the variant becomes its result.
template <class F>
void guarded(VariantResult& result, F&& work) {
  if (!result.variant.skip.empty() || result.failed()) return;
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.broken = error.what();
  }
}

}  // namespace

const CheckResult& VariantResult::check() const {
  if (sizes.verdict == Verdict::failed) return sizes;
  return here.verdict == Verdict::unchecked ? sizes : here;
}

std::string VariantResult::why_not_done() const {
  if (!variant.skip.empty()) return "skipped: " + variant.skip;
  if (failed()) return "failure: " + (broken.empty() ? check().failure : broken);
  return interrupted ? "interrupted" : "";
}

std::vector<TurnPlace> turn_places(const Machine& machine, int device, Executor executor) {
  switch (executor) {
  case Executor::cuda: return {gpu_place(machine, device)};
  case Executor::cpu: return {cpu_place()};
  case Executor::emulator: break;
  }
  return {};
}

void Workbench::take_turn(const std::vector<const SelectedVariant*>& variants) {
  std::set<Executor> executors;
  for (const SelectedVariant* variant : variants) executors.insert(variant->executor);
  need(executors);
}

void Workbench::refuse_to_wait(const std::set<Executor>& executors) {
  turns_.refuse_to_wait();
  need(executors);
}

void Workbench::need(const std::set<Executor>& executors) {
  std::vector<TurnPlace> places;
  for (const Executor executor : executors)
    for (TurnPlace& place : turn_places(*context_->machine, context_->device, executor))
      places.push_back(std::move(place));
  const bool noted = !turns_.note().empty();
  turns_.need(std::move(places));
  if (!noted && !turns_.note().empty()) say(turns_.note());
}

/// Once, however often it is told; where a line of progress stands, in that.
void Workbench::say(const std::string& text) {
  if (text == said_) return;
  said_ = text;
  progress_->wipe();
  if (context_->progress)
    progress_->begin(text);
  else
    *context_->err << "livewarp: " << text << std::endl;
}

void Workbench::check_sizes(VariantResult& result) {
  guarded(result, [&] {
    if (result.sizes.ok()) return;  // known of another problem
    const SelectedVariant& variant = result.variant;
    progress_->begin("checking " + name_of_variant(variant) + " (" + launch_text(variant) + ")");
    const ToolRange range("check sizes: " + name_of_variant(variant));
    result.sizes = livewarp::check_sizes(*variant.workload, variant.choice, variant.executor,
                                         context_->make_exec, progress_->job(), depth_);
  });
}

void Workbench::check_here(VariantResult& result) {
  guarded(result, [&] {
    const SelectedVariant& variant = result.variant;
    const HostState& state = start(variant);
    progress_->begin("checking " + name_of_variant(variant) + " at the present size");
    const ToolRange range("check here: " + name_of_variant(variant));
    result.here = livewarp::check_here(*variant.workload, variant.choice, variant.executor,
                                       context_->make_exec, state, progress_->job());
  });
}

void Workbench::measure(VariantResult& result, BenchOptions options) {
  if (result.variant.skip.empty() && !result.failed()) take_turn({&result.variant});
  check_sizes(result);
  check_here(result);
  guarded(result, [&] {
    if (!result.verified()) return;
    const SelectedVariant& variant = result.variant;
    progress_->begin("measuring " + name_of_variant(variant));
    options.progress = [this](double fraction) { progress_->at(fraction); };
    const auto exec = context_->make_exec(variant.executor);
    call_steps(*exec, name_of_variant(variant));
    const Simulations simulations =
        bench_simulations(*variant.workload, variant.choice, variant.executor, &start(variant));
    if (const GpuInfo* gpu = context_->machine->gpu(context_->device);
        gpu && variant.executor == Executor::cuda)
      result.kernel = kernel_figures(*simulations.front(), *gpu);
    std::optional<ProfilerCapture> capture;
    if (capture_ && variant.executor == Executor::cuda) capture.emplace();
    const ToolRange range("measure: " + name_of_variant(variant));
    result.measurement = bench(timed_steps(simulations, *exec),
                               variant.workload->cost(variant.choice), options, context_->stop);
  });
}

void Workbench::read_clocks(VariantResult& result) {
  if (result.variant.skip.empty()) take_turn({&result.variant});
  guarded(result, [&] {
    const SelectedVariant& variant = result.variant;
    const HostState& state = start(variant);
    progress_->begin("reading the clocks of " + name_of_variant(variant));
    const auto exec = context_->make_exec(variant.executor);
    StepClockOptions options;
    options.progress = [this](double fraction) { progress_->at(fraction); };
    result.clocks =
        step_clocks(*variant.workload, variant.choice, *exec, &state, options, context_->stop);
  });
}

void Workbench::read_counters(VariantResult& result, const Cupti& cupti) {
  if (result.variant.skip.empty()) take_turn({&result.variant});
  check_sizes(result);
  guarded(result, [&] {
    if (!result.verified()) return;
    const SelectedVariant& variant = result.variant;
    const HostState& state = start(variant);
    progress_->begin("reading the counters of " + name_of_variant(variant));
    const auto exec = context_->make_exec(variant.executor);
    result.counters =
        step_counters(cupti, *variant.workload, variant.choice, *exec, &state, context_->stop);
  });
}

double Workbench::predicted_seconds(const SelectedVariant& variant) {
  if (variant.executor != Executor::emulator) take_turn({&variant});
  try {
    if (variant.executor != Executor::emulator)
      return predict_step_ms(*variant.workload, variant.choice, variant.executor,
                             Job{context_->stop}) /
             1000;
    return seconds_from_source(*context_, variant);
  } catch (const Error&) {
    return 0;  // what is wrong with the variant will be said when it is verified
  }
}

const HostState& Workbench::start(const SelectedVariant& variant) {
  if (started_ == variant.workload && problem_ == variant.choice.problem) return state_;
  progress_->begin("preparing " + variant.workload->info().name);
  started_ = nullptr;
  state_ = primed_state(*context_, variant);
  started_ = variant.workload;
  problem_ = variant.choice.problem;
  return state_;
}

void Workbench::compare_with_ceilings(VariantResult& result) {
  if (!result.measurement) return;
  take_turn({&result.variant});
  const Backend backend = result.variant.info->backend;
  const SelectedVariant& variant = result.variant;
  const CeilingKey key =
      ceiling_key(backend, variant.choice.launch, variant.workload->cost(variant.choice));
  try {
    const Ceilings ceilings = ceilings_.measured(key, [&] {
      progress_->begin("measuring ceilings");
      return context_->measure_ceilings(key, ceiling_seconds);
    });
    result.of_ceiling = of_ceiling(result.measurement->cost, result.measurement->step.median / 1000,
                                   ceilings, backend);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& failure) {
    say(std::string("no share of a ceiling is known: ") + failure.what());  // the time stays
  }
}

double in_unit(const Ceiling& ceiling) {
  return ceiling.value / (ceiling.unit.starts_with("T") ? 1e12 : 1e9);
}

}  // namespace livewarp
