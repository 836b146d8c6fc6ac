#include "app/session/bench_coordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/registry.h"

namespace livewarp {

namespace {

constexpr double longest_unasked_ms = 5000;  ///< slower variants are left out of "measure all"

auto predictor(Predictions& predictions, const Workload& workload) {
  return [&predictions, &workload](const Choice& choice, Executor executor, std::stop_token stop) {
    return predictions.step_ms(workload, choice, executor, Job{std::move(stop)});
  };
}

}  // namespace

std::vector<BenchEntry> BenchCoordinator::planned(const Running& running,
                                                  const std::optional<std::string>& variant,
                                                  const std::optional<Choice>& also) const {
  const VariantOffers& offers = parts_.offers;
  const Choice& now = running.choice;
  std::vector<BenchEntry> planned;
  const auto add = [&](const VariantInfo& info, const Choice& choice) {
    BenchEntry entry;
    entry.choice = choice;
    entry.executor = offers.executor_of(info);
    entry.check = parts_.result_cache.check(entry.choice, entry.executor).value_or(CheckResult{});
    entry.longest_ms = variant ? 0 : longest_unasked_ms;
    planned.push_back(std::move(entry));
  };
  for (const VariantInfo* info : running.workload.variants()) {
    if (variant ? info->name != *variant : info->backend != running.variant.backend) continue;
    if (offers.is_timed(running, *info)) add(*info, offers.choice_of(running, *info));
  }
  if (variant || !also || also->workload != now.workload || also->problem != now.problem)
    return planned;
  const VariantInfo* info = running.workload.find(also->variant);
  const bool listed = std::ranges::any_of(planned, [&](const BenchEntry& entry) {
    return entry.choice.variant == also->variant && entry.choice.launch == also->launch &&
           entry.choice.memory == also->memory;
  });
  if (info && !listed && offers.is_timed(running, *info)) add(*info, *also);
  return planned;
}

std::vector<BenchEntry> BenchCoordinator::planned(const Running& running,
                                                  const std::vector<Choice>& settings) const {
  std::vector<BenchEntry> planned;
  for (const Choice& choice : settings) {
    BenchEntry variant;
    variant.choice = choice;
    variant.executor = parts_.offers.executor_of(*running.workload.find(choice.variant));
    variant.own_state = choice.problem != running.choice.problem;
    variant.check =
        parts_.result_cache.check(variant.choice, variant.executor).value_or(CheckResult{});
    planned.push_back(std::move(variant));
  }
  return planned;
}

std::vector<BenchEntry> BenchCoordinator::planned_clocks(const Running& running) const {
  if (!parts_.offers.is_timed(running, running.variant)) return {};
  std::vector<BenchEntry> one = planned(running, std::vector{running.choice});
  one.front().wants_clocks = true;
  return one;
}

std::vector<BenchEntry> BenchCoordinator::planned_counters(const Running& running) const {
  if (!parts_.offers.is_timed(running, running.variant)) return {};
  std::vector<BenchEntry> one = planned(running, std::vector{running.choice});
  one.front().wants_counters = true;
  return one;
}

std::vector<BenchEntry> BenchCoordinator::planned_roofs(const Running& running) const {
  BenchEntry roofs;
  roofs.choice = running.choice;
  roofs.executor =
      parts_.offers.executor_of(running.variant) == Executor::cuda ? Executor::cuda : Executor::cpu;
  roofs.wants_roofs = true;
  std::vector<BenchEntry> all{std::move(roofs)};
  for (BenchEntry& variant : planned(running, {}, {})) all.push_back(std::move(variant));
  return all;
}

double BenchCoordinator::seconds_for_all(const Running& running,
                                         const std::optional<Choice>& also) const {
  constexpr double most_warm_up = 1, least_warm_up = 0.2;
  double seconds = 0;
  for (const BenchEntry& variant : planned(running, {}, also)) {
    const double step =
        parts_.predictions.known(running.workload, variant.choice, variant.executor).value_or(0) /
        1000;
    if (1000 * step > longest_unasked_ms) continue;
    // Three steps to warm up at least, and the last sample may begin just before the time is over.
    seconds += step >= bench_seconds_
                   ? step
                   : std::clamp(3 * step, least_warm_up, most_warm_up) + bench_seconds_ + step;
  }
  return seconds;
}

std::optional<BenchEntry> BenchCoordinator::unpredicted(const Running& running) const {
  for (const VariantInfo* info : running.workload.variants()) {
    if (info->backend != running.variant.backend || !parts_.offers.is_timed(running, *info))
      continue;
    BenchEntry variant;
    variant.choice = parts_.offers.choice_of(running, *info);
    variant.executor = parts_.offers.executor_of(*info);
    if (!parts_.predictions.known(running.workload, variant.choice, variant.executor))
      return variant;
  }
  return {};
}

void BenchCoordinator::begin(const Workload& workload, std::vector<BenchEntry> planned,
                             HostState state) {
  left_out_.clear();
  job_ =
      std::make_unique<BenchJob>(workload, std::move(planned), std::move(state), bench_seconds_,
                                 BenchJob::Tools{make_exec, predictor(parts_.predictions, workload),
                                                 &ceilings_, places_, &parts_.offers.machine()});
}

void BenchCoordinator::tune(const Running& running, const SettingSpace& space,
                            const TuneOptions& options, HostState state) {
  tune_ = std::make_unique<TuneJob>(
      running.workload, space, std::move(state), running.choice.problem, options,
      TuneJob::Tools{make_exec, predictor(parts_.predictions, running.workload), &ceilings_,
                     places_});
}

void BenchCoordinator::compare(const Running& running, const Choice& a, const Choice& b,
                               HostState state) {
  const auto side = [&](const Choice& choice) {
    CompareJob::Side made{
        choice, parts_.offers.executor_of(*running.workload.find(choice.variant)), {}};
    made.check = parts_.result_cache.check(choice, made.executor).value_or(CheckResult{});
    return made;
  };
  compare_ = std::make_unique<CompareJob>(running.workload, side(a), side(b), std::move(state),
                                          InTurnOptions{}, make_exec, places_);
}

void BenchCoordinator::cancel() {
  if (MeasuringJob* measuring = job()) measuring->cancel();
}

void BenchCoordinator::drop() {
  job_.reset();
  tune_.reset();
  compare_.reset();
  lab_.reset();
  blocks_.reset();
  edit_.reset();
}

void BenchCoordinator::trace_blocks(const Running& running, ui::BlocksView view, int device) {
  blocks_ = std::make_unique<BlocksJob>(
      std::move(view), BlocksJob::Ground{&running.workload, &parts_.offers.machine(), device},
      places_);
}

void BenchCoordinator::check_edited(EditJob::Task task) {
  edited_.reset();
  edit_ = std::make_unique<EditJob>(std::move(task), places_);
}

void BenchCoordinator::experiment(std::unique_ptr<Experiment> experiment, Values values, int device,
                                  std::vector<const Workload*> workloads) {
  lab_ = std::make_unique<LabJob>(
      std::move(experiment), std::move(values),
      LabJob::Ground{&parts_.offers.machine(), device, std::move(workloads)}, places_);
}

void BenchCoordinator::take_search() {
  for (const VariantResult& result : tune_->take()) {
    const SelectedVariant& variant = result.variant;
    if (result.sizes.verdict != Verdict::unchecked)
      parts_.result_cache.set_check(variant.choice, variant.executor, result.sizes);
  }
  tuned_ = tune_->found();
}

void BenchCoordinator::take_comparison() {
  compared_ = compare_->found();
  for (const CompareJob::Side& side : {compared_->a, compared_->b})
    if (side.check.verdict != Verdict::unchecked)
      parts_.result_cache.set_check(side.choice, side.executor, side.check);
}

void BenchCoordinator::take(const Workload& workload, const BenchEntry& measured) {
  const std::string& title = workload.find(measured.choice.variant)->title;
  if (measured.check.verdict != Verdict::unchecked)
    parts_.result_cache.set_check(measured.choice, measured.executor, measured.check);
  if (measured.measurement) parts_.result_cache.set_bench(measured.choice, *measured.measurement);
  if (measured.clocks) parts_.result_cache.set_clocks(measured.choice, *measured.clocks);
  if (measured.counters) parts_.result_cache.set_counters(measured.choice, *measured.counters);
  if (measured.left_out_ms > 0)
    left_out_.push_back(title + " (" + grouped(std::lround(measured.left_out_ms / 1000)) +
                        " s per step)");
  if (!measured.failure.empty() && measured.wants_roofs)
    parts_.notices.add(Severity::error, "the roofs could not be measured: " + measured.failure);
  else if (!measured.failure.empty())
    parts_.notices.add(Severity::error, title + ": " + measured.failure);
}

bool BenchCoordinator::poll(const Workload& workload) {
  const MeasuringJob* const measuring = job();
  if (!measuring) return false;
  const MeasuringJob::Progress progress = measuring->progress();  // first: no result is missed
  if (tune_) take_search();
  if (compare_) take_comparison();
  if (lab_) experimented_ = lab_->found();
  if (blocks_ && blocks_->found()) traced_blocks_ = blocks_->found();
  if (edit_) edited_ = edit_->found();
  if (job_)
    for (const BenchEntry& measured : job_->take()) take(workload, measured);
  if (!progress.finished) return false;
  if (!progress.note.empty() && !std::exchange(noted_, true))
    parts_.notices.add(Severity::info, progress.note, "Others may measure at the same time.");
  if (tune_ && !tuned_->failure.empty())
    parts_.notices.add(Severity::error, "the search ended early: " + tuned_->failure);
  if (lab_ && !experimented_->failure.empty())
    parts_.notices.add(Severity::error, "the experiment ended early: " + experimented_->failure);
  if (blocks_ && traced_blocks_ && !traced_blocks_->measured_reason.empty())
    parts_.notices.add(Severity::error,
                       "blocks could not be timed: " + traced_blocks_->measured_reason);
  if (const std::vector<std::string> left_out = std::exchange(left_out_, {}); !left_out.empty())
    parts_.notices.add(Severity::info, "left out: " + joined(left_out),
                       "Enter on a variant measures it all the same.");
  drop();
  return true;
}

Ceilings BenchCoordinator::roofs(Executor executor) const {
  return ceilings_.find(roof_key_of(parts_.offers.machine(), executor));
}

Ceilings BenchCoordinator::ceilings(const Workload& workload, const Choice& choice) const {
  const VariantInfo* info = workload.find(choice.variant);
  return info ? ceilings_.find(ceiling_key(info->backend, choice.launch, workload.cost(choice)))
              : Ceilings();
}

}  // namespace livewarp
