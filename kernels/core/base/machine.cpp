#include "kernels/core/base/machine.h"

#include "kernels/core/base/detect.h"

namespace livewarp {

const GpuInfo* Machine::gpu(int index) const {
  for (const GpuInfo& candidate : gpus)
    if (candidate.index == index) return &candidate;
  return nullptr;
}

Machine detect_machine() {
  Machine machine;
  machine.cpu = detect_cpu();
  detect_gpus(machine);
  return machine;
}

}  // namespace livewarp
