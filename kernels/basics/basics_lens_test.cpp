// What warps of a launch <<<blocks, threads>>> ask for, in closed form and as the lens counts it.
#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

std::unique_ptr<Workload> make_basics();

namespace {

struct Loads {
  std::int64_t requests = 0, lanes = 0, sectors = 0;
  bool operator==(const Loads&) const = default;
};

/// Loads of all warps; n elements have a sum and an addend each.
Loads counted(const char* variant, std::int64_t n, const Values& launch) {
  const auto workload = make_basics();
  Choice choice = default_choice(*workload, variant, Backend::cuda);
  choice.problem["n"] = n;
  choice.launch = changed(choice.launch, launch);
  const emulator::Lens lens = emulator::look(*workload, choice, {.whole_grid = true});
  EXPECT_FALSE(lens.kernels.empty()) << lens.refusal;
  Loads all;
  for (const emulator::KernelAccesses& kernel : lens.kernels)
    for (const emulator::LineAccesses& line : kernel.lines) {
      if (line.count.kind != emulator::AccessKind::read) continue;
      all.requests += line.count.requests;
      all.lanes += line.count.lanes;
      all.sectors += line.count.sectors;
    }
  return all;
}

Values block_of(const char* threads) { return {{"block", std::string(threads)}}; }

// 8 neighbours share a sector of 32 bytes, if one warp asks for all of them.
TEST(BasicsLens, OneLaneOfAWarpAsksForASectorAnElement) {
  constexpr std::int64_t n = 1001;
  const Loads alone{2 * n, 2 * n, 2 * n};
  EXPECT_EQ(counted("one-thread", n, {}), alone);
  EXPECT_EQ(counted("one-block", n, block_of("1")), alone);
  EXPECT_EQ(counted("blocks", n, block_of("1")), alone);
  for (const std::int64_t elements : {1, 4, 64})
    EXPECT_EQ(counted("thread-blocks", n, {{"elements", elements}}), alone);
}

// A block of 48 is a warp of 32 and one of 16, in every round.
TEST(BasicsLens, OneBlockGoesRoundInWarps) {
  constexpr std::int64_t n = 48 * 20 + 33;
  EXPECT_EQ(counted("one-block", n, block_of("48")),
            (Loads{2 * (2 * 20 + 2), 2 * n, 2 * ((4 + 2) * 20 + 4 + 1)}));
}

// Two blocks of 513 threads are 17 warps each, as many as two of 544; the last ones have one lane.
TEST(BasicsLens, ABlockOf513ThreadsCostsAsOneOf544) {
  constexpr std::int64_t n = 2 * 513;
  EXPECT_EQ(counted("blocks", n, block_of("513")).requests, 2 * 2 * 17);
  EXPECT_EQ(counted("blocks", 2 * 544, block_of("544")).requests, 2 * 2 * 17);
  EXPECT_EQ(counted("blocks", n, block_of("512")).requests, 2 * 33);
}

}  // namespace
}  // namespace livewarp
