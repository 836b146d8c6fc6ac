// CUDA variants of the heat workload that make one time step and load less.
#pragma once

#include <string>

#include "kernels/core/base/dispatch.h"
#include "kernels/heat/cuda/heat_reuse.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

inline std::string only_radius_1(const Heat::Problem& problem, const Launch&, Executor) {
  return problem.radius == 1 ? "" : "radius 1 only: the neighbours it keeps are the nearest ones";
}

inline Param rows_axis(std::vector<std::int64_t> offered, std::int64_t rows, std::string help) {
  return integer_axis("rows", "Rows per thread", "", std::move(offered), rows, std::move(help));
}

/// Bytes of a real as kernels compute with it.
inline std::size_t computed_bytes(Precision precision) {
  return precision == Precision::fp64 ? sizeof(double) : sizeof(float);
}

inline void shared_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const std::size_t halo = 2 * std::size_t(step.radius);
  const std::size_t bytes = (block.x + halo) * (block.y + halo) * computed_bytes(step.precision);
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_shared<Stored>), grid_over(step.nx, step.ny, block), block,
                bytes, input<Stored>(step), output<Stored>(step), step.marks,
                plate_of<Computed<Stored>>(step));
  });
}

inline Variant<Heat> shared() {
  auto variant = cuda_variant<Heat>("shared", "Shared tile", shared_step);
  variant.topic = "L3.3";
  variant.source = "Ujaldon: CUDA tutorial, 1D stencil (there in one dimension)";
  variant.axes = {block_axis(block_shapes(), "32x8"), all_precisions()};
  variant.cost = work_of([](const Heat::Problem& problem, const Launch& launch) {
    const Dim3 block = launch.block();
    const double halo = 2.0 * problem.radius;
    return 2 + halo / block.x + halo / block.y;
  });
  return variant;
}

inline void register_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const auto rows = unsigned(launch.integer("rows"));
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_register<Stored>),
                grid_over(step.nx, step.ny, {block.x, block.y * rows}), block, 0,
                input<Stored>(step), output<Stored>(step), step.marks,
                plate_of<Computed<Stored>>(step), int(rows));
  });
}

inline Variant<Heat> march() {
  auto variant = cuda_variant<Heat>("register", "Register blocking", register_step);
  variant.topic = "L3.5";
  variant.source =
      "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009), in 2D";
  variant.axes = {block_axis({"256x1", "128x1", "64x1", "128x2", "64x4", "32x8"}, "128x1"),
                  rows_axis({4, 8, 16, 32, 64}, 16, "Rows that a thread marches down."),
                  all_precisions()};
  variant.refuses = only_radius_1;
  variant.cost = work_of([](const Heat::Problem&, const Launch& launch) {
    return 4 + 2.0 / double(launch.integer("rows"));
  });
  return variant;
}

inline void shuffle_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat_shuffle<Stored>), grid_over(step.nx, step.ny, block), block, 0,
                input<Stored>(step), output<Stored>(step), step.marks,
                plate_of<Computed<Stored>>(step));
  });
}

inline Variant<Heat> shuffle() {
  auto variant = cuda_variant<Heat>("shuffle", "Warp shuffle", shuffle_step);
  variant.topic = "L3.5";
  variant.source = "CUDA C++ Programming Guide, Warp Shuffle Functions";
  variant.axes = {block_axis({"256x1", "128x2", "64x4", "32x8", "32x4", "32x16", "128x1"}, "64x4"),
                  all_precisions()};
  variant.refuses = only_radius_1;
  variant.cost = work_of([](const Heat::Problem&, const Launch&) { return 4 + 2.0 / 32; });
  return variant;
}

inline void vector_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const auto rows = unsigned(launch.integer("rows"));
  with_stored(step.precision, [&]<class Stored>(Stored) {
    dispatch<2, 4, 8>(rows, [&](auto count) {
      exec.launch(LIVEWARP_KERNEL(heat_vector<Stored, count()>),
                  grid_over(step.nx, step.ny, {4 * block.x, block.y * rows}), block, 0,
                  input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  });
}

inline Variant<Heat> vectorized() {
  auto variant = cuda_variant<Heat>("float4", "float4 loads", vector_step);
  variant.topic = "L3.5";
  variant.source =
      "Luitjens: CUDA Pro Tip: Increase Performance with Vectorized Memory Access (2013)";
  variant.axes = {
      block_axis({"32x4", "32x8", "64x2", "64x4", "128x1", "128x2", "256x1"}, "32x4"),
      rows_axis({2, 4, 8}, 2, "Rows of four cells that a thread loads before it computes."),
      all_precisions()};
  variant.refuses = only_radius_1;
  variant.cost = work_of([](const Heat::Problem&, const Launch& launch) {
    return 2 + 2.0 / double(launch.integer("rows")) + 2.0 / 128;
  });
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
