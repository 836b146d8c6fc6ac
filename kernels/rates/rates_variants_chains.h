// The variants whose threads have several chains, and what all CUDA variants share: grids as large
// as the GPU.
#pragma once

#include <algorithm>
#include <utility>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/rates/rates.h"
#include "kernels/rates/rates_pairs.cuh"

LIVEWARP_KERNELS_BEGIN

namespace rates {

using Step = Rates::Step;

inline const float2* starts_of(const Step& step) {
  return reinterpret_cast<const float2*>(step.start);
}

inline RatesTask task_of(const Step& step, RatesKind kind, const Range& range) {
  return {starts_of(step),
          reinterpret_cast<uint64*>(step.end),
          reinterpret_cast<uint4*>(step.found),
          int(step.n),
          int(range.first),
          int(range.last),
          int(step.steps),
          int(kind),
          0};
}

inline Param blocks_axis(std::int64_t default_blocks) {
  return integer_axis("blocks", "Blocks per SM", "", {1, 2, 4, 8, 16}, default_blocks,
                      "Blocks of the grid for each multiprocessor. With few and small ones it "
                      "is seen how long an operation takes, with many of them how many there "
                      "can be.");
}

inline Param chains_axis() {
  return integer_axis("chains", "Chains", "", {1, 2, 4, 8}, 4,
                      "Independent chains of dependent operations that each thread has under "
                      "way: instruction-level parallelism.");
}

inline BlockRule row() { return BlockRule::row("elements stand in a row"); }

/// Blocks for n elements of which a thread takes `share` at a time.
inline unsigned grid_blocks(const Launch& launch, std::int64_t n, std::int64_t share) {
  const std::int64_t most = multiprocessors() * launch.integer("blocks");
  return unsigned(std::clamp<std::int64_t>(ceil_div(n, launch.block().x * share), 1, most));
}

/// Elements are loaded and stored side by side, 8 bytes a lane, whoever computes them; and a thread
/// begins as many new ones as it has under way, chains or loads, once these have ended; each is so
/// many operations that wait for one another. One thread tells of the step.
inline ClosedForm in_flight_form(const Rates::Problem& problem, const Launch& launch,
                                 const char* axis, std::int64_t operations) {
  const std::int64_t each = launch.integer(axis), threads = launch.block().x;
  const std::int64_t at_once = grid_blocks(launch, problem.n, each) * threads * each;
  const double warps = double(ceil_div(problem.n, warp_threads)),
               sectors = double(ceil_div(8 * problem.n, std::int64_t{32}));
  ClosedForm form;
  form.paced_by = Quantity::dependent_operations;
  form.predictions = {
      {Quantity::dependent_operations, double(ceil_div(problem.n, at_once) * operations)},
      {Quantity::load_sectors, sectors / warps},
      {Quantity::store_sectors, (sectors + 1) / (warps + 1)}};
  return form;
}

/// A variant whose kernel takes a task and a number of chains. `operations` of an element in a
/// step, each of `flops`: 0 where no ceiling is measured that they could be held against.
template <class KernelType>
Variant<Rates> chains_variant(const char* name, const char* title, RatesKind kind,
                              const KernelType& kernel, double operations, double flops) {
  auto variant = cuda_variant<Rates>(
      name, title, [kind, kernel](const Step& step, const Launch& launch, KernelExec& exec) {
        const std::int64_t chains = launch.integer("chains");
        for (const Range& range : exec.slices(step.n, launch.block().x * chains))
          exec.launch(kernel, {grid_blocks(launch, range.size(), chains)}, launch.block(), 0,
                      task_of(step, kind, range), int(chains));
      });
  variant.source = "Volkov: Better Performance at Lower Occupancy (2010)";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", row()),
                  blocks_axis(8), chains_axis()};
  variant.cost = [=](const Rates::Problem& problem, const Launch&) {
    return Rates::cost(problem, operations, flops);
  };
  variant.closed_form = [](const Rates::Problem& problem, const Launch& launch) {
    return in_flight_form(problem, launch, "chains", problem.steps);
  };
  return variant;
}

inline Variant<Rates> fp32() {
  return chains_variant("fp32", "fp32", RatesKind::fp32, LIVEWARP_KERNEL(rates_fp32), 1, 2);
}

inline Variant<Rates> fp64() {
  auto variant = chains_variant("fp64", "fp64", RatesKind::fp64, LIVEWARP_KERNEL(rates_fp64), 1, 2);
  variant.axes.push_back(precision_axis({Precision::fp64}, Precision::fp64));
  return variant;
}

inline Variant<Rates> half2() {
  auto variant =
      chains_variant("half2", "half2", RatesKind::half, LIVEWARP_KERNEL(rates_half2), 2, 0);
  variant.source = "Ho, Wong: Exploiting half precision arithmetic in Nvidia GPUs (2017)";
  return variant;
}

inline Variant<Rates> bf16() {
  auto variant =
      chains_variant("bf16", "bfloat16", RatesKind::brain, LIVEWARP_KERNEL(rates_bf16), 2, 0);
  variant.min_compute = 80;
  variant.source = "PTX ISA, fma.rn.bf16x2";
  return variant;
}

inline Variant<Rates> int32() {
  auto variant =
      chains_variant("int32", "int32", RatesKind::integer, LIVEWARP_KERNEL(rates_int32), 1, 0);
  variant.source = "CUDA C++ Programming Guide, Arithmetic Instructions";
  return variant;
}

inline Variant<Rates> dp4a() {
  auto variant =
      chains_variant("dp4a", "Bytes, dp4a", RatesKind::bytes, LIVEWARP_KERNEL(rates_dp4a), 4, 0);
  variant.source = "Harris: Mixed-Precision Programming with CUDA 8 (2016)";
  return variant;
}

}  // namespace rates

LIVEWARP_KERNELS_END
