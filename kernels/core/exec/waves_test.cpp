#include <gtest/gtest.h>

#include <set>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {
namespace {

TEST(Waves, ByHand) {
  // 132 multiprocessors with 2 blocks each hold 264: 800 blocks are three waves and 8 more.
  const Waves some = *waves(800, 2, 132);
  EXPECT_EQ(some.places, 264);
  EXPECT_EQ(some.full, 3);
  EXPECT_EQ(some.tail, 8);
  EXPECT_EQ(some.count(), 4);
  EXPECT_DOUBLE_EQ(some.filled(), 800.0 / 1056);
  const Waves even = *waves(528, 2, 132);
  EXPECT_EQ(even.count(), 2);
  EXPECT_EQ(even.tail, 0);
  EXPECT_DOUBLE_EQ(even.filled(), 1);
  const Waves part = *waves(64, 6, 132);
  EXPECT_EQ(part.full, 0);
  EXPECT_EQ(part.tail, 64);
  EXPECT_FALSE(waves(0, 2, 132) || waves(800, 0, 132) || waves(800, 2, 0));
}

TEST(Architectures, AreCalledByAnyOfTheirNames) {
  for (const SmLimits& limits : known_sm_limits()) {
    EXPECT_EQ(parse_compute(compute_text(limits.compute)), limits.compute);
    EXPECT_EQ(parse_compute("sm_" + std::to_string(limits.compute)), limits.compute);
    EXPECT_EQ(parse_compute(std::to_string(limits.compute)), limits.compute);
    ASSERT_TRUE(example_gpu(limits.compute)) << limits.compute;
  }
  EXPECT_EQ(example_gpus().size(), known_sm_limits().size());
  EXPECT_EQ(example_gpu(70), nullptr);
  for (const char* const unknown : {"7.0", "", "ampere", "8", "-8.6", "8.60"})
    EXPECT_THROW(parse_compute(unknown), Error) << unknown;
}

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and the tuning
// guides of Turing, Ampere, Ada, Hopper and Blackwell, section "Occupancy".
TEST(Architectures, HaveThePublishedLimits) {
  struct Row {
    int compute, warps, blocks, shared_kib, most_shared_of_a_block_kib;
  };
  for (const Row& row :
       {Row{75, 32, 16, 64, 64}, Row{80, 64, 32, 164, 163}, Row{86, 48, 16, 100, 99},
        Row{87, 48, 16, 164, 163}, Row{89, 48, 24, 100, 99}, Row{90, 64, 32, 228, 227},
        Row{100, 64, 32, 228, 227}, Row{103, 64, 32, 228, 227}, Row{120, 48, 24, 100, 99},
        Row{121, 48, 24, 100, 99}}) {
    const SmLimits limits = sm_limits(row.compute).value();
    EXPECT_EQ(limits.warps, row.warps) << row.compute;
    EXPECT_EQ(limits.blocks, row.blocks) << row.compute;
    EXPECT_EQ(limits.registers, 64 * 1024) << row.compute;
    EXPECT_EQ(limits.shared_bytes, std::size_t(row.shared_kib) << 10) << row.compute;
    EXPECT_EQ(limits.shared_bytes - limits.reserved_shared_per_block,
              std::size_t(row.most_shared_of_a_block_kib) << 10)
        << row.compute;
    EXPECT_EQ(limits.max_registers_per_thread, 255) << row.compute;
  }
}

// What stands against more, each alone: 40 registers and 20 KiB on compute capability 8.6.
TEST(Occupancy, TellsEveryBound) {
  KernelResources kernel;
  kernel.registers = 40;
  kernel.static_shared = 20 << 10;
  const auto bounds = occupancy_bounds(*sm_limits(86), kernel, 256, 0);
  ASSERT_EQ(bounds.size(), 4u);
  EXPECT_EQ(bounds[0].blocks, 6);  // 48 warps of 8 each
  EXPECT_EQ(bounds[1].blocks, 16);
  EXPECT_EQ(bounds[2].blocks, 6);  // 1,280 registers a warp: 12 a scheduler, 48 in all
  EXPECT_EQ(bounds[3].blocks, 4);  // 21 KiB a block of 100
  EXPECT_EQ(occupancy(*sm_limits(86), kernel, 256, 0).blocks, 4);
  EXPECT_EQ(std::string(bounds[3].limiter), "shared memory");
}

}  // namespace
}  // namespace livewarp
