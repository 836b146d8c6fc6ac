#include "app/blocks/block_study.h"

#include <algorithm>
#include <utility>

#include "app/blocks/traced_run.h"
#include "app/code/step_launches.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/written.h"
#include "ui/model/occupancy_words.h"

namespace livewarp {

namespace {

/// Records of more blocks are not worth their memory.
constexpr std::uint64_t most_blocks = 4'000'000;

/// Of another problem's launch a grid would be told that is not this one's.
constexpr std::size_t most_state_bytes = std::size_t{1} << 30;

std::string too_many_blocks() {
  return "more than " + grouped(std::int64_t(most_blocks)) + " blocks are not listed one by one";
}

int main_of(const LaunchRecorder& launches) {
  const LaunchRecorder::Record* const main = launches.main();
  return main ? int(main - launches.records().data()) : 0;
}

/// What a step launches, taken down without a GPU.
class Launches {
 public:
  Launches(const Workload& workload, const Choice& choice) {
    StepLaunches launches(workload, choice, most_state_bytes);
    if (!launches.whole_problem())
      throw Error("its state takes " + memory_size(workload.state_bytes(choice)) +
                  ": blocks are looked at where it takes no more than " +
                  memory_size(most_state_bytes));
    recorder_ = launches.all(choice.launch);
    if (recorder_.records().empty()) throw Error("its step launches no kernel of this program");
  }
  int main() const { return main_of(recorder_); }
  int count() const { return int(recorder_.records().size()); }
  const LaunchRecorder::Record& at(int launch) const {
    return recorder_.records()[std::size_t(launch)];
  }
  bool fills_constants() const { return recorder_.fills_constants(); }

