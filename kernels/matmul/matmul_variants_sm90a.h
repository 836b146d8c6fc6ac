// The variants that are made of Hopper's own instructions, compiled for it alone.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/exec/tensor_map.h"
#include "kernels/matmul/matmul_variants_operands.h"
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
                           .tile_columns = MatmulWgmmaTile<1>::side,
                           .tile_rows = tile_rows,
                           .brain = brain});
  return map;
}

template <int Cluster, class Operand>
void launch_wgmma(const Matmul::Step& step, const MatmulOperands& operands, bool brain,
                  KernelExec& exec) {
  using Tile = MatmulWgmmaTile<Cluster>;
  const auto kernel = LIVEWARP_KERNEL(matmul_wgmma<Operand, Cluster>).main();
  const std::int64_t held = exec.resident_blocks(kernel.ref, {Tile::threads}, Tile::shared_bytes);
  const TensorMap b = tensor_map(operands.b, step.k, step.n, operands.b_pitch, Tile::depth, brain);
  over_rows(step, Tile::rows, exec, [&](const MatmulShape& shape, std::int64_t first) {
    const auto* const from =
        static_cast<const std::uint16_t*>(operands.a) + first * operands.a_pitch;
    const TensorMap a = tensor_map(from, shape.m, step.k, operands.a_pitch, Tile::rows, brain);
    const Dim3 tiles = grid_over(shape.n, shape.m, {Tile::columns, Cluster * Tile::rows});
    const std::int64_t clusters = std::min<std::int64_t>(held / Cluster, tiles.x * tiles.y);
    exec.launch(kernel, {unsigned(std::max<std::int64_t>(clusters, 1) * Cluster)}, {Tile::threads},
                Tile::shared_bytes, step.c + first * step.n, a, b, shape);
  });
}

inline Variant<Matmul> wgmma() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    const MatmulOperands operands = operands_of(step, numbers, exec);
    with_halves(numbers, [&]<class Operand>(Operand) {
      dispatch<1, 2>(launch.integer("cluster"), [&](auto cluster) {
        launch_wgmma<cluster, Operand>(step, operands, numbers == MatmulNumbers::bf16, exec);
      });
    });
  };
  auto variant = of_halves("wgmma", "Warpgroup", run);
  variant.source = "PTX ISA, wgmma; NVIDIA CUTLASS: warp-specialized persistent kernels";
  variant.min_compute = 90;
  variant.one_architecture = true;
  variant.gpu_only = true;
  variant.axes.push_back(integer_axis("cluster", "Cluster", "", {1, 2}, 2,
                                      "Blocks one below another that copy a part of B each, to "
                                      "all of them."));
  variant.shared_bytes = [](const Matmul::Problem&, const Launch&) {
    return std::size_t(MatmulWgmmaTile<1>::shared_bytes) +
           2 * MatmulWgmmaTile<1>::stages * sizeof(SharedBarrier);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return tensor_cost(problem, matmul_numbers(launch.values()), MatmulWgmmaTile<1>::columns,
                       MatmulWgmmaTile<1>::rows);
  };
  return variant;
}

inline std::vector<Variant<Matmul>> sm90a_variants() { return {wgmma()}; }

}  // namespace matmul

LIVEWARP_KERNELS_END
