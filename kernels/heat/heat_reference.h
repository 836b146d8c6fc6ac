#pragma once

#include <vector>

#include "kernels/grids/temperatures.h"
#include "kernels/heat/heat.h"

namespace livewarp {

/// Row y of one time step, all in fp64, cell by cell as the formula of Heat says: everything else
/// is compared with it. In is float, double or Half, Out the same or double; `out` is that row
/// alone. Of the problem size, border, radius and number count; `marks` may be null.
template <class In, class Out>
void heat_reference_row(const Heat::Problem& problem, const std::uint8_t* marks, const In* in,
                        std::int64_t y, Out* out);

/// Marks of a state, null if there is none.
const std::uint8_t* heat_marks(const HostState& state);

/// The temperatures after that many time steps in fp64, nothing rounded in between.
std::vector<double> heat_reference(const Heat::Problem& problem, const HostState& state,
                                   std::int64_t time_steps, const Job& job);

}  // namespace livewarp
