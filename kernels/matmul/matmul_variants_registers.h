// The variants in fp32 whose threads compute several elements each.
#pragma once

#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/matmul/matmul_prefetched.cuh"
#include "kernels/matmul/matmul_variants_common.h"
#include "kernels/matmul/matmul_warp.cuh"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

constexpr Dim3 register_block{matmul_threads};

/// A variant of square tiles of that side, without anything to choose.
template <class Step>
Variant<Matmul> of_tiles(const char* name, const char* title, int side, Step step) {
  auto variant = cuda_variant<Matmul>(name, title, step);
  variant.cost = cost_of_tile(side, side);
  return variant;
}

inline Variant<Matmul> register_tile() {
  static constexpr int side = 64;
  auto variant = of_tiles(
      "register", "Register tile", side,
      [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
        launch_tiles(LIVEWARP_KERNEL(matmul_register), {side, side}, register_block, 0, step, exec);
      });
  variant.source = "Volkov, Demmel: Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008";
  return variant;
}

inline Variant<Matmul> vectorized() {
  static constexpr int side = 128;
  auto variant = of_tiles("vectorized", "Vectorized", side,
                          [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
                            launch_tiles(LIVEWARP_KERNEL(matmul_vectorized), {side, side},
                                         register_block, 0, step, exec);
                          });
  variant.source = "Boehm: How to Optimize a CUDA Matmul Kernel, kernel 6 (2022)";
  return variant;
}

inline Variant<Matmul> warp_tile() {
  static constexpr int side = MatmulWarpTile::side;
  auto variant = of_tiles(
      "warp", "Warp tiles", side, [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
        launch_tiles(LIVEWARP_KERNEL(matmul_warp), {side, side}, register_block, 0, step, exec);
      });
  variant.source = "NVIDIA CUTLASS: Efficient GEMM in CUDA, warp-level tiles";
  return variant;
}

inline std::size_t stage_bytes(const Launch& launch) {
  return std::size_t(launch.integer("stages")) * MatmulWarpTile::stage_floats * sizeof(float);
}

inline Variant<Matmul> pipelined() {
  static constexpr int side = MatmulWarpTile::side;
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    dispatch<2, 3>(launch.integer("stages"), [&](auto stages) {
      launch_tiles(LIVEWARP_KERNEL(matmul_pipelined<stages>), {side, side}, register_block,
                   stage_bytes(launch), step, exec);
    });
  };
  auto variant = of_tiles("pipelined", "Double buffer", side, run);
  variant.source = "CUDA C++ Programming Guide, Asynchronous Data Copies";
  variant.axes = {integer_axis("stages", "Stages", "", {2, 3}, 2,
                               "Tiles of A and B in shared memory: one is multiplied, the others "
                               "are on their way. Two are a double buffer.")};
  variant.shared_bytes = [](const Matmul::Problem&, const Launch& launch) {
    return stage_bytes(launch);
  };
  return variant;
}

inline void launch_prefetched(const Matmul::Step& step, const Launch&, KernelExec& exec) {
  using Tile = MatmulLargeTile;
  over_rows(step, Tile::rows, exec, [&](const MatmulShape& shape, std::int64_t first) {
    const Dim3 tiles = grid_over(shape.n, shape.m, {Tile::columns, Tile::rows});
    exec.launch(LIVEWARP_KERNEL(matmul_prefetched), {tiles.x * tiles.y}, {Tile::threads},
                Tile::shared_bytes, step.a + first * step.k, step.b, step.c + first * step.n,
                shape);
  });
}

inline Variant<Matmul> prefetched() {
  auto variant = cuda_variant<Matmul>("prefetched", "Prefetched", launch_prefetched);
  variant.source = "NVIDIA CUTLASS: Efficient GEMM in CUDA, software pipelining";
  variant.min_compute = 80;  // asynchronous copies, into more shared memory than 7.5 has
  variant.shared_bytes = [](const Matmul::Problem&, const Launch&) {
    return std::size_t(MatmulLargeTile::shared_bytes);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch&) {
    return Matmul::cost(problem, 1.0 / MatmulLargeTile::columns + 1.0 / MatmulLargeTile::rows);
  };
  return variant;
}

/// In one unit, which compiles beside the others.
inline std::vector<Variant<Matmul>> registers_variants() {
  return {register_tile(), vectorized(), warp_tile(), pipelined(), prefetched()};
}

}  // namespace matmul

LIVEWARP_KERNELS_END
