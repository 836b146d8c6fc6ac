// How many lanes of a warp work: predicted, and counted where the kernels' own source is executed.
#include <algorithm>
#include <string>

#include "kernels/core/testing/variants_test.h"
#include "kernels/divergence/divergence_lanes.h"
#include "kernels/divergence/divergence_test_support.h"
#include "kernels/emulator/lens/access_recorder.h"

namespace livewarp {

namespace {

/// What is looked at: a variant at a problem, with a block of any shape.
struct Looked {
  Choice choice;
  HostState state;
  DivergenceProblem problem;
  std::int64_t block, items;

  Looked(const char* variant, std::int64_t n, const char* arrangement, double fraction,
         const char* counts, const char* shape)
      : choice(default_choice(divergence_workload(), variant, Backend::cuda)) {
    choice.problem = changed(choice.problem, {{"n", n},
                                              {"arrangement", std::string(arrangement)},
                                              {"fraction", fraction},
                                              {"cheap", std::int64_t{5}},
                                              {"expensive", std::int64_t{37}},
                                              {"counts", std::string(counts)}});
    choice.launch["block"] = std::string(shape);
    state = divergence_workload().initial_state(choice.problem);
    problem = DivergenceProblem::from(choice.problem);
    const Launch launch(choice.launch);
    block = launch.block().x;
    items = choice.launch.contains("items") ? launch.integer("items") : 1;
  }
  const std::int32_t* rounds() const { return field_as<std::int32_t>(state, 1); }
  std::string text() const { return text_of(divergence_workload(), choice); }
};

/// What every basic block of the step's last kernel did, whole grid.
std::vector<emulator::BlockCount> counted(const Looked& looked) {
  const auto recorder = std::make_shared<emulator::AccessRecorder>();
  EmulatorOptions options;
  options.observer = recorder;
  const auto simulation = divergence_workload().simulate_traced(looked.choice, &looked.state);
  if (!simulation) return {};
  simulation->step(*make_emulator_exec(options, {}));
  return recorder->launches().back().blocks;
}

/// The rounds of one loop are a basic block that as many warps and lanes went through.
void expect_loop(const std::vector<emulator::BlockCount>& blocks, const LaneRounds& wanted,
                 const std::string& what) {
  if (wanted.of_warps == 0) return;
  std::string all;
  for (const emulator::BlockCount& block : blocks)
    all += " " + std::to_string(block.warps) + "/" + std::to_string(block.lanes);
  EXPECT_TRUE(std::ranges::any_of(blocks,
                                  [&](const emulator::BlockCount& block) {
                                    return block.warps == wanted.of_warps &&
                                           block.lanes == wanted.of_lanes;
                                  }))
      << what << ": predicted " << wanted.of_warps << "/" << wanted.of_lanes << ", counted" << all;
}

/// The rounds of both sides, each of which is a loop of its own: those of the cheap side are what
/// is left when expensive items have none.
void expect_sides(const Looked& looked, DivergenceWay way, const std::int32_t* rounds) {
  const std::vector<emulator::BlockCount> blocks = counted(looked);
  if (blocks.empty()) GTEST_SKIP() << "built without traced kernels";
  const LaneRounds both = lane_rounds(way, looked.problem, rounds, looked.block);
  LaneRounds cheap;
  for (std::int64_t begin = 0; begin < looked.problem.n; begin += looked.block)
    for (std::int64_t first = begin; first < begin + looked.block; first += 32) {
      const std::int64_t end = std::min({first + 32, begin + looked.block, looked.problem.n});
      if (end <= first) continue;
      const std::int64_t lanes = std::count_if(
          rounds + first, rounds + end, [&](std::int32_t r) { return r <= looked.problem.cheap; });
      const bool goes = way == DivergenceWay::predicated || lanes > 0;
      cheap.of_warps += goes ? looked.problem.cheap : 0;
      if (goes)
        cheap.of_lanes +=
            looked.problem.cheap * (way == DivergenceWay::branch ? lanes : end - first);
    }
  expect_loop(blocks, cheap, looked.text() + ", cheap side");
  expect_loop(blocks, {both.of_warps - cheap.of_warps, both.of_lanes - cheap.of_lanes},
              looked.text() + ", expensive side");
}

constexpr std::int64_t odd = 1003;

TEST(DivergenceLens, CountsTheLanesOfABranchAsPredicted) {
  for (const char* const arrangement : {"lanes", "warps", "random", "sorted"})
    for (const double fraction : {0.0, 0.04, 0.25, 0.9, 1.0})
      for (const char* const shape : {"256", "48"})
        for (const char* const counts : {"equal", "varied"}) {
          const Looked looked("branch", odd, arrangement, fraction, counts, shape);
          expect_sides(looked, DivergenceWay::branch, looked.rounds());
        }
  for (const char* const arrangement : {"lanes", "warps"})
    for (const double fraction : {0.04, 0.5}) {
      const Looked looked("by-index", odd, arrangement, fraction, "equal", "96");
      expect_sides(looked, DivergenceWay::branch, looked.rounds());
    }
}

TEST(DivergenceLens, CountsAllLanesWherePredictedOrVoted) {
  for (const char* const arrangement : {"lanes", "warps", "random"})
    for (const char* const counts : {"equal", "varied"}) {
      const Looked predicated("predicated", odd, arrangement, 0.1, counts, "48");
      expect_sides(predicated, DivergenceWay::predicated, predicated.rounds());
      const Looked vote("vote", odd, arrangement, 0.1, counts, "96");
      expect_sides(vote, DivergenceWay::vote, vote.rounds());
    }
}

TEST(DivergenceLens, CountsTheLanesOfALoopAsPredicted) {
  for (const char* const arrangement : {"lanes", "random", "sorted"})
    for (const double fraction : {0.04, 0.5})
      for (const char* const counts : {"equal", "varied"}) {
        const Looked loop("loop", odd, arrangement, fraction, counts, "56");
        expect_loop(counted(loop),
                    lane_rounds(DivergenceWay::loop, loop.problem, loop.rounds(), loop.block),
                    loop.text());
        Looked flattened("flattened", odd, arrangement, fraction, counts, "64");
        for (const std::int64_t items : {1, 4}) {
          flattened.choice.launch["items"] = items;
          expect_loop(counted(flattened),
                      lane_rounds(DivergenceWay::flattened, flattened.problem, flattened.rounds(),
                                  flattened.block, items),
                      flattened.text());
        }
      }
}

// Of sorted items one warp is mixed at most, whatever the arrangement was.
TEST(DivergenceLens, CountsSortedItemsAsABranchInTheirOrder) {
  for (const char* const arrangement : {"lanes", "random"}) {
    const Looked looked("sorted", odd, arrangement, 0.3, "equal", "96");
    std::vector<std::int32_t> rounds(looked.rounds(), looked.rounds() + odd);
    std::ranges::sort(rounds);
    expect_sides(looked, DivergenceWay::branch, rounds.data());
    const auto active = [&](const std::int32_t* in_order) {
      return lane_rounds(DivergenceWay::branch, looked.problem, in_order, looked.block).active();
    };
    EXPECT_GT(active(rounds.data()), 2 * active(looked.rounds()));
  }
}

// Full warps are what the closed form speaks of; at random both are close.
TEST(DivergenceLens, IsPredictedInClosedForm) {
  for (const char* const arrangement : {"lanes", "warps", "random", "sorted"})
    for (const double fraction : {0.0, 0.04, 0.25, 0.9, 1.0}) {
      const Looked looked("branch", 32'768, arrangement, fraction, "equal", "256");
      for (const DivergenceWay way : {DivergenceWay::branch, DivergenceWay::predicated,
                                      DivergenceWay::vote, DivergenceWay::loop}) {
        const double from_items =
            lane_rounds(way, looked.problem, looked.rounds(), looked.block).active();
        const bool exact = looked.problem.by_index();
        EXPECT_NEAR(expected_rounds(way, looked.problem).active(), from_items,
                    exact ? 1e-9 : 0.02 * from_items)
            << looked.text() << ", way " << int(way);
      }
    }
}

// By hand: 8 of 32 lanes with 37 rounds, then 24 with 5.
TEST(DivergenceLens, IsPredictedAsByHand) {
  const Looked looked("branch", 64, "lanes", 0.25, "equal", "64");
  const auto of = [&](DivergenceWay way) {
    return lane_rounds(way, looked.problem, looked.rounds(), looked.block);
  };
  EXPECT_EQ(of(DivergenceWay::branch), (LaneRounds{2 * (37 + 5), 2 * (8 * 37 + 24 * 5)}));
  EXPECT_EQ(of(DivergenceWay::loop), (LaneRounds{2 * 37, 2 * (8 * 37 + 24 * 5)}));
  EXPECT_EQ(of(DivergenceWay::vote), (LaneRounds{2 * (37 + 5), 2 * 32 * (37 + 5)}));
  const std::int32_t rounds[] = {4, 1, 1, 4};
  const DivergenceProblem four{.n = 4, .cheap = 1, .expensive = 4};
  EXPECT_EQ(lane_rounds(DivergenceWay::flattened, four, rounds, 2, 2), (LaneRounds{5, 10}));
  EXPECT_EQ(lane_rounds(DivergenceWay::loop, four, rounds, 2), (LaneRounds{8, 10}));
}

}  // namespace
}  // namespace livewarp
