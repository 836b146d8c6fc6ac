// The CUDA variants of the scaling workload with their launch code, written once for every reader.
#pragma once

#include "kernels/scaling/cuda/scaling_rows_matrix.h"
#include "kernels/scaling/cuda/scaling_rows_mipmap.h"
#include "kernels/scaling/cuda/scaling_rows_npp.h"
#include "kernels/scaling/cuda/scaling_rows_picture.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Of scaling_rows_taps.h and scaling_rows_window.h.
std::vector<Variant<Scaling>> taps_group();
std::vector<Variant<Scaling>> window_group();

inline Rows<Scaling> rows() {
  return {joined<Scaling>({taps_group(), window_group(), {matrix(), mipmaps(), vendor_library()}}),
          publish};
}

}  // namespace scaling

LIVEWARP_KERNELS_END
