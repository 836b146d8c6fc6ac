#pragma once

#include <cstdint>
#include <string>

#include "kernels/nbody/nbody.h"

namespace livewarp {

/// A cell as sums over cells read it: 12 reals.
struct NbodyFarCell {
  float x, y, z, mass;           ///< centre of mass
  float xx, xy, xz, yy, yz, zz;  ///< 3 times the second moments about it
  float trace;                   ///< half of xx + yy + zz
  float unused;
};

/// Adds to acceleration[0 ... count - 1] what the cells do to those bodies, with the instruction
/// set of that name. Throws `Error` if the processor lacks it.
void vector_pull_cells(const std::string& isa, const Float4* position, Float4* acceleration,
                       std::int64_t count, const NbodyFarCell* cells, std::int64_t cell_count,
                       float softening2);

}  // namespace livewarp
