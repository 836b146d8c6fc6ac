// Barriers, shared memory, early ends, atomics.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/run/static_shared.h"
#include "kernels/emulator/testing/emulator_test_kernels.cuh"

namespace livewarp {
namespace {

std::vector<int> counted(int n) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  return v;
}

template <bool WithBarrier>
std::vector<int> mirrored(std::uint64_t seed, int threads, unsigned block, unsigned blocks) {
  std::vector<int> data = counted(static_cast<int>(block * blocks));
  make_emulator_exec({.seed = seed, .threads = threads})
      ->launch(LIVEWARP_KERNEL(mirror<WithBarrier>), {blocks}, {block}, 0, data.data());
  return data;
}

std::vector<int> mirror_formula(unsigned block, unsigned blocks) {
  std::vector<int> data(block * blocks);
  for (unsigned i = 0; i < data.size(); ++i) {
    data[i] = static_cast<int>(i / block * block + block - 1 - i % block);
  }
  return data;
}

TEST(EmulatorBlock, BarrierSeparatesWritesFromReadsInEveryOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (unsigned block : {1u, 2u, 33u, 255u}) {
      ASSERT_EQ(mirrored<true>(seed, 2, block, 5), mirror_formula(block, 5))
          << seed << " " << block;
    }
  }
}

TEST(EmulatorBlock, AMissingBarrierGivesAWrongResult) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ASSERT_NE(mirrored<false>(seed, 1, 64, 5), mirror_formula(64, 5)) << seed;
  }
}

TEST(EmulatorBlock, TheOrderFollowsFromTheSeedAlone) {
  const auto once = mirrored<false>(3, 1, 64, 1);
  EXPECT_EQ(once, mirrored<false>(3, 1, 64, 1));
  EXPECT_NE(once, mirrored<false>(4, 1, 64, 1));
}

TEST(EmulatorBlock, TreeSumOfAThousandIsTheClosedForm) {
  std::vector<double> in(1000);
  std::iota(in.begin(), in.end(), 1.0);
  for (unsigned block : {1u, 3u, 32u, 100u, 256u, 1000u, 1024u}) {
    const auto exec = make_emulator_exec({.seed = block, .threads = 2});
    std::vector<double> sums(3, -1);
    exec->launch(LIVEWARP_KERNEL(sum_tree), {3}, {block}, block * sizeof(double), in.data(), 1000,
                 sums.data());
    EXPECT_EQ(sums, std::vector<double>(3, 500500.0)) << block;
  }
}

TEST(EmulatorBlock, ThreadsThatHaveEndedCountAsArrived) {
  constexpr int block = 70, blocks = 3;
  const auto exec = make_emulator_exec({.seed = 11, .threads = 2});
  std::vector<int> seen(block * blocks), came(block * blocks);
  exec->launch(LIVEWARP_KERNEL(leave_one_by_one), {blocks}, {block}, 0, seen.data(), came.data());
  for (int i = 0; i < block * blocks; ++i) {
    ASSERT_EQ(seen[i], i % block + 1);
    ASSERT_EQ(came[i], block - i % block) << "round " << i % block;
  }
}

TEST(EmulatorBlock, PredicatesAreCountedAndJoinedOverTheBlock) {
  for (const int set : {0, 1, 40, 77}) {
    std::vector<int> in(77 * 2), count(77 * 2), all(77 * 2), any(77 * 2);
    for (int i = 0; i < set; ++i) in[i] = i + 5;  // any non-zero value is true
    make_emulator_exec()->launch(LIVEWARP_KERNEL(block_vote), {2}, {77}, 0, in.data(), count.data(),
                                 all.data(), any.data());
    for (int i = 0; i < 77; ++i) {
      ASSERT_EQ(count[i], set);
      ASSERT_EQ(all[i] != 0, set == 77);
      ASSERT_EQ(any[i] != 0, set > 0);
      ASSERT_EQ(count[77 + i], 0);  // the second block has none
      ASSERT_EQ(any[77 + i], 0);
    }
  }
}

