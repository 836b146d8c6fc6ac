#include "app/experiments/experiments.h"

namespace livewarp {

namespace {

/// Another experiment is one more entry here.
constexpr MakeExperiment all[]{
    make_bandwidth_experiment,  make_pipeline_experiment, make_streams_experiment,
    make_priorities_experiment, make_engines_experiment,  make_unified_experiment,
    make_modes_experiment,      make_iterate_experiment,  make_small_experiment,
    make_peers_experiment,      make_scaling_experiment,
};

}  // namespace

std::span<const MakeExperiment> experiments() { return all; }

std::vector<std::string> experiment_ids() {
  std::vector<std::string> ids;
  for (const MakeExperiment make : all) ids.emplace_back(make()->info().id);
  return ids;
}

std::unique_ptr<Experiment> make_experiment(std::string_view id) {
  for (const MakeExperiment make : all)
    if (std::unique_ptr<Experiment> made = make(); made->info().id == id) return made;
  return nullptr;
}

std::string lab_refusal(const ExperimentInfo& info, const Machine& machine) {
  if (!info.needs_gpu || machine.has_gpu()) return {};
  return std::string(info.label) + " needs a GPU: " + machine.gpu_reason;
}

}  // namespace livewarp
