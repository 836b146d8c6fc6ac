// The variants by tensor cores, and what makes their operands.
#pragma once

#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/matmul/matmul_convert.cuh"
#include "kernels/matmul/matmul_tensor_pipelined.cuh"
#include "kernels/matmul/matmul_variants_operands.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

MatmulOperands operands_of(const Matmul::Step& step, MatmulNumbers numbers, KernelExec& exec) {
  const MatmulOperands place(numbers, step.m, step.n, step.k, step.scratch);
  constexpr unsigned block = 128;
  const auto convert = [&](const float* from, void* to, int rows, int columns, int pitch,
                           float most) {
    exec.launch(LIVEWARP_KERNEL(matmul_operand), {unsigned(ceil_div(pitch, block)), unsigned(rows)},
                {block}, 0, from, to, columns, pitch, int(bytes_of(numbers)),
                numbers == MatmulNumbers::bf16, int8_steps / most);
  };
  if (!step.scratch_kept) {
    convert(step.a, place.a, step.m, step.k, place.a_pitch, step.a_most);
    convert(step.b, place.b, step.k, step.n, place.b_pitch, 1);
  }
  return place;
}

void finish(const Matmul::Step& step, MatmulNumbers numbers, const MatmulOperands& operands,
            KernelExec& exec) {
  const bool whole = numbers == MatmulNumbers::int8;
  if (!whole && numbers != MatmulNumbers::fp64) return;
  constexpr unsigned block = 256;
  const int count = step.m * step.n;
  exec.launch(LIVEWARP_KERNEL(matmul_result), {unsigned(ceil_div(count, int(block)))}, {block}, 0,
              operands.result, step.c, count, whole, int8_unit(step));
}

/// The operands as kernels take them, from a row of A on.
template <class Operand>
MatmulHalves<Operand> from_row(const MatmulOperands& operands, std::int64_t row) {
  return {static_cast<const Operand*>(operands.a) + row * operands.a_pitch,
          static_cast<const Operand*>(operands.b), operands.a_pitch, operands.b_pitch};
}

inline Variant<Matmul> tensor() {
  static constexpr Dim3 tile{64, 64};
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    const MatmulOperands operands = operands_of(step, numbers, exec);
    with_halves(numbers, [&]<class Operand>(Operand) {
      over_rows(step, tile.y, exec, [&](const MatmulShape& shape, std::int64_t first) {
        exec.launch(LIVEWARP_KERNEL(matmul_tensor<Operand>).main(),
                    grid_over(shape.n, shape.m, tile), {matmul_tensor_threads}, 0,
                    step.c + first * step.n, from_row<Operand>(operands, first), shape);
      });
    });
  };
  auto variant = of_halves("tensor", "Tensor cores", run);
  variant.source = "PTX ISA, mma.m16n8k16";
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return tensor_cost(problem, matmul_numbers(launch.values()), tile.x, tile.y);
  };
  return variant;
}

template <int Columns, class Operand>
void launch_tensor_tiles(const Matmul::Step& step, const MatmulOperands& operands,
                         KernelExec& exec) {
  using Tile = MatmulTensorTile<Columns, Operand>;
  over_rows(step, Tile::rows, exec, [&](const MatmulShape& shape, std::int64_t first) {
    const Dim3 tiles = grid_over(shape.n, shape.m, {Columns, Tile::rows});
    exec.launch(LIVEWARP_KERNEL(matmul_tensor_pipelined<Columns, Operand>).main(),
                {tiles.x * tiles.y}, {Tile::threads}, Tile::shared_bytes, step.c + first * step.n,
                from_row<Operand>(operands, first), shape);
  });
}

inline Variant<Matmul> tensor_pipelined() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    const MatmulOperands operands = operands_of(step, numbers, exec);
    with_halves(numbers, [&]<class Operand>(Operand) {
      dispatch<128, 256>(columns_of(launch), [&](auto columns) {
        launch_tensor_tiles<columns, Operand>(step, operands, exec);
      });
    });
  };
  auto variant = of_halves("tensor-pipelined", "Tensor pipeline", run);
  variant.source = "NVIDIA CUTLASS: Efficient GEMM in CUDA; PTX ISA, ldmatrix";
  variant.axes.insert(variant.axes.begin(), tile_axis({"128x128", "256x128"}, "128x128"));
  variant.shared_bytes = [](const Matmul::Problem&, const Launch& launch) {
    return std::size_t(columns_of(launch) == 128 ? MatmulTensorTile<128, Half16>::shared_bytes
                                                 : MatmulTensorTile<256, Half16>::shared_bytes);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return tensor_cost(problem, matmul_numbers(launch.values()), columns_of(launch),
                       MatmulTensorTile<128, Half16>::rows);
  };
  return variant;
}

/// In one unit, which compiles beside the others.
inline std::vector<Variant<Matmul>> tensor_variants() { return {tensor(), tensor_pipelined()}; }

}  // namespace matmul

LIVEWARP_KERNELS_END