bool all_nan(const std::vector<float>& v) {
  return std::all_of(v.begin(), v.end(), [](float x) { return std::isnan(x); });
}

TEST(EmulatorBlock, SharedMemoryBeginsAsNaNInEveryBlock) {
  for (int threads : {1, 3}) {
    const auto exec = make_emulator_exec({.seed = 1, .threads = threads});
    for (int launch = 0; launch < 2; ++launch) {
      std::vector<float> from_dynamic(20 * 48), from_static(20 * 48);
      exec->launch(LIVEWARP_KERNEL(read_unwritten), {20}, {48}, 48 * sizeof(float),
                   from_dynamic.data(), from_static.data());
      EXPECT_TRUE(all_nan(from_dynamic));
      if (!emulator::StaticShared::known())
        GTEST_SKIP() << "this program is stripped of its symbols";
      EXPECT_TRUE(all_nan(from_static));
    }
  }
}

TEST(EmulatorBlock, StaticSharedMemoryIsTheBlocksOwn) {
  const auto exec = make_emulator_exec({.seed = 5, .threads = 4});
  constexpr int spin = 3000, block = 6, blocks = 200;
  std::vector<int> counts(block * blocks);
  exec->launch(LIVEWARP_KERNEL(count_in_block), {blocks}, {block}, 0, counts.data(), spin);
  EXPECT_EQ(counts, std::vector<int>(block * blocks, spin * block));
}

TEST(EmulatorBlock, AtomicsHoldAcrossBlocks) {
  constexpr int n = 5000;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = (i * 7919) % n - 100;  // a permutation of -100 ... n - 101
  Tally t{};
  t.largest = -1000, t.smallest = 1000000;
  const auto exec = make_emulator_exec({.seed = 2, .threads = 4});
  exec->launch(LIVEWARP_KERNEL(tally), {79}, {64}, 0, &t, values.data(), n);
  EXPECT_EQ(t.added, n * (n - 1) / 2 - 100 * n);
  EXPECT_EQ(t.largest, n - 101);
  EXPECT_EQ(t.smallest, -100);
  EXPECT_EQ(t.swapped, n);
  EXPECT_EQ(t.bits, 0xffffffffu);
  EXPECT_EQ(t.real, 0.5f * n);
  EXPECT_EQ(t.big, 3000000000ull * n);
}

TEST(EmulatorBlock, TiledGravityAgreesWithAPlainDoubleSum) {
  constexpr int n = 96 * 5;
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i) {
    const float f = static_cast<float>(i);
    bodies[i] = make_float4(std::sin(f), std::cos(1.7f * f), std::sin(0.3f * f + 1), 1.0f + f / n);
  }
  std::vector<float3> out(n);
  make_emulator_exec({.seed = 9, .threads = 2})
      ->launch(LIVEWARP_KERNEL(gravity_tiles), {5}, {96}, 96 * sizeof(float4), bodies.data(),
               out.data(), n, 1e-4f);
  double difference = 0, size = 0;
  for (int i = 0; i < n; ++i) {
    double a[3] = {};
    for (int j = 0; j < n; ++j) {
      const double d[3] = {double(bodies[j].x) - bodies[i].x, double(bodies[j].y) - bodies[i].y,
                           double(bodies[j].z) - bodies[i].z};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-4;
      for (int c = 0; c < 3; ++c) a[c] += bodies[j].w * d[c] / (r2 * std::sqrt(r2));
    }
    const double result[3] = {out[i].x, out[i].y, out[i].z};
    for (int c = 0; c < 3; ++c) {
      difference += (result[c] - a[c]) * (result[c] - a[c]);
      size += a[c] * a[c];
    }
  }
  EXPECT_LT(std::sqrt(difference / size), 2e-6);
  EXPECT_GT(size, 1.0);
}

}  // namespace
}  // namespace livewarp
