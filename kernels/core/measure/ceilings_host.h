#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/job.h"
#include "kernels/core/measure/ceilings.h"

namespace livewarp {

// What measures the ceilings of the host's cores; for their files alone.

/// Calls f(0) ... f(threads - 1), each on a thread of its own.
inline void on_threads(int threads, const std::function<void(int)>& f) {
  std::vector<std::jthread> helpers;
  for (int thread = 1; thread < threads; ++thread)
    helpers.emplace_back([&f, thread] { f(thread); });
  f(0);
}

/// The shortest time of `run`, repeated for about `seconds`, at least three times.
inline double shortest_seconds(double seconds, const std::stop_token& stop,
                               const std::function<void()>& run) {
  using Steady = std::chrono::steady_clock;
  const auto start = Steady::now();
  double shortest = 0;
  for (int i = 0; i < 3 || std::chrono::duration<double>(Steady::now() - start).count() < seconds;
       ++i) {
    if (stop.stop_requested()) throw Cancelled();
    const auto begin = Steady::now();
    run();
    const double elapsed = std::chrono::duration<double>(Steady::now() - begin).count();
    if (i == 0 || elapsed < shortest) shortest = elapsed;
  }
  return shortest;
}

}  // namespace livewarp
