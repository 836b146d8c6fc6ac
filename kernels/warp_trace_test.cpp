// Warps that are followed through kernels whose way is known.
#include "kernels/emulator/lens/warp_trace.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp::emulator {
namespace {

class WarpTraces : public testing::Test {
 protected:
  WarpTrace trace(const std::string& workload, const std::string& variant, const Values& problem,
                  const WarpAim& aim = {}) const {
    const Workload& of = *registry_.find(workload);
    Choice choice = default_choice(of, variant, Backend::cuda);
    for (const auto& [id, value] : problem) choice.problem[id] = value;
    return trace_warp(of, checked_choice(of, choice), aim);
  }
  static std::int64_t of_kind(const WarpTrace& trace, AccessKind kind) {
    return std::ranges::count(trace.requests, kind, &WarpRequest::kind);
  }
  /// What lanes ask for lies side by side.
  static bool side_by_side(const WarpRequest& request) {
    for (unsigned lane = 1; lane < 32; ++lane)
      if (request.access.address[lane] != request.access.address[0] + lane * request.access.bytes)
        return false;
    return true;
  }

  const Registry registry_;
};

// A cell and its four neighbours, a row of 320 cells apart, and the result.
TEST_F(WarpTraces, OfAnInnerCellsStarAreFiveLoadsAndAStore) {
  const WarpTrace found =
      trace("heat", "naive", {{"nx", std::int64_t{320}}, {"ny", std::int64_t{128}}});
  ASSERT_EQ(found.refusal, "");
  EXPECT_TRUE(found.kernel.starts_with("heat_naive")) << found.kernel;
  EXPECT_EQ(found.lanes, ~0u);
  EXPECT_FALSE(found.cut);
  ASSERT_EQ(found.requests.size(), 6u);
  EXPECT_EQ(of_kind(found, AccessKind::read), 5);
  std::set<std::int64_t> places;
  for (const WarpRequest& request : found.requests) {
    EXPECT_EQ(request.access.active, ~0u);
    EXPECT_EQ(request.access.bytes, 4u);
    EXPECT_EQ(request.space, MemorySpace::global);
    EXPECT_TRUE(side_by_side(request));
    if (request.kind == AccessKind::read)
      places.insert(std::int64_t(request.access.address[0] - found.requests[0].access.address[0]));
  }
  // From the cell itself, which is read first.
  EXPECT_EQ(places, (std::set<std::int64_t>{-4 * 320, -4, 0, 4, 4 * 320}));
  EXPECT_EQ(found.requests.back().kind, AccessKind::write);
  std::size_t requests = 0;
  for (const WarpStep& step : found.steps) {
    EXPECT_EQ(step.first, requests);
    requests += step.count;
    EXPECT_TRUE(found.line_of(step).file.starts_with("kernels/")) << found.line_of(step).file;
    EXPECT_GT(found.line_of(step).line, 0);
  }
  EXPECT_EQ(requests, found.requests.size());
}

// At the edge of a plate that no block divides only some lanes have a cell.
TEST_F(WarpTraces, LanesBeyondTheEdgeDropOut) {
  const WarpTrace found =
      trace("heat", "naive", {{"nx", std::int64_t{70}}, {"ny", std::int64_t{9}}},
            {.block = 1, .warp = 0});
  ASSERT_EQ(found.refusal, "");
  ASSERT_FALSE(found.requests.empty());
  for (const WarpRequest& request : found.requests)
    EXPECT_EQ(request.access.active & ~0x3fu, 0u) << "70 - 64 cells lie in this block's row";
  EXPECT_EQ(found.steps.front().lanes, ~0u) << "all begin";
}

// Lanes that part go one after another, and all of them are there again.
TEST_F(WarpTraces, PartedLanesTakeTurns) {
  const WarpTrace found = trace("divergence", "branch", {{"n", std::int64_t{4096}}});
  ASSERT_EQ(found.refusal, "");
  unsigned parted = 0;
  bool whole_after = false;
  for (const WarpStep& step : found.steps) {
    if (step.lanes != ~0u) parted |= step.lanes;
    whole_after = step.lanes == ~0u;
  }
  EXPECT_NE(parted, 0u);
  EXPECT_TRUE(whole_after) << "the results are stored together";
}

// A tile of 32 x 32 with a column more: no two lanes of a request meet in a bank.
TEST_F(WarpTraces, OfAPaddedTileNoRequestHasAConflict) {
  const Values picture{{"width", std::int64_t{96}}, {"height", std::int64_t{64}}};
  const WarpTrace padded = trace("transpose", "padded", picture);
  const WarpTrace shared = trace("transpose", "shared", picture);
  int conflicts = 0;
  for (const WarpRequest& request : padded.requests)
    if (request.space == MemorySpace::shared) {
      EXPECT_EQ(shared_wavefronts(request.access), 1);
    }
  for (const WarpRequest& request : shared.requests)
    if (request.space == MemorySpace::shared) conflicts += shared_wavefronts(request.access) == 32;
  EXPECT_GT(conflicts, 0);
}

TEST_F(WarpTraces, AreCutWhereTheyAreLong) {
  WarpAim aim;
  aim.most_steps = 30;
  const WarpTrace found = trace("nbody", "shared", {{"n", std::int64_t{1024}}}, aim);
  ASSERT_EQ(found.refusal, "");
  EXPECT_TRUE(found.cut);
  EXPECT_LE(found.steps.size(), 30u);
  EXPECT_GT(found.requests.size(), 5u);
  // What is kept is the beginning of the whole, however little is kept of each lane.
  aim.most_steps = 1000;
  const WarpTrace longer = trace("nbody", "shared", {{"n", std::int64_t{1024}}}, aim);
  ASSERT_GT(longer.steps.size(), found.steps.size());
  for (std::size_t i = 0; i + 1 < found.steps.size(); ++i) {
    EXPECT_EQ(found.line_of(found.steps[i]), longer.line_of(longer.steps[i])) << i;
    EXPECT_EQ(found.steps[i].lanes, longer.steps[i].lanes) << i;
  }
}

// Of a block of 256 threads, each of which reads 65,536 bodies, the warp's 32 lanes alone are
// executed, and each of them no further than what is kept of it.
TEST_F(WarpTraces, NothingIsExecutedBeyondWhatIsKept) {
  const Values bodies{{"n", std::int64_t{65536}}};
  WarpAim aim;
  aim.most_steps = 5000;
  const std::uint64_t before = accesses_until_now();
  const WarpTrace found = trace("nbody", "naive", bodies, aim);
  const std::uint64_t executed = accesses_until_now() - before;
  ASSERT_EQ(found.refusal, "");
  EXPECT_TRUE(found.cut);
  EXPECT_GE(executed, 32 * std::ranges::count(found.steps, 1u, &WarpStep::count));
  EXPECT_LE(executed, 32 * (aim.most_steps + 1));
}

// The other warps load a part of every tile: they go as far as the warp does.
TEST_F(WarpTraces, WarpsThatAreWaitedForAreExecutedAsFar) {
  const Values bodies{{"n", std::int64_t{65536}}};
  WarpAim aim;
  aim.most_steps = 5000;
  const std::uint64_t before = accesses_until_now();
  const WarpTrace found = trace("nbody", "shared", bodies, aim);
  const std::uint64_t executed = accesses_until_now() - before;
  ASSERT_EQ(found.refusal, "");
  EXPECT_TRUE(found.cut);
  const auto threads = std::uint64_t(found.block.count());
  EXPECT_LE(executed, threads * (aim.most_steps + 1));
  for (const WarpStep& step : found.steps) EXPECT_EQ(step.lanes, ~0u);
}

// A lane that has ended keeps nobody from the end of the others.
TEST_F(WarpTraces, LanesThatEndEarlyAreComplete) {
  const WarpTrace whole =
      trace("heat", "naive", {{"nx", std::int64_t{70}}, {"ny", std::int64_t{9}}},
            {.block = 1, .warp = 0});
  WarpAim aim{.block = 1, .warp = 0};
  aim.most_steps = 4;
  const WarpTrace cut =
      trace("heat", "naive", {{"nx", std::int64_t{70}}, {"ny", std::int64_t{9}}}, aim);
  EXPECT_FALSE(whole.cut);
  EXPECT_TRUE(cut.cut);
  ASSERT_LT(cut.steps.size(), whole.steps.size());
  for (std::size_t i = 0; i < cut.steps.size(); ++i) {
    EXPECT_EQ(cut.line_of(cut.steps[i]), whole.line_of(whole.steps[i])) << i;
    EXPECT_EQ(cut.steps[i].lanes, whole.steps[i].lanes) << i;
  }
}

// Two tiles of 256 bodies: each is loaded, all wait, it is used, and all wait again.
TEST_F(WarpTraces, ABarrierIsAStep) {
  const WarpTrace found = trace("nbody", "shared", {{"n", std::int64_t{512}}});
  ASSERT_EQ(found.refusal, "");
  std::size_t barriers = 0;
  for (const WarpStep& step : found.steps) {
    if (step.event != WarpEvent::barrier) continue;
    ++barriers;
    EXPECT_EQ(step.lanes, ~0u);
    EXPECT_EQ(step.count, 0u);
    EXPECT_TRUE(found.line_of(step).file.ends_with("nbody_shared.cuh"));
  }
  EXPECT_EQ(barriers, 4u);
}

// The load of the left neighbours: cells of one row, one before the warp's own.
TEST_F(WarpTraces, AnAddressIsAPlaceInAnArray) {
  const WarpTrace found =
      trace("heat", "naive", {{"nx", std::int64_t{320}}, {"ny", std::int64_t{128}}});
  ASSERT_EQ(found.refusal, "");
  const auto before = std::ranges::find(found.arrays, "temperature before", &NamedMemory::name);
  ASSERT_NE(before, found.arrays.end());
  EXPECT_EQ(found.shown.width, 320);
  EXPECT_EQ(found.shown.element_bytes(*before), 4u);
  const auto first = reinterpret_cast<std::uintptr_t>(before->first);
  const auto x = std::int64_t(found.block_number % found.grid.x * found.block.x);
  const auto y = std::int64_t(found.block_number / found.grid.x * found.block.y);
  std::set<std::int64_t> cells;
  for (const WarpRequest& request : found.requests)
    if (request.kind == AccessKind::read)
      cells.insert(std::int64_t(request.access.address[0] - first) / 4);
  const std::int64_t own = y * 320 + x;
  EXPECT_EQ(cells, (std::set<std::int64_t>{own - 320, own - 1, own, own + 1, own + 320}));
}

TEST_F(WarpTraces, SayWhatIsNotThere) {
  const Values plate{{"nx", std::int64_t{320}}, {"ny", std::int64_t{128}}};
  EXPECT_NE(trace("heat", "naive", plate, {.block = 1000000}).refusal.find("no block 1,000,000"),
            std::string::npos);
  EXPECT_NE(trace("heat", "naive", plate, {.warp = 9}).refusal.find("no warp 9"),
            std::string::npos);
  EXPECT_NE(trace("convolution", "npp", {}).refusal, "");
}

}  // namespace
}  // namespace livewarp::emulator
