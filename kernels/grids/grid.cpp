#include "kernels/grids/grid.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

std::vector<Discrepancy> compare_temperatures(const std::vector<double>& reference,
                                              const HostState& in, const HostState& out,
                                              const StepSlack& slack, const Job& job) {
  const std::int64_t time_steps = out.steps - in.steps;
  const RealView old(in.fields.at(0).data(), in.precision);
  const RealView result(out.fields.at(0).data(), out.precision);
  const double half = half_step(out.precision);
  const double rounding = slack.roundings * double(time_steps) * half;
  const bool coarse = out.precision == Precision::half;
  const double stored = coarse ? half * double(std::max<std::int64_t>(0, time_steps - 1)) : 0;
  double highest = 0;
  for (std::int64_t i = 0; i < std::int64_t(reference.size()); ++i)
    highest = std::max(highest, std::abs(old[i]));
  const double weights = slack.weights * double(time_steps) * highest;
  Discrepancy temperature("temperature"), change("temperature change");
  for (std::int64_t i = 0; i < std::int64_t(reference.size()); ++i) {
    if (i % 1'048'576 == 0) job.at(1);
    const double expected = reference[std::size_t(i)], before = old[i], now = result[i];
    const double near =
        expected + beyond_slack(now - expected, stored * std::abs(expected) + weights);
    temperature.add(i, &near, &expected, 1);
    const double expected_change = expected - before;
    const double hidden = rounding * std::max(std::abs(expected), std::abs(before)) + weights;
    const double seen_change = expected_change + beyond_slack(now - expected, hidden);
    change.add(i, &seen_change, &expected_change, 1);
  }
  return {temperature, change};
}

}  // namespace livewarp
