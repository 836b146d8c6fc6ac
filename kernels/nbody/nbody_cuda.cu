#include "kernels/nbody/nbody_rows.h"

namespace livewarp {

Rows<Nbody> Nbody::cuda_rows() { return nbody_rows(); }

}  // namespace livewarp
