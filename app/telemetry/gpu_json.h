#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "kernels/core/measure/measurement.h"
#include "kernels/core/telemetry/gpu_conditions.h"
#include "kernels/core/workload/workload.h"

/// What files and tables say of the state in which a GPU was.
namespace livewarp {

/// sm_mhz, memory_mhz, power_w, temperature_c (each min, median, max), throttled (reasons),
/// throttled_share of the samples, others (processes), shared_share; `unknown` and `not_told` with
/// the reasons for what is null.
nlohmann::ordered_json to_json(const GpuConditions& conditions, std::size_t samples);

/// Adds to a result what tables of many read at once: memory_clock_mhz, power_w, temperature_c,
/// throttled, energy_j (of a time step), items_per_joule, no_energy, and all of the above as `gpu`.
void add_gpu(nlohmann::ordered_json& json, const Measurement& measured);

/// "2.34 mJ", with three digits.
std::string energy_text(double joules);

/// "throttled: power cap in 3 of 20 samples; python of anna (pid 1) computed in all samples"; empty
/// for an undisturbed measurement.
std::string disturbance_text(const Measurement& measured);
std::string disturbance_text(const GpuConditions& conditions, std::size_t samples);

/// "SM clock 1,980 MHz (1,950 to 1,980), 351 W, 2.34 mJ a step, 410 M interactions/J"; empty where
/// nothing is told, with the reason where only the energy is not.
std::string bench_state_text(const WorkloadInfo& info, const Measurement& measured);

/// "SM clock 1,980 MHz, memory clock 2,619 MHz, 351 W of 700 W, 45 C", or why nothing is told.
std::string reading_text(const GpuReading& reading);

}  // namespace livewarp
