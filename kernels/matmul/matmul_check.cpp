// How products are checked.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/core/measure/verification.h"
#include "kernels/matmul/matmul.h"

namespace livewarp {

namespace {

/// Rows of the product that are computed when the first of them is asked for.
class ReferenceRows {
 public:
  ReferenceRows(const Matmul::Problem& problem, const HostState& in, const Job& job)
      : problem_(problem), a_(field_as<float>(in, 0)), b_(field_as<float>(in, 1)), job_(job) {}

  double at(std::int64_t element) {
    const std::int64_t row = element / problem_.n;
    if (row < first_ || row >= last_) compute(row);
    return rows_[std::size_t(element - first_ * problem_.n)];
  }

 private:
  void compute(std::int64_t row) {
    constexpr std::int64_t most = 256;
    first_ = row;
    last_ = std::min(row + most, problem_.m);
    rows_.resize(std::size_t((last_ - first_) * problem_.n));
    // Of some rows together B is read once.
    constexpr std::int64_t together = 8;
    const std::int64_t count = last_ - first_, n = problem_.n, k = problem_.k;
    for_grid_rows(ceil_div(count, together), together * n * k, Job{job_.stop}, [&](Range groups) {
      for (std::int64_t at = groups.first * together; at < std::min(groups.last * together, count);
           at += together)
        matmul_rows(a_ + (first_ + at) * k, b_, n, k, std::min(together, count - at),
                    rows_.data() + at * n);
    });
  }

  const Matmul::Problem& problem_;
  const float *a_, *b_;
  const Job& job_;
  std::int64_t first_ = 0, last_ = 0;
  std::vector<double> rows_;
};

/// The sums of a matrix' rows, their elements multiplied by `weights`.
template <class Real>
std::vector<double> weighted_sums(const Real* matrix, std::int64_t rows, std::int64_t columns,
                                  const std::vector<double>& weights, const Job& job) {
  std::vector<double> sums(static_cast<std::size_t>(rows));
  for_grid_rows(rows, columns, Job{job.stop}, [&](Range some) {
    for (std::int64_t row = some.first; row < some.last; ++row) {
      double sum = 0;
      for (std::int64_t i = 0; i < columns; ++i)
        sum += double(matrix[row * columns + i]) * weights[std::size_t(i)];
      sums[std::size_t(row)] = sum;
    }
  });
  return sums;
}

/// Freivalds' check (Probabilistic machines can use less running time, 1977): of all elements of C
/// in the time of a few sums. With signs x drawn at random C x must be A (B x); what is wrong in a
/// row of C cancels in its sum with a chance of one half at most, and in many rows never. Rounding
/// errors of a row add up as its elements do, so that the tolerance is the same.
Discrepancy row_sums(const Matmul::Problem& problem, const HostState& in, const HostState& out,
                     const CompareScope& scope, const Job& job) {
  const CellRandom random(scope.seed);
  std::vector<double> signs(static_cast<std::size_t>(problem.n));
  for (std::size_t j = 0; j < signs.size(); ++j)
    signs[j] = random.at(std::int64_t(j)) < 0.5f ? -1 : 1;
  const auto m = problem.m, n = problem.n, k = problem.k;
  const auto inner = weighted_sums(field_as<float>(in, 1), k, n, signs, job);
  const auto wanted = weighted_sums(field_as<float>(in, 0), m, k, inner, job);
  const auto found = weighted_sums(field_as<float>(out, 2), m, n, signs, job);
  return compare_elements(
      "sum over the row", m, {}, job, [&](std::int64_t i) { return found[std::size_t(i)]; },
      [&](std::int64_t i) { return wanted[std::size_t(i)]; });
}

/// About so many elements, drawn at random.
Discrepancy sampled(const Matmul::Problem& problem, const HostState& in, const HostState& out,
                    const CompareScope& scope, const Job& job) {
  constexpr std::int64_t between_looks = 64;
  const float *const a = field_as<float>(in, 0), *const b = field_as<float>(in, 1);
  const CellRandom random(scope.seed);
  const auto below = [&](std::int64_t draw, std::int64_t end) {
    return std::min(std::int64_t(double(random.at(draw)) * double(end)), end - 1);
  };
  Discrepancy found("product");
  for (std::int64_t s = 0; s < scope.samples; ++s) {
    if (s % between_looks == 0) job.at(double(s) / double(scope.samples));
    const std::int64_t element = below(2 * s, problem.m) * problem.n + below(2 * s + 1, problem.n);
    const double is = field_as<float>(out, 2)[element];
    const double should_be = matmul_element(problem, a, b, element);
    found.add(element, &is, &should_be, 1);
  }
  return found;
}

}  // namespace

void matmul_rows(const float* a, const float* b, std::int64_t n, std::int64_t k, std::int64_t rows,
                 double* to) {
  std::fill_n(to, rows * n, 0.0);
  for (std::int64_t p = 0; p < k; ++p)
    for (std::int64_t i = 0; i < rows; ++i) {
      const double factor = a[i * k + p];
      for (std::int64_t j = 0; j < n; ++j) to[i * n + j] += factor * double(b[p * n + j]);
    }
}

double matmul_element(const Matmul::Problem& problem, const float* a, const float* b,
                      std::int64_t element) {
  const std::int64_t i = element / problem.n, j = element % problem.n;
  double sum = 0;
  for (std::int64_t p = 0; p < problem.k; ++p)
    sum += double(a[i * problem.k + p]) * double(b[p * problem.n + j]);
  return sum;
}

// Odd sides; sides that are multiples of a vector and not of a tile, with more tiles than a
// pipeline has stages; whole tiles; and the other matrices.
std::vector<Values> Matmul::check_problems(const Values& problem, const Launch&) {
  using Int = std::int64_t;
  struct Sides {
    Int m, n, k;
  };
  const std::string random = "random";
  std::vector<Values> problems;
  const auto add = [&](const Sides& sides, const std::string& left, const std::string& right) {
    problems.push_back(changed(
        problem,
        {{"m", sides.m}, {"n", sides.n}, {"k", sides.k}, {"left", left}, {"right", right}}));
  };
  for (const Sides& sides : {Sides{1, 1, 1},
                             {33, 17, 65},
                             {130, 127, 129},
                             {76, 136, 168},
                             {128, 256, 64},
                             {1, 300, 70},
                             {300, 1, 33},
                             {5, 6, 260}})
    add(sides, random, random);
  for (const std::string left : {"identity", "reversal", "cosines"})
    add({47, 39, 41}, left, "rings");
  return problems;
}

std::vector<Discrepancy> Matmul::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope& scope,
                                         const Job& job) {
  if (scope.samples > 0)
    return {sampled(problem, in, out, scope, job), row_sums(problem, in, out, scope, job)};
  const float* const c = field_as<float>(out, 2);
  ReferenceRows rows(problem, in, job);
  return {compare_elements(
      "product", problem.m * problem.n, scope, job, [&](std::int64_t i) { return double(c[i]); },
      [&](std::int64_t i) { return rows.at(i); })};
}

