#include "kernels/core/workload/launch_limits.h"

#include <algorithm>

#include "kernels/core/base/text.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

std::uint64_t threads_of(const std::string& block) { return parse_dim(block).count(); }

/// The chosen variant's block axis; null without one.
const Param* block_axis_of(const Workload& workload, const Choice& choice) {
  const VariantInfo* const variant = workload.find(choice.variant);
  if (!variant || variant->backend != Backend::cuda) return nullptr;
  return find_param(variant->axes, "block");
}

}  // namespace

std::string launch_refusal(const Workload& workload, const Choice& choice, const GpuInfo& gpu) {
  if (block_axis_of(workload, choice) && gpu.max_threads_per_block > 0) {
    const std::string& block = get_text(choice.launch, "block");
    if (threads_of(block) > std::uint64_t(gpu.max_threads_per_block))
      return "block " + block + ": this GPU allows " + grouped(gpu.max_threads_per_block) +
             " threads";
  }
  const std::size_t asked = workload.shared_bytes(choice);
  const std::size_t given = std::max(gpu.shared_per_block, gpu.shared_per_block_optin);
  if (asked <= (given ? given : most_shared_bytes)) return {};
  const std::size_t reserved = reserved_shared(choice.launch);
  return "a block needs " + memory_size(asked) + " of shared memory" +
         (reserved > 0 ? " (reserved: " + memory_size(reserved) + "), " : ", ") +
         (given ? "this GPU gives " + memory_size(given)
                : "no GPU gives more than " + memory_size(most_shared_bytes));
}

Choice with_block_that_fits(const Workload& workload, const Choice& choice, const GpuInfo& gpu) {
  const Param* const axis = block_axis_of(workload, choice);
  if (!axis || launch_refusal(workload, choice, gpu).empty()) return choice;
  const std::uint64_t most = threads_of(get_text(choice.launch, "block"));
  std::uint64_t best = 0;
  Choice result = choice, tried = choice;
  for (const Option& option : axis->options) {
    const std::uint64_t threads = threads_of(option.id);
    if (!option.reason.empty() || threads > most || threads <= best) continue;
    tried.launch["block"] = option.id;
    if (!launch_refusal(workload, tried, gpu).empty() ||
        !workload.refusal(tried, Executor::cuda).empty())
      continue;
    best = threads;
    result = tried;
  }
  return result;
}

}  // namespace livewarp
