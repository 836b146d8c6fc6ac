#pragma once

#include <cstdint>
#include <functional>

#include "kernels/core/base/job.h"
#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Calls `some` for pieces of the rows [0, n), each of `cells_a_row` cells, on all cores but one,
/// which is left to frames, and looks at the job every few milliseconds.
void for_grid_rows(std::int64_t n, std::int64_t cells_a_row, const Job& job,
                   const std::function<void(Range)>& some);

}  // namespace livewarp
