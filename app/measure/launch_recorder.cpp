#include "app/measure/launch_recorder.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

const LaunchRecorder::Record* LaunchRecorder::main() const {
  if (records_.empty()) return nullptr;
  const auto marked = std::ranges::find_if(records_, [](const Record& r) { return r.kernel.main; });
  const KernelRef& kernel = marked == records_.end() ? records_.back().kernel : marked->kernel;
  // A step that is split launches it several times: the first has a whole slice.
  return &*std::ranges::find_if(records_, [&](const Record& record) {
    return record.kernel.symbol == kernel.symbol && record.kernel.call == kernel.call;
  });
}

std::optional<MainLaunch> main_launch(Simulation& simulation) {
  try {
    LaunchRecorder recorder;
    simulation.step(recorder);  // never committed: it leaves no trace
    const LaunchRecorder::Record* const main = recorder.main();
    if (!main) return {};
    return MainLaunch{main->kernel, kernel_resources(main->kernel), main->grid, main->block,
                      main->shared_bytes};
  } catch (const Error&) {
    return {};  // a variant that calls a library, or a driver that does not answer
  }
}

std::optional<Occupancy> occupancy_of(const MainLaunch& launch, const GpuInfo& gpu) {
  const std::optional<SmLimits> limits = sm_limits(gpu.major * 10 + gpu.minor);
  if (!limits) return {};
  return occupancy(*limits, launch.resources, int(launch.block.count()), launch.shared_bytes);
}

std::int64_t most_reserve(const MainLaunch& launch, const Values& values, const GpuInfo& gpu) {
  constexpr std::size_t kib = 1024;
  const std::size_t given = std::max(gpu.shared_per_block, gpu.shared_per_block_optin);
  const std::size_t used =
      launch.resources.static_shared + launch.shared_bytes - reserved_shared(values);
  return used < given ? std::int64_t((given - used) / kib) : 0;
}

void require_reserve(const MainLaunch& launch, const Values& values, const GpuInfo& gpu) {
  const std::size_t reserved = reserved_shared(values);
  if (reserved > 0 && gpu.shared_per_block > 0)
    require_shared(launch.kernel, launch.shared_bytes - reserved, reserved);
}

std::optional<KernelFigures> kernel_figures(Simulation& simulation, const GpuInfo& gpu) {
  const std::optional<MainLaunch> main = main_launch(simulation);
  if (!main) return {};
  const std::optional<Occupancy> fits = occupancy_of(*main, gpu);
  if (!fits) return {};
  return KernelFigures{main->resources, *fits, main->grid, main->block, main->shared_bytes};
}

}  // namespace livewarp
