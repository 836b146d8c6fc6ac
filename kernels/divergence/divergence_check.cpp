// How a result is checked, and what is told of the items.
#include <algorithm>
#include <cmath>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/divergence/divergence.h"
#include "kernels/divergence/divergence_lanes.h"
#include "kernels/divergence/divergence_variants.h"

namespace livewarp {

namespace {

/// What many steps do, found by doubling: of two maps a v + c, one after the other, is made one.
std::uint32_t after_steps(std::uint32_t value, std::int64_t steps, DivergenceRound round) {
  std::uint32_t factor = 1, increment = 0;  // of the steps so far
  std::uint32_t a = round.factor, c = round.increment;
  for (; steps > 0; steps /= 2) {
    if (steps % 2) {
      factor *= a;
      increment = a * increment + c;
    }
    c += a * c;
    a *= a;
  }
  return factor * value + increment;
}

}  // namespace

// Less than a warp, a little more, several blocks; every arrangement with shares that leave warps
// of one side and mixed ones; equal and varied counts, and as few rounds as there can be.
std::vector<Values> Divergence::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  const auto add = [&](std::int64_t n, const char* arrangement, double fraction,
                       std::int64_t expensive, const char* counts) {
    problems.push_back(changed(problem, {{"n", n},
                                         {"arrangement", std::string(arrangement)},
                                         {"fraction", fraction},
                                         {"cheap", std::int64_t{expensive > 2 ? 3 : 1}},
                                         {"expensive", expensive},
                                         {"counts", std::string(counts)}}));
  };
  for (const char* const arrangement : {"lanes", "warps", "random", "sorted"})
    for (const std::int64_t n : {1, 31, 33, 1000, 4099})
      add(n, arrangement, n == 1000 ? 0.75 : 0.25, n == 33 ? 2 : 17, "equal");
  for (const double fraction : {0.0, 1.0}) add(100, "lanes", fraction, 9, "equal");
  for (const char* const arrangement : {"random", "sorted"})
    add(1000, arrangement, 0.1, 40, "varied");
  if (!launch.values().contains("block")) return problems;
  const std::int64_t items = launch.values().contains("items") ? launch.integer("items") : 1;
  const std::int64_t share = std::min<std::int64_t>(launch.block().x * items, 40'000);
  add(beyond_blocks(unsigned(share), 5000), "lanes", 0.5, 5, "equal");
  add(beyond_blocks(unsigned(share), 5000), "random", 0.5, 5, "equal");
  return problems;
}

std::vector<Discrepancy> Divergence::compare(const Problem& problem, const HostState& in,
                                             const HostState& out, const CompareScope& scope,
                                             const Job& job) {
  const auto* const value = field_as<std::uint32_t>(in, 0);
  const auto* const rounds = field_as<std::int32_t>(in, 1);
  const auto* const result = field_as<std::uint32_t>(out, 2);
  return {compare_elements(
      "result", problem.n, scope, job, [&](std::int64_t i) { return double(result[i]); },
      [&](std::int64_t i) {
        const bool expensive = rounds[i] > problem.cheap;
        return double(
            after_steps(value[i], steps_a_round * std::int64_t{rounds[i]},
                        expensive ? divergence::expensive_round : divergence::cheap_round));
      })};
}

// Another value: of the first item, of the last, and of one in the middle.
std::vector<HostState> Divergence::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants(3, sound);
  const std::int64_t places[] = {0, problem.n / 2, problem.n - 1};
  for (std::size_t i = 0; i < mutants.size(); ++i)
    field_as<std::uint32_t>(mutants[i], 0)[places[i]] ^= 1u;
  return mutants;
}

std::vector<Readout> Divergence::diagnose(const Problem& problem, const HostState& state,
                                          const Job& job) const {
  constexpr std::int64_t most = std::int64_t{1} << 24, warp = warp_threads;
  job.at(0);
  Problem some = problem;  // more would take too long
  some.n = std::min(problem.n, most);
  const auto* const rounds = field_as<std::int32_t>(state, 1);
  std::int64_t expensive = 0, mixed = 0;
  for (std::int64_t first = 0; first < some.n; first += warp) {
    const std::int64_t end = std::min(first + warp, some.n);
    const std::int64_t found = std::count_if(rounds + first, rounds + end,
                                             [&](std::int32_t r) { return r > problem.cheap; });
    expensive += found;
    mixed += found > 0 && found < end - first;
  }
  const auto active = [&](DivergenceWay way) {
    return lane_rounds(way, some, rounds, warp).active();
  };
  return {{.id = "expensive",
           .label = "Expensive items",
           .unit = "%",
           .value = 100.0 * double(expensive) / double(some.n),
           .digits = 4,
           .help = "Of all items."},
          {.id = "mixed",
           .label = "Mixed warps",
           .unit = "%",
           .value = 100.0 * double(mixed) / double(ceil_div(some.n, warp)),
           .digits = 4,
           .help = "Of 32 neighbours that have cheap and expensive items: a warp of these goes "
                   "through both sides of a branch."},
          {.id = "active_branch",
           .label = "Active lanes, branch",
           .value = active(DivergenceWay::branch),
           .digits = 4,
           .origin = Origin::model,
           .help = "Predicted, of 32: how many lanes work in a round of a branch, in the mean, "
                   "where blocks are whole warps. The lens counts them."},
          {.id = "active_loop",
           .label = "Active lanes, loop",
           .value = active(DivergenceWay::loop),
           .digits = 4,
           .origin = Origin::model,
           .help = "The same of one loop whose count is the item's."}};
}

}  // namespace livewarp
