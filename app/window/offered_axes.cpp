#include "app/window/offered_axes.h"

namespace livewarp {

const std::vector<Param>& OfferedAxes::of(const Session& session, int device) {
  if (choice_ != session.choice() || device_ != device) ask(session, device);
  return axes_;
}

void OfferedAxes::ask(const Session& session, int device) {
  choice_ = session.choice();
  device_ = device;
  axes_ = session.variant().axes;
  const GpuInfo* gpu = session.machine().gpu(device);
  if (!gpu) return;
  for (Param& axis : axes_) {
    Choice tried = session.choice();
    for (Option& option : axis.options) {
      if (!option.reason.empty()) continue;
      tried.launch[axis.id] = parse_value(axis, option.id);
      option.reason = refusal_(session.workload(), tried, *gpu);
    }
  }
}

}  // namespace livewarp
