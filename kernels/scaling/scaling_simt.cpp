#include "kernels/scaling/scaling_rows.h"

namespace livewarp {

Rows<Scaling> Scaling::simt_rows() { return scaling::rows(); }

}  // namespace livewarp
