#include "kernels/scan/scan_exact.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/core/base/dim.h"
#include "kernels/core/exec/parallel_rows.h"

namespace livewarp {

namespace {

/// Elements of a piece: pieces are looked at side by side.
constexpr std::int64_t exact_piece = 65'536;

constexpr double roundoff = 0x1p-24;
constexpr double exactly = 1e-6;  ///< of a rounding, where nothing may be rounded
constexpr double wrong = 1e9;     ///< roundings: beyond every tolerance

std::int64_t last_of(std::int64_t number, std::int64_t n) {
  return std::min((number + 1) * exact_piece, n);
}

/// Calls `of(number)` for every piece, side by side.
template <class Of>
void in_pieces(std::int64_t n, const Job& job, const Of& of) {
  job.at(0);
  for_grid_rows(ceil_div(n, exact_piece), exact_piece, job, [&](Range rows) {
    for (std::int64_t number = rows.first; number < rows.last; ++number) of(number);
  });
}

/// What kind of number that is: no kind may pass for another.
double kind_of(double value, bool recurrence) {
  if (std::isfinite(value)) return 0;
  if (recurrence) return 1;
  return std::isnan(value) ? 1 : value > 0 ? 2 : 3;
}

/// Comparison of a piece.
struct Found {
  Discrepancy value{"sum", 1}, kind{"kind of number", exactly};

  void add(const Scan::Problem& problem, std::int64_t i, double is, double should_be, double size) {
    const double kinds[2] = {kind_of(is, problem.is_recurrence()),
                             kind_of(should_be, problem.is_recurrence())};
    kind.add(i, &kinds[0], &kinds[1], 1);
    double roundings = 0;
    if (std::isfinite(should_be) && std::isfinite(is))
      roundings =
          relative_error(is - should_be, size * roundoff * (problem.is_exact() ? exactly : 1));
    const double nothing = 0;
    value.add(i, &roundings, &nothing, 1);
  }
  void add(const Found& other) {
    value.add(other.value);
    kind.add(other.kind);
  }
};

/// A sum, and that of absolute values.
struct Sum {
  double sum = 0, size = 0;
  void add(float x) {
    sum += double(x);
    size += std::abs(double(x));
  }
};

Found compare_scan(const Scan::Problem& problem, const float* x, const float* result,
                   const Job& job) {
  std::vector<Sum> before(std::size_t(ceil_div(problem.n, exact_piece)));
  in_pieces(problem.n, job, [&](std::int64_t number) {
    Sum own;
    for (std::int64_t i = number * exact_piece; i < last_of(number, problem.n); ++i) own.add(x[i]);
    before[std::size_t(number)] = own;
  });
  Sum all;
  for (Sum& own : before) {
    const Sum to_here = all;
    all.sum += own.sum;
    all.size += own.size;
    own = to_here;
  }
  std::vector<Found> found(before.size());
  in_pieces(problem.n, job, [&](std::int64_t number) {
    Sum sum = before[std::size_t(number)];
    Found& own = found[std::size_t(number)];
    for (std::int64_t i = number * exact_piece; i < last_of(number, problem.n); ++i) {
      if (problem.is_exclusive()) own.add(problem, i, double(result[i]), sum.sum, sum.size);
      sum.add(x[i]);
      if (!problem.is_exclusive()) own.add(problem, i, double(result[i]), sum.sum, sum.size);
    }
  });
  for (std::size_t i = 1; i < found.size(); ++i) found[0].add(found[i]);
  return found[0];
}

Found compare_recurrence(const Scan::Problem& problem, const HostState& in, const float* result,
                         const Job& job) {
  const float *const b = field_as<float>(in, 0), *const a = field_as<float>(in, 2);
  Found found;
  double x = 0, size = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    if (i % exact_piece == 0) job.at(double(i) / double(problem.n));
    x = double(a[i]) * x + double(b[i]);
    size = std::abs(double(a[i])) * size + std::abs(double(b[i]));
    found.add(problem, i, double(result[i]), x, size);
  }
  return found;
}

bool same(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

}  // namespace

std::vector<Discrepancy> compare_sums(const Scan::Problem& problem, const HostState& in,
                                      const HostState& out, const Job& job) {
  const float* const result = field_as<float>(out, 1);
  const Found found = problem.is_recurrence()
                          ? compare_recurrence(problem, in, result, job)
                          : compare_scan(problem, field_as<float>(in, 0), result, job);
  return {found.value, found.kind};
}

std::vector<Discrepancy> compare_selection(const Scan::Problem& problem, const HostState& in,
                                           const HostState& out, const Job& job) {
  const float *const x = field_as<float>(in, 0), *const result = field_as<float>(out, 1);
  const auto pieces = std::size_t(ceil_div(problem.n, exact_piece));
  std::vector<std::int64_t> before(pieces);
  in_pieces(problem.n, job, [&](std::int64_t number) {
    before[std::size_t(number)] =
        std::count_if(x + number * exact_piece, x + last_of(number, problem.n),
                      [&](float element) { return problem.keeps(element); });
  });
  std::int64_t kept = 0;
  for (std::int64_t& own : before) {
    const std::int64_t to_here = kept;
    kept += own;
    own = to_here;
  }
  std::vector<Discrepancy> found(pieces, Discrepancy("element", 1));
  in_pieces(problem.n, job, [&](std::int64_t number) {
    std::int64_t front = before[std::size_t(number)];
    for (std::int64_t i = number * exact_piece; i < last_of(number, problem.n); ++i) {
      const bool keeps = problem.keeps(x[i]);
      if (!keeps && !problem.splits()) continue;
      const std::int64_t place = keeps ? front : problem.n - 1 - (i - front);
      const double is = same(result[place], x[i]) ? 0 : wrong, should_be = 0;
      found[std::size_t(number)].add(place, &is, &should_be, 1);
      front += keeps;
    }
  });
  for (std::size_t i = 1; i < pieces; ++i) found[0].add(found[i]);
  Discrepancy count("number kept", exactly);
  const double is = *field_as<int>(out, 2), should_be = double(kept);
  count.add(0, &is, &should_be, 1);
  if (found[0].count() == 0) return {count};  // nothing is kept
  return {found[0], count};
}

double scan_size(const Scan::Problem& problem, const HostState& state) {
  const float* const x = field_as<float>(state, 0);
  const float* const a = problem.is_recurrence() ? field_as<float>(state, 2) : nullptr;
  double size = 0, largest = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    size = (a ? std::abs(double(a[i])) : 1) * size + std::abs(double(x[i]));
    largest = std::max(largest, size);
  }
  return largest;
}

}  // namespace livewarp
