// The variants that are no multiply-adds of one type: special functions.
#pragma once

#include "kernels/rates/rates_special.cuh"
#include "kernels/rates/rates_variants_chains.h"

LIVEWARP_KERNELS_BEGIN

namespace rates {

inline Variant<Rates> special() {
  auto variant = cuda_variant<Rates>(
      "special", "Special functions", [](const Step& step, const Launch& launch, KernelExec& exec) {
        const std::int64_t chains = launch.integer("chains");
        const std::string& name = launch.text("function");
        const int function = name == "rsqrt" ? 0 : name == "sin" ? 1 : 2;
        const auto kind = RatesKind(int(RatesKind::rsqrt) + function);
        for (const Range& range : exec.slices(step.n, launch.block().x * chains))
          exec.launch(LIVEWARP_KERNEL(rates_special), {grid_blocks(launch, range.size(), chains)},
                      launch.block(), 0, task_of(step, kind, range), int(chains), function);
      });
  variant.source = "CUDA C++ Programming Guide, Intrinsic Functions";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", row()),
                  blocks_axis(8), chains_axis(),
                  choice_axis("function", "Function",
                              {{"rsqrt", "1/sqrt", {}}, {"sin", "sin", {}}, {"exp", "exp", {}}},
                              "rsqrt", "What the special function unit computes in each step.")};
  variant.tolerance = {5e-3, 2e-2,
                       "approximations of 2^-21 in each of thousands of steps add up; one step in "
                       "fifty too few is seen"};
  variant.cost = [](const Rates::Problem& problem, const Launch&) {
    return Rates::cost(problem, 1, 0);
  };
  return variant;
}

}  // namespace rates

LIVEWARP_KERNELS_END
