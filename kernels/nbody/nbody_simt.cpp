#include "kernels/nbody/nbody_rows.h"

namespace livewarp {

Rows<Nbody> Nbody::simt_rows() { return nbody_rows(); }

}  // namespace livewarp
