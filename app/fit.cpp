#include "app/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "app/platform.h"
#include "app/predict.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

constexpr double cpu_step_ms = 12, gpu_step_ms = 8;
constexpr std::int64_t cpu_growth = 2, gpu_growth = 8;

}  // namespace

Fitted fit_size(const Workload& workload, const Choice& choice, Executor executor, double target_ms,
                std::int64_t growth) {
  const Param* size = workload.info().size();
  if (!size) return {choice, {}};
  const double now_ms = predict_step_ms(workload, choice, executor, {});
  const double now_items = workload.work(choice).items;
  if (now_ms <= 0 || now_items <= 0) return {choice, {}};
  const auto sized = [&](std::int64_t n) {
    Choice result = choice;
    for (const std::string& id : workload.info().size_params) result.problem[id] = n;
    return result;
  };
  const auto usual = std::get<std::int64_t>(size->default_value);
  const std::int64_t most = usual * growth;
  const double most_items =
      workload.work(sized(usual)).items * static_cast<double>(growth * growth);

  Choice best = choice;
  bool found = false;
  for (std::int64_t power = std::min<std::int64_t>(256, usual / 2); power <= most; power *= 2) {
    for (const std::int64_t n : {power, power + power / 2}) {
      if (n > most || static_cast<double>(n) > size->max) continue;
      const Choice candidate = sized(n);
      const double items = workload.work(candidate).items;
      if (found && (items > most_items || now_ms * items / now_items > target_ms)) continue;
      best = candidate;
      found = true;
    }
  }
  return {best, fmt::format("{} {} fitted to this machine", size->label,
                            grouped(get_integer(best.problem, size->id)))};
}

Fitted fit_to_machine(const Workload& workload, const Choice& choice) {
  const bool gpu = workload.find(choice.variant)->backend == Backend::cuda;
  if (gpu) return fit_size(workload, choice, Executor::cuda, gpu_step_ms, gpu_growth);
  // Threads inherit their priority: those that compute from now on are started by a thread of low
  // priority, so that they never hold up a frame.
  const auto fit = [&] {
    lower_thread_priority();
    return fit_size(workload, choice, Executor::cpu, cpu_step_ms, cpu_growth);
  };
  return std::async(std::launch::async, fit).get();
}

}  // namespace livewarp
