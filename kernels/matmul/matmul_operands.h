// A and B in other numbers than fp32, as variants that multiply such keep them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/matmul/matmul.h"

namespace livewarp {

/// What A and B are when they are multiplied, as the axis "operands" names it. Sums are in fp32, of
/// fp64 in fp64, of int8 in whole numbers of 32 bits.
enum class MatmulNumbers { fp32, fp64, fp16, bf16, int8 };
/// fp32 where a variant has no such axis.
MatmulNumbers matmul_numbers(const Values& launch);
std::size_t bytes_of(MatmulNumbers numbers);

/// Where the converted operands lie: row by row, filled up with zeros to whole 16 bytes where any
/// of them may be read so. Behind them there is room for C as a library leaves it.
struct MatmulOperands {
  int a_pitch, b_pitch;  ///< numbers of a row
  void *a, *b, *result;
  std::size_t bytes;  ///< of all

  MatmulOperands(MatmulNumbers numbers, std::int64_t m, std::int64_t n, std::int64_t k,
                 void* scratch);
};

/// An int8 of 1 counts as the largest number of its matrix over this.
inline constexpr float int8_steps = 127;

/// The scratch memory for them; none for fp32.
std::size_t operand_bytes(const Matmul::Problem& problem, const Launch& launch);
/// What their rounding may do to a product.
Tolerance operand_tolerance(MatmulNumbers numbers);
/// Of tiles of that size; of the whole matrices, read once, without.
CostModel operand_cost(const Matmul::Problem& problem, MatmulNumbers numbers,
                       double tile_columns = 0, double tile_rows = 0);
/// The same where tensor cores multiply.
CostModel tensor_cost(const Matmul::Problem& problem, MatmulNumbers numbers,
                      double tile_columns = 0, double tile_rows = 0);
/// Of a library, which multiplies fp64 and int8 by whatever units it finds best.
CostModel library_cost(const Matmul::Problem& problem, MatmulNumbers numbers);
/// Why a product says nothing about the error of such numbers; empty if it does.
std::string operand_refusal(const Matmul::Problem& problem, MatmulNumbers numbers);

}  // namespace livewarp
