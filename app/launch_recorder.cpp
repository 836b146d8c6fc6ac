#include "app/launch_recorder.h"

#include <algorithm>

#include "kernels/core/error.h"

namespace livewarp {

std::optional<MainLaunch> main_launch(const Workload& workload, const Choice& choice,
                                      Simulation& simulation) {
  const std::vector<KernelRef> kernels = workload.kernels(choice, Executor::cuda);
  if (kernels.empty()) return {};
  try {
    LaunchRecorder recorder;
    simulation.step(recorder);  // never committed: it leaves no trace
    const auto& records = recorder.records();
    const auto main = std::ranges::find_if(records, [&](const LaunchRecorder::Record& record) {
      return record.kernel.symbol == kernels.front().symbol;
    });
    if (main == records.end()) return {};
    return MainLaunch{main->kernel, kernel_resources(main->kernel), main->grid, main->block,
                      main->shared_bytes};
  } catch (const Error&) {
    return {};  // a row that calls a library, or a driver that does not answer
  }
}

std::optional<Occupancy> occupancy_of(const MainLaunch& launch, const GpuInfo& gpu) {
  const std::optional<SmLimits> limits = sm_limits(gpu.major * 10 + gpu.minor);
  if (!limits) return {};
  return occupancy(*limits, launch.resources, int(launch.block.count()), launch.shared_bytes);
}

std::optional<KernelFigures> kernel_figures(const Workload& workload, const Choice& choice,
                                            Simulation& simulation, const GpuInfo& gpu) {
  const std::optional<MainLaunch> main = main_launch(workload, choice, simulation);
  if (!main) return {};
  const std::optional<Occupancy> fits = occupancy_of(*main, gpu);
  if (!fits) return {};
  return KernelFigures{main->resources, *fits, main->grid, main->block, main->shared_bytes};
}

}  // namespace livewarp
