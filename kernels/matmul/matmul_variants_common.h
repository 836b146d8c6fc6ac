// What the launch code of the CUDA variants of a matrix product shares.
#pragma once

#include <string>
#include <utility>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/matmul/matmul.h"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

/// Calls `launch(shape, a, c)` for the rows of C, or for some of them after others: a multiple of
/// `tile_rows` each but the last.
template <class LaunchRows>
void over_rows(const Matmul::Step& step, std::int64_t tile_rows, KernelExec& exec,
               const LaunchRows& launch) {
  for (const Range& rows : exec.slices(step.m, tile_rows))
    launch(MatmulShape{int(rows.size()), step.n, step.k}, rows.first);
}

/// Launches a kernel of fp32 whose blocks compute tiles of C, columns x rows.
template <class KernelType>
void launch_tiles(const KernelType& kernel, Dim3 tile, Dim3 block, std::size_t shared,
                  const Matmul::Step& step, KernelExec& exec) {
  over_rows(step, tile.y, exec, [&](const MatmulShape& shape, std::int64_t first) {
    exec.launch(kernel, grid_over(shape.n, shape.m, tile), block, shared, step.a + first * step.k,
                step.b, step.c + first * step.n, shape);
  });
}

/// The axis that says how large the tiles of a kernel are, columns x rows.
inline Param tile_axis(const std::vector<std::string>& offered, const std::string& usual) {
  std::vector<Option> options;
  options.reserve(offered.size());
  for (const std::string& tile : offered) options.push_back({tile, tile, {}});
  return choice_axis("tile", "Tile", std::move(options), usual,
                     "Elements of C that a block computes, columns by rows.");
}

inline int columns_of(const Launch& launch) { return int(parse_dim(launch.text("tile")).x); }

/// The cost of a kernel whose blocks load both tiles of operands once for a tile of C.
inline auto cost_of_tile(double columns, double rows) {
  return [=](const Matmul::Problem& problem, const Launch&) {
    return Matmul::cost(problem, 1 / columns + 1 / rows);
  };
}

}  // namespace matmul

LIVEWARP_KERNELS_END
