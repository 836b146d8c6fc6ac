// The variant that lets NVIDIA's library blur.
#pragma once

#include "kernels/convolution/convolution_npp.h"
#include "kernels/core/base/compilation.h"
#include "kernels/pictures/library_variant.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

inline void npp_step(const Convolution::Step& step, const Launch&, KernelExec& exec) {
  const NppBlurring task(step);
  exec.gpu().call_library(npp_blur().function(task),
                          [task](void* stream) { npp_blur().blur(task, stream); });
}

inline Variant<Convolution> vendor_library() {
  auto variant = npp_variant<Convolution>(npp_step);
  variant.source = "NVIDIA Performance Primitives, nppiFilterGaussAdvancedBorder";
  variant.tolerance = {1.01, 1.01, "NPP cuts fractions off in place of rounding: up to a level"};
  variant.missing = [] { return npp_blur().missing(); };
  variant.scratch_bytes = [](const Convolution::Problem& problem, const Launch&) {
    return std::size_t(problem.taps()) * sizeof(float);
  };
  return variant;
}

}  // namespace convolution

LIVEWARP_KERNELS_END
