// The CUDA variants of the scaling workload with their launch code, written once for every
// compiler.
#pragma once

#include "kernels/scaling/cuda/scaling_variants_matrix.h"
#include "kernels/scaling/cuda/scaling_variants_mipmap.h"
#include "kernels/scaling/cuda/scaling_variants_npp.h"
#include "kernels/scaling/cuda/scaling_variants_picture.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Of scaling_variants_taps.h and scaling_variants_window.h.
std::vector<Variant<Scaling>> taps_group();
std::vector<Variant<Scaling>> window_group();

inline Variants<Scaling> variants() {
  return {joined<Scaling>({taps_group(),
                           window_group(),
                           {matrix(), mipmaps(), vendor_library(), mipmap_texture()}}),
          publish};
}

}  // namespace scaling

LIVEWARP_KERNELS_END
