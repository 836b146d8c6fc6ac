// The variant that lets NVIDIA's library scale.
#pragma once

#include "kernels/pictures/library_variant.h"
#include "kernels/scaling/cuda/scaling_variants_common.h"
#include "kernels/scaling/scaling_npp.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline void npp_step(const Scaling::Step& step, const Launch&, KernelExec& exec) {
  const NppResize task(step);
  exec.gpu().call_library(npp_scaling().function(task),
                          [task](void* stream) { npp_scaling().resize(task, stream); });
}

inline Variant<Scaling> vendor_library() {
  auto variant = npp_variant<Scaling>(npp_step);
  variant.source = "NVIDIA Performance Primitives, nppiResizeSqrPixel";
  variant.tolerance = {0.6, 0.6, "NPP has weights of its own: a little beyond half a level"};
  variant.missing = [] { return npp_scaling().missing(); };
  variant.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) {
    return npp_refusal(problem);
  };
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
