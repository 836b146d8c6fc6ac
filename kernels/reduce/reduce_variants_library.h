// The variant that lets NVIDIA's library add.
#pragma once

#include "kernels/pictures/library_variant.h"
#include "kernels/reduce/reduce_cub.h"
#include "kernels/reduce/reduce_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

inline Variant<Reduce> cub_library() {
  const auto run = [](const Step& step, const Launch&, KernelExec& exec) {
    const CubReduction task(step);
    exec.gpu().call_library("cub::DeviceReduce",
                            [task](void* stream) { cub_reduce(task, stream); });
  };
  auto variant = library_variant<Reduce>("CUB", "cub", "CUB (vendor library)", run);
  variant.topic = "L6.1";
  variant.source = "NVIDIA CUB, cub::DeviceReduce";
  variant.missing = cub_reduce_missing;
  variant.scratch_bytes = [](const Reduce::Problem& problem, const Launch&) {
    return cub_reduce_scratch_bytes(problem);
  };
  return variant;
}

}  // namespace reduce

LIVEWARP_KERNELS_END
