#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/core/telemetry/counter_reading.h"

/// What hardware counters say of variants, as text and as JSON.
namespace livewarp {

/// A variant's time step by the hardware, beside what others say of it.
struct CountedStep {
  std::string variant, launch;
  CounterReading reading;
  std::optional<double> theoretical;  ///< occupancy of its main kernel's launch
  std::optional<double> lens_bytes;   ///< of global memory, that the lens counts
  double compulsory_bytes = 0;        ///< each input and output once: the cost model's
};

/// One line a variant, bytes in MB.
std::string counter_table(const std::vector<CountedStep>& steps);

/// The numbers; what is not known is null.
nlohmann::ordered_json counter_json(const CountedStep& step);

}  // namespace livewarp
