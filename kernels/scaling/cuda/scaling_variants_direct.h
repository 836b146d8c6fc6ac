// The variant that scales with plain loads.
#pragma once

#include "kernels/scaling/cuda/scaling_direct.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Calls f with a pixel, the way it is loaded, and the number of pixels a thread.
template <class F>
decltype(auto) with_loads(bool grey, const Launch& launch, F&& f) {
  return dispatch<1, 4>(launch.integer("items"), [&](auto items) {
    if (grey) return f((unsigned char)0, ScalingByPixel{}, items);
    if (launch.text("loads") == "byte") return f(ScalingRgba{}, ScalingByByte{}, items);
    if (launch.text("loads") == "ordinary") return f(ScalingRgba{}, ScalingOrdinary{}, items);
    return f(ScalingRgba{}, ScalingByPixel{}, items);
  });
}

inline void direct_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Dim3 block = launch.block();
  with_loads(problem.channels == 1, launch,
             [&]<class Pixel, class Loads>(Pixel, Loads, auto items) {
               const Dim3 grid = grid_over(problem, block, items);
               const auto run = [&](const auto& kernel) {
                 exec.launch(kernel, grid, block, 0, source_of<Pixel>(step), result_of<Pixel>(step),
                             task_of(problem));
               };
               if (problem.filter == ScalingFilter::nearest)
                 run(LIVEWARP_KERNEL(scaling_direct_nearest<Pixel, Loads, items>));
               else
                 run(LIVEWARP_KERNEL(scaling_direct_bilinear<Pixel, Loads, items>));
             });
}

inline Variant<Scaling> direct() {
  auto variant = cuda_variant<Scaling>("direct", "Global loads", direct_step);
  variant.topic = "L2.3";
  variant.source = "CUDA C++ Best Practices Guide, Coalesced Access to Global Memory";
  variant.axes = {block_shapes(), items_axis(),
                  choice_axis("loads", "Loads",
                              {{"pixel", "uchar4, __ldg", {}},
                               {"ordinary", "uchar4, ordinary", {}},
                               {"byte", "uchar, ordinary", {}}},
                              "pixel",
                              "uchar4: all four channels in one vectorized access. uchar: each in "
                              "one of its own. __ldg: through the read-only path, as the compiler "
                              "does of const __restrict__ by itself; ordinary: without. Grey "
                              "pixels are bytes, and loaded by __ldg alone.")};
  variant.refuses = [](const Scaling::Problem& problem, const Launch& launch,
                       Executor) -> std::string {
    if (problem.channels == 1 && launch.text("loads") != "pixel")
      return "loads grey pixels by __ldg alone, as bytes: choose an RGBA picture to compare loads";
    if (widened(problem)) return "has no antialiasing: choose the variant separable";
    return offers(problem, {ScalingFilter::nearest, ScalingFilter::bilinear},
                  "computes nearest and bilinear alone: choose the variant taps");
  };
  refuse_too_tall(variant, rows_of_block);
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch&) {
    return problem.channels * (problem.filter == ScalingFilter::nearest ? 2.0 : 5.0);
  });
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
