#include "kernels/histogram/histogram_rows.h"

namespace livewarp {

Rows<Histogram> Histogram::LIVEWARP_HOST_ROWS() { return histogram::rows(); }

}  // namespace livewarp
