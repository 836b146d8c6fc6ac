#include "kernels/histogram/histogram_rows.h"

namespace livewarp {

Rows<Histogram> Histogram::cuda_rows() { return histogram::rows(); }

}  // namespace livewarp
