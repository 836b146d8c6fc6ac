#pragma once

#include <string>

#include "app/measure/json_report.h"
#include "app/tune/tuner.h"

namespace livewarp {

/// The best setting, why it is, the ten best, and how much of the space was seen.
std::string tune_text(const Tuner& tuner, double seconds);

/// "median 8.37 ms, 2,052 G interactions/s, 71 % of fp32 FMA rate, error 3.1e-07".
std::string figures_text(const VariantResult& result);

/// "FASTER against tile, block 64: it takes 0.9731 times its time (...)", a line of it or two; also
/// why there is none. `other`: what it was measured against; empty: as it is typed.
std::string best_verdict_text(const Tuner& tuner, const std::string& other = {});

/// "60 measured, 20 cut off (more than 3 times as slow as the best)".
std::string counts_text(const Search& search);

/// What JSON files say of the search beside its results: best, verdict, what was seen and refused.
Json tune_json(const Tuner& tuner);

/// The results of all settings that were seen, the best first.
std::vector<VariantResult> seen_results(const Tuner& tuner);

/// "seen 84 of 1,240 settings"
std::string seen_text(std::size_t seen, std::size_t all);

}  // namespace livewarp
