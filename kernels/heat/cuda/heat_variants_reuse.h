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

/// A block's cells and a halo around them.
inline std::size_t halo_tile_bytes(Dim3 block, int radius, Precision precision) {
  const std::size_t halo = 2 * std::size_t(radius);
  return (block.x + halo) * (block.y + halo) * computed_bytes(precision);
}

/// The tile in shared memory; `run` launches one of its kernels.
template <class Run>
Variant<Heat> shared_tile(const char* name, const char* title, const Run& run) {
  auto variant = cuda_variant<Heat>(name, title, run);
  variant.topic = "L3.3";
  variant.source = "Ujaldon: CUDA tutorial, 1D stencil (there in one dimension)";
  variant.axes = {block_shapes("32x8"), all_precisions()};
  variant.shared_bytes = [](const Heat::Problem& problem, const Launch& launch) {
    return halo_tile_bytes(launch.block(), problem.radius, precision_of(launch.values()));
  };
  variant.cost = work_of([](const Heat::Problem& problem, const Launch& launch) {
    const Dim3 block = launch.block();
    const double halo = 2.0 * problem.radius;
    return 2 + halo / block.x + halo / block.y;
  });
  return variant;
}

inline Variant<Heat> shared() {
  return shared_tile(
      "shared", "Shared tile", [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
        const Dim3 block = launch.block();
        launch_cells(
            []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_shared<Stored>); },
            []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_shared_general<Stored>); },
            grid_over(step.nx, step.ny, block), halo_tile_bytes(block, step.radius, step.precision),
            step, launch, exec);
      });
}

inline Variant<Heat> shared_general() {
  return shared_tile("shared-general", "Shared, general",
                     [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
                       const Dim3 block = launch.block();
                       with_stored(step.precision, [&]<class Stored>(Stored) {
                         exec.launch(LIVEWARP_KERNEL(heat_shared_general<Stored>),
                                     grid_over(step.nx, step.ny, block), block,
                                     halo_tile_bytes(block, step.radius, step.precision),
                                     input<Stored>(step), output<Stored>(step), step.marks,
                                     plate_of<Computed<Stored>>(step));
                       });
                     });
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
  variant.axes = {
      block_axis({"256x1", "128x1", "64x1", "128x2", "64x4", "32x8"}, "128x1", plane_of_cells()),
      rows_axis({4, 8, 16, 32, 64}, 16, "Rows that a thread marches down."), all_precisions()};
  variant.refuses = only_radius_1;
  variant.cost = work_of([](const Heat::Problem&, const Launch& launch) {
    return 4 + 2.0 / double(launch.integer("rows"));
  });
  return variant;
}

/// Of kernels in which lanes ask those beside them.
inline BlockRule rows_of_warps() {
  return plane_of_cells().whole_warps_wide(
      "a lane asks the lanes beside it, which must be of its row");
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
  variant.axes = {block_axis({"256x1", "128x2", "64x4", "32x8", "32x4", "32x16", "128x1"}, "64x4",
                             rows_of_warps()),
                  all_precisions()};
  variant.refuses = only_radius_1;
  variant.cost = work_of([](const Heat::Problem&, const Launch&) { return 4 + 2.0 / 32; });
  return variant;
}

inline void vector_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const auto rows = unsigned(launch.integer("rows"));
  with_stored(step.precision, [&]<class Stored>(Stored) {
    dispatch<2, 4>(rows, [&](auto count) {
      exec.launch(LIVEWARP_KERNEL(heat_vector<Stored, count()>),
                  grid_over(step.nx, step.ny, {4 * block.x, block.y * rows}), block, 0,
                  input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  });
}

/// What a thread of so many rows in fp64 has in registers, no multiprocessor has for 1,024 of them.
inline std::string vector_refuses(const Heat::Problem& problem, const Launch& launch,
                                  Executor executor) {
  constexpr std::uint64_t most_threads = 512;
  std::string why = only_radius_1(problem, launch, executor);
  if (!why.empty() || executor != Executor::cuda || launch.integer("rows") < 4 ||
      precision_of(launch.values()) != Precision::fp64 || launch.block().count() <= most_threads)
    return why;
  return "4 rows in fp64 take 72 registers and more a thread, and a multiprocessor has "
         "65,536: choose a block of at most 512 threads, or 2 rows";
}

inline Variant<Heat> vectorized() {
  auto variant = cuda_variant<Heat>("float4", "float4 loads", vector_step);
  variant.topic = "L3.5";
  variant.source =
      "Luitjens: CUDA Pro Tip: Increase Performance with Vectorized Memory Access (2013)";
  variant.axes = {
      block_axis({"32x4", "32x8", "64x2", "64x4", "128x1", "128x2", "256x1"}, "32x4",
                 rows_of_warps()),
      rows_axis({2, 4}, 2, "Rows of four cells that a thread loads before it computes."),
      all_precisions()};
  variant.refuses = vector_refuses;
  variant.cost = work_of([](const Heat::Problem&, const Launch& launch) {
    return 2 + 2.0 / double(launch.integer("rows")) + 2.0 / 128;
  });
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
