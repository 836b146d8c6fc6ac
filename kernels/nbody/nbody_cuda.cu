#include "kernels/core/executors.h"
#include "kernels/nbody/nbody_rows.h"

namespace livewarp {

Rows<Nbody> Nbody::cuda_rows() { return nbody::rows(multiprocessors_to_fill); }

}  // namespace livewarp
