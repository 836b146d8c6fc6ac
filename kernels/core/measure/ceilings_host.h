#pragma once

#include <chrono>
#include <cstddef>
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

/// Bytes of which threads take whole multiples: several vectors of any CPU.
inline constexpr std::size_t host_granule = 4096;

/// Bytes that overflow the last-level cache: so many of it, 256 MiB at least, `most` at most, and
/// less on a machine with little memory.
std::size_t bytes_beyond_cache(double caches, std::size_t most);

/// Chains of arithmetic, an own one for each lane.
template <class Real>
struct HostChains {
  double rate = 0;                     ///< operations a second, of all threads
  std::vector<std::vector<Real>> out;  ///< of each thread where its chains ended, lane by lane
};
/// `run(out)` computes one thread's chains, writes where they ended, and returns its operations.
template <class Real, class Run>
HostChains<Real> run_chains(int threads, double seconds, const std::stop_token& stop,
                            std::size_t numbers, const Run& run) {
  HostChains<Real> chains;
  chains.out.assign(std::size_t(threads), std::vector<Real>(numbers));
  double done = 0;
  const double shortest = shortest_seconds(seconds, stop, [&] {
    std::vector<double> counts(static_cast<std::size_t>(threads));
    on_threads(threads, [&](int thread) {
      counts[std::size_t(thread)] = run(chains.out[std::size_t(thread)].data());
    });
    done = 0;
    for (const double count : counts) done += count;
  });
  chains.rate = done / shortest;
  return chains;
}

}  // namespace livewarp
