#include "kernels/transpose/transpose_rows.h"

namespace livewarp {

Rows<Transpose> Transpose::cuda_rows() { return transpose::rows(); }

}  // namespace livewarp
