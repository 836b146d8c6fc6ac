// The variants that are made of Hopper's own instructions, compiled for it alone.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/core/exec/tensor_map.h"
#include "kernels/matmul/matmul_variants_halves.h"
#include "kernels/matmul/matmul_wgmma_sm90a.cuh"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

inline TensorMap tensor_map(const void* memory, std::int64_t rows, std::int64_t columns, int pitch,
                            int tile_rows, bool brain) {
  TensorMap map;
  encode_tensor_map(&map, {.memory = memory,
                           .columns = columns,
                           .rows = rows,
                           .row_bytes = pitch * std::int64_t(sizeof(std::uint16_t)),
                           .tile_columns = MatmulWgmmaTile::side,
                           .tile_rows = tile_rows,
                           .brain = brain});
  return map;
}

template <class Operand>
void launch_wgmma(const Matmul::Step& step, const HalfOperands& halves, bool brain,
                  KernelExec& exec) {
  using Tile = MatmulWgmmaTile;
  const auto kernel = LIVEWARP_KERNEL(matmul_wgmma<Operand>).main();
  const std::int64_t held = exec.resident_blocks(kernel.ref, {Tile::threads}, Tile::shared_bytes);
  const TensorMap b = tensor_map(halves.b, step.k, step.n, halves.b_pitch, Tile::depth, brain);
  over_rows(step, Tile::rows, exec, [&](const MatmulShape& shape, std::int64_t first) {
    const auto* const rows = static_cast<const std::uint16_t*>(halves.a) + first * halves.a_pitch;
    const TensorMap a = tensor_map(rows, shape.m, step.k, halves.a_pitch, Tile::rows, brain);
    const Dim3 tiles = grid_over(shape.n, shape.m, {Tile::columns, Tile::rows});
    exec.launch(kernel, {unsigned(std::min<std::int64_t>(held, tiles.x * tiles.y))},
                {Tile::threads}, Tile::shared_bytes, step.c + first * step.n, a, b, shape);
  });
}

inline Variant<Matmul> wgmma() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const bool brain = brain_operands(launch);
    const HalfOperands halves = halves_of(step, brain, exec);
    if (brain)
      launch_wgmma<Brain16>(step, halves, brain, exec);
    else
      launch_wgmma<Half16>(step, halves, brain, exec);
  };
  auto variant = of_halves("wgmma", "Warpgroup", run);
  variant.source = "PTX ISA, wgmma; NVIDIA CUTLASS: warp-specialized persistent kernels";
  variant.min_compute = 90;
  variant.one_architecture = true;
  variant.gpu_only = true;
  variant.axes = {operands_axis()};
  variant.shared_bytes = [](const Matmul::Problem&, const Launch&) {
    return std::size_t(MatmulWgmmaTile::shared_bytes) +
           2 * MatmulWgmmaTile::stages * sizeof(SharedBarrier);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return half_cost(problem, brain_operands(launch), MatmulWgmmaTile::columns,
                     MatmulWgmmaTile::rows);
  };
  return variant;
}

inline std::vector<Variant<Matmul>> sm90a_variants() { return {wgmma()}; }

}  // namespace matmul

LIVEWARP_KERNELS_END
