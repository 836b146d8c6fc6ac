// The variant that lets NVIDIA's library scale.
#pragma once

#include "kernels/scaling/cuda/scaling_variants_common.h"
#include "kernels/scaling/scaling_npp.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline void npp_step(const Scaling::Step& step, const Launch&, KernelExec& exec) {
  const NppResize task(step);
  exec.gpu().call_library(task.function(), [task](void* stream) { npp().resize(task, stream); });
}

inline Variant<Scaling> vendor_library() {
  auto variant = cuda_variant<Scaling>("npp", "NPP (vendor library)", npp_step);
  variant.topic = "L2.12";
  variant.source = "NVIDIA Performance Primitives, nppiResizeSqrPixel";
  variant.tolerance = {0.6, 0.6, "NPP has weights of its own: a little beyond half a level"};
  variant.gpu_only = true;
  variant.library = "NPP";
  variant.missing = [] { return npp().missing(); };
  variant.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) {
    return npp_refusal(problem);
  };
  variant.cost = [](const Scaling::Problem& problem, const Launch&) {
    CostModel cost = Scaling::cost(problem, 0);
    cost.requested_bytes = cost.compulsory_bytes;  // what its threads ask for it does not say
    return cost;
  };
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
