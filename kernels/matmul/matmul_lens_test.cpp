// What the lens counts of the ladder, against what the kernels must do.
#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "kernels/core/workload/workload.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

std::unique_ptr<Workload> make_matmul();

namespace {

/// Sums over all accesses of a kind.
struct Counted {
  double requests = 0, sectors = 0, wavefronts = 0;
};

class MatmulLens : public testing::Test {
 protected:
  /// A product of 64 x 128 by 128 x 64, of which all blocks are looked at.
  Counted counted(const std::string& variant, emulator::MemorySpace space,
                  emulator::AccessKind kind, const Values& launch = {}) const {
    Choice choice = default_choice(*workload_, variant, Backend::cuda);
    choice.problem =
        changed(choice.problem,
                {{"m", std::int64_t{64}}, {"n", std::int64_t{64}}, {"k", std::int64_t{128}}});
    choice.launch = changed(choice.launch, launch);
    const emulator::Lens lens = emulator::look(*workload_, choice, {.whole_grid = true});
    EXPECT_FALSE(lens.kernels.empty()) << variant << ": " << lens.refusal;
    Counted sum;
    if (lens.kernels.empty()) return sum;
    for (const emulator::LineAccesses& line : lens.kernels.back().lines) {
      if (line.count.space != space || line.count.kind != kind) continue;
      sum.requests += double(line.count.requests);
      sum.sectors += double(line.count.sectors);
      sum.wavefronts += double(line.count.wavefronts);
    }
    return sum;
  }
  Counted loads(const std::string& variant, const Values& launch = {}) const {
    return counted(variant, emulator::MemorySpace::global, emulator::AccessKind::read, launch);
  }
  Counted shared_loads(const std::string& variant, const Values& launch = {}) const {
    return counted(variant, emulator::MemorySpace::shared, emulator::AccessKind::read, launch);
  }

  static constexpr double warps = 64 * 64 / 32.0, k = 128;
  const Values block_{{"block", std::string("32x32")}};
  const std::unique_ptr<Workload> workload_ = make_matmul();
};

// Two loads for each of k. A warp reads one address of B and 32 rows of A, or one address of A and
// 128 bytes of B.
TEST_F(MatmulLens, TheOrderOfTwoIndicesCostsSectors) {
  EXPECT_EQ(loads("transposed", block_).requests, 2 * k * warps);
  EXPECT_EQ(loads("transposed", block_).sectors, (1 + 32) * k * warps);
  EXPECT_EQ(loads("naive", block_).requests, 2 * k * warps);
  EXPECT_EQ(loads("naive", block_).sectors, (1 + 4) * k * warps);
}

// Each number goes to shared memory once for a tile of C, 32 on a side.
TEST_F(MatmulLens, TilesAreLoadedOnce) {
  EXPECT_EQ(loads("shared", block_).requests, 2 * k * warps / 32);
  EXPECT_EQ(loads("shared", block_).sectors, 4 * 2 * k * warps / 32);
  EXPECT_EQ(loads("unrolled").requests, 2 * k * warps / 32);
}

// The letters of As[tx][ty] compute the same, and put the 32 lanes' numbers of B into one bank.
TEST_F(MatmulLens, TheOrderOfTwoLettersCostsWavefronts) {
  EXPECT_EQ(shared_loads("shared", block_).wavefronts, 2 * k * warps);
  EXPECT_EQ(shared_loads("conflicts", block_).requests, 2 * k * warps);
  EXPECT_EQ(shared_loads("conflicts", block_).wavefronts, (1 + 32) * k * warps);
}

// Of four p together a load of A and four of B. One of 16 bytes is 2 wavefronts at least.
TEST_F(MatmulLens, UnrolledItLoadsFourNumbersAtOnce) {
  EXPECT_EQ(shared_loads("unrolled").requests, 1.25 * k * warps);
  EXPECT_EQ(shared_loads("unrolled").wavefronts, 1.5 * k * warps);
}

// 4 x 4 elements a thread for 8 loads; 8 x 8 for 4 of 16 bytes, of which those of B are 4
// wavefronts each in a warp of 2 x 16 threads, and 2 in one of 4 x 8.
TEST_F(MatmulLens, RegistersAndCompactWarpsSaveSharedMemory) {
  EXPECT_EQ(shared_loads("register").requests, 8 / 16.0 * k * warps);
  EXPECT_EQ(shared_loads("register").wavefronts, 8 / 16.0 * k * warps);
  // Of a tile of 128 x 128, of which C fills a quarter, all is computed.
  const double tile_warps = 8;
  EXPECT_EQ(shared_loads("vectorized").requests, 4 * k * tile_warps);
  EXPECT_EQ(shared_loads("vectorized").wavefronts, (2 * 2 + 2 * 4) * k * tile_warps);
  for (const char* const name : {"warp", "pipelined"}) {
    EXPECT_EQ(shared_loads(name).requests, 4 * k * tile_warps) << name;
    EXPECT_EQ(shared_loads(name).wavefronts, (2 * 2 + 2 * 2) * k * tile_warps) << name;
  }
  // 8 x 16 elements a thread, and as many warps for a tile that is twice as wide.
  EXPECT_EQ(shared_loads("prefetched").requests, 6 * k * tile_warps);
  EXPECT_EQ(shared_loads("prefetched").wavefronts, (2 * 2 + 4 * 2) * k * tile_warps);
}

// A warp's 64 x 64 elements take 8 loads of four matrices, without conflicts, for 16 of k; without
// ldmatrix 32 x 32 take 8 words of A and 16 single numbers of B.
TEST_F(MatmulLens, TensorCoresAreFedByMatrices) {
  const double steps = k / 16;
  EXPECT_EQ(shared_loads("tensor").requests, (8 + 16) * steps * 4);
  EXPECT_EQ(shared_loads("tensor").wavefronts, (8 + 16) * steps * 4);
  EXPECT_EQ(shared_loads("tensor-pipelined").requests, 8 * steps * 4);
  EXPECT_EQ(shared_loads("tensor-pipelined").wavefronts, 4 * 8 * steps * 4);
}

}  // namespace
}  // namespace livewarp
