#include "kernels/histogram/histogram_rows.h"

namespace livewarp {

Rows<Histogram> Histogram::simt_rows() { return histogram::rows(); }

}  // namespace livewarp
