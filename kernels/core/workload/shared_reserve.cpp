#include "kernels/core/workload/shared_reserve.h"

#include <algorithm>

#include "kernels/core/workload/launch_limits.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

namespace {

constexpr std::size_t kib = 1024;

}  // namespace

Param reserve_axis(const VariantInfo& variant) {
  Param axis = integer_param(
      reserve_axis_id, "Reserved shared", "KiB", 0, std::int64_t(most_shared_bytes / kib), 0,
      "Dynamic shared memory that each block is given and nothing uses. Fewer blocks stay on a "
      "multiprocessor, so that occupancy falls while the code stays as it is: how the time "
      "depends on resident warps alone.");
  axis.group = ParamGroup::launch;
  axis.aside = true;
  if (variant.missing) axis.reason = "a library launches its kernels, with what they need";
  return axis;
}

std::size_t reserved_shared(const Values& launch) {
  const auto found = launch.find(reserve_axis_id);
  return found == launch.end() ? 0 : std::size_t(std::get<std::int64_t>(found->second)) * kib;
}

std::vector<std::int64_t> reserves_worth_trying(const SmLimits& limits) {
  std::vector<std::int64_t> values{0};
  for (int blocks = limits.blocks; blocks > 0; --blocks) {
    const std::size_t each = limits.shared_bytes / std::size_t(blocks);
    if (each <= limits.reserved_shared_per_block) continue;
    const auto value = std::int64_t((each - limits.reserved_shared_per_block) / kib);
    if (value > values.back()) values.push_back(value);
  }
  return values;
}

}  // namespace livewarp
