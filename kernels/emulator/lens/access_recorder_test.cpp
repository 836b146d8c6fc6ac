// What warps do together, where their lanes part and meet again.
#include "kernels/emulator/lens/access_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/core/memory/buffer.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/traced_kernels.h"

namespace livewarp::emulator {
namespace {

class AccessRecorderTest : public testing::Test {
 protected:
  std::unique_ptr<KernelExec> exec_for(std::shared_ptr<AccessRecorder> recorder,
                                       std::uint64_t seed = 1) {
    EmulatorOptions options;
    options.seed = seed;
    options.observer = std::move(recorder);
    return make_emulator_exec(options);
  }
  float* data() { return static_cast<float*>(memory_.data()); }

  /// The one access of a kind.
  static AccessCount only(const AccessRecorder& recorder, AccessKind kind) {
    AccessCount found;
    int matches = 0;
    for (const AccessCount& each : recorder.launches().back().accesses) {
      if (each.kind != kind) continue;
      found = each;
      ++matches;
    }
    EXPECT_EQ(matches, 1);
    return found;
  }

  Buffer memory_{64 * 1024, MemoryMode::host};
};

// An H200 makes 64 requests of 4 sectors of it; the third access of lane 0 and of lane 1 lie in
// different rounds.
TEST_F(AccessRecorderTest, AlternatingLanesStayInTheirRounds) {
  const auto recorder = std::make_shared<AccessRecorder>();
  launch_alternating(*exec_for(recorder), data());
  const AccessCount writes = only(*recorder, AccessKind::write);
  EXPECT_EQ(writes.space, MemorySpace::global);
  EXPECT_EQ(writes.bytes, 4u);
  EXPECT_EQ(writes.requests, 64);
  EXPECT_EQ(writes.sectors, 64 * 4);
  EXPECT_EQ(writes.lanes, 64 * 16);
  EXPECT_EQ(writes.bytes_used, 64 * 16 * 4);
  EXPECT_EQ(writes.ideal_sectors, 64 * 2);
  EXPECT_EQ(writes.costliest.active, 0xaaaaaaaau);
}

// Lanes wait behind the loop for the last one, whatever turns the threads took.
TEST_F(AccessRecorderTest, LanesLeaveALoopOneByOneAndMeetBehindIt) {
  for (const std::uint64_t seed : {1, 2, 77}) {
    const auto recorder = std::make_shared<AccessRecorder>();
    launch_uneven_loop(*exec_for(recorder, seed), data(), data() + 1024);
    const AccessCount reads = only(*recorder, AccessKind::read);
    EXPECT_EQ(reads.requests, 31 + 63);  // of two warps: as many rounds as their last lane makes
    EXPECT_EQ(reads.lanes, 64 * 63 / 2);
    EXPECT_EQ(reads.sectors, 31 + 63);
    const AccessCount writes = only(*recorder, AccessKind::write);
    EXPECT_EQ(writes.requests, 2);
    EXPECT_EQ(writes.lanes, 64);
  }
}

TEST_F(AccessRecorderTest, HalfAWarpIsHalfActive) {
  const auto recorder = std::make_shared<AccessRecorder>();
  launch_half_warp(*exec_for(recorder), data());
  const auto& blocks = recorder->launches().back().blocks;
  const auto busiest = std::ranges::max_element(blocks, {}, &BlockCount::warps);
  EXPECT_GE(busiest->warps, 64);
  EXPECT_EQ(busiest->lanes, 16 * busiest->warps);
}

// To a GPU they are plain loads and stores, of a word.
TEST_F(AccessRecorderTest, WordsForOtherBlocksAreLoadsAndStores) {
  const auto recorder = std::make_shared<AccessRecorder>();
  auto* const words = reinterpret_cast<std::uint64_t*>(data());
  launch_handed_on(*exec_for(recorder), words);
  EXPECT_EQ(words[31], 1u);
  EXPECT_EQ(words[63], 2u);
  const AccessCount reads = only(*recorder, AccessKind::read);
  EXPECT_EQ(reads.bytes, 8u);
  EXPECT_EQ(reads.requests, 1);
  EXPECT_EQ(reads.sectors, 8);
  const AccessCount writes = only(*recorder, AccessKind::write);
  EXPECT_EQ(writes.requests, 2);
  EXPECT_EQ(writes.sectors, 2 * 8);
}

// A GPU gives one address at a time: 1, 2 and 32 of them.
TEST_F(AccessRecorderTest, ConstantMemoryIsReadAddressByAddress) {
  const auto recorder = std::make_shared<AccessRecorder>();
  launch_constant(*exec_for(recorder), data());
  std::vector<std::int64_t> addresses;
  for (const AccessCount& each : recorder->launches().back().accesses) {
    if (each.space != MemorySpace::constant) continue;
    EXPECT_EQ(each.requests, 1);
    EXPECT_EQ(each.lanes, 32);
    EXPECT_EQ(each.present, 32);
    addresses.push_back(each.addresses);
  }
  std::ranges::sort(addresses);
  EXPECT_EQ(addresses, (std::vector<std::int64_t>{1, 2, 32}));
}

TEST_F(AccessRecorderTest, LanesThatWaitAreToldFromThoseThatAreNotThere) {
  const auto recorder = std::make_shared<AccessRecorder>();
  launch_alternating(*exec_for(recorder), data());
  const AccessCount writes = only(*recorder, AccessKind::write);
  EXPECT_EQ(writes.lanes, 64 * 16);
  EXPECT_EQ(writes.present, 64 * 32);
}

TEST_F(AccessRecorderTest, OnlyChosenWarpsAreCounted) {
  const auto recorder = std::make_shared<AccessRecorder>(
      [](const LaunchPlan&, std::uint64_t, unsigned warp) { return warp == 1; });
  launch_uneven_loop(*exec_for(recorder), data(), data() + 1024);
  EXPECT_EQ(only(*recorder, AccessKind::read).requests, 63);
  EXPECT_EQ(only(*recorder, AccessKind::write).requests, 1);
}

}  // namespace
}  // namespace livewarp::emulator
