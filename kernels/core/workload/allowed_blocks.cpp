#include "kernels/core/workload/allowed_blocks.h"

#include <algorithm>
#include <tuple>

#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/launch_limits.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

const Param* block_of(const Workload& workload, const Choice& choice) {
  const VariantInfo* const variant = workload.find(choice.variant);
  const Param* const axis = variant ? find_param(variant->axes, "block") : nullptr;
  return axis && axis->block ? axis : nullptr;
}

/// The shapes of so many dimensions that a search looks at.
std::vector<Dim3> shapes_within(const BlockRange& range, int dimensions) {
  constexpr unsigned deepest = 8;
  std::vector<Dim3> shapes;
  const auto add = [&](Dim3 shape) {
    if (shape.count() >= range.from && shape.count() <= range.to) shapes.push_back(shape);
  };
  const unsigned most = std::min(range.to, most_block_threads);
  if (dimensions == 1)
    for (unsigned x = warp_threads; x <= most; x += warp_threads) add({x});
  else
    for (unsigned z = 1; z <= (dimensions > 2 ? deepest : 1); z *= 2)
      for (unsigned y = 1; y * z <= most; y *= 2)
        for (unsigned x = 1; x * y * z <= most; x *= 2) add({x, y, z});
  return shapes;
}

}  // namespace

std::string block_refusal(const Workload& workload, const Choice& choice, const Dim3& shape,
                          const GpuInfo* gpu) {
  const Param* const axis = block_of(workload, choice);
  if (!axis) return "variant " + choice.variant + " has no block";
  std::string reason = block_refusal(*axis, shape);
  if (!reason.empty()) return reason;
  Choice tried = choice;
  tried.launch["block"] = block_text(*axis, shape);
  reason = workload.refusal(tried, Executor::cuda);
  return reason.empty() && gpu ? launch_refusal(workload, tried, *gpu) : reason;
}

std::vector<std::string> allowed_blocks(const Workload& workload, const Choice& choice,
                                        const GpuInfo* gpu, const BlockRange& range) {
  const Param* const axis = block_of(workload, choice);
  if (!axis) return {};
  std::vector<Dim3> shapes = shapes_within(range, axis->block->dimensions());
  for (const Option& preset : axis->options) shapes.push_back(parse_dim(preset.id));
  const auto order = [](const Dim3& shape) {
    return std::tuple(shape.count(), shape.z, shape.y, shape.x);
  };
  std::ranges::sort(shapes, {}, order);
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  std::vector<std::string> allowed;
  for (const Dim3& shape : shapes)
    if (block_refusal(workload, choice, shape, gpu).empty())
      allowed.push_back(block_text(*axis, shape));
  return allowed;
}

}  // namespace livewarp
