// Sorted runs of keys and how they come together, for variants of the CPU.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/core/workload/workload_traits.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_keys.cuh"

namespace livewarp {

/// Room for the keys once more.
std::size_t merge_scratch_bytes(const Sort::Problem& problem, const Launch&);

/// How many of the first `count` keys of two runs together come from the first: Merge Path (Green,
/// McColl, Bader 2012). Equal keys are taken from the first.
std::int64_t merge_split(const std::uint32_t* a, std::int64_t a_size, const std::uint32_t* b,
                         std::int64_t b_size, std::int64_t count);

/// Merges each two runs of `run` keys of n. Of the last merge the ordered integers become keys.
void merge_runs(const std::uint32_t* from, std::uint32_t* to, std::int64_t n, std::int64_t run,
                bool last, int threads, Exec& exec);

/// Sorts runs of that many keys by `sort_run(keys, n)`, on ordered integers, and merges them.
template <class SortRun>
void merge_sort(const Sort::Step& step, std::int64_t run, int threads, Exec& exec,
                const SortRun& sort_run) {
  const std::int64_t n = step.problem->n;
  auto* const scratch = static_cast<std::uint32_t*>(step.scratch);
  int merges = 0;
  for (std::int64_t size = run; size < n; size *= 2) ++merges;
  std::uint32_t* to = merges % 2 ? scratch : step.sorted;  // so that the last merge ends in sorted
  exec.for_range(n, run, threads, [&](Range range) {
    for (std::int64_t first = range.first; first < range.last; first += run) {
      const std::int64_t size = std::min(run, n - first);
      std::transform(step.keys + first, step.keys + first + size, to + first,
                     [](std::uint32_t bits) { return sort_ordered(bits); });
      sort_run(to + first, size);
      if (merges == 0)
        std::transform(to + first, to + first + size, to + first,
                       [](std::uint32_t ordered) { return sort_bits(ordered); });
    }
  });
  for (int merge = 0; merge < merges; ++merge, run *= 2) {
    std::uint32_t* const from = to;
    to = from == scratch ? step.sorted : scratch;
    merge_runs(from, to, n, run, merge == merges - 1, threads, exec);
  }
}

}  // namespace livewarp
