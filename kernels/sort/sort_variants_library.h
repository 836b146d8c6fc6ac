// The variant that lets NVIDIA's library sort.
#pragma once

#include "kernels/pictures/library_variant.h"
#include "kernels/sort/sort_cub.h"
#include "kernels/sort/sort_variants_common.h"
#include "kernels/sort/sort_zeros.cuh"

LIVEWARP_KERNELS_BEGIN

namespace sort {

inline Variant<Sort> cub_library() {
  const auto run = [](const Step& step, const Launch&, KernelExec& exec) {
    const CubSort task(step);
    exec.gpu().call_library("cub::DeviceRadixSort",
                            [task](void* stream) { cub_sort(task, stream); });
    exec.launch(LIVEWARP_KERNEL(sort_zeros), {1}, {1024}, 0, step.sorted, int(step.problem->n));
  };
  auto variant = library_variant<Sort>("CUB", "cub", "CUB (vendor library)", run);
  variant.topic = "L6.16";
  variant.source = "NVIDIA CUB, cub::DeviceRadixSort; Adinetz, Merrill: Onesweep (2022)";
  variant.missing = cub_sort_missing;
  variant.scratch_bytes = [](const Sort::Problem& problem, const Launch&) {
    return cub_sort_scratch_bytes(problem);
  };
  return variant;
}

}  // namespace sort

LIVEWARP_KERNELS_END
