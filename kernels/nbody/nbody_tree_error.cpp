#include "kernels/nbody/nbody_tree_error.h"

#include <cmath>
#include <cstdlib>

namespace livewarp {

double nbody_theta(const Values& launch) {
  return std::strtod(get_text(launch, "theta").c_str(), nullptr);
}

Tolerance nbody_tree_tolerance(NbodyOrder order, double theta) {
  const bool quadrupole = order == NbodyOrder::quadrupole;
  const double rms = quadrupole ? 4e-3 * theta * theta * theta : 2.4e-2 * theta * theta;
  return {
      rms, 30 * theta * rms,
      "cells far away count by their moments: the error goes with a power of the opening angle"};
}

void set_tree_tolerance(VariantInfo& variant, NbodyOrder order) {
  variant.tolerance = nbody_tree_tolerance(order, nbody_theta(defaults(variant.axes)));
  variant.launch_tolerance = [order](const Values& launch) {
    return nbody_tree_tolerance(order, nbody_theta(launch));
  };
}

CostModel nbody_tree_cost(const Nbody::Problem& problem, const Launch& launch) {
  CostModel cost = Nbody::cost(problem, launch, 0);
  cost.flops = 0;
  cost.requested_bytes = cost.compulsory_bytes;
  cost.note = "interactions as if all pairs were computed";
  return cost;
}

}  // namespace livewarp