// An element of A or of B that is another; the last product of every sum, or the first eight of
// them, left out.
std::vector<HostState> Matmul::mutants(const Problem& problem, const HostState& sound) {
  constexpr float defect = 0.5f;
  std::vector<HostState> mutants(4, sound);
  field_as<float>(mutants[0], 0)[problem.m * problem.k - 1] += defect;
  field_as<float>(mutants[1], 1)[problem.k * problem.n - 1] += defect;
  const auto drop = [&](HostState& mutant, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = 0; i < problem.m; ++i)
      std::fill(field_as<float>(mutant, 0) + i * problem.k + first,
                field_as<float>(mutant, 0) + i * problem.k + last, 0.0f);
  };
  drop(mutants[2], problem.k - 1, problem.k);
  drop(mutants[3], 0, std::min<std::int64_t>(8, problem.k));
  return mutants;
}

std::vector<Readout> Matmul::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) const {
  job.at(0);
  if (state.steps == 0) return {};  // no product yet
  constexpr double most_work = 1e7;
  const auto samples = std::int64_t(std::clamp(most_work / double(problem.k), 64.0, 4096.0));
  const Discrepancy found = sampled(problem, state, state, {samples}, job);
  return {{.id = "error",
           .label = "Relative error",
           .value = found.rms(),
           .digits = 3,
           .help = "RMS of the difference to fp64, over the RMS of C: of elements drawn at "
                   "random."},
          {.id = "worst",
           .label = "Largest error",
           .value = found.worst(),
           .digits = 3,
           .help = "The largest of these differences, over the RMS of C."}};
}

}  // namespace livewarp
