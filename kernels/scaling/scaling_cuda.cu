#include "kernels/scaling/scaling_rows.h"

namespace livewarp {

Rows<Scaling> Scaling::cuda_rows() { return scaling::rows(); }

}  // namespace livewarp
