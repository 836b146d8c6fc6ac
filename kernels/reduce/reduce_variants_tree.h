// The rungs of the texts' ladder: a tree in shared memory, a few elements a block.
#pragma once

#include "kernels/reduce/reduce_unrolled.cuh"
#include "kernels/reduce/reduce_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

/// Elements that a block of such a rung takes.
inline std::int64_t share_of(const Launch& launch, int loads) { return launch.block().x * loads; }

/// What the rungs have in common whose threads load `loads` elements.
inline Variant<Reduce> tree(const char* name, const char* title, int loads,
                            StepFunction<Reduce> step, const BlockRule& rule) {
  auto variant = cuda_variant<Reduce>(name, title, std::move(step));
  variant.source = "Harris: Optimizing Parallel Reduction in CUDA (2007)";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", rule)};
  variant.refuses = only_fp32_sums;
  variant.scratch_bytes = [loads](const Reduce::Problem& problem, const Launch& launch) {
    return pass_bytes(problem, share_of(launch, loads));
  };
  variant.cost = [loads](const Reduce::Problem& problem, const Launch& launch) {
    return work_of_passes(problem, share_of(launch, loads));
  };
  return variant;
}

/// A step by a kernel of fp32 sums.
template <class KernelType>
void add_up(const KernelType& kernel, int loads, const Step& step, const Launch& launch,
            KernelExec& exec) {
  const Dim3 block = launch.block();
  passes<float>(
      step, [&](std::int64_t n) { return partials(n, share_of(launch, loads)); },
      [&](unsigned blocks, const float* from, float* to, std::int64_t n) {
        exec.launch(kernel, {blocks}, block, block.x * sizeof(float), from, to, int(n));
      });
}

inline void interleaved_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  passes<float>(
      step, [&](std::int64_t n) { return partials(n, block.x); },
      [&](unsigned blocks, const float* from, float* to, std::int64_t n) {
        const float* const y = from == step.elements<float>() ? step.others<float>() : nullptr;
        exec.launch(LIVEWARP_KERNEL(reduce_interleaved), {blocks}, block, block.x * sizeof(float),
                    ReduceTask<float>{from, y, int(n), step.problem->is_minimum()}, to);
      });
}

inline Variant<Reduce> interleaved() {
  auto variant = tree("interleaved", "Interleaved, %", 1, interleaved_step, pairs());
  variant.history = {harris(8.054)};
  variant.refuses = [](const Reduce::Problem& problem, const Launch&, Executor) -> std::string {
    if (problem.type == ReduceType::fp32) return {};
    return "it takes fp32 alone: other types have shuffle and CUB";
  };
  return variant;
}

inline Variant<Reduce> strided() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_up(LIVEWARP_KERNEL(reduce_strided), 1, step, launch, exec);
  };
  auto variant = tree("strided", "Strided index", 1, run, pairs());
  variant.history = {harris(3.456)};
  return variant;
}

inline Variant<Reduce> sequential() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_up(LIVEWARP_KERNEL(reduce_sequential), 1, step, launch, exec);
  };
  auto variant = tree("sequential", "Sequential", 1, run, halving(2));
  variant.history = {harris(1.722)};
  return variant;
}

inline Variant<Reduce> first_add() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_up(LIVEWARP_KERNEL(reduce_first_add), 2, step, launch, exec);
  };
  auto variant = tree("first-add", "Add on load", 2, run, halving(2));
  variant.history = {harris(0.965)};
  return variant;
}

inline Variant<Reduce> last_warp() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    add_up(LIVEWARP_KERNEL(reduce_unroll_last), 2, step, launch, exec);
  };
  auto variant = tree("last-warp", "Last warp unrolled", 2, run, halving(64));
  variant.history = {harris(0.536)};
  return variant;
}

/// The size that is compiled: one, since each is a kernel of its own.
constexpr int templated_block = 256;

inline Variant<Reduce> templated() {
  constexpr int share = 2 * templated_block;
  const auto run = [](const Step& step, const Launch&, KernelExec& exec) {
    const auto kernel = LIVEWARP_KERNEL(reduce_templated<templated_block>);
    passes<float>(
        step, [&](std::int64_t n) { return partials(n, share); },
        [&](unsigned blocks, const float* from, float* to, std::int64_t n) {
          exec.launch(kernel, {blocks}, {templated_block}, templated_block * sizeof(float), from,
                      to, int(n));
        });
  };
  auto variant = tree("templated", "Templated block", 2, run, halving(64));
  variant.axes = {};
  variant.scratch_bytes = [](const Reduce::Problem& problem, const Launch&) {
    return pass_bytes(problem, share);
  };
  variant.cost = [](const Reduce::Problem& problem, const Launch&) {
    return work_of_passes(problem, share);
  };
  variant.history = {harris(0.381)};
  return variant;
}

}  // namespace reduce

LIVEWARP_KERNELS_END
