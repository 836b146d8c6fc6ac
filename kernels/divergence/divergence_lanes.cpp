// How many lanes of a warp work: counted from the items, and in closed form.
#include "kernels/divergence/divergence_lanes.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/block_rule.h"

namespace livewarp {

namespace {

constexpr std::int64_t warp_size = warp_threads;

/// What a warp has of each side.
struct Sides {
  std::int64_t cheap_lanes = 0, expensive_lanes = 0;
  std::int64_t most = 0, sum = 0;  ///< rounds of the expensive ones

  void add(std::int64_t rounds, std::int64_t cheap) {
    if (rounds <= cheap) {
      ++cheap_lanes;
      return;
    }
    ++expensive_lanes;
    most = std::max(most, rounds);
    sum += rounds;
  }
};

LaneRounds of_one_warp(DivergenceWay way, const DivergenceProblem& problem, const Sides& sides) {
  const std::int64_t cheap = problem.cheap, lanes = sides.cheap_lanes + sides.expensive_lanes;
  const bool any_cheap = sides.cheap_lanes > 0, any_expensive = sides.expensive_lanes > 0;
  const std::int64_t needed = cheap * sides.cheap_lanes + sides.sum;
  switch (way) {
  case DivergenceWay::branch: return {(any_cheap ? cheap : 0) + sides.most, needed};
  case DivergenceWay::loop: return {any_expensive ? sides.most : cheap, needed};
  case DivergenceWay::predicated: {
    const std::int64_t both = cheap + problem.expensive;
    return {both, both * lanes};
  }
  case DivergenceWay::vote: {
    const std::int64_t all = (any_cheap ? cheap : 0) + (any_expensive ? problem.expensive : 0);
    return {all, all * lanes};
  }
  case DivergenceWay::flattened: break;
  }
  return {};
}

/// A lane goes through the sum of its items, a warp through the largest sum of a lane.
LaneRounds of_flattened_warp(const std::int32_t* rounds, std::int64_t first, std::int64_t lanes,
                             std::int64_t block, std::int64_t end) {
  LaneRounds all;
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    std::int64_t sum = 0;
    for (std::int64_t i = first + lane; i < end; i += block) sum += rounds[i];
    all.of_warps = std::max(all.of_warps, sum);
    all.of_lanes += sum;
  }
  return all;
}

}  // namespace

LaneRounds lane_rounds(DivergenceWay way, const DivergenceProblem& problem,
                       const std::int32_t* rounds, std::int64_t block, std::int64_t items) {
  LaneRounds all;
  const std::int64_t share = block * items;
  for (std::int64_t begin = 0; begin < problem.n; begin += share) {
    const std::int64_t end = std::min(begin + share, problem.n);
    for (std::int64_t thread = 0; thread < block; thread += warp_size) {
      const std::int64_t first = begin + thread, lanes = std::min(warp_size, block - thread);
      LaneRounds one;
      if (way == DivergenceWay::flattened) {
        one = of_flattened_warp(rounds, first, lanes, block, end);
      } else {
        Sides sides;
        for (std::int64_t i = first; i < std::min(first + lanes, end); ++i)
          sides.add(rounds[i], problem.cheap);
        if (sides.cheap_lanes + sides.expensive_lanes > 0) one = of_one_warp(way, problem, sides);
      }
      all.of_warps += one.of_warps;
      all.of_lanes += one.of_lanes;
    }
  }
  return all;
}

namespace {

/// Of all warps, or vectors, the shares that have items of either side.
struct SidesPresent {
  double cheap = 0, expensive = 0;
};

SidesPresent sides_present(const DivergenceProblem& problem, std::int64_t lanes) {
  const double share = problem.expensive_share();
  switch (problem.arrangement) {
  case DivergenceArrangement::warps: break;
  case DivergenceArrangement::lanes: {
    const std::int64_t expensive = problem.expensive_of_32(), of_32 = warp_size / lanes;
    return {double(ceil_div(warp_size - expensive, lanes)) / double(of_32),
            double(ceil_div(expensive, lanes)) / double(of_32)};
  }
  case DivergenceArrangement::random:
    return {1 - std::pow(share, double(lanes)), 1 - std::pow(1 - share, double(lanes))};
  case DivergenceArrangement::sorted: {
    const std::int64_t expensive = std::llround(share * double(problem.n)),
                       cheap = problem.n - expensive, warps = ceil_div(problem.n, lanes);
    return {double(ceil_div(cheap, lanes)) / double(warps),
            double(warps - cheap / lanes) / double(warps)};
  }
  }
  return {1 - share, share};  // warps agree
}

/// Whether the closed form is of the very items, and not of many like them.
bool holds_exactly(const DivergenceProblem& problem, std::int64_t lanes) {
  switch (problem.arrangement) {
  case DivergenceArrangement::random: return false;
  case DivergenceArrangement::warps: return problem.n % (warp_size * warp_size) == 0;
  case DivergenceArrangement::lanes: return problem.n % warp_size == 0;
  case DivergenceArrangement::sorted: break;
  }
  return problem.n % lanes == 0;
}

ClosedForm form_of(const ExpectedRounds& rounds, bool exact, const DivergenceProblem& problem) {
  ClosedForm form;
  form.predictions = {{Quantity::active_lanes, rounds.active(), !exact},
                      {Quantity::loop_rounds, rounds.of_warps, !exact}};
  form.paced_by = Quantity::loop_rounds;
  if (problem.cheap == 1)
    form.uncounted = "a loop of one round leaves no trace of being one: --cheap 2";
  return form;
}

}  // namespace

ExpectedRounds expected_rounds(DivergenceWay way, const DivergenceProblem& problem,
                               std::int64_t lanes) {
  const double share = problem.expensive_share(), all = double(lanes);
  const SidesPresent any = sides_present(problem, lanes);
  const double cheap = double(problem.cheap), expensive = double(problem.expensive);
  const double needed = all * (share * expensive + (1 - share) * cheap);
  const double sides = any.cheap * cheap + any.expensive * expensive;
  switch (way) {
  case DivergenceWay::branch: return {sides, needed};
  case DivergenceWay::loop:
    return {any.expensive * expensive + (1 - any.expensive) * cheap, needed};
  case DivergenceWay::vote: return {sides, all * sides};
  case DivergenceWay::predicated: return {cheap + expensive, all * (cheap + expensive)};
  case DivergenceWay::flattened: break;
  }
  return {};
}

ClosedForm divergence_closed_form(DivergenceWay way, const DivergenceProblem& problem,
                                  std::int64_t lanes) {
  const bool of_all = way == DivergenceWay::predicated || way == DivergenceWay::vote;
  if (problem.varied && !of_all)
    return {.absent = "where counts differ no formula is known of the longest of a warp's: "
                      "--counts equal"};
  return form_of(expected_rounds(way, problem, lanes), holds_exactly(problem, lanes), problem);
}

ClosedForm sorted_closed_form(const DivergenceProblem& problem, std::int64_t lanes) {
  DivergenceProblem in_order = problem;
  // How many of them are drawn at random is not known to an item.
  const bool drawn = problem.arrangement == DivergenceArrangement::random;
  in_order.fraction = problem.expensive_share();
  in_order.arrangement = DivergenceArrangement::sorted;
  if (problem.varied) return divergence_closed_form(DivergenceWay::branch, in_order, lanes);
  const bool whole = holds_exactly(problem, lanes) && holds_exactly(in_order, lanes);
  return form_of(expected_rounds(DivergenceWay::branch, in_order, lanes), whole && !drawn, problem);
}

}  // namespace livewarp
