// The rungs with one launch.
#pragma once

#include "kernels/reduce/reduce_one_pass.cuh"
#include "kernels/reduce/reduce_variants_stride.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

inline std::int64_t one_pass_blocks(const Step& step, const Launch& launch) {
  return grid_blocks(launch, step.problem->n, vector_share);
}

inline Variant<Reduce> atomics() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    exec.fill_bytes(step.result, 0, sizeof(float));
    exec.launch(LIVEWARP_KERNEL(reduce_atomics), {unsigned(one_pass_blocks(step, launch))},
                launch.block(), 0, step.elements<float>(), step.written<float>(),
                int(step.problem->n));
  };
  auto variant = strided_grid("atomics", "One pass, atomics", vector_share, run, whole_warps());
  variant.source = "Luitjens: Faster Parallel Reductions on Kepler (2014)";
  for (const MemoryMode far : {MemoryMode::mapped, MemoryMode::accessed_by})
    refuse_memory(variant, far, "a sum in the host's memory would send every atomic over the bus");
  variant.scratch_bytes = {};
  return variant;
}

inline Variant<Reduce> last_block() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    // The kernel leaves it at 0: only what nobody knows must be cleared.
    if (!step.scratch_kept) exec.fill_bytes(counter_of(step), 0, sizeof(unsigned));
    exec.launch(LIVEWARP_KERNEL(reduce_last_block), {unsigned(one_pass_blocks(step, launch))},
                launch.block(), 0, step.elements<float>(), partials_of<float>(step),
                counter_of(step), step.written<float>(), int(step.problem->n));
  };
  auto variant = strided_grid("last-block", "One pass, counter", vector_share, run, whole_warps());
  variant.source = "CUDA C++ Programming Guide, Memory Fence Functions; cuda-samples: "
                   "threadFenceReduction";
  return variant;
}

inline Variant<Reduce> grid_sync() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    const auto kernel = LIVEWARP_KERNEL(reduce_grid_sync);
    const std::int64_t blocks = std::min(exec.resident_blocks(kernel.ref, launch.block(), 0),
                                         one_pass_blocks(step, launch));
    exec.fill_bytes(counter_of(step), 0, sizeof(unsigned));
    exec.gpu().launch_cooperative(kernel, {unsigned(blocks)}, launch.block(), 0,
                                  step.elements<float>(), partials_of<float>(step),
                                  counter_of(step), step.written<float>(), int(step.problem->n));
  };
  auto variant = strided_grid("grid-sync", "One pass, grid sync", vector_share, run, whole_warps());
  variant.source = "CUDA C++ Programming Guide, Grid Synchronization";
  variant.gpu_only = true;
  return variant;
}

}  // namespace reduce

LIVEWARP_KERNELS_END
