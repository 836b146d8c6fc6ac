#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/statistics.h"

namespace livewarp {

/// Samples until they have taken so long, five at least. Throws `Cancelled` between them.
inline Summary launch_samples(const std::function<double()>& sample, double seconds,
                              const std::stop_token& stop) {
  constexpr std::size_t least = 5, most = 200;
  using Steady = std::chrono::steady_clock;
  std::vector<double> samples;
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  while (samples.size() < least || (samples.size() < most && spent() < seconds)) {
    if (stop.stop_requested()) throw Cancelled();
    samples.push_back(sample());
  }
  return summarize(samples);
}

}  // namespace livewarp
