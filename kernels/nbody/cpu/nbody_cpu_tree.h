#pragma once

#include "kernels/nbody/nbody.h"

namespace livewarp {

/// The variant that computes gravity by a tree on all cores.
Variant<Nbody> tree_threads();

}  // namespace livewarp
