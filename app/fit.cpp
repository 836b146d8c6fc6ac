#include "app/fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/predict.h"
#include "kernels/core/text.h"

namespace livewarp {

Fitted fit_size(const Workload& workload, const Choice& choice, Executor executor, double target_ms,
                std::int64_t most) {
  const Param* size = workload.info().size();
  if (!size) return {choice, {}};
  const double now_ms = predict_step_ms(workload, choice, executor, {});
  const double now_items = workload.work(choice).items;
  if (now_ms <= 0 || now_items <= 0) return {choice, {}};

  Choice best = choice;
  bool found = false;
  for (std::int64_t power = 256; power <= most; power *= 2) {
    for (const std::int64_t n : {power, power + power / 2}) {
      if (n > most || static_cast<double>(n) > size->max) continue;
      Choice candidate = choice;
      for (const std::string& id : workload.info().size_params) candidate.problem[id] = n;
      if (found && now_ms * workload.work(candidate).items / now_items > target_ms) continue;
      best = candidate;
      found = true;
    }
  }
  return {best, fmt::format("{} {} fitted to this machine", size->label,
                            grouped(get_integer(best.problem, size->id)))};
}

}  // namespace livewarp
