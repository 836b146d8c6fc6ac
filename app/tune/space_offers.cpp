#include "app/tune/space_offers.h"

#include <algorithm>
#include <utility>

#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"

namespace livewarp {

namespace {

std::vector<Offer> size_offers(const SelectedVariant& variant, const SpaceOver& over) {
  SweepOver sizes;
  const std::int64_t now = swept_size(*variant.workload, variant.choice);
  sizes.from = over.from.value_or(std::max<std::int64_t>(1, now / 8));
  sizes.to = over.to.value_or(now * 8);
  sizes.points = over.points;
  std::vector<Offer> offers;
  for (const SweepStep& step : sweep_steps(*variant.workload, variant.choice, sizes))
    offers.push_back(
        {step.text, [problem = step.choice.problem](Choice& c) { c.problem = problem; }, {}});
  return offers;
}

std::vector<Offer> memory_offers(const VariantInfo& info, const GpuInfo* gpu) {
  std::vector<Offer> offers;
  if (info.backend == Backend::cpu) return offers;
  for (const MemoryMode mode : cuda_memory_modes()) {
    if (std::ranges::count(info.memory_modes, mode) == 0 &&
        std::ranges::count(info.memory_refusals, mode, &MemoryRefusal::mode) == 0)
      continue;
    std::string reason = memory_reason(info, mode, gpu);
    if (!reason.empty()) reason = "memory " + std::string(name_of(mode)) + ": " + reason;
    offers.push_back({std::string(name_of(mode)), [mode](Choice& c) { c.memory = mode; }, reason});
  }
  return offers;
}

Offer value_offer(const std::string& id, const Value& value, std::string refusal = {}) {
  return {to_text(value), [id, value](Choice& c) { c.launch[id] = value; }, std::move(refusal)};
}

/// Presets that cannot be stand there with their reasons.
std::vector<Offer> block_offers(const SelectedVariant& variant, const Param& axis, bool any,
                                const GpuInfo* gpu) {
  const Workload& workload = *variant.workload;
  const auto refusal = [&](const std::string& shape) {
    const std::string reason = block_refusal(workload, variant.choice, parse_dim(shape), gpu);
    return reason.empty() || reason.starts_with("block ") ? reason
                                                          : "block " + shape + ": " + reason;
  };
  std::vector<Offer> offers;
  if (any)
    for (const std::string& shape : allowed_blocks(workload, variant.choice, gpu))
      offers.push_back(value_offer("block", shape));
  for (const Option& preset : axis.options)
    if (std::string reason = refusal(preset.id); !any || !reason.empty())
      offers.push_back(value_offer("block", preset.id, std::move(reason)));
  return offers;
}

std::vector<Offer> axis_offers(const SelectedVariant& variant, const std::string& id,
                               const SpaceOver& over, const GpuInfo* gpu) {
  const Param* axis = find_param(variant.info->axes, id);
  if (!axis) return {};
  if (axis->block) return block_offers(variant, *axis, over.any_block, gpu);
  std::vector<Offer> offers;
  for (const SweepStep& step : sweep_steps(*variant.workload, variant.choice, {id, {}, {}, 0}))
    // The instruction set "auto" is one of the others.
    if (id != "isa" || step.text != "auto")
      offers.push_back(value_offer(id, step.choice.launch.at(id)));
  for (const Option& option : axis->options)
    if (!option.reason.empty())
      offers.push_back({option.id, {}, id + " " + option.id + ": " + option.reason});
  return offers;
}

std::vector<Offer> offers_of(const SelectedVariant& variant, const std::string& id,
                             const SpaceOver& over, const GpuInfo* gpu) {
  if (id == "variant") return {{variant.info->name, [](Choice&) {}, {}}};
  if (id == "memory") return memory_offers(*variant.info, gpu);
  if (id == "size") return size_offers(variant, over);
  return axis_offers(variant, id, over, gpu);
}

}  // namespace

std::vector<std::vector<Offers>> all_offers(const std::vector<SelectedVariant>& variants,
                                            const SpaceOver& over, const GpuInfo* gpu) {
  std::vector<std::vector<Offers>> offers;
  for (const SelectedVariant& variant : variants) {
    auto& of_variant = offers.emplace_back();
    if (!variant.skip.empty()) continue;
    for (std::size_t d = 0; d < over.ids.size(); ++d)
      if (std::vector<Offer> all = offers_of(variant, over.ids[d], over, gpu); !all.empty())
        of_variant.push_back({d, std::move(all)});
  }
  return offers;
}

}  // namespace livewarp
