#pragma once

#include <cstddef>
#include <string>

#include "app/measure/json_report.h"
#include "kernels/core/model/choice.h"
#include "kernels/emulator/lens/warp_trace.h"

/// A warp that is followed line by line, as text.
namespace livewarp {

/// Steps from `first` on, counted from 1, at most so many: each with its line, its lanes and what
/// they ask of memory.
std::string warp_table(const emulator::WarpTrace& trace, std::size_t first, std::size_t most);

/// variant, launch, problem, and all steps that are kept.
Json to_json(const Choice& choice, const emulator::WarpTrace& trace);

}  // namespace livewarp
