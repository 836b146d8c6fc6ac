// What workloads on a grid of cells share: where a neighbour outside is found, and the rounding
// that a comparison must forgive.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/precision.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Where a neighbour outside of a grid of n cells is found: round on the other side (periodic), or
/// mirrored at the outer edge of the border cells. Any distance, so that a star may be wider than
/// the grid. 0 <= result < n.
inline std::int64_t grid_neighbour(std::int64_t i, std::int64_t n, bool periodic) {
  if (i >= 0 && i < n) return i;
  const std::int64_t period = periodic ? n : 2 * n;
  const std::int64_t inside = (i % period + period) % period;
  return inside < n ? inside : period - 1 - inside;
}

/// Relative half step of a precision: what storing a number may change of it.
inline double half_step(Precision precision) {
  switch (precision) {
  case Precision::fp32: return 0x1p-24;
  case Precision::fp64: return 0x1p-53;
  case Precision::half: break;
  }
  return 0x1p-11;
}

/// `difference` without what lies within `slack`; NaN stays NaN.
inline double beyond_slack(double difference, double slack) {
  if (std::abs(difference) <= slack) return 0;
  return difference - std::copysign(slack, difference);
}

/// What rounding may do to a time step.
struct StepSlack {
  double roundings = 0;  ///< half steps of the precision, of the cell's own temperature
  /// By how much the neighbours' weights together are off: what a cell gets of the highest
  /// temperature.
  double weights = 0;
};

/// Compares the temperatures of two states, their first field, with what an fp64 reference made of
/// `in`. Two quantities: the temperature itself says little of a step that changes little, and
/// would pass a variant that does nothing; so its change is compared too, but for what rounding
/// hides of it. Half that is stored after every step is rounded after every step, and where the
/// temperature is smooth always to where it was: what the second and later steps may lose so is no
/// error of the variant.
std::vector<Discrepancy> compare_temperatures(const std::vector<double>& reference,
                                              const HostState& in, const HostState& out,
                                              const StepSlack& slack, const Job& job);

}  // namespace livewarp
