#include "app/window/offered_axes.h"

#include <map>
#include <memory>

#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"

namespace livewarp {

namespace {

/// The rule of a variant with what its problem and the GPU refuse besides: panels ask it in every
/// frame, so that each shape is looked at once.
BlockRule rule_here(const BlockRule& rule, const Workload& workload, const Choice& choice,
                    std::optional<GpuInfo> gpu) {
  auto known = std::make_shared<std::map<std::string, std::string>>();
  return rule.also({}, [&workload, choice, gpu = std::move(gpu), known](const Dim3& shape) {
    const auto [at, fresh] = known->emplace(to_text(shape), "");
    if (fresh) at->second = block_refusal(workload, choice, shape, gpu ? &*gpu : nullptr);
    return at->second;
  });
}

}  // namespace

const std::vector<Param>& OfferedAxes::of(const Session& session, int device) {
  return of(session.workload(), session.choice(), session.machine(), device);
}

const std::vector<Param>& OfferedAxes::of(const Workload& workload, const Choice& choice,
                                          const Machine& machine, int device) {
  if (choice_ == choice && device_ == device) return axes_;
  choice_ = choice;
  device_ = device;
  ask(workload, machine.gpu(device));
  return axes_;
}

void OfferedAxes::ask(const Workload& workload, const GpuInfo* gpu) {
  axes_ = workload.find(choice_->variant)->axes;
  for (Param& axis : axes_) {
    if (!axis.reason.empty()) continue;  // greyed as a whole
    Choice tried = *choice_;
    for (Option& option : axis.options) {
      if (!gpu || !option.reason.empty()) continue;
      tried.launch[axis.id] = parse_value(axis, option.id);
      option.reason = refusal_(workload, tried, *gpu);
    }
    if (axis.block)
      axis.block = std::make_shared<const BlockRule>(
          rule_here(*axis.block, workload, *choice_, gpu ? std::optional(*gpu) : std::nullopt));
  }
}

}  // namespace livewarp
