#include "kernels/matmul/matmul_operands.h"

#include <algorithm>
#include <string>

#include "kernels/core/base/dim.h"

namespace livewarp {

namespace {

struct NumbersInfo {
  const char* name;
  std::size_t bytes, result_bytes;
};
/// By `MatmulNumbers`. Where C is not what the library leaves there is room for that.
constexpr NumbersInfo infos[] = {
    {"fp32", 4, 0}, {"fp64", 8, 8}, {"fp16", 2, 0}, {"bf16", 2, 0}, {"int8", 1, 4}};
const NumbersInfo& info_of(MatmulNumbers numbers) { return infos[std::size_t(numbers)]; }

constexpr std::int64_t access_bytes = 16;

int padded(std::int64_t columns, MatmulNumbers numbers) {
  const auto of_access = access_bytes / std::int64_t(bytes_of(numbers));
  return int(ceil_div(columns, of_access) * of_access);
}

}  // namespace

MatmulNumbers matmul_numbers(const Values& launch) {
  if (!launch.contains("operands")) return MatmulNumbers::fp32;
  const std::string name = get_text(launch, "operands");
  const auto* const found =
      std::ranges::find_if(infos, [&](const NumbersInfo& info) { return info.name == name; });
  return MatmulNumbers(found - infos);
}

std::size_t bytes_of(MatmulNumbers numbers) { return info_of(numbers).bytes; }

MatmulOperands::MatmulOperands(MatmulNumbers numbers, std::int64_t m, std::int64_t n,
                               std::int64_t k, void* scratch)
    : a_pitch(padded(k, numbers)), b_pitch(padded(n, numbers)) {
  const std::size_t of_a = std::size_t(m) * std::size_t(a_pitch) * bytes_of(numbers);
  const std::size_t of_b = std::size_t(k) * std::size_t(b_pitch) * bytes_of(numbers);
  a = scratch;
  b = scratch ? static_cast<std::byte*>(scratch) + of_a : nullptr;
  result = scratch ? static_cast<std::byte*>(b) + of_b : nullptr;
  bytes = of_a + of_b + std::size_t(m) * std::size_t(n) * info_of(numbers).result_bytes;
}

std::size_t operand_bytes(const Matmul::Problem& problem, const Launch& launch) {
  const MatmulNumbers numbers = matmul_numbers(launch.values());
  if (numbers == MatmulNumbers::fp32) return 0;
  return MatmulOperands(numbers, problem.m, problem.n, problem.k, nullptr).bytes;
}

// fp16: each operand is off by half a step of 11 bits at most, which is even up to there: by
// 2^-11 / 2 of its size, as a rule. Two of them, with signs at random, are 3.5e-4 of the product,
// however many are added. Of bfloat16 with its 8 bits it is eight times that. int8: by half a step
// of 1/127 of the largest number at most, 2.3e-3 of it as a rule; numbers that are even in -1 ... 1
// are 0.58 in the mean, so that is 3.9e-3 of an operand, and 5.6e-3 of the product. fp64: what is
// left is the rounding of C, half a step of 24 bits.
Tolerance operand_tolerance(MatmulNumbers numbers) {
  switch (numbers) {
  case MatmulNumbers::fp64: return {1e-7, 1e-6, {}};
  case MatmulNumbers::fp16: return {1e-3, 1e-2, "operands are rounded to fp16, sums are fp32"};
  case MatmulNumbers::bf16: return {8e-3, 8e-2, "operands are rounded to bf16, sums are fp32"};
  case MatmulNumbers::int8:
    return {1.2e-2, 1.2e-1, "operands are rounded to 127 steps, sums are exact"};
  case MatmulNumbers::fp32: break;
  }
  return Matmul().tolerance(Backend::cuda, Precision::fp32);
}

CostModel operand_cost(const Matmul::Problem& problem, MatmulNumbers numbers, double tile_columns,
                       double tile_rows) {
  const auto m = double(problem.m), n = double(problem.n), k = double(problem.k);
  const double loads = tile_columns > 0 ? 1 / tile_columns + 1 / tile_rows : 0;
  const auto of_operand = double(bytes_of(numbers)), result = sizeof(float) * m * n;
  CostModel cost = Matmul::cost(problem, loads);
  cost.compulsory_bytes = of_operand * (m * k + k * n) + result;
  cost.requested_bytes =
      std::max(cost.compulsory_bytes, of_operand * loads * problem.multiply_adds() + result);
  if (numbers != MatmulNumbers::fp32)
    cost.note =
        std::string("A and B are made ") + info_of(numbers).name + " once, before the first step";
  return cost;
}

CostModel tensor_cost(const Matmul::Problem& problem, MatmulNumbers numbers, double tile_columns,
                      double tile_rows) {
  CostModel cost = operand_cost(problem, numbers, tile_columns, tile_rows);
  cost.tensor_flops = cost.flops;
  return cost;
}

CostModel library_cost(const Matmul::Problem& problem, MatmulNumbers numbers) {
  if (numbers == MatmulNumbers::fp16 || numbers == MatmulNumbers::bf16)
    return tensor_cost(problem, numbers);
  CostModel cost = operand_cost(problem, numbers);
  cost.other_units = numbers != MatmulNumbers::fp32;
  return cost;
}

std::string operand_refusal(const Matmul::Problem& problem, MatmulNumbers numbers) {
  constexpr std::int64_t least = 16;
  if (numbers != MatmulNumbers::int8 || problem.m * problem.n >= least) return {};
  return "of less than 16 elements the steps of int8 may be all there is";
}

}  // namespace livewarp
