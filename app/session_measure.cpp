// What a session measures on request: rows one after another, while the live run rests.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"
#include "kernels/core/verification.h"

namespace livewarp {

namespace {

constexpr double bench_seconds = 1.5;
constexpr double longest_unasked_ms = 5000;  ///< slower rows are left out of "measure all"

}  // namespace

/// So that the time of measuring all rows can be told before it is asked for.
void Session::poll_predictions() {
  if (job_ || choice_.paused || checking() || !check().ok()) return;
  for (const VariantInfo* info : workload_->variants()) {
    if (info->backend != variant_->backend || !is_measured(*info)) continue;
    const Executor executor = executor_of(*info);
    const Choice choice = row_choice(*info);
    if (predictions_.known(*workload_, choice, executor)) continue;
    checker_.do_when_idle([this, workload = workload_, choice, executor](const Job& job) {
      try {
        predictions_.step_ms(*workload, choice, executor, job.stop);
      } catch (const Cancelled&) {
        throw;
      } catch (const std::exception&) {
        predictions_.set_unknown(*workload, choice, executor);  // said when the row is run
      }
    });
    return;
  }
}

Choice Session::row_choice(const VariantInfo& info) const {
  if (&info == variant_) return choice_;
  return remembered_.with_variant(choice_, variant_->backend, info);
}

/// Whether the row can be timed here, at the present problem.
bool Session::is_measured(const VariantInfo& info) const {
  const Executor executor = executor_of(info);
  return executor != Executor::simt && unavailable(info).empty() &&
         workload_->refusal(row_choice(info), executor).empty();
}

std::vector<BenchRow> Session::rows_to_measure(const std::optional<std::string>& variant,
                                               const std::optional<Choice>& also) const {
  std::vector<BenchRow> rows;
  const auto add = [&](const VariantInfo& info, const Choice& choice) {
    BenchRow row;
    row.choice = choice;
    row.executor = executor_of(info);
    row.check = records_.check(row.choice, row.executor).value_or(CheckResult{});
    row.longest_ms = variant ? 0 : longest_unasked_ms;
    rows.push_back(std::move(row));
  };
  for (const VariantInfo* info : workload_->variants()) {
    if (variant ? info->name != *variant : info->backend != variant_->backend) continue;
    if (is_measured(*info)) add(*info, row_choice(*info));
  }
  if (variant || !also || also->workload != choice_.workload || also->problem != choice_.problem)
    return rows;
  const VariantInfo* info = workload_->find(also->variant);
  const bool listed = std::ranges::any_of(rows, [&](const BenchRow& row) {
    return row.choice.variant == also->variant && row.choice.launch == also->launch &&
           row.choice.memory == also->memory;
  });
  if (info && !listed && is_measured(*info)) add(*info, *also);
  return rows;
}

void Session::measure(const std::optional<std::string>& variant,
                      const std::optional<Choice>& also) {
  if (job_ || preparing_) return;
  std::vector<BenchRow> rows = rows_to_measure(variant, also);
  begin_job(std::move(rows));
}

void Session::measure(const std::vector<Choice>& settings) {
  if (job_ || preparing_) return;
  std::vector<BenchRow> rows;
  for (const Choice& choice : settings) {
    BenchRow row;
    row.choice = choice;
    row.executor = executor_of(*workload_->find(choice.variant));
    row.own_state = choice.problem != choice_.problem;
    row.check = records_.check(row.choice, row.executor).value_or(CheckResult{});
    rows.push_back(std::move(row));
  }
  begin_job(std::move(rows));
}

void Session::begin_job(std::vector<BenchRow> rows) {
  if (rows.empty()) return;
  checker_.cancel();
  runner_->hold(true);
  std::optional<HostState> state = copied_state();
  if (!state) {
    runner_->hold(false);
    begin_check();
    return;
  }
  left_out_.clear();
  const auto predict = [this, workload = workload_](const Choice& choice, Executor executor,
                                                    std::stop_token stop) {
    return predictions_.step_ms(*workload, choice, executor, std::move(stop));
  };
  job_ = std::make_unique<BenchJob>(*workload_, std::move(rows), std::move(*state), bench_seconds,
                                    BenchJob::Tools{make_exec, predict, &ceilings_});
}

Ceilings Session::ceilings(const Choice& choice) const {
  const VariantInfo* info = workload_->find(choice.variant);
  return info ? ceilings_.find(ceiling_key(info->backend, choice.launch, workload_->work(choice)))
              : Ceilings();
}

double Session::measure_all_seconds(const std::optional<Choice>& also) const {
  constexpr double most_warm_up = 1, least_warm_up = 0.2;
  double seconds = 0;
  for (const BenchRow& row : rows_to_measure({}, also)) {
    const double step = predictions_.known(*workload_, row.choice, row.executor).value_or(0) / 1000;
    if (1000 * step > longest_unasked_ms) continue;
    // Three steps to warm up at least, and the last sample may begin just before the time is over.
    seconds += step >= bench_seconds
                   ? step
                   : std::clamp(3 * step, least_warm_up, most_warm_up) + bench_seconds + step;
  }
  return seconds;
}

void Session::cancel_job() {
  if (job_) job_->cancel();
  if (preparing_) give_up_preparing();
}

void Session::poll_job() {
  if (!job_) return;
  const bool finished = job_->progress().finished;  // before its rows are taken: none is missed
  for (const BenchRow& row : job_->take()) {
    const std::string& title = workload_->find(row.choice.variant)->title;
    if (row.check.verdict != Verdict::unchecked)
      records_.set_check(row.choice, row.executor, row.check);
    if (row.measurement) records_.set_bench(row.choice, *row.measurement);
    if (row.left_out_ms > 0)
      left_out_.push_back(title + " (" + grouped(std::lround(row.left_out_ms / 1000)) +
                          " s a step)");
    if (!row.failure.empty()) notices_.add(ui::Severity::error, title + ": " + row.failure);
  }
  if (!finished) return;
  if (!left_out_.empty())
    notices_.add(ui::Severity::info, "left out: " + joined(left_out_),
                 "Enter on a row measures it all the same.");
  job_.reset();
  runner_->hold(false);
  begin_check();
}

}  // namespace livewarp
