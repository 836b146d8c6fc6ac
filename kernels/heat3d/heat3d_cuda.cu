#include "kernels/core/executors.h"
#include "kernels/heat3d/heat3d_rows.h"

namespace livewarp {

Rows<Heat3d> Heat3d::cuda_rows() { return heat3d::rows(multiprocessors_to_fill); }

}  // namespace livewarp
