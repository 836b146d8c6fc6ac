// What the launch code of CUDA variants on a grid of temperatures shares.
#pragma once

#include "kernels/core/device/stored.h"
#include "kernels/core/model/param.h"
#include "kernels/grids/cells.cuh"

LIVEWARP_KERNELS_BEGIN

namespace grids {

/// The temperatures of a step as they are stored.
template <class Stored, class Step>
const Stored* input(const Step& step) {
  return static_cast<const Stored*>(step.in);
}
template <class Stored, class Step>
Stored* output(const Step& step) {
  return static_cast<Stored*>(step.out);
}

inline Param all_precisions() {
  return precision_axis({Precision::fp32, Precision::fp64, Precision::half});
}

}  // namespace grids

LIVEWARP_KERNELS_END
