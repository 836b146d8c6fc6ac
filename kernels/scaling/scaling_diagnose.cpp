#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/scaling/scaling.h"
#include "kernels/scaling/scaling_reference.h"

namespace livewarp {

namespace {

struct Errors {
  double squares = 0, worst = 0;
  std::int64_t values = 0;
};

/// Of every `stride`-th row of the result.
Errors errors_of(const Scaling::Problem& problem, const HostState& state, std::int64_t stride,
                 const Job& job) {
  const auto* const source = reinterpret_cast<const std::uint8_t*>(state.fields[0].data());
  const auto* const result = reinterpret_cast<const std::uint8_t*>(state.fields[1].data());
  const ScalingReference reference(problem, source);
  const std::int64_t values = problem.result_width * problem.channels;
  Errors all;
  std::mutex adding;
  for_grid_rows(ceil_div(problem.result_height, stride), values, job, [&](Range rows) {
    std::vector<double> exact(static_cast<std::size_t>(values));
    Errors some;
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
      const std::int64_t y = i * stride;
      reference.row(y, exact.data());
      for (std::int64_t x = 0; x < values; ++x) {
        const double error = result[y * values + x] - exact[std::size_t(x)];
        some.squares += error * error;
        some.worst = std::max(some.worst, std::abs(error));
      }
      some.values += values;
    }
    const std::scoped_lock lock(adding);
    all.squares += some.squares;
    all.worst = std::max(all.worst, some.worst);
    all.values += some.values;
  });
  return all;
}

}  // namespace

std::vector<Readout> Scaling::diagnose(const Problem& problem, const HostState& state,
                                       const Job& job) const {
  if (state.steps == 0) return {};  // there is no result yet
  constexpr double seconds = 0.2;
  const auto stride = std::clamp<std::int64_t>(
      std::int64_t(std::ceil(reference_seconds(problem) / seconds)), 1, problem.result_height);
  const Errors errors = errors_of(problem, state, stride, job);
  const double mean = errors.squares / double(std::max<std::int64_t>(errors.values, 1));
  const Origin origin = stride > 1 ? Origin::sampled : Origin::measured;
  std::vector<Readout> readouts;
  // A result without any error has no finite ratio.
  if (mean > 0)
    readouts.push_back({.id = "psnr",
                        .label = "PSNR",
                        .unit = "dB",
                        .value = 10 * std::log10(255.0 * 255.0 / mean),
                        .origin = origin,
                        .help = "Peak signal to noise ratio against the exact value of the filter. "
                                "Rounding to bytes alone leaves 58.9 dB."});
  readouts.push_back({.id = "worst",
                      .label = "Maximum error",
                      .unit = "levels",
                      .value = errors.worst,
                      .origin = origin,
                      .help = "The largest difference from the exact value, in levels of 255. "
                              "Rounding makes up to 0.5."});
  return readouts;
}

}  // namespace livewarp
