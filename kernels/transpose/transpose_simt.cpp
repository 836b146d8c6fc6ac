#include "kernels/transpose/transpose_rows.h"

namespace livewarp {

Rows<Transpose> Transpose::LIVEWARP_HOST_ROWS() { return transpose::rows(); }

}  // namespace livewarp
