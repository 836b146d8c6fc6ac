#include "kernels/access/access_mesh.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/core/base/cell_random.h"

namespace livewarp {

namespace {

/// Numbers of the nodes, in the order of their places.
std::vector<int> numbers_of(const AccessProblem& problem) {
  std::vector<int> numbers(std::size_t(problem.n));
  std::iota(numbers.begin(), numbers.end(), 0);
  if (problem.order == AccessOrder::sorted) return numbers;
  const CellRandom random(problem.seed + 1);
  for (std::int64_t i = problem.n - 1; i > 0; --i) {  // Fisher and Yates
    const auto other = std::int64_t(double(random.at(i)) * double(i + 1));
    std::swap(numbers[std::size_t(i)], numbers[std::size_t(std::min(other, i))]);
  }
  return numbers;
}

/// Sums over `count` nodes in rows of `row`, of which each full row has `each` edges: those of even
/// rows and of odd ones.
std::array<std::int64_t, 2> by_rows(std::int64_t count, std::int64_t row, std::int64_t each) {
  const std::int64_t rows = count / row, rest = count % row;
  std::array<std::int64_t, 2> sums{(rows + 1) / 2 * each, rows / 2 * each};
  sums[std::size_t(rows % 2)] += rest;
  return sums;
}

}  // namespace

std::array<std::int64_t, access_colors> access_edge_counts(const AccessProblem& problem) {
  const std::int64_t n = problem.n, row = problem.row();
  const std::int64_t rows = n / row, last = std::max<std::int64_t>(n % row - 1, 0);
  const auto down = by_rows(std::max<std::int64_t>(n - row, 0), row, row);
  // The last node of a row has no diagonal.
  const auto diagonal = by_rows(std::max<std::int64_t>(n - row - 1, 0), row, row - 1);
  return {rows * (row / 2) + (last + 1) / 2,
          rows * (row / 2 - 1) + last / 2,
          down[0],
          down[1],
          diagonal[0],
          diagonal[1]};
}

std::int64_t access_edge_count(const AccessProblem& problem) {
  const auto counts = access_edge_counts(problem);
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

AccessMesh::AccessMesh(const AccessProblem& problem) {
  const std::vector<int> numbers = numbers_of(problem);
  const std::int64_t n = problem.n, row = problem.row();
  const auto join = [&](std::int64_t a, std::int64_t b, std::int64_t color) {
    const Edge edge{numbers[std::size_t(a)], numbers[std::size_t(b)]};
    edges.push_back(edge);
    of_color[std::size_t(color)].push_back(edge);
  };
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t x = i % row, y = i / row;
    const bool right = x + 1 < row;
    if (right && i + 1 < n) join(i, i + 1, x % 2);
    if (i + row < n) join(i, i + row, 2 + y % 2);
    if (right && i + row + 1 < n) join(i, i + row + 1, 4 + y % 2);
  }
}

}  // namespace livewarp
