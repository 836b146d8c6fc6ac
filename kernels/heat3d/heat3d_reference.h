#pragma once

#include <vector>

#include "kernels/grids/temperatures.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

/// One row of cells of one time step, all in fp64, as the formula of Heat3d says: everything else
/// is compared with it. Rows are counted through all planes: row z * ny + y. In is float, double or
/// Half, Out the same or double; `out` is that row alone. Of the problem size, border and number
/// count.
template <class In, class Out>
void heat3d_reference_row(const Heat3d::Problem& problem, const In* in, std::int64_t row, Out* out);

/// The temperatures after that many time steps in fp64, nothing rounded in between.
std::vector<double> heat3d_reference(const Heat3d::Problem& problem, const HostState& state,
                                     std::int64_t time_steps, const Job& job);

}  // namespace livewarp
