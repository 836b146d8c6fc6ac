#include "kernels/registry.h"

#include <algorithm>

#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp {

#define LIVEWARP_WORKLOAD(name) std::unique_ptr<Workload> make_##name();
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD

Registry::Registry() {
#define LIVEWARP_WORKLOAD(name) workloads_.push_back(make_##name());
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD
}

const Workload* Registry::find(const std::string& name) const {
  const auto found = std::find_if(workloads_.begin(), workloads_.end(),
                                  [&](const auto& w) { return w->info().name == name; });
  return found == workloads_.end() ? nullptr : found->get();
}

std::unique_ptr<Exec> make_exec(Executor executor, std::stop_token stop) {
  switch (executor) {
  case Executor::cuda: return CudaExec::create(stop);
  case Executor::emulator: return make_emulator_exec({}, stop);
  case Executor::cpu: break;
  }
  return make_cpu_exec(stop);
}

}  // namespace livewarp
