#include "app/session/bench_coordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/registry.h"

namespace livewarp {

namespace {

constexpr double bench_seconds = 1.5;
constexpr double longest_unasked_ms = 5000;  ///< slower variants are left out of "measure all"

}  // namespace

std::vector<BenchRow> BenchCoordinator::planned(const Running& running,
                                                const std::optional<std::string>& variant,
                                                const std::optional<Choice>& also) const {
  const VariantOffers& offers = parts_.offers;
  const Choice& now = running.choice;
  std::vector<BenchRow> planned;
  const auto add = [&](const VariantInfo& info, const Choice& choice) {
    BenchRow row;
    row.choice = choice;
    row.executor = offers.executor_of(info);
    row.check = parts_.records.check(row.choice, row.executor).value_or(CheckResult{});
    row.longest_ms = variant ? 0 : longest_unasked_ms;
    planned.push_back(std::move(row));
  };
  for (const VariantInfo* info : running.workload.variants()) {
    if (variant ? info->name != *variant : info->backend != running.variant.backend) continue;
    if (offers.is_timed(running, *info)) add(*info, offers.choice_of(running, *info));
  }
  if (variant || !also || also->workload != now.workload || also->problem != now.problem)
    return planned;
  const VariantInfo* info = running.workload.find(also->variant);
  const bool listed = std::ranges::any_of(planned, [&](const BenchRow& row) {
    return row.choice.variant == also->variant && row.choice.launch == also->launch &&
           row.choice.memory == also->memory;
  });
  if (info && !listed && offers.is_timed(running, *info)) add(*info, *also);
  return planned;
}

std::vector<BenchRow> BenchCoordinator::planned(const Running& running,
                                                const std::vector<Choice>& settings) const {
  std::vector<BenchRow> planned;
  for (const Choice& choice : settings) {
    BenchRow row;
    row.choice = choice;
    row.executor = parts_.offers.executor_of(*running.workload.find(choice.variant));
    row.own_state = choice.problem != running.choice.problem;
    row.check = parts_.records.check(row.choice, row.executor).value_or(CheckResult{});
    planned.push_back(std::move(row));
  }
  return planned;
}

double BenchCoordinator::seconds_for_all(const Running& running,
                                         const std::optional<Choice>& also) const {
  constexpr double most_warm_up = 1, least_warm_up = 0.2;
  double seconds = 0;
  for (const BenchRow& row : planned(running, {}, also)) {
    const double step =
        parts_.predictions.known(running.workload, row.choice, row.executor).value_or(0) / 1000;
    if (1000 * step > longest_unasked_ms) continue;
    // Three steps to warm up at least, and the last sample may begin just before the time is over.
    seconds += step >= bench_seconds
                   ? step
                   : std::clamp(3 * step, least_warm_up, most_warm_up) + bench_seconds + step;
  }
  return seconds;
}

std::optional<BenchRow> BenchCoordinator::unpredicted(const Running& running) const {
  for (const VariantInfo* info : running.workload.variants()) {
    if (info->backend != running.variant.backend || !parts_.offers.is_timed(running, *info))
      continue;
    BenchRow row;
    row.choice = parts_.offers.choice_of(running, *info);
    row.executor = parts_.offers.executor_of(*info);
    if (!parts_.predictions.known(running.workload, row.choice, row.executor)) return row;
  }
  return {};
}

void BenchCoordinator::begin(const Workload& workload, std::vector<BenchRow> planned,
                             HostState state) {
  left_out_.clear();
  const auto predict = [&predictions = parts_.predictions,
                        &workload](const Choice& choice, Executor executor, std::stop_token stop) {
    return predictions.step_ms(workload, choice, executor, std::move(stop));
  };
  job_ = std::make_unique<BenchJob>(workload, std::move(planned), std::move(state), bench_seconds,
                                    BenchJob::Tools{make_exec, predict, &ceilings_});
}

void BenchCoordinator::cancel() {
  if (job_) job_->cancel();
}

void BenchCoordinator::take(const Workload& workload, const BenchRow& measured) {
  const std::string& title = workload.find(measured.choice.variant)->title;
  if (measured.check.verdict != Verdict::unchecked)
    parts_.records.set_check(measured.choice, measured.executor, measured.check);
  if (measured.measurement) parts_.records.set_bench(measured.choice, *measured.measurement);
  if (measured.left_out_ms > 0)
    left_out_.push_back(title + " (" + grouped(std::lround(measured.left_out_ms / 1000)) +
                        " s per step)");
  if (!measured.failure.empty())
    parts_.notices.add(Severity::error, title + ": " + measured.failure);
}

bool BenchCoordinator::poll(const Workload& workload) {
  if (!job_) return false;
  const bool finished = job_->progress().finished;  // before its results are taken: none is missed
  for (const BenchRow& measured : job_->take()) take(workload, measured);
  if (!finished) return false;
  if (!left_out_.empty())
    parts_.notices.add(Severity::info, "left out: " + joined(left_out_),
                       "Enter on a variant measures it all the same.");
  job_.reset();
  return true;
}

Ceilings BenchCoordinator::ceilings(const Workload& workload, const Choice& choice) const {
  const VariantInfo* info = workload.find(choice.variant);
  return info ? ceilings_.find(ceiling_key(info->backend, choice.launch, workload.work(choice)))
              : Ceilings();
}

}  // namespace livewarp
