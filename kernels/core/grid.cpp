#include "kernels/core/grid.h"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

namespace livewarp {

void for_grid_rows(std::int64_t n, std::int64_t cells_a_row, const Job& job,
                   const std::function<void(Range)>& some) {
  // Rows of about 64 K cells are a piece, a hundred pieces are some milliseconds.
  const std::int64_t rows = std::max<std::int64_t>(1, 65'536 / cells_a_row), batch = 128 * rows;
  for (std::int64_t first = 0; first < n; first += batch) {
    job.at(double(first) / double(n));
    const std::int64_t last = std::min(first + batch, n);
    tbb::parallel_for(std::int64_t{0}, ceil_div(last - first, rows), [&](std::int64_t piece) {
      const std::int64_t start = first + piece * rows;
      some({start, std::min(start + rows, last)});
    });
  }
}

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
