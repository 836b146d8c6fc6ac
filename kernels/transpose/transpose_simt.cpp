#include "kernels/transpose/transpose_rows.h"

namespace livewarp {

Rows<Transpose> Transpose::simt_rows() { return transpose::rows(); }

}  // namespace livewarp
