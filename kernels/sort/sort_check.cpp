// How a result is checked, and what is told of it.
#include <bit>
#include <cmath>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_order.h"

namespace livewarp {

namespace {

/// Keys of so many are compared at a time.
constexpr std::int64_t compared_at_once = 65'536;

/// How many patterns of bits stand before this key: a number even where the key is none, and
/// another one for each key.
double place_in_order(float key) {
  const auto bits = std::bit_cast<std::int32_t>(key);
  return bits < 0 ? -1.0 - double(bits & 0x7fffffff) : double(bits);
}

std::vector<float> sorted_keys(const Sort::Problem& problem, const HostState& in, const Job& job) {
  const float* const keys = field_as<float>(in, 0);
  std::vector<float> sorted(keys, keys + problem.n);
  sort_by_order(sorted.data(), problem.n, [&](std::int64_t pieces, const auto& body) {
    for_grid_rows(pieces, ceil_div(problem.n, pieces), job, body);
  });
  return sorted;
}

/// Keys that must not stand behind the one before them.
std::int64_t descents(const float* keys, std::int64_t n) {
  std::int64_t found = 0;
  for (std::int64_t i = 1; i < n; ++i) found += sorts_before(keys[i], keys[i - 1]);
  return found;
}

}  // namespace

// One key, less and more than a warp, several tiles; every pattern at sizes that are no multiple of
// anything, and a power of two.
std::vector<Values> Sort::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  const auto add = [&](std::int64_t n, const char* pattern) {
    problems.push_back(changed(problem, {{"n", n}, {"pattern", std::string(pattern)}}));
  };
  for (const std::int64_t n : {1, 31, 33, 1000, 4099}) add(n, "random");
  for (const char* pattern : {"nearly", "reversed", "few", "special"}) add(1000, pattern);
  add(4096, "special");
  if (launch.values().contains("block"))
    add(beyond_blocks(2 * launch.block().x, 4099), "special");
  else
    add(100'001, "special");  // libraries have another algorithm for few
  // Eight tiles are the fewest of which a stage takes three steps through global memory.
  if (launch.values().contains("tile") && launch.integer("tile") <= 4096)
    add(5 * launch.integer("tile") + 3, "random");
  return problems;
}

// Every key, whatever the scope: whether one is right cannot be told from a few.
std::vector<Discrepancy> Sort::compare(const Problem& problem, const HostState& in,
                                       const HostState& out, const CompareScope&, const Job& job) {
  const std::vector<float> wanted = sorted_keys(problem, in, job);
  const float* const result = field_as<float>(out, 1);
  Discrepancy found("key", 1);
  for (std::int64_t i = 0; i < problem.n; ++i) {
    if (i % compared_at_once == 0) job.at(1);
    const double is = place_in_order(result[i]), should_be = place_in_order(wanted[std::size_t(i)]);
    found.add(i, &is, &should_be, 1);
  }
  return {found};
}

// Another key: the first and the last by their lowest bit, that in the middle by its sign.
std::vector<HostState> Sort::mutants(const Problem& problem, const HostState& sound) {
  constexpr std::uint32_t lowest_bit = 1, sign = 0x80000000u;
  std::vector<HostState> mutants(3, sound);
  const auto change = [&](std::size_t mutant, std::int64_t i, std::uint32_t bit) {
    field_as<std::uint32_t>(mutants[mutant], 0)[i] ^= bit;
  };
  change(0, 0, lowest_bit);
  change(1, problem.n / 2, sign);
  change(2, problem.n - 1, lowest_bit);
  return mutants;
}

std::vector<Readout> Sort::diagnose(const Problem& problem, const HostState& state,
                                    const Job& job) const {
  constexpr std::int64_t most = std::int64_t{1} << 24;  // more would take too long
  job.at(0);
  std::vector<Readout> readouts;
  if (problem.n <= most)
    readouts.push_back({.id = "descents",
                        .label = "Out of order",
                        .unit = "%",
                        .value = 100.0 * double(descents(field_as<float>(state, 0), problem.n)) /
                                 double(std::max<std::int64_t>(1, problem.n - 1)),
                        .help = "Keys before they are sorted that are smaller than the one before "
                                "them: none if they are in order, half if they are random, all if "
                                "they fall. A network takes the same time for all."});
  if (state.steps == 0) return readouts;
  const float* const sorted = field_as<float>(state, 1);
  const auto add = [&](const char* id, const char* label, float value, const char* help) {
    readouts.push_back(
        {.id = id, .label = label, .value = double(value), .digits = 4, .help = help});
  };
  add("smallest", "First key", sorted[0], "A NaN with a sign comes first, then -\u221e.");
  add("median", "Median", sorted[problem.n / 2], "The key in the middle, once they are in order.");
  add("largest", "Last key", sorted[problem.n - 1],
      "A NaN without a sign comes last, behind \u221e.");
  return readouts;
}

}  // namespace livewarp
