#include "app/explain/occupancy_study.h"

#include <algorithm>
#include <exception>

#include "app/code/step_launches.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/job.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"

namespace livewarp {

namespace {

/// The chosen shape of a block; empty where a variant has none to choose.
std::string chosen_shape(const Choice& choice) {
  const auto chosen = choice.launch.find("block");
  return chosen == choice.launch.end() ? "" : to_text(chosen->second);
}

/// `shape` as the launch's axis has it, or empty.
ui::OccupancyBlock block_of(const LaunchRecorder::Record& record, const std::string& shape,
                            bool whole_problem) {
  ui::OccupancyBlock block;
  block.block = shape.empty() ? to_text(record.block) : shape;
  block.threads = int(record.block.count());
  block.kernel = record.kernel.name;
  block.dynamic_shared = record.shared_bytes;
  if (whole_problem) block.grid = std::int64_t(record.grid.count());
  return block;
}

/// Takes down the launches with every block. A shape other than the chosen one that cannot be
/// launched is left out.
void take_down(const Workload& workload, const Choice& choice, const std::stop_token& stop,
               ui::OccupancyView& view) {
  StepLaunches launches(workload, choice);
  const bool whole = launches.whole_problem();
  const std::string now = chosen_shape(choice);
  view.blocks.push_back(block_of(launches.main(choice.launch), now, whole));
  for (const std::string& shape : allowed_blocks(workload, choice, nullptr)) {
    if (stop.stop_requested()) throw Cancelled();
    if (shape == now) continue;
    Values launch = choice.launch;
    launch["block"] = shape;
    try {
      view.blocks.push_back(block_of(launches.main(launch), shape, whole));
    } catch (const Error&) {
      continue;
    }
  }
  const ui::OccupancyBlock chosen = view.blocks.front();
  std::ranges::stable_sort(view.blocks, {}, &ui::OccupancyBlock::threads);
  view.now = std::size_t(std::ranges::find(view.blocks, chosen.block, &ui::OccupancyBlock::block) -
                         view.blocks.begin());
}

void look_up(const KernelCodes& codes, ui::OccupancyView& view) {
  std::vector<std::string> kernels;
  for (const ui::OccupancyBlock& block : view.blocks) kernels.push_back(block.kernel);
  const KernelCodes::Found found = codes.find(view.request.choice.workload, kernels, view.compute);
  view.code = found.code;
  for (std::size_t i = 0; i < found.resources.size(); ++i)
    view.blocks[i].resources = found.resources[i];
  if (!view.current()->resources)
    view.refusal = found.code + " lacks kernel " + view.current()->kernel;
}

}  // namespace

ui::OccupancyView study_occupancy(const Workload& workload, const ui::OccupancyRequest& request,
                                  const KernelCodes& codes, const std::stop_token& stop) {
  ui::OccupancyView view;
  view.request = request;
  view.compute = request.compute != 0 ? request.compute : codes.usual_architecture();
  for (const SmLimits& limits : known_sm_limits())
    if (std::string reason = codes.hindrance(limits.compute); !reason.empty())
      view.reasons[limits.compute] = std::move(reason);
  const VariantInfo* const variant = workload.find(request.choice.variant);
  if (!variant || variant->backend != Backend::cuda) {
    view.refusal = "runs on the CPU: it has no kernels";
    return view;
  }
  try {
    take_down(workload, request.choice, stop, view);
    look_up(codes, view);
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    view.refusal = error.what();
    view.advice = error.advice();
  } catch (const std::exception& error) {
    view.refusal = error.what();
  }
  return view;
}

}  // namespace livewarp
