#pragma once

#include <vector>

#include "kernels/core/grid.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

/// One row of cells of one time step, all in fp64, as the formula of Heat3d says: everything else is
/// compared with it. Rows are counted through all planes: row z * ny + y. In is float, double or Half,
/// Out the same or double; `out` is that row alone. Of the problem size, border and number count.
template <class In, class Out>
void heat3d_reference_row(const Heat3d::Problem& problem, const In* in, std::int64_t row, Out* out);

/// Calls use(const Stored*) with the temperatures of a state as what they are stored as.
template <class F>
void heat3d_with_stored(const HostState& state, const F& use) {
  const std::byte* const reals = state.fields.at(0).data();
  switch (state.precision) {
  case Precision::fp32: return use(reinterpret_cast<const float*>(reals));
  case Precision::fp64: return use(reinterpret_cast<const double*>(reals));
  case Precision::half: break;
  }
  use(reinterpret_cast<const Half*>(reals));
}

/// The temperatures after that many time steps in fp64, nothing rounded in between.
std::vector<double> heat3d_reference(const Heat3d::Problem& problem, const HostState& state,
                                     std::int64_t time_steps, const Job& job);

}  // namespace livewarp
