#include "kernels/core/workload/remembered.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/model/block_rule.h"

namespace livewarp {

namespace {

bool offered(const Param& param, const Values& values) {
  const auto found = values.find(param.id);
  if (found == values.end()) return false;
  try {
    check_value(param, found->second);
    // A row of 64 threads is no plane of 64x1 that somebody would want.
    const auto* block = param.block ? std::get_if<std::string>(&found->second) : nullptr;
    return !block || block_text(param, parse_block(*block)) == *block;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void Remembered::note(const Choice& choice, Backend backend) {
  for (const auto& [id, value] : choice.launch) launch_[choice.workload][id] = value;
  memory_[backend] = choice.memory;
}

Choice Remembered::with_variant(const Choice& choice, Backend from,
                                const VariantInfo& variant) const {
  Choice wanted = choice;
  wanted.variant = variant.name;
  wanted.launch.clear();
  const auto here = launch_.find(choice.workload);
  const Values chosen = here == launch_.end() ? Values{} : here->second;
  for (const Param& axis : variant.axes) {
    const Values* source = offered(axis, choice.launch) ? &choice.launch
                           : offered(axis, chosen)      ? &chosen
                                                        : nullptr;
    wanted.launch[axis.id] = source ? source->at(axis.id) : axis.default_value;
  }
  const auto allows = [&](MemoryMode mode) {
    return std::find(variant.memory_modes.begin(), variant.memory_modes.end(), mode) !=
           variant.memory_modes.end();
  };
  const auto last = memory_.find(variant.backend);
  if (last != memory_.end() && !allows(wanted.memory) && allows(last->second))
    wanted.memory = last->second;
  if (!allows(wanted.memory) && !variant.memory_modes.empty())
    wanted.memory = variant.memory_modes.front();
  if (from != variant.backend) wanted.display = DisplayPath::automatic;
  return wanted;
}

}  // namespace livewarp
