// A border that has a kernel of its own, and steps that end when no cell changes.
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/heat/cuda/heat_variants_border.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

TEST(HeatBorder, ItsCellsAreThoseOfTheRingEachOnce) {
  for (const auto& [nx, ny] : {std::pair{1, 1}, {7, 1}, {1, 7}, {2, 9}, {15, 16}, {17, 33}})
    for (const int radius : {1, 2, 8}) {
      Heat::Step step{};
      step.nx = nx;
      step.ny = ny;
      step.radius = radius;
      std::set<std::pair<int, int>> cells, wanted;
      for (std::int64_t k = 0; k < heat::ring_cells(step); ++k) {
        const HeatRingCell cell(k, nx, ny, radius);
        EXPECT_TRUE(cells.emplace(cell.x, cell.y).second) << nx << " x " << ny;
      }
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x)
          if (x < radius || y < radius || x >= nx - radius || y >= ny - radius)
            wanted.emplace(x, y);
      EXPECT_EQ(cells, wanted) << nx << " x " << ny << ", radius " << radius;
    }
}

/// Reads of global memory by one kernel of a step, whole grid.
struct Reads {
  std::int64_t requests = 0, sectors = 0;
  bool operator==(const Reads&) const = default;
};

class HeatBorderLens : public HeatVariants {
 protected:
  Choice choice(const char* name, std::int64_t nx, std::int64_t ny, const Values& launch) const {
    Choice made = choice_of(*workload_.find(name), nx, ny, "fixed");
    made.launch = changed(made.launch, launch);
    return made;
  }
  std::vector<Reads> reads(const Choice& choice) const {
    std::vector<Reads> all;
    const emulator::Lens lens = emulator::look(workload_, choice, {.whole_grid = true});
    EXPECT_TRUE(lens.refusal.empty()) << lens.refusal;
    for (const emulator::KernelAccesses& kernel : lens.kernels) {
      Reads sum;
      for (const emulator::LineAccesses& line : kernel.lines) {
        if (line.count.kind != emulator::AccessKind::read) continue;
        sum.requests += line.count.requests;
        sum.sectors += line.count.sectors;
      }
      all.push_back(sum);
    }
    return all;
  }
};

// Two rows of 128 cells are 4 warps each and 16 sectors; of a side each cell has its own. Of the
// inner cells no row begins at a sector, so that its 5 loads cost no less than the naive kernel's.
TEST_F(HeatBorderLens, TheSidesCostASectorACell) {
  constexpr std::int64_t nx = 128, ny = 50, sides = 2 * (ny - 2);
  const auto all = reads(choice("border-apart", nx, ny, {{"block", std::string("64x4")}}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], (Reads{2 * 4 + sides / 32, 2 * 16 + sides}));
  EXPECT_EQ(all[1].requests, 5 * 4 * (ny - 2));
}

class HeatUntilStill : public HeatVariants {
 protected:
  Choice choice(std::int64_t nx, std::int64_t ny, std::int64_t steps, const char* vote) const {
    Choice made = choice_of(*workload_.find("until-still"), nx, ny, "fixed");
    made.launch = changed(made.launch, {{"steps", steps}, {"vote", std::string(vote)}});
    return made;
  }
  /// Requests of loads by each kernel that a launch of the variant starts.
  std::vector<std::int64_t> requests(const Choice& choice, const HostState& state) const {
    const auto recorder = std::make_shared<emulator::AccessRecorder>();
    EmulatorOptions options;
    options.observer = recorder;
    std::vector<std::int64_t> all;
    const auto simulation = workload_.simulate_traced(choice, &state);
    if (!simulation) return all;
    simulation->step(*make_emulator_exec(options));
    for (const emulator::LaunchCounts& launch : recorder->launches()) {
      std::int64_t sum = 0;
      for (const emulator::AccessCount& access : launch.accesses)
        if (access.kind == emulator::AccessKind::read) sum += access.requests;
      all.push_back(sum);
    }
    return all;
  }
};

// Of an even plate nobody ever changes: two steps are made, and every warp of those after them
// reads one word.
TEST_F(HeatUntilStill, StepsOfAnEvenPlateEndAfterTwo) {
  constexpr std::int64_t nx = 64, ny = 32, warps = nx * ny / 32;
  const HostState even = state_of(std::vector<float>(nx * ny, 0.7f));
  for (const char* const vote : {"block", "warp"}) {
    const Choice some = choice(nx, ny, 4, vote);
    const std::vector<std::int64_t> counted = requests(some, even);
    if (counted.empty()) GTEST_SKIP() << "built without traced kernels";
    ASSERT_EQ(counted.size(), 4u);
    EXPECT_GT(counted[0], 5 * warps) << vote;
    EXPECT_EQ(counted[1], counted[0]) << vote;
    EXPECT_EQ(counted[2], warps) << vote;
    EXPECT_EQ(counted[3], warps) << vote;
    EXPECT_EQ(temperatures(stepped(some, *workload_.find("until-still"), 1, &even)),
              temperatures(even));
  }
}

// Jacobi's method on a small plate, to the end: at last a launch changes nothing, and until then
// each is what as many launches of the general kernel make of the plate, to the last bit.
TEST_F(HeatUntilStill, ASmallPlateComesToRest) {
  constexpr int most_launches = 40;
  for (const char* const vote : {"block", "warp"}) {
    Choice some = choice(13, 9, 64, vote), relaunched = some;
    some.problem["equation"] = relaunched.problem["equation"] = std::string("laplace");
    relaunched.variant = "iterate";
    relaunched.launch = default_choice(workload_, "iterate", Backend::cuda).launch;
    relaunched.launch["steps"] = std::int64_t{64};
    HostState state = workload_.initial_state(some.problem);
    int launches = 0;
    for (bool changes = true; changes && launches < most_launches; ++launches) {
      const HostState next = livewarp::stepped(workload_, some, 1, &state);
      ASSERT_EQ(temperatures(next),
                temperatures(livewarp::stepped(workload_, relaunched, 1, &state)));
      changes = temperatures(next) != temperatures(state);
      state.fields[0] = next.fields[0];
    }
    EXPECT_GT(launches, 2);
    EXPECT_LT(launches, most_launches) << vote << ": it never rests";
    const std::vector<std::int64_t> counted = requests(some, state);
    constexpr std::int64_t warps = 3 * 64 * 4 / 32;  // three blocks
    for (std::size_t i = 2; i < counted.size(); ++i) ASSERT_EQ(counted[i], warps);
  }
}

}  // namespace
}  // namespace livewarp
