// The elements at the start.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/base/dim.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/scan/scan.h"
#include "kernels/scan/scan_picture.cuh"

namespace livewarp {

namespace {

/// Elements that are made at a time.
constexpr std::int64_t filled_at_once = 65'536;

/// Element i of the pattern, before anything is special: between `lowest` and `highest`.
float ordinary(const Scan::Problem& problem, const CellRandom& random, std::int64_t i) {
  if (problem.pattern == ScanPattern::waves) {
    const double turn = 2 * std::numbers::pi * scan_waves * double(i) / double(problem.n);
    return float(std::cos(turn));
  }
  const float share = random.at(i);
  if (problem.pattern == ScanPattern::uniform) return share;
  if (problem.pattern == ScanPattern::whole) return std::min(std::floor(7 * share), 6.0f) - 3;
  return 2 * share - 1;
}

void put_specials(const Scan::Problem& problem, float* x) {
  using Limits = std::numeric_limits<float>;
  if (problem.pattern == ScanPattern::nan) x[problem.special()] = Limits::quiet_NaN();
  if (problem.pattern == ScanPattern::infinity || problem.pattern == ScanPattern::infinities)
    x[problem.special()] = Limits::infinity();
  if (problem.pattern == ScanPattern::infinities) x[problem.second_special()] = -Limits::infinity();
}

}  // namespace

HostState Scan::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  float* const x = field_as<float>(state, 0);
  float* const factors = problem.is_recurrence() ? field_as<float>(state, 2) : nullptr;
  const CellRandom random(problem.seed), others(problem.seed + 1);
  for_grid_rows(ceil_div(problem.n, filled_at_once), filled_at_once, Job{}, [&](Range rows) {
    const std::int64_t last = std::min(rows.last * filled_at_once, problem.n);
    for (std::int64_t i = rows.first * filled_at_once; i < last; ++i) {
      x[i] = ordinary(problem, random, i);
      if (factors) factors[i] = 0.85f + 0.1f * others.at(i);  // what was decays, slowly
    }
  });
  put_specials(problem, x);
  return state;
}

}  // namespace livewarp