 private:
  LaunchRecorder recorder_;
};

/// The GPU that waves are predicted for: that which is asked for, or the present one, or one that
/// this program has code for.
ui::OccupancyGpu gpu_of(const ui::BlocksRequest& request, const BlockTools& tools) {
  const std::vector<ui::OccupancyGpu> all = ui::occupancy_gpus(*tools.machine, tools.device);
  int compute = request.compute;
  if (compute == 0 && !all.front().present) compute = tools.codes->usual_architecture();
  const auto found = std::ranges::find_if(all, [&](const ui::OccupancyGpu& gpu) {
    return compute == 0 || gpu.limits.compute == compute;
  });
  ui::OccupancyGpu gpu = found == all.end() ? all.front() : *found;
  if (request.multiprocessors > 0) gpu.multiprocessors = request.multiprocessors;
  return gpu;
}

void predict(const Workload& workload, const LaunchRecorder::Record& launch,
             const BlockTools& tools, ui::BlocksView& view) {
  const ui::OccupancyGpu gpu = gpu_of(view.request, tools);
  view.gpu = gpu.name + ", " + compute_text(gpu.limits.compute);
  if (gpu.multiprocessors < 1)
    throw Error("nobody here knows how many multiprocessors a " + gpu.name + " has");
  const auto found =
      tools.codes->find(workload.info().name, {launch.kernel.name}, gpu.limits.compute);
  if (!found.resources.front()) throw Error(found.code + " lacks kernel " + launch.kernel.name);
  const Occupancy fits = occupancy(gpu.limits, *found.resources.front(), int(launch.block.count()),
                                   launch.shared_bytes);
  if (fits.blocks < 1)
    throw Error("no block of it fits on a multiprocessor of a " + gpu.name + ": " + fits.limiter);
  view.blocks_at_a_time = fits.blocks;
  view.predicted = predicted_trace(launch.kernel.name, launch.grid, launch.block, fits.blocks,
                                   gpu.multiprocessors);
}

/// Runs one part; what stands against it is its reason.
template <class F>
void try_part(std::string& reason, F&& part) {
  try {
    part();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    reason = error.what();
  }
}

void measure(const Workload& workload, const Launches& launches, const BlockTools& tools,
             const std::stop_token& stop, ui::BlocksView& view) {
  if (view.grid.count() > most_blocks) throw Error(too_many_blocks());
  if (!tools.machine->has_gpu()) throw Error(tools.machine->gpu_reason);
  if (launches.fills_constants())
    throw Error("its step fills constant memory, which a kernel around it does not share");
  const TracedRun run = traced_run(workload, view.request.choice,
                                   {view.launch, launches.at(view.launch)}, tools, stop);
  view.measured = run.trace;
  const bool of_this_gpu = view.request.compute == 0 && view.request.multiprocessors == 0;
  if (of_this_gpu)
    view.measured->places = std::int64_t{view.blocks_at_a_time} * run.trace.multiprocessors;
  view.result = run.result;
}

/// Which launch it is, and its prediction.
void take_launch(const Workload& workload, const Launches& launches, int launch,
                 const BlockTools& tools, ui::BlocksView& view) {
  const LaunchRecorder::Record& record = launches.at(launch);
  view.launch = launch;
  view.kernel = record.kernel.name;
  view.grid = record.grid;
  view.block = record.block;
  view.predicted.reset();
  view.predicted_reason.clear();
  try_part(view.predicted_reason, [&] {
    if (record.grid.count() > most_blocks) throw Error(too_many_blocks());
    predict(workload, record, tools, view);
  });
}

void take_figures(ui::BlocksView& view) {
  view.figures.reset();
  view.rows = {};
  if (const BlockTrace* const trace = view.trace()) {
    view.figures = figures_of(*trace);
    view.rows = rows_of(*trace);
  }
}

void take_regions(const Workload& workload, const BlockTools& tools, const std::stop_token& stop,
                  ui::BlocksView& view) {
  emulator::Written written =
      emulator::written_elements(workload, view.request.choice, stop, tools.patience);
  view.regions_reason = written.refusal;
  if (written.refusal.empty())
    view.regions = std::make_shared<const BlockRegions>(std::move(written.regions));
}

void look(const Workload& workload, const BlockTools& tools, const std::stop_token& stop,
          ui::BlocksView& view) {
  const Launches launches(workload, view.request.choice);
  take_launch(workload, launches, launches.main(), tools, view);
  if (tools.early) {
    ui::BlocksView early = view;
    early.counting = true;
    early.regions_reason = "its blocks are being executed on the host\u2026";
    take_figures(early);
    tools.early(std::move(early));
  }
  take_regions(workload, tools, stop, view);
  if (view.regions && view.regions->launch != view.launch)
    take_launch(workload, launches, std::min(view.regions->launch, launches.count() - 1), tools,
                view);
  if (stop.stop_requested()) throw Cancelled();
  if (!view.request.measure) return;  // nobody asked, which needs no reason
  try_part(view.measured_reason, [&] { measure(workload, launches, tools, stop, view); });
}

}  // namespace

ui::BlocksView study_blocks(const Workload& workload, const ui::BlocksRequest& request,
                            const BlockTools& tools, const std::stop_token& stop) {
  ui::BlocksView view;
  view.request = request;
  const VariantInfo* const variant = workload.find(request.choice.variant);
  if (!variant || variant->backend != Backend::cuda) {
    view.refusal =
        "runs on the CPU: it has no blocks, and pieces of its loop go to whichever thread is free";
    return view;
  }
  try_part(view.refusal, [&] { look(workload, tools, stop, view); });
  take_figures(view);
  return view;
}

ui::BlocksView measure_blocks(const Workload& workload, ui::BlocksView view,
                              const BlockTools& tools, const std::stop_token& stop) {
  view.request.measure = true;
  view.measured_reason.clear();
  view.measured.reset();
  try_part(view.measured_reason, [&] {
    const Launches launches(workload, view.request.choice);
    measure(workload, launches, tools, stop, view);
  });
  take_figures(view);
  return view;
}

}  // namespace livewarp
