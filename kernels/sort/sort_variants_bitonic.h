// The rungs of the bitonic network.
#pragma once

#include <algorithm>

#include "kernels/sort/sort_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace sort {

/// A step of the network over all keys.
inline void exchange(const std::uint32_t* from, const Step& step, std::int64_t distance,
                     bool mirrored, const Dim3& block, KernelExec& exec) {
  const std::int64_t n = step.problem->n, pairs = ceil_div(n, 2 * distance) * distance;
  exec.launch(LIVEWARP_KERNEL(sort_exchange), {unsigned(ceil_div(pairs, block.x))}, block, 0, from,
              step.sorted, int(n), int(distance), int(mirrored));
}

inline void bitonic_global_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::uint32_t* from = step.keys;
  const std::int64_t size = std::max<std::int64_t>(2, network(step.problem->n));
  for (std::int64_t tile = 2; tile <= size; tile *= 2)
    for (std::int64_t distance = tile / 2; distance > 0; distance /= 2) {
      exchange(from, step, distance, 2 * distance == tile, launch.block(), exec);
      from = step.sorted;
    }
}

inline Variant<Sort> bitonic_global() {
  auto variant = cuda_variant<Sort>("bitonic-global", "Bitonic, global", bitonic_global_step);
  variant.source = "Batcher: Sorting networks and their applications (1968)";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", row())};
  variant.cost = [](const Sort::Problem& problem, const Launch&) {
    const int all = stages(problem.n);
    return Sort::cost(problem, 2.0 * std::max(1, all * (all + 1) / 2));
  };
  return variant;
}

}  // namespace sort

LIVEWARP_KERNELS_END
