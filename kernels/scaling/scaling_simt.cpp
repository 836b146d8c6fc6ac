#include "kernels/scaling/scaling_rows.h"

namespace livewarp {

Rows<Scaling> Scaling::LIVEWARP_HOST_ROWS() { return scaling::rows(); }

}  // namespace livewarp
