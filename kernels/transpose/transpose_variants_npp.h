// The variant that lets NVIDIA's library transpose.
#pragma once

#include "kernels/core/base/compilation.h"
#include "kernels/pictures/library_variant.h"
#include "kernels/transpose/transpose_npp.h"

LIVEWARP_KERNELS_BEGIN

namespace transpose {

inline void npp_step(const Transpose::Step& step, const Launch&, KernelExec& exec) {
  const NppTransposition task(step);
  exec.gpu().call_library(npp_transpose().function(task),
                          [task](void* stream) { npp_transpose().transpose(task, stream); });
}

inline Variant<Transpose> vendor_library() {
  auto variant = npp_variant<Transpose>(npp_step);
  variant.source = "NVIDIA Performance Primitives, nppiTranspose";
  variant.missing = [] { return npp_transpose().missing(); };
  variant.refuses = [](const Transpose::Problem& problem, const Launch&, Executor) {
    return npp_refusal(problem);
  };
  return variant;
}

}  // namespace transpose

LIVEWARP_KERNELS_END
