// How many lanes of a warp work: counted from the items, and in closed form.
#include "kernels/divergence/divergence_lanes.h"

#include <algorithm>
#include <cmath>

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

ExpectedRounds expected_rounds(DivergenceWay way, const DivergenceProblem& problem) {
  const double share = problem.expensive_share(), lanes = double(warp_size);
  double any_cheap = 1 - share, any_expensive = share;  // warps that agree
  if (problem.arrangement == DivergenceArrangement::lanes) {
    any_cheap = share < 1;
    any_expensive = share > 0;
  } else if (problem.arrangement == DivergenceArrangement::random) {
    any_cheap = 1 - std::pow(share, lanes);
    any_expensive = 1 - std::pow(1 - share, lanes);
  }
  const double cheap = double(problem.cheap), expensive = double(problem.expensive);
  const double needed = lanes * (share * expensive + (1 - share) * cheap);
  const double sides = any_cheap * cheap + any_expensive * expensive;
  switch (way) {
  case DivergenceWay::branch: return {sides, needed};
  case DivergenceWay::loop:
    return {any_expensive * expensive + (1 - any_expensive) * cheap, needed};
  case DivergenceWay::vote: return {sides, lanes * sides};
  case DivergenceWay::predicated: return {cheap + expensive, lanes * (cheap + expensive)};
  case DivergenceWay::flattened: break;
  }
  return {};
}

}  // namespace livewarp
