// Operands in binary16 or bfloat16, as variants that multiply them keep them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/matmul/matmul.h"

namespace livewarp {

/// Where they lie: rows are filled up to whole 16 bytes, so that any of them may be read so.
struct HalfOperands {
  int a_pitch, b_pitch;  ///< numbers of a row
  void *a, *b;
  std::size_t bytes;  ///< of both

  HalfOperands(std::int64_t m, std::int64_t n, std::int64_t k, void* scratch);
};

/// The scratch memory for them.
std::size_t half_bytes(const Matmul::Problem& problem, const Launch&);
/// What their rounding may do to a product.
Tolerance half_tolerance(bool brain);
/// Of tiles of that size; of the whole matrices, read once, without.
CostModel half_cost(const Matmul::Problem& problem, bool brain, double tile_columns = 0,
                    double tile_rows = 0);

}  // namespace livewarp
