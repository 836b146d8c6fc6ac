// The variant that lets NVIDIA's library scan.
#pragma once

#include "kernels/pictures/library_variant.h"
#include "kernels/scan/scan_cub.h"
#include "kernels/scan/scan_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scan {

inline Variant<Scan> cub_library() {
  const auto run = [](const Step& step, const Launch&, KernelExec& exec) {
    const CubScan task(step);
    exec.gpu().call_library("cub::DeviceScan", [task](void* stream) { cub_scan(task, stream); });
  };
  auto variant = library_variant<Scan>("CUB", "cub", "CUB (vendor library)", run);
  variant.topic = "L6.5";
  variant.source = "NVIDIA CUB, cub::DeviceScan";
  variant.missing = cub_scan_missing;
  variant.refuses = only_sums;
  variant.tolerance = chain_tolerance("sums of tiles are added one after another");
  variant.scratch_bytes = [](const Scan::Problem& problem, const Launch&) {
    return problem.is_sum() ? cub_scan_scratch_bytes(problem) : 0;
  };
  return variant;
}

}  // namespace scan

LIVEWARP_KERNELS_END
