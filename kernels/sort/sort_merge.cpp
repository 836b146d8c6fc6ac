#include "kernels/sort/sort_merge.h"

namespace livewarp {

namespace {

/// Keys that one call writes: between them a step can be stopped, and threads share them.
constexpr std::int64_t merged_at_once = 65'536;

/// A place in two runs from which keys are taken in order.
struct Merge {
  const std::uint32_t *a, *a_end, *b, *b_end;

  /// Writes `count` of them. Which run a key comes from is arithmetic: a branch would be guessed
  /// wrong half the time.
  template <bool Last>
  void take(std::uint32_t* to, std::int64_t count) {
    while (count > 0) {
      const std::int64_t both = std::min({count, std::int64_t(a_end - a), std::int64_t(b_end - b)});
      if (both == 0) break;
      for (std::int64_t i = 0; i < both; ++i) {
        const std::uint32_t x = *a, y = *b;
        const bool second = y < x;
        const std::uint32_t key = second ? y : x;
        *to++ = Last ? sort_bits(key) : key;
        a += !second;
        b += second;
      }
      count -= both;
    }
    const std::uint32_t* const rest = a == a_end ? b : a;
    std::transform(rest, rest + count, to,
                   [](std::uint32_t key) { return Last ? sort_bits(key) : key; });
  }
};

}  // namespace

std::size_t merge_scratch_bytes(const Sort::Problem& problem, const Launch&) {
  return std::size_t(problem.n) * sizeof(std::uint32_t);
}

std::int64_t merge_split(const std::uint32_t* a, std::int64_t a_size, const std::uint32_t* b,
                         std::int64_t b_size, std::int64_t count) {
  std::int64_t low = std::max<std::int64_t>(0, count - b_size), high = std::min(count, a_size);
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (a[middle] <= b[count - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void merge_runs(const std::uint32_t* from, std::uint32_t* to, std::int64_t n, std::int64_t run,
                bool last, int threads, Exec& exec) {
  exec.for_range(n, merged_at_once, threads, [&](Range range) {
    for (std::int64_t first = range.first; first < range.last;) {
      const std::int64_t pair = first / (2 * run) * (2 * run);
      const std::int64_t middle = std::min(pair + run, n), end = std::min(pair + 2 * run, n);
      const std::int64_t done = first - pair, until = std::min(range.last, end);
      const std::int64_t taken =
          merge_split(from + pair, middle - pair, from + middle, end - middle, done);
      Merge merge{from + pair + taken, from + middle, from + middle + (done - taken), from + end};
      if (last)
        merge.take<true>(to + first, until - first);
      else
        merge.take<false>(to + first, until - first);
      first = until;
    }
  });
}

}  // namespace livewarp
