#include "kernels/convolution/convolution_rows.h"

namespace livewarp {

Rows<Convolution> Convolution::cuda_rows() { return convolution::rows(); }

}  // namespace livewarp
