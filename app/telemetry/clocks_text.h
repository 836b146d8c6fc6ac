#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/core/measure/step_clocks.h"

/// What files and tables say of a step by several clocks.
namespace livewarp {

/// device, finished, returned: each first_ms, median_ms, min_ms, p95_ms, count, and the reason
/// where a clock has no meaning.
nlohmann::ordered_json to_json(const StepClocks& clocks);

/// A line for each variant and clock, with a sentence that says what the clocks are.
std::string clocks_table(const std::vector<std::pair<std::string, StepClocks>>& variants);

}  // namespace livewarp
