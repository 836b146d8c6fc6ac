// The elements at the start.
#include <cmath>
#include <limits>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/reduce/reduce.h"

namespace livewarp {

namespace {

/// Elements that are made at a time.
constexpr std::int64_t filled_at_once = 65'536;

/// Rings around the middle of the picture.
float wave(const Reduce::Problem& problem, const PictureSpec& size, std::int64_t i) {
  const std::int64_t pixels = std::int64_t(size.width) * size.height;
  const std::int64_t pixel = problem.n <= pixels ? i : i * pixels / problem.n;
  const double x = double(pixel % size.width) / size.width - 0.5;
  const double y = double(pixel / size.width) / size.height - 0.5;
  return float(0.5 + 0.5 * std::cos(40 * std::hypot(x, y)));
}

/// Element i of the pattern, before anything is special: between `lowest` and `highest`.
double ordinary(const Reduce::Problem& problem, const PictureSpec& size, const CellRandom& random,
                std::int64_t i) {
  const bool waves = problem.pattern == ReducePattern::waves;
  const auto share = double(waves ? wave(problem, size, i) : random.at(i));
  if (problem.pattern == ReducePattern::alternating && problem.type != ReduceType::int32)
    return i % 2 ? -share : share;
  if (problem.type != ReduceType::int32) return share;
  const double whole = std::min(std::floor(8 * share), 7.0) - 3;  // -3 ... 4: 2^30 do not overflow
  if (problem.pattern != ReducePattern::alternating) return whole;
  return i % 2 ? -std::abs(whole) : std::abs(whole);
}

template <class T>
void put_specials(const Reduce::Problem& problem, T* x) {
  using Limits = std::numeric_limits<T>;
  switch (problem.pattern) {
  case ReducePattern::large: x[problem.special()] = T(1 << 30); break;
  case ReducePattern::nan: x[problem.special()] = Limits::quiet_NaN(); break;
  case ReducePattern::infinity: x[problem.special()] = Limits::infinity(); break;
  case ReducePattern::infinities:
    x[problem.special()] = Limits::infinity();
    x[problem.second_special()] = -Limits::infinity();
    break;
  default: break;
  }
}

template <class T>
void fill(const Reduce::Problem& problem, T* x, T* y) {
  const CellRandom random(problem.seed), others(problem.seed + 1);
  const PictureSpec size = Reduce::picture(problem, {});
  for_grid_rows(ceil_div(problem.n, filled_at_once), filled_at_once, Job{}, [&](Range rows) {
    const std::int64_t last = std::min(rows.last * filled_at_once, problem.n);
    for (std::int64_t i = rows.first * filled_at_once; i < last; ++i) {
      x[i] = T(ordinary(problem, size, random, i));
      if (!y) continue;
      const double share = double(others.at(i));
      y[i] = problem.type == ReduceType::int32 ? T(share < 0.5 ? 1 : 2) : T(0.5 + 0.5 * share);
    }
  });
  put_specials(problem, x);
  if (y) y[problem.special()] = T(1);
}

}  // namespace

HostState Reduce::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  const auto filled = [&]<class T>(T) {
    fill(problem, field_as<T>(state, 0), problem.is_dot() ? field_as<T>(state, 2) : nullptr);
  };
  switch (problem.type) {
  case ReduceType::fp32: filled(float{}); break;
  case ReduceType::fp64: filled(double{}); break;
  case ReduceType::int32: filled(int{}); break;
  }
  return state;
}

}  // namespace livewarp
