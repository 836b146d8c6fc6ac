// What A and B hold at the start.
#include <cmath>
#include <numbers>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/matmul/matmul.h"

namespace livewarp {

namespace {

/// Fills a matrix by `value(row, column)`.
template <class Value>
void fill(float* matrix, std::int64_t rows, std::int64_t columns, const Value& value) {
  for_grid_rows(rows, columns, Job{}, [&](Range some) {
    for (std::int64_t row = some.first; row < some.last; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        matrix[row * columns + column] = float(value(row, column));
  });
}

/// The orthonormal cosine transform of k numbers, of which m rows are taken (DCT-II: Ahmed,
/// Natarajan, Rao: Discrete Cosine Transform, 1974).
double cosine(std::int64_t row, std::int64_t column, std::int64_t k) {
  if (row == 0) return std::sqrt(1 / double(k));
  return std::sqrt(2 / double(k)) *
         std::cos(std::numbers::pi * double(row) * (double(column) + 0.5) / double(k));
}

void fill_left(const Matmul::Problem& problem, float* a) {
  const std::int64_t m = problem.m, k = problem.k;
  const CellRandom random(2 * problem.seed);
  switch (problem.left) {
  case Matmul::Left::random:
    return fill(a, m, k,
                [&](auto row, auto column) { return 2 * random.at(row * k + column) - 1; });
  case Matmul::Left::identity:
    return fill(a, m, k, [](auto row, auto column) { return row == column ? 1 : 0; });
  case Matmul::Left::reversal:
    return fill(a, m, k, [&](auto row, auto column) { return row == k - 1 - column ? 1 : 0; });
  case Matmul::Left::cosines: break;
  }
  fill(a, m, k, [&](auto row, auto column) { return cosine(row, column, k); });
}

void fill_right(const Matmul::Problem& problem, float* b) {
  const std::int64_t k = problem.k, n = problem.n;
  if (problem.right == Matmul::Right::random) {
    const CellRandom random(2 * problem.seed + 1);
    return fill(b, k, n,
                [&](auto row, auto column) { return 2 * random.at(row * n + column) - 1; });
  }
  // cos(c r^2): at the edge, half a side from the middle, rings are four elements wide.
  fill(b, k, n, [&](auto row, auto column) {
    const double y = (double(row) + 0.5) / double(k) - 0.5;
    const double x = (double(column) + 0.5) / double(n) - 0.5;
    return std::cos(std::numbers::pi / 2 * double(k) * (x * x + y * y));
  });
}

}  // namespace

HostState Matmul::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  fill_left(problem, field_as<float>(state, 0));
  fill_right(problem, field_as<float>(state, 1));
  return state;
}

}  // namespace livewarp
