#pragma once

#include <memory>

#include "app/lab/experiment.h"

/// One line for each file x_experiment.cpp.
namespace livewarp {

std::unique_ptr<Experiment> make_bandwidth_experiment();
std::unique_ptr<Experiment> make_pipeline_experiment();
std::unique_ptr<Experiment> make_streams_experiment();
std::unique_ptr<Experiment> make_priorities_experiment();
std::unique_ptr<Experiment> make_engines_experiment();
std::unique_ptr<Experiment> make_unified_experiment();
std::unique_ptr<Experiment> make_modes_experiment();
std::unique_ptr<Experiment> make_iterate_experiment();
std::unique_ptr<Experiment> make_small_experiment();
std::unique_ptr<Experiment> make_peers_experiment();
std::unique_ptr<Experiment> make_scaling_experiment();

}  // namespace livewarp
