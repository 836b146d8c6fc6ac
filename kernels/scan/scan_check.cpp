// How a result is checked, and what is told of it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/scan/scan.h"
#include "kernels/scan/scan_exact.h"

namespace livewarp {

namespace {

Values problem_of(const Values& problem, std::int64_t n, const char* operation,
                  const char* pattern) {
  return changed(problem, {{"n", n},
                           {"operation", std::string(operation)},
                           {"pattern", std::string(pattern)},
                           {"above", 0.25}});
}

}  // namespace

// One element, less and more than a warp, several blocks and tiles; every operation and pattern at
// sizes that are no multiple of anything. Of an exclusive scan the last element is never seen.
std::vector<Values> Scan::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  const auto add = [&](std::int64_t n, const char* operation, const char* pattern) {
    problems.push_back(problem_of(problem, n, operation, pattern));
  };
  for (const std::int64_t n : {1, 31, 33, 1000, 4099}) add(n, "inclusive", "uniform");
  for (const std::int64_t n : {2, 33, 4099}) add(n, "exclusive", "walk");
  for (const char* operation : {"inclusive", "exclusive"})
    for (const char* pattern : {"waves", "whole", "nan", "infinity", "infinities"})
      add(1000, operation, pattern);
  for (const char* operation : {"recurrence", "compaction", "split"}) {
    for (const std::int64_t n : {1, 31, 33, 1000, 20'001}) add(n, operation, "walk");
    for (const char* pattern : {"whole", "nan", "infinity", "infinities"})
      add(4099, operation, pattern);
  }
  // Tiles of 16 elements a thread, and more than 32 of them, over which one looks back. The largest
  // takes long: of blocks only for the one that variants begin with.
  const bool blocks = launch.values().contains("block");
  const unsigned block = blocks ? launch.block().x : 256;
  if (blocks) add(beyond_blocks(16 * block, 20'001), "exclusive", "whole");
  if (block <= 64) add(100'003, "inclusive", "whole");
  if (block == 256) {
    add((std::int64_t{1} << 20) + 1, "inclusive", "whole");
    add((std::int64_t{1} << 18) + 1, "inclusive", "uniform");
  }
  return problems;
}

// Every element, whatever the scope.
std::vector<Discrepancy> Scan::compare(const Problem& problem, const HostState& in,
                                       const HostState& out, const CompareScope&, const Job& job) {
  return problem.selects() ? compare_selection(problem, in, out, job)
                           : compare_sums(problem, in, out, job);
}

// One element of three is wrong by a fiftieth of all of them together, or on the other side of the
// bound. Where a pattern has something that is not finite: that is missing, or something else.
std::vector<HostState> Scan::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants;
  const auto put = [&](std::int64_t i, float value) {
    mutants.push_back(sound);
    field_as<float>(mutants.back(), 0)[i] = value;
  };
  const float* const x = field_as<float>(sound, 0);
  if (problem.pattern >= ScanPattern::nan && !problem.selects()) {
    const bool two = problem.pattern == ScanPattern::infinities;
    const std::int64_t place = two ? problem.second_special() : problem.special();
    put(problem.special(), 0);
    if (!problem.is_recurrence())
      put(place, std::isnan(x[place]) || two ? std::numeric_limits<float>::infinity()
                                             : std::numeric_limits<float>::quiet_NaN());
    else
      put(0, x[0] + 3);
    return mutants;
  }
  const double more = std::ceil(scan_size(problem, sound) / 50 + 1);
  const std::int64_t last = std::max<std::int64_t>(problem.n - (problem.is_exclusive() ? 2 : 1), 0);
  for (const std::int64_t i : {std::int64_t{0}, last / 2, last}) {
    const auto above = float(problem.above);
    const float other_side = problem.keeps(x[i]) ? above - 1 : above + 1;
    put(i, problem.selects() ? other_side : float(double(x[i]) + more));
  }
  return mutants;
}

std::vector<Readout> Scan::diagnose(const Problem& problem, const HostState& state,
                                    const Job& job) const {
  constexpr std::int64_t most = std::int64_t{1} << 26;  // more would take too long
  job.at(0);
  if (state.steps == 0) return {};
  if (problem.selects()) {
    const double kept = *field_as<int>(state, 2);
    return {{.id = "kept",
             .label = "Kept",
             .value = kept,
             .digits = 8,
             .help = "Elements above the bound: the lists of cheap and of dear work, if elements "
                     "say how much there is to do."},
            {.id = "share",
             .label = "Share kept",
             .value = kept / double(problem.n),
             .digits = 3,
             .help = "Of all elements. Compaction writes no more than those."}};
  }
  std::vector<Readout> readouts{
      {.id = "last",
       .label = problem.is_recurrence() ? "Last x" : "Last sum",
       .value = field_as<float>(state, 1)[problem.n - 1],
       .digits = 8,
       .help = "From a NaN on sums are NaN, from infinity on infinity, and from both infinities on "
               "NaN. In a recurrence a product of factors that is too small for fp32 makes 0 "
               "times infinity a NaN too."}};
  if (problem.n > most) return readouts;
  const Discrepancy sums = compare_sums(problem, state, state, job).front();
  const double worst = sums.worst();
  if (!std::isfinite(worst)) return readouts;
  readouts.push_back({.id = "roundings",
                      .label = "Worst, roundings",
                      .value = worst,
                      .digits = 3,
                      .help = "The largest error of a sum over the unit roundoff times the sum of "
                              "absolute values up to there. It goes with the order of adding."});
  return readouts;
}

}  // namespace livewarp
