#include "kernels/core/workload/shared_reserve.h"

#include <gtest/gtest.h>

#include "kernels/core/testing/test_workload.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {
namespace {

// Each leaves fewer blocks than the one before, and is the most that leaves so many.
TEST(SharedReserve, TriesEveryNumberOfBlocks) {
  for (const SmLimits& limits : known_sm_limits()) {
    const auto blocks = [&](std::int64_t kib) {
      return occupancy(limits, KernelResources{}, 32, std::size_t(kib) * 1024).blocks;
    };
    const std::vector<std::int64_t> values = reserves_worth_trying(limits);
    ASSERT_GT(values.size(), 8u) << limits.compute;
    EXPECT_EQ(values.front(), 0);
    EXPECT_EQ(blocks(values.back()), 1) << limits.compute;
    for (std::size_t i = 1; i < values.size(); ++i) {
      EXPECT_LT(blocks(values[i] + 1), blocks(values[i])) << limits.compute << " " << values[i];
      if (i > 1) {
        EXPECT_LT(blocks(values[i]), blocks(values[i - 1])) << values[i];
      }
    }
  }
}

TEST(SharedReserve, MoreThanAGpuHasIsRefused) {
  const LineWorkload line;
  GpuInfo turing;
  turing.max_threads_per_block = 1024;
  turing.shared_per_block = 48 * 1024;
  turing.shared_per_block_optin = 64 * 1024;
  Choice choice = default_choice(line, "", Backend::cuda);
  EXPECT_EQ(reserved_shared(choice.launch), 0u);
  for (const auto& [kib, refused] : {std::pair{0, false}, {64, false}, {65, true}}) {
    choice.launch[reserve_axis_id] = std::int64_t{kib};
    EXPECT_EQ(!launch_refusal(line, choice, turing).empty(), refused) << kib;
  }
  EXPECT_NE(launch_refusal(line, choice, turing).find("(reserved: 65 KiB), this GPU gives 64 KiB"),
            std::string::npos)
      << launch_refusal(line, choice, turing);
}

// 256 threads that ask for 8 bytes each, 6 blocks of them: 12,288 bytes.
TEST(SharedReserve, BytesInFlightFollowFromResidentThreads) {
  KernelResources kernel;
  kernel.registers = 16;
  Occupancy fits;
  fits.blocks = 6;
  const double of_grid = 1000.0 * 256 * 8;
  EXPECT_DOUBLE_EQ(bytes_in_flight(fits, kernel, 1000, 256, of_grid).value(), 12288);
  // 65 bytes need more than 16 registers of 4.
  EXPECT_FALSE(bytes_in_flight(fits, kernel, 1000, 256, of_grid / 8 * 65));
  EXPECT_TRUE(bytes_in_flight(fits, kernel, 1000, 256, of_grid / 8 * 64));
  EXPECT_FALSE(bytes_in_flight(fits, kernel, 0, 256, of_grid)) << "the grid is not known";
  EXPECT_FALSE(bytes_in_flight(fits, kernel, 1000, 256, 0)) << "nothing is asked for";
}

}  // namespace
}  // namespace livewarp
