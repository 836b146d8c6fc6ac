#include "app/measure/context.h"

#include <algorithm>

namespace livewarp {

const Workload* Context::find(const std::string& name) const {
  const auto found = std::ranges::find_if(
      workloads, [&](const Workload* workload) { return workload->info().name == name; });
  return found == workloads.end() ? nullptr : *found;
}

std::vector<const Workload*> workloads_of(const Registry& registry) {
  std::vector<const Workload*> workloads;
  for (const auto& workload : registry.workloads()) workloads.push_back(workload.get());
  return workloads;
}

Context make_context(const Registry& registry, const Machine& machine, std::ostream& out,
                     std::ostream& err, std::stop_token stop) {
  Context context;
  context.registry = &registry;
  context.workloads = workloads_of(registry);
  context.machine = &machine;
  context.out = &out;
  context.err = &err;
  context.stop = stop;
  context.make_exec = [stop](Executor executor) { return make_exec(executor, stop); };
  context.measure_ceilings = [stop](const CeilingKey& key, double seconds) {
    return measure_ceilings(key, seconds, stop);
  };
  return context;
}

}  // namespace livewarp
