#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>

#include "kernels/core/base/error.h"

namespace livewarp {

/// How often something is measured.
struct SamplePlan {
  std::size_t least = 20, most = 200;
  double seconds = 0;  ///< more than the least until so many have passed
  std::stop_token stop = {};
};

/// Calls `sample(i)` so often. Throws `Cancelled` between two of them.
template <class F>
void take_samples(const SamplePlan& plan, F&& sample) {
  using Steady = std::chrono::steady_clock;
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  for (std::size_t i = 0; i < plan.least || (i < plan.most && spent() < plan.seconds); ++i) {
    if (plan.stop.stop_requested()) throw Cancelled();
    sample(i);
  }
}

}  // namespace livewarp
