#include "kernels/convolution/convolution_rows.h"

namespace livewarp {

Rows<Convolution> Convolution::LIVEWARP_HOST_ROWS() { return convolution::rows(); }

}  // namespace livewarp
