#include "app/launch_recorder.h"

#include <algorithm>

#include "kernels/core/error.h"

namespace livewarp {

std::optional<KernelFigures> kernel_figures(const Workload& workload, const Choice& choice,
                                            Simulation& simulation, const GpuInfo& gpu) {
  const std::vector<KernelRef> kernels = workload.kernels(choice, Executor::cuda);
  const std::optional<SmLimits> limits = sm_limits(gpu.major * 10 + gpu.minor);
  if (kernels.empty() || !limits) return {};
  try {
    LaunchRecorder recorder;
    simulation.step(recorder);  // never committed: it leaves no trace
    const auto& records = recorder.records();
    const auto main = std::ranges::find_if(records, [&](const LaunchRecorder::Record& record) {
      return record.kernel.symbol == kernels.front().symbol;
    });
    if (main == records.end()) return {};
    KernelFigures figures{
        kernel_resources(main->kernel), {}, main->grid, main->block, main->shared_bytes};
    figures.occupancy =
        occupancy(*limits, figures.resources, int(main->block.count()), main->shared_bytes);
    return figures;
  } catch (const Error&) {
    return {};  // a row that calls a library, or a driver that does not answer
  }
}

}  // namespace livewarp
