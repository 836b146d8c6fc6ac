#include "app/session/fit.h"

#include <algorithm>
#include <fstream>
#include <future>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/measure/predict.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

constexpr FitLimits cpu_limits{.target_ms = 12, .growth = 2},
    gpu_limits{.target_ms = 8, .growth = 8};
/// A size that was fitted before may take so many times the target, and the next one must promise
/// to stay so many times below it.
constexpr double patience = 1.4;

/// The problem of a choice at other sizes, and what a step takes there.
class Sizes {
 public:
  Sizes(const Workload& workload, const Choice& choice, double ms)
      : workload_(workload), choice_(choice), ms_per_item_(ms / items(choice)) {}

  Choice at(std::int64_t n) const {
    Choice result = choice_;
    for (const std::string& id : workload_.info().size_params) result.problem[id] = n;
    return result;
  }
  double items(const Choice& choice) const { return workload_.cost(choice).items; }
  double items(std::int64_t n) const { return items(at(n)); }
  double ms(std::int64_t n) const { return items(n) * ms_per_item_; }
  std::size_t bytes(std::int64_t n) const { return workload_.state_bytes(at(n)); }

 private:
  const Workload& workload_;
  const Choice& choice_;
  double ms_per_item_;
};

/// Those that are offered, ascending; the smallest one whatever it takes.
std::vector<std::int64_t> offered_sizes(const Param& size, const Sizes& sizes,
                                        const FitLimits& limits) {
  const auto usual = std::get<std::int64_t>(size.default_value);
  const std::int64_t most = usual * limits.growth;
  const double most_items = sizes.items(usual) * static_cast<double>(limits.growth * limits.growth);
  const auto has_room = [&](std::int64_t n) {
    return limits.room == 0 || sizes.bytes(n) <= limits.room;
  };
  std::vector<std::int64_t> offered;
  for (std::int64_t power = std::min<std::int64_t>(256, usual / 2); power <= most; power *= 2)
    for (const std::int64_t n : {power, power + power / 2})
      if (n <= most && static_cast<double>(n) <= size.max &&
          (offered.empty() || (sizes.items(n) <= most_items && has_room(n))))
        offered.push_back(n);
  return offered;
}

/// Whether the size of an earlier start still serves: it is not much too slow, nor the next one
/// surely fast enough.
bool still_serves(const std::vector<std::int64_t>& offered, std::int64_t before, const Sizes& sizes,
                  double target_ms) {
  const auto at = std::ranges::find(offered, before);
  if (at == offered.end() || sizes.ms(before) > patience * target_ms) return false;
  return at + 1 == offered.end() || sizes.ms(at[1]) > target_ms / patience;
}

}  // namespace

Fitted fit_size(const Workload& workload, const Choice& choice, const StepTimer& timer,
                const FitLimits& limits, std::optional<std::int64_t> before) {
  const Param* size = workload.info().size();
  if (!size) return {choice, {}};
  const double now_ms = timer(choice);
  if (now_ms <= 0 || workload.cost(choice).items <= 0) return {choice, {}};
  const Sizes sizes(workload, choice, now_ms);
  const std::vector<std::int64_t> offered = offered_sizes(*size, sizes, limits);
  if (offered.empty()) return {choice, {}};
  std::int64_t best = offered.front();
  for (const std::int64_t n : offered)
    if (sizes.ms(n) <= limits.target_ms) best = n;
  if (before && still_serves(offered, *before, sizes, limits.target_ms)) best = *before;
  return {sizes.at(best), fmt::format("{} {} fitted to this machine", size->label, grouped(best))};
}

FittedSizes::FittedSizes(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream stream(file_);
  const auto read = nlohmann::json::parse(stream, nullptr, false);
  if (!read.is_object()) return;
  for (const auto& [key, size] : read.items())
    if (size.is_number_integer()) sizes_[key] = size;
}

std::optional<std::int64_t> FittedSizes::find(const std::string& key) const {
  const auto found = sizes_.find(key);
  return found == sizes_.end() ? std::nullopt : std::optional(found->second);
}

void FittedSizes::keep(const std::string& key, std::int64_t size) {
  if (std::exchange(sizes_[key], size) == size || file_.empty()) return;
  try {
    OutputFile(file_.string()).write(nlohmann::json(sizes_).dump(1) + "\n");
  } catch (const Error&) {
    // A folder that cannot be written to: the next start fits anew.
  }
}

Fitted fit_to_machine(const Workload& workload, const Choice& choice, const Machine& machine,
                      FittedSizes& sizes) {
  const bool gpu = workload.find(choice.variant)->backend == Backend::cuda;
  const Executor executor = gpu ? Executor::cuda : Executor::cpu;
  std::string key = fmt::format("{} {} on {} x {}", choice.workload, choice.variant,
                                machine.cpu.cores, machine.cpu.name);
  for (const GpuInfo& each : machine.gpus) key += ", " + each.name;
  // What else the machine does makes a step longer, never shorter: of a few trials the shortest
  // counts.
  const StepTimer timer = [&](const Choice& timed) {
    constexpr int trials = 3;
    double shortest = predict_step_ms(workload, timed, executor, {});
    for (int i = 1; i < trials; ++i)
      shortest = std::min(shortest, predict_step_ms(workload, timed, executor, {}));
    return shortest;
  };
  const auto fit = [&] {
    FitLimits limits = gpu ? gpu_limits : cpu_limits;
    if (gpu) limits.room = cuda_free_bytes() / 2;
    return fit_size(workload, choice, timer, limits, sizes.find(key));
  };
  Fitted fitted;
  if (gpu)
    fitted = fit();
  else
    // Threads inherit their priority: those that compute from now on are started by a thread of low
    // priority, so that they never hold up a frame.
    fitted = std::async(std::launch::async, [&] {
               lower_thread_priority();
               return fit();
             }).get();
  if (!fitted.text.empty())
    sizes.keep(key, get_integer(fitted.choice.problem, workload.info().size()->id));
  return fitted;
}

}  // namespace livewarp
