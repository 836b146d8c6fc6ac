// The CUDA variants of the heat workload in three dimensions with their launch code, written once
// for every reader.
#pragma once

#include <vector>

#include "kernels/grids/grid_sums.h"
#include "kernels/heat3d/heat3d_picture.cuh"
#include "kernels/heat3d/heat3d_sums.cuh"
#include "kernels/heat3d/heat3d_variants_common.h"
#include "kernels/heat3d/heat3d_variants_temporal.h"
#include "kernels/heat3d/heat3d_vector.cuh"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

inline void point_step(const Heat3d::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_point<Stored>), grid_over(step, block.x, block.y, block.z),
                block, 0, input<Stored>(step), output<Stored>(step),
                solid_of<Computed<Stored>>(step));
  });
}

inline Variant<Heat3d> point() {
  auto variant = cuda_variant<Heat3d>("point", "Naive", point_step);
  variant.source = "Giles: CUDA course, practical 3 (the guard before the first access is ours)";
  variant.axes = {
      block_axis({"128x2", "64x4", "32x8", "64x2x2", "32x4x2", "32x2x4", "16x4x4", "8x8x8"},
                 "32x4x2", BlockRule::solid()),
      all_precisions()};
  return variant;
}

/// Launches `of(Stored{})`, whose blocks march through planes, with `shared(block)` values in
/// shared memory.
template <class Of, class Shared>
void launch_march(const Of& of, const Shared& shared, const Heat3d::Step& step,
                  const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const std::int64_t planes = launch.integer("planes");
  with_stored(step.precision, [&]<class Stored>(Stored stored) {
    using Real = Computed<Stored>;
    exec.launch(of(stored), grid_over(step, block.x, block.y, planes), block,
                shared(block) * sizeof(Real), input<Stored>(step), output<Stored>(step),
                solid_of<Real>(step), int(planes));
  });
}

inline std::vector<Param> march_axes() {
  return {block_axis({"128x2", "64x4", "32x8", "16x16", "64x8", "32x16", "128x4"}, "64x4",
                     plane_of_cells()),
          planes_axis({4, 8, 16, 32, 64}, 16,
                      "Planes that a block marches through. Each march begins with two planes "
                      "that another block reads too."),
          all_precisions()};
}

inline Variant<Heat3d> march() {
  const auto run = [](const Heat3d::Step& step, const Launch& launch, KernelExec& exec) {
    launch_march([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat3d_march<Stored>); },
                 [](Dim3) { return std::size_t{0}; }, step, launch, exec);
  };
  auto variant = cuda_variant<Heat3d>("march", "Register blocking", run);
  variant.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  variant.axes = march_axes();
  variant.cost =
      work_of([](const Launch& launch) { return 6 + 2.0 / double(launch.integer("planes")); });
  return variant;
}

/// Of three planes of a block and their halo.
inline std::size_t ring_cells(Dim3 block) { return std::size_t(3) * (block.x + 2) * (block.y + 2); }

inline Variant<Heat3d> ring() {
  const auto run = [](const Heat3d::Step& step, const Launch& launch, KernelExec& exec) {
    launch_march([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat3d_ring<Stored>); },
                 ring_cells, step, launch, exec);
  };
  auto variant = cuda_variant<Heat3d>("ring", "Plane ring", run);
  variant.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  variant.axes = march_axes();
  variant.shared_bytes = [](const Heat3d::Problem&, const Launch& launch) {
    const bool wide = precision_of(launch.values()) == Precision::fp64;
    return ring_cells(launch.block()) * (wide ? sizeof(double) : sizeof(float));
  };
  variant.cost = work_of([](const Launch& launch) {
    const Dim3 block = launch.block();
    const double tile = 1 + 2.0 / block.x + 2.0 / block.y;
    return 1 + tile * (1 + 2.0 / double(launch.integer("planes")));
  });
  return variant;
}

inline void vector_step(const Heat3d::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const std::int64_t planes = launch.integer("planes");
  const bool whole_vectors = step.nx % 4 == 0 && step.nx % 128 != 4;
  with_stored(step.precision, [&]<class Stored>(Stored) {
    const auto solid = solid_of<Computed<Stored>>(step);
    if (!whole_vectors) {
      constexpr int march = 8;
      exec.launch(LIVEWARP_KERNEL(heat3d_march<Stored>), grid_over(step, block.x, block.y, march),
                  block, 0, input<Stored>(step), output<Stored>(step), solid, march);
      return;
    }
    dispatch<1, 4>(planes, [&](auto count) {
      exec.launch(LIVEWARP_KERNEL(heat3d_vector<Stored, count()>),
                  grid_over(step, 4 * block.x, block.y, planes), block, 0, input<Stored>(step),
                  output<Stored>(step), solid);
    });
  });
}

/// What a thread of several planes has in registers, no multiprocessor has for any number of them:
/// of 4 in fp64 not for 512.
inline std::string vector_refuses(const Heat3d::Problem&, const Launch& launch, Executor executor) {
  const std::int64_t planes = launch.integer("planes");
  const bool twice = precision_of(launch.values()) == Precision::fp64;  // the registers of a value
  if (executor != Executor::cuda || planes == 1) return "";
  const int registers = twice ? 144 : 80;
  if (launch.block().count() * std::uint64_t(registers) <= 65536) return "";
  return std::to_string(planes) + (twice ? " planes in fp64" : " planes") + " take about " +
         std::to_string(registers) +
         " registers a thread, and a multiprocessor has 65,536: choose a block smaller than " +
         to_text(launch.block()) + ", or one plane";
}

inline Variant<Heat3d> vectorized() {
  auto variant = cuda_variant<Heat3d>("float4", "float4 loads", vector_step);
  variant.source =
      "Luitjens: CUDA Pro Tip: Increase Performance with Vectorized Memory Access (2013)";
  variant.axes = {block_axis({"32x4", "32x8", "64x2", "64x4", "128x1", "128x2", "32x16"}, "32x8",
                             plane_of_cells().whole_warps_wide(
                                 "a lane asks the lanes beside it, which must be of its row")),
                  planes_axis({1, 4}, 4, "Planes of four cells that a thread loads at once."),
                  all_precisions()};
  variant.refuses = vector_refuses;
  variant.cost = work_of([](const Launch& launch) {
    const auto planes = double(launch.integer("planes"));
    return 4 + 2 / planes + 2.0 / 128;
  });
  return variant;
}

inline void publish(const Heat3d::Step& step, const Heat3d::Problem&, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  const Heat3dVoxels voxels{step.nx, step.ny, step.nz, spec.width, spec.height, spec.depth};
  const Dim3 grid{unsigned(ceil_div(spec.width, block.x)), unsigned(ceil_div(spec.height, block.y)),
                  unsigned(spec.depth)};
  const PictureTarget<unsigned short> target{static_cast<unsigned short*>(picture.memory),
                                             picture.surface, spec.width, spec.height};
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_picture<Stored>), grid, block, 0, input<Stored>(step),
                target, voxels);
  });
}

static_assert(CellSums::numbers == GridSums::numbers);

inline void enqueue_readouts(const Heat3d::Step& step, const Heat3d::Problem&, void* written,
                             KernelExec& exec) {
  const Dim3 grid = GridSums::grid_for(step.nx, std::int64_t{step.ny} * step.nz);
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_stock<Stored>), grid, GridSums::block,
                GridSums::shared_bytes(), input<Stored>(step), solid_of<double>(step),
                static_cast<double*>(written));
  });
}

inline Variants<Heat3d> variants() {
  return {{point(), march(), ring(), vectorized(), temporal()}, publish, {}, enqueue_readouts};
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
