#include "kernels/matmul/matmul_halves.h"

#include <algorithm>

#include "kernels/core/base/dim.h"

namespace livewarp {

namespace {

constexpr std::int64_t numbers_of_access = 8;  // 16 bytes

}  // namespace

HalfOperands::HalfOperands(std::int64_t m, std::int64_t n, std::int64_t k, void* scratch)
    : a_pitch(int(ceil_div(k, numbers_of_access) * numbers_of_access)),
      b_pitch(int(ceil_div(n, numbers_of_access) * numbers_of_access)) {
  const std::size_t a_bytes = std::size_t(m) * std::size_t(a_pitch) * sizeof(std::uint16_t);
  a = scratch;
  b = scratch ? static_cast<std::byte*>(scratch) + a_bytes : nullptr;
  bytes = a_bytes + std::size_t(k) * std::size_t(b_pitch) * sizeof(std::uint16_t);
}

std::size_t half_bytes(const Matmul::Problem& problem, const Launch&) {
  return HalfOperands(problem.m, problem.n, problem.k, nullptr).bytes;
}

// Each operand is off by half a step of 11 bits at most, which is even up to there: by 2^-11 / 2 of
// its size, as a rule. Two of them, with signs at random, are 3.5e-4 of the product, however many
// are added. Of bfloat16 with its 8 bits it is eight times that.
Tolerance half_tolerance(bool brain) {
  if (brain) return {8e-3, 8e-2, "operands are rounded to bf16, sums are fp32"};
  return {1e-3, 1e-2, "operands are rounded to fp16, sums are fp32"};
}

CostModel half_cost(const Matmul::Problem& problem, bool brain, double tile_columns,
                    double tile_rows) {
  const auto m = double(problem.m), n = double(problem.n), k = double(problem.k);
  const double loads = tile_columns > 0 ? 1 / tile_columns + 1 / tile_rows : 0;
  const double half = sizeof(std::uint16_t), result = sizeof(float) * m * n;
  CostModel cost = Matmul::cost(problem, loads);
  cost.compulsory_bytes = half * (m * k + k * n) + result;
  cost.requested_bytes =
      std::max(cost.compulsory_bytes, half * loads * problem.multiply_adds() + result);
  cost.note = std::string("A and B are rounded to ") + (brain ? "bf16" : "fp16") +
              " once, before the first step";
  return cost;
}

}  // namespace livewarp
