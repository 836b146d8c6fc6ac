#include "app/measure/result_cache.h"

#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {
namespace {

std::string join(const Values& values) {
  std::string text;
  for (const auto& [id, value] : values) text += id + '=' + to_text(value) + ' ';
  return text;
}

std::string launch_key(const Choice& choice) {
  return choice.workload + ' ' + choice.variant + ' ' + join(choice.launch) +
         std::string(name_of(choice.memory));
}

std::string launch_key(const Choice& choice, Executor executor) {
  return launch_key(choice) + ' ' + std::string(name_of(executor));
}

std::string problem_key(const Choice& choice, Executor executor) {
  return launch_key(choice, executor) + ' ' + join(choice.problem);
}

/// Only one executor of a variant yields a time.
std::string bench_key(const Choice& choice) {
  return launch_key(choice) + ' ' + join(choice.problem);
}

/// The value of an axis, taken out of the choice; empty if its variant has none.
std::string take_value(const std::string& axis, Choice& choice) {
  const auto found = choice.launch.find(axis);
  if (found == choice.launch.end()) return {};
  std::string value = to_text(found->second);
  choice.launch.erase(found);
  return value;
}

}  // namespace

void ResultCache::set_check(const Choice& choice, Executor executor, const CheckResult& result) {
  const std::string launch = launch_key(choice, executor);
  if (result.verdict == Verdict::at_check_sizes || result.verdict == Verdict::failed)
    at_sizes_[launch] = result;
  if (result.verdict == Verdict::here) here_[problem_key(choice, executor)] = result;
}

std::optional<CheckResult> ResultCache::check(const Choice& choice, Executor executor) const {
  const auto sizes = at_sizes_.find(launch_key(choice, executor));
  if (sizes == at_sizes_.end()) return std::nullopt;
  if (!sizes->second.ok()) return sizes->second;
  const auto here = here_.find(problem_key(choice, executor));
  return here == here_.end() ? sizes->second : here->second;
}

bool ResultCache::sizes_known(const Choice& choice, Executor executor) const {
  const auto sizes = at_sizes_.find(launch_key(choice, executor));
  return sizes != at_sizes_.end() && sizes->second.ok();
}

void ResultCache::set_bench(const Choice& choice, const Measurement& measurement) {
  benches_[bench_key(choice)] = measurement;
}

std::optional<Measurement> ResultCache::bench(const Choice& choice) const {
  const auto found = benches_.find(bench_key(choice));
  if (found == benches_.end()) return std::nullopt;
  return found->second;
}

void ResultCache::set_clocks(const Choice& choice, const StepClocks& clocks) {
  clocks_[bench_key(choice)] = clocks;
}

std::optional<StepClocks> ResultCache::clocks(const Choice& choice) const {
  const auto found = clocks_.find(bench_key(choice));
  return found == clocks_.end() ? std::nullopt : std::optional(found->second);
}

void ResultCache::set_counters(const Choice& choice, const CounterResult& counters) {
  counters_[bench_key(choice)] = counters;
}

std::optional<CounterResult> ResultCache::counters(const Choice& choice) const {
  const auto found = counters_.find(bench_key(choice));
  return found == counters_.end() ? std::nullopt : std::optional(found->second);
}

void ResultCache::set_live(const Choice& choice, Executor executor, double median_ms) {
  for (const char* const axis : {"block", reserve_axis_id}) {
    Choice rest = choice;
    const std::string value = take_value(axis, rest);
    if (!value.empty()) live_[axis + problem_key(rest, executor)][value] = median_ms;
  }
}

std::map<std::string, double> ResultCache::live_by(const std::string& axis, const Choice& choice,
                                                   Executor executor) const {
  Choice rest = choice;
  take_value(axis, rest);
  const auto found = live_.find(axis + problem_key(rest, executor));
  return found == live_.end() ? std::map<std::string, double>{} : found->second;
}

}  // namespace livewarp
