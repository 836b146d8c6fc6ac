#pragma once

#include <optional>

#include "kernels/core/workload/closed_form.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp::emulator {

/// The quantity as the lens has counted it, mean over the kernels of a step; nothing where they
/// have none of it, or the lens does not count it.
std::optional<double> counted(const Lens& lens, Quantity quantity);

}  // namespace livewarp::emulator
