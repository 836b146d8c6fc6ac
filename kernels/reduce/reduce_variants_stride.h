// The rungs whose grid is as large as the GPU: two launches, the second of one block.
#pragma once

#include "kernels/reduce/reduce_stride.cuh"
#include "kernels/reduce/reduce_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

constexpr std::int64_t vector_share = 16;  ///< elements of a thread's four loads of float4

/// What the rungs have in common that have a grid of `blocks` a multiprocessor; a thread takes
/// `least` elements or more.
inline Variant<Reduce> strided_grid(const char* name, const char* title, std::int64_t least,
                                    StepFunction<Reduce> step, const BlockRule& rule) {
  auto variant = cuda_variant<Reduce>(name, title, std::move(step));
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "512", rule), blocks_axis(4)};
  variant.refuses = only_fp32_sums;
  variant.scratch_bytes = [least](const Reduce::Problem& problem, const Launch& launch) {
    const std::int64_t blocks = grid_blocks(launch, problem.n, least);
    return counter_bytes + aligned_bytes(blocks, problem.element_bytes());
  };
  variant.cost = [least](const Reduce::Problem& problem, const Launch& launch) {
    return Reduce::cost(problem, double(grid_blocks(launch, problem.n, least)));
  };
  return variant;
}

/// Two launches of a kernel of fp32 sums.
template <class KernelType>
void add_twice(const KernelType& kernel, std::int64_t least, std::size_t shared, const Step& step,
               const Launch& launch, KernelExec& exec) {
  const std::int64_t blocks = grid_blocks(launch, step.problem->n, least);
  float* const sums = blocks == 1 ? step.written<float>() : partials_of<float>(step);
  exec.launch(kernel, {unsigned(blocks)}, launch.block(), shared, step.elements<float>(), sums,
              int(step.problem->n));
  if (blocks > 1)
    exec.launch(kernel, {1}, launch.block(), shared, sums, step.written<float>(), int(blocks));
}

/// Dynamic shared memory for a number a thread.
inline std::size_t number_a_thread(const Launch& launch) {
  return launch.block().x * sizeof(float);
}

inline Variant<Reduce> grid_stride() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_twice(LIVEWARP_KERNEL(reduce_grid_stride), 2, number_a_thread(launch), step, launch, exec);
  };
  auto variant = strided_grid("grid-stride", "Grid-stride", 2, run, halving(64));
  variant.source = "Harris: Optimizing Parallel Reduction in CUDA (2007), kernel 7";
  variant.history = {harris(0.268)};
  return variant;
}

inline Variant<Reduce> vectorized() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_twice(LIVEWARP_KERNEL(reduce_vectorized), vector_share, number_a_thread(launch), step,
              launch, exec);
  };
  auto variant = strided_grid("vectorized", "float4 loads", vector_share, run, halving(64));
  variant.source = "Luitjens: CUDA Pro Tip, Increase Performance with Vectorized Memory Access";
  return variant;
}

constexpr std::int64_t shuffle_share = 8;  ///< elements of a thread's eight loads

template <class T>
void shuffle_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t n = step.problem->n, blocks = grid_blocks(launch, n, shuffle_share);
  const int minimum = step.problem->is_minimum();
  T* const some = blocks == 1 ? step.written<T>() : partials_of<T>(step);
  exec.launch(LIVEWARP_KERNEL(reduce_shuffle<T>), {unsigned(blocks)}, launch.block(), 0,
              ReduceTask<T>{step.elements<T>(), step.others<T>(), int(n), minimum}, some);
  if (blocks > 1)
    exec.launch(LIVEWARP_KERNEL(reduce_shuffle<T>), {1}, launch.block(), 0,
                ReduceTask<T>{some, nullptr, int(blocks), minimum}, step.written<T>());
}

inline Variant<Reduce> shuffle() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    switch (step.problem->type) {
    case ReduceType::fp32: return shuffle_step<float>(step, launch, exec);
    case ReduceType::fp64: return shuffle_step<double>(step, launch, exec);
    case ReduceType::int32: return shuffle_step<int>(step, launch, exec);
    }
  };
  auto variant = strided_grid("shuffle", "Warp shuffles", shuffle_share, run, whole_warps());
  variant.source = "Luitjens: Faster Parallel Reductions on Kepler (2014)";
  variant.refuses = {};
  return variant;
}

inline Variant<Reduce> cooperative() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_twice(LIVEWARP_KERNEL(reduce_cooperative), vector_share, 0, step, launch, exec);
  };
  auto variant =
      strided_grid("cooperative", "Cooperative groups", vector_share, run, whole_warps());
  variant.source = "CUDA C++ Programming Guide, Cooperative Groups";
  return variant;
}

}  // namespace reduce

LIVEWARP_KERNELS_END
