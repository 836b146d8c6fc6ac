#pragma once

#include <string>

#include "app/measure/json_report.h"
#include "app/tune/tuner.h"

namespace livewarp {

/// The best setting, why it is, the ten best, and how much of the space was seen.
std::string tune_text(const Tuner& tuner, double seconds);

/// What JSON files say of the search beside its results: best, verdict, what was seen and refused.
Json tune_json(const Tuner& tuner);

/// The results of all settings that were seen, the best first.
std::vector<VariantResult> seen_results(const Tuner& tuner);

/// "seen 84 of 1,240 settings"
std::string seen_text(std::size_t seen, std::size_t all);

}  // namespace livewarp
