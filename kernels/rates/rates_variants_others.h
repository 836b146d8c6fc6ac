// The variants that are no multiply-adds of one type: special functions, products of matrices, sums
// of bytes, small arrays, and loads.
#pragma once

#include "kernels/rates/rates_loads.cuh"
#include "kernels/rates/rates_special.cuh"
#include "kernels/rates/rates_sums.cuh"
#include "kernels/rates/rates_tables.cuh"
#include "kernels/rates/rates_tensor.cuh"
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
  variant.cost = [](const Rates::Problem& problem, const Launch& launch) {
    CostModel cost = Rates::cost(problem, 1, 0);
    if (launch.text("function") == "rsqrt") cost.roots = cost.items;
    return cost;
  };
  return variant;
}

inline Variant<Rates> tensor() {
  auto variant = cuda_variant<Rates>(
      "tensor", "Tensor cores", [](const Step& step, const Launch& launch, KernelExec& exec) {
        const std::int64_t share = launch.integer("chains") * rates_tile / 32;  // of a thread
        for (const Range& range : exec.slices(step.n, launch.block().x * share))
          exec.launch(LIVEWARP_KERNEL(rates_tensor), {grid_blocks(launch, range.size(), share)},
                      launch.block(), 0, task_of(step, RatesKind::tensor, range),
                      int(launch.integer("chains")));
      });
  variant.source = "PTX ISA, mma.sync.m16n8k16";
  variant.min_compute = 80;
  variant.axes = {block_axis({"32", "64", "128", "256", "512"}, "128",
                             row().whole_warps("a warp multiplies matrices together")),
                  blocks_axis(4), chains_axis()};
  constexpr double columns = 16;  // of A: as many products for an element of D
  variant.cost = [](const Rates::Problem& problem, const Launch&) {
    CostModel cost = Rates::cost(problem, columns, 2);
    cost.tensor_flops = cost.flops;
    return cost;
  };
  return variant;
}

inline Variant<Rates> sums() {
  auto variant =
      chains_variant("sums", "Sums of bytes", RatesKind::sums, LIVEWARP_KERNEL(rates_sums), 2, 0);
  variant.source = "CUDA C++ Programming Guide, Arithmetic Instructions";
  return variant;
}

inline Variant<Rates> packed() {
  auto variant = chains_variant("packed", "Two sums in one", RatesKind::sums,
                                LIVEWARP_KERNEL(rates_packed), 2, 0);
  variant.source = "Fisher, Dietz: Compiling for SIMD Within A Register (1998)";
  return variant;
}

/// Of the rungs about arrays.
inline Variant<Rates> table_variant(Variant<Rates> variant) {
  variant.topic = "L6.12";
  variant.source = "CUDA C++ Best Practices Guide, Local Memory";
  return variant;
}

inline Variant<Rates> unrolled() {
  return table_variant(chains_variant("unrolled", "Array, unrolled", RatesKind::by_turn,
                                      LIVEWARP_KERNEL(rates_unrolled), 1, 0));
}

inline Variant<Rates> local() {
  return table_variant(chains_variant("local", "Array, indexed", RatesKind::by_value,
                                      LIVEWARP_KERNEL(rates_local), 1, 0));
}

inline Variant<Rates> selected() {
  auto variant = table_variant(chains_variant("selected", "Array, selected", RatesKind::by_value,
                                              LIVEWARP_KERNEL(rates_selected), 1, 0));
  // The array takes registers that larger blocks do not have.
  variant.axes.front() = block_axis({"32", "64", "128", "256", "512"}, "256", row());
  return variant;
}

inline Variant<Rates> loads() {
  auto variant = cuda_variant<Rates>(
      "loads", "Loads in flight", [](const Step& step, const Launch& launch, KernelExec& exec) {
        const std::int64_t loads = launch.integer("loads");
        for (const Range& range : exec.slices(step.n, launch.block().x * loads))
          exec.launch(LIVEWARP_KERNEL(rates_loads), {grid_blocks(launch, range.size(), loads)},
                      launch.block(), 0, task_of(step, RatesKind::loads, range), int(loads));
      });
  variant.topic = "L6.18";
  variant.source = "Volkov: Better Performance at Lower Occupancy (2010)";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "128", row()),
                  blocks_axis(4),
                  integer_axis("loads", "Loads", "", {1, 2, 4, 8}, 4,
                               "Independent loads of 8 bytes that each thread has under way.")};
  variant.closed_form = [](const Rates::Problem& problem, const Launch& launch) {
    return in_flight_form(problem, launch, "loads", 1);
  };
  variant.cost = [](const Rates::Problem& problem, const Launch&) {
    CostModel cost = Rates::cost(problem, 1, 0);
    cost.items = double(problem.n);  // whatever the number of operations of a chain
    return cost;
  };
  return variant;
}

}  // namespace rates

LIVEWARP_KERNELS_END
