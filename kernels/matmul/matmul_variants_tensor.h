// The variants by tensor cores.
#pragma once

#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/matmul/matmul_tensor_pipelined.cuh"
#include "kernels/matmul/matmul_variants_halves.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

HalfOperands halves_of(const Matmul::Step& step, bool brain, KernelExec& exec) {
  const HalfOperands place(step.m, step.n, step.k, step.scratch);
  constexpr unsigned block = 128;
  const auto convert = [&](const float* from, void* to, int rows, int columns, int pitch) {
    exec.launch(LIVEWARP_KERNEL(matmul_halves),
                {unsigned(ceil_div(pitch / 2, block)), unsigned(rows)}, {block}, 0, from,
                static_cast<HalfPair*>(to), columns, pitch, brain);
  };
  if (!step.scratch_kept) {
    convert(step.a, place.a, step.m, step.k, place.a_pitch);
    convert(step.b, place.b, step.k, step.n, place.b_pitch);
  }
  return place;
}

/// The same as kernels take them.
inline MatmulHalves operands(const Matmul::Step& step, KernelExec& exec) {
  const HalfOperands place = halves_of(step, false, exec);
  return {static_cast<const Half16*>(place.a), static_cast<const Half16*>(place.b), place.a_pitch,
          place.b_pitch};
}

inline MatmulHalves from_row(MatmulHalves halves, std::int64_t row) {
  halves.a += row * halves.a_pitch;
  return halves;
}

inline Variant<Matmul> tensor() {
  static constexpr Dim3 tile{64, 64};
  const auto run = [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
    const MatmulHalves halves = operands(step, exec);
    over_rows(step, tile.y, exec, [&](const MatmulShape& shape, std::int64_t first) {
      exec.launch(LIVEWARP_KERNEL(matmul_tensor).main(), grid_over(shape.n, shape.m, tile),
                  {matmul_tensor_threads}, 0, step.c + first * step.n, from_row(halves, first),
                  shape);
    });
  };
  auto variant = of_halves("tensor", "Tensor cores", run);
  variant.source = "PTX ISA, mma.m16n8k16";
  variant.cost = [](const Matmul::Problem& problem, const Launch&) {
    return half_cost(problem, false, tile.x, tile.y);
  };
  return variant;
}

template <int Columns>
void launch_tensor_tiles(const Matmul::Step& step, const MatmulHalves& halves, KernelExec& exec) {
  using Tile = MatmulTensorTile<Columns>;
  over_rows(step, Tile::rows, exec, [&](const MatmulShape& shape, std::int64_t first) {
    const Dim3 tiles = grid_over(shape.n, shape.m, {Columns, Tile::rows});
    exec.launch(LIVEWARP_KERNEL(matmul_tensor_pipelined<Columns>).main(), {tiles.x * tiles.y},
                {Tile::threads}, Tile::shared_bytes, step.c + first * step.n,
                from_row(halves, first), shape);
  });
}

inline Variant<Matmul> tensor_pipelined() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulHalves halves = operands(step, exec);
    dispatch<128, 256>(columns_of(launch),
                       [&](auto columns) { launch_tensor_tiles<columns>(step, halves, exec); });
  };
  auto variant = of_halves("tensor-pipelined", "Tensor pipeline", run);
  variant.source = "NVIDIA CUTLASS: Efficient GEMM in CUDA; PTX ISA, ldmatrix";
  variant.axes = {tile_axis({"128x128", "256x128"}, "128x128")};
  variant.shared_bytes = [](const Matmul::Problem&, const Launch& launch) {
    return std::size_t(columns_of(launch) == 128 ? MatmulTensorTile<128>::shared_bytes
                                                 : MatmulTensorTile<256>::shared_bytes);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return half_cost(problem, false, columns_of(launch), MatmulTensorTile<128>::rows);
  };
  return variant;
}

/// In one unit, which compiles beside the others.
inline std::vector<Variant<Matmul>> tensor_variants() { return {tensor(), tensor_pipelined()}; }

}  // namespace matmul

LIVEWARP_KERNELS_END
