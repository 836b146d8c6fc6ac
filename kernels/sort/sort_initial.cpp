// The keys at the start.
#include <array>
#include <cmath>
#include <limits>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/core/measure/verification.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_order.h"

namespace livewarp {

namespace {

using Limits = std::numeric_limits<float>;

/// What has its place in the total order alone.
constexpr std::array special_keys{
    -Limits::quiet_NaN(), -Limits::infinity(), -Limits::denorm_min(), -0.0f, 0.0f,
    Limits::denorm_min(), Limits::infinity(),  Limits::quiet_NaN()};
constexpr double special_share = 1.0 / 8, displaced_share = 1.0 / 16;
constexpr int levels = 8;  ///< different keys of `few`

/// A share of 1 as a key.
double between(double share) { return Sort::lowest + (Sort::highest - Sort::lowest) * share; }

float key(const Sort::Problem& problem, const CellRandom& values, const CellRandom& chance,
          std::int64_t i) {
  const double value = values.at(i), ramp = (double(i) + 0.5) / double(problem.n);
  const double luck = chance.at(i);
  switch (problem.pattern) {
  case SortPattern::random: break;
  case SortPattern::nearly: return float(between(luck < displaced_share ? value : ramp));
  case SortPattern::reversed: return float(between(1 - ramp));
  case SortPattern::few: return float(between((std::floor(value * levels) + 0.5) / levels));
  case SortPattern::special:
    if (luck < special_share)
      return special_keys[std::size_t(luck / special_share * special_keys.size())];
    break;
  }
  return float(between(value));
}

}  // namespace

HostState Sort::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  float* const keys = field_as<float>(state, 0);
  const CellRandom values(problem.seed), chance(~problem.seed);
  for_grid_rows(ceil_div(problem.n, sort_piece), sort_piece, Job{}, [&](Range rows) {
    const std::int64_t last = std::min(rows.last * sort_piece, problem.n);
    for (std::int64_t i = rows.first * sort_piece; i < last; ++i)
      keys[i] = key(problem, values, chance, i);
  });
  return state;
}

}  // namespace livewarp
