#include "kernels/reduce/reduce_exact.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/core/exec/parallel_rows.h"

namespace livewarp {

namespace {

/// Elements of a piece, whose results are combined in the order of the pieces.
constexpr std::int64_t exact_piece = 65'536;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The smaller one; a NaN gives way to any number.
double smaller(double a, double b) { return std::fmin(a, b); }

/// Calls f(pointer to x, pointer to y or null) with the problem's type.
template <class F>
auto with_elements(const Reduce::Problem& problem, const HostState& state, F&& f) {
  const auto call = [&]<class T>(T) {
    return f(field_as<T>(state, 0), problem.is_dot() ? field_as<T>(state, 2) : nullptr);
  };
  switch (problem.type) {
  case ReduceType::fp64: return call(double{});
  case ReduceType::int32: return call(int{});
  case ReduceType::fp32: break;
  }
  return call(float{});
}

/// What `of(first, last)` makes of each piece.
template <class Result, class Of>
std::vector<Result> in_pieces(std::int64_t n, const Job& job, Result blank, const Of& of) {
  std::vector<Result> results(std::size_t(ceil_div(n, exact_piece)), blank);
  job.at(0);
  for_grid_rows(std::int64_t(results.size()), exact_piece, job, [&](Range rows) {
    for (std::int64_t row = rows.first; row < rows.last; ++row)
      results[std::size_t(row)] = of(row * exact_piece, std::min((row + 1) * exact_piece, n));
  });
  return results;
}

double exact_minimum(const Reduce::Problem& problem, const HostState& state, const Job& job) {
  return with_elements(problem, state, [&](const auto* x, const auto*) {
    const auto of = [&](std::int64_t first, std::int64_t last) {
      double least = none;
      for (std::int64_t i = first; i < last; ++i) least = smaller(least, double(x[i]));
      return least;
    };
    double least = none;
    for (const double one : in_pieces(problem.n, job, none, of)) least = smaller(least, one);
    return least;
  });
}

CompensatedSum exact_sum(const Reduce::Problem& problem, const HostState& state, const Job& job) {
  return with_elements(problem, state, [&](const auto* x, const auto* y) {
    const auto of = [&](std::int64_t first, std::int64_t last) {
      CompensatedSum sums[4];  // that do not wait for one another
      for (std::int64_t i = first; i < last; ++i) {
        CompensatedSum& sum = sums[i % 4];
        if (y)
          sum.add_product(double(x[i]), double(y[i]));
        else
          sum.add(double(x[i]));
      }
      for (int k = 1; k < 4; ++k) sums[0].add(sums[k]);
      return sums[0];
    };
    CompensatedSum all;
    for (const CompensatedSum& one : in_pieces(problem.n, job, CompensatedSum(), of)) all.add(one);
    return all;
  });
}

}  // namespace

void CompensatedSum::add(const CompensatedSum& other) {
  const double size = size_ + other.size_;
  add(other.sum_);
  add(other.lost_);
  size_ = size;
  nan_ |= other.nan_;
  infinite_ |= other.infinite_;
  minus_infinite_ |= other.minus_infinite_;
}

double CompensatedSum::value() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (nan_ || (infinite_ && minus_infinite_)) return none;
  if (infinite_) return infinity;
  return minus_infinite_ ? -infinity : sum_ + lost_;
}

ReduceExact::ReduceExact(const Reduce::Problem& problem, const HostState& state, const Job& job) {
  if (problem.is_minimum()) {
    value = exact_minimum(problem, state, job);
    size = std::abs(value);
    return;
  }
  const CompensatedSum sum = exact_sum(problem, state, job);
  value = sum.value();
  size = sum.size();
}

double ReduceExact::roundings(const Reduce::Problem& problem, double result) const {
  const double difference = result - value;
  const double roundoff = problem.type == ReduceType::fp64 ? 0x1p-53 : 0x1p-24;
  const bool rounds = !problem.is_minimum() && problem.type != ReduceType::int32;
  constexpr double exactly = 1e-6;  // of a rounding
  return relative_error(difference, size * roundoff * (rounds ? 1 : exactly));
}

double reduce_result(const Reduce::Problem& problem, const HostState& state) {
  switch (problem.type) {
  case ReduceType::fp64: return *field_as<double>(state, 1);
  case ReduceType::int32: return *field_as<int>(state, 1);
  case ReduceType::fp32: break;
  }
  return double(*field_as<float>(state, 1));
}

}  // namespace livewarp
