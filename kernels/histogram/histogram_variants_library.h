// The variants that let NVIDIA's libraries count.
#pragma once

#include "kernels/core/base/compilation.h"
#include "kernels/histogram/histogram_cub.h"
#include "kernels/histogram/histogram_npp.h"
#include "kernels/pictures/library_variant.h"

LIVEWARP_KERNELS_BEGIN

namespace histogram {

/// Counts of the host would be reached by every atomic.
inline void keep_counts_near(Variant<Histogram>& variant) {
  for (const MemoryMode far : {MemoryMode::mapped, MemoryMode::accessed_by})
    refuse_memory(variant, far, "bins in the host's memory would send every atomic over the bus");
}

inline CostModel library_work(const Histogram::Problem& problem, const Launch&) {
  return Histogram::cost(problem, 0);  // what its threads ask for it does not say
}

inline Variant<Histogram> vendor_library() {
  const auto run = [](const Histogram::Step& step, const Launch&, KernelExec& exec) {
    const NppCounting task(step);
    exec.gpu().call_library(npp_histogram().function(task),
                            [task](void* stream) { npp_histogram().count(task, stream); });
  };
  auto variant = npp_variant<Histogram>(run);
  variant.source = "NVIDIA Performance Primitives, nppiHistogramEven";
  variant.missing = [] { return npp_histogram().missing(); };
  variant.scratch_bytes = [](const Histogram::Problem& problem, const Launch&) {
    return npp_histogram().scratch_bytes(problem.source());
  };
  variant.cost = library_work;
  keep_counts_near(variant);
  return variant;
}

inline Variant<Histogram> cub_library() {
  const auto run = [](const Histogram::Step& step, const Launch&, KernelExec& exec) {
    const CubCounting task(step);
    exec.gpu().call_library("cub::DeviceHistogram",
                            [task](void* stream) { cub_count(task, stream); });
  };
  auto variant = library_variant<Histogram>("CUB", "cub", "CUB (vendor library)", run);
  variant.source = "NVIDIA CUB, cub::DeviceHistogram::MultiHistogramEven";
  variant.missing = cub_missing;
  variant.scratch_bytes = [](const Histogram::Problem& problem, const Launch&) {
    return cub_scratch_bytes(problem.source());
  };
  variant.cost = library_work;
  keep_counts_near(variant);
  return variant;
}

}  // namespace histogram

LIVEWARP_KERNELS_END
