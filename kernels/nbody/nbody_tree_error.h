// How exact a tree is asked to be, and what is counted of its work.
#pragma once

#include "kernels/nbody/nbody.h"

namespace livewarp {

/// Up to which moments a tree knows its cells.
enum class NbodyOrder { monopole, quadrupole };

/// The error that follows from an opening angle. A cell of size s at distance r is taken as a whole
/// where s / r < theta; the first moments that are left out, relative to its pull, go with
/// (s / r)^2 for a monopole about the centre of mass and with (s / r)^3 for quadrupoles (Salmon &
/// Warren: Skeletons from the treecode closet, J. Comput. Phys. 111, 1994). Cells nearly as large
/// as that are few, and errors of different cells have different directions: what is left is
/// measured (Hernquist 1987). In a Plummer sphere it is 0.4e-2 theta^2 and 0.1e-2 theta^3; most it
/// is where the pulls of far cells cancel, as in an even sphere of a million bodies and between
/// galaxies: 1.9e-2 theta^2 and 0.32e-2 theta^3. A quarter more than that is allowed.
Tolerance nbody_tree_tolerance(NbodyOrder order, double theta);

/// The opening angle of a launch.
double nbody_theta(const Values& launch);

/// Gives a variant with the axis `theta` that tolerance.
void set_tree_tolerance(VariantInfo& variant, NbodyOrder order);

/// As many items as all pairs are, so that rates compare; how many interactions stand for them
/// depends on where the bodies are, and is not told as operations.
CostModel nbody_tree_cost(const Nbody::Problem& problem, const Launch& launch);

}  // namespace livewarp
