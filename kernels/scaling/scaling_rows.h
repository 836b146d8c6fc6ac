// The CUDA rows of the scaling workload with their launch code, written once for every reader.
#pragma once

#include "kernels/scaling/scaling_rows_direct.h"
#include "kernels/scaling/scaling_rows_matrix.h"
#include "kernels/scaling/scaling_rows_mipmap.h"
#include "kernels/scaling/scaling_rows_npp.h"
#include "kernels/scaling/scaling_rows_picture.h"
#include "kernels/scaling/scaling_rows_separable.h"
#include "kernels/scaling/scaling_rows_taps.h"
#include "kernels/scaling/scaling_rows_texture.h"
#include "kernels/scaling/scaling_rows_window.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline Rows<Scaling> rows() {
  return {{texture_row(), direct_row(), taps_row(), pairs_row(), separable_row(), window_row(),
           matrix_row(), mipmap_row(), npp_row()},
          publish,
          {},
          {}};
}

}  // namespace scaling

LIVEWARP_KERNELS_END
