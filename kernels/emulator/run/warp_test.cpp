// Shuffles, votes, matches and the barrier of a warp, against the formulas of the PTX ISA
// (shfl.sync, vote, match).
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/emulator_test_kernels.cuh"

namespace livewarp {
namespace {

/// Lane that lane `i` reads; itself where the one it asks for is beyond its segment.
int source_of(Shuffle kind, int i, int operand, int width) {
  const int segment = i / width * width;
  switch (kind) {
  case Shuffle::index: return segment + operand % width;
  case Shuffle::up: return i - operand < segment ? i : i - operand;
  case Shuffle::down: return i + operand >= segment + width ? i : i + operand;
  case Shuffle::exclusive: break;
  }
  return (i ^ operand) >= segment + width ? i : i ^ operand;
}

template <Shuffle Kind, class T>
void check_shuffle() {
  constexpr int n = 3 * 64;
  std::vector<T> in(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<T>(1000.25 + i * 3.5);
  std::uint64_t seed = 0;
  for (int width : {2, 4, 8, 16, 32}) {
    for (int operand : {0, 1, 2, 3, 7, 15, 16, 31}) {
      std::vector<T> out(n);
      make_emulator_exec({.seed = ++seed, .threads = 2})
          ->launch(LIVEWARP_KERNEL(shuffle<Kind, T>), {3}, {64}, 0, in.data(), out.data(), operand,
                   width);
      for (int i = 0; i < n; ++i) {
        const int expected = i / 32 * 32 + source_of(Kind, i % 32, operand, width);
        ASSERT_EQ(out[i], in[expected]) << "lane " << i << " width " << width << " of " << operand;
      }
    }
  }
}

TEST(EmulatorWarp, ShuffleByIndex) {
  check_shuffle<Shuffle::index, int>();
  check_shuffle<Shuffle::index, double>();
}
TEST(EmulatorWarp, ShuffleUp) {
  check_shuffle<Shuffle::up, float>();
  check_shuffle<Shuffle::up, long long>();
}
TEST(EmulatorWarp, ShuffleDown) {
  check_shuffle<Shuffle::down, float>();
  check_shuffle<Shuffle::down, unsigned>();
}
TEST(EmulatorWarp, ShuffleByExclusiveOr) {
  check_shuffle<Shuffle::exclusive, int>();
  check_shuffle<Shuffle::exclusive, double>();
}

TEST(EmulatorWarp, HalvesOfAWarpExchangeOnTheirOwn) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<int> data(64);
    for (int i = 0; i < 64; ++i) data[i] = i * i % 37;
    const std::vector<int> in = data;
    make_emulator_exec({.seed = seed})
        ->launch(LIVEWARP_KERNEL(shuffle_in_halves), {1}, {64}, 0, data.data());
    for (int half = 0; half < 4; ++half) {
      int sum = 0, largest = 0;
      for (int i = 0; i < 16; ++i) {
        sum += in[half * 16 + i];
        largest = std::max(largest, in[half * 16 + i]);
      }
      for (int i = 0; i < 16; ++i) {
        ASSERT_EQ(data[half * 16 + i], half % 2 == 0 ? sum : largest) << half << " " << i;
      }
    }
  }
}

TEST(EmulatorWarp, AShuffleFromALaneThatNeverWasIsSeen) {
  std::vector<float> out(40);
  make_emulator_exec()->launch(LIVEWARP_KERNEL(shuffle_from_nowhere), {1}, {40}, 0, out.data());
  for (int i = 0; i < 39; ++i) ASSERT_EQ(out[i], 1.0f) << i;
  EXPECT_TRUE(std::isnan(out[39]));
}

TEST(EmulatorWarp, VotesOfWholeAndPartialWarps) {
  constexpr int n = 2 * 45;  // a block of 45 threads ends in a warp of 13
  for (int step : {1, 2, 3, 100}) {
    std::vector<int> in(n), any(n), all(n);
    std::vector<unsigned> ballot(n);
    for (int i = 0; i < n; ++i) in[i] = i % 45 % step == step - 1;
    make_emulator_exec({.seed = 3})
        ->launch(LIVEWARP_KERNEL(vote), {2}, {45}, 0, in.data(), ballot.data(), any.data(),
                 all.data());
    for (int i = 0; i < n; ++i) {
      const int thread = i % 45, first = thread / 32 * 32, lanes = std::min(32, 45 - first);
      unsigned expected = 0;
      for (int lane = 0; lane < lanes; ++lane) {
        if ((first + lane) % step == step - 1) expected |= 1u << lane;
      }
      ASSERT_EQ(ballot[i], expected) << "step " << step << " thread " << thread;
      ASSERT_EQ(any[i] != 0, expected != 0);
      ASSERT_EQ(all[i] != 0, step == 1);
    }
  }
}

template <class T>
void check_match(const T* values, int distinct) {
  constexpr int block = 45, n = 2 * block;  // a block ends in a warp of 13
  std::vector<T> in(n);
  for (int i = 0; i < n; ++i) in[i] = values[i * i / 3 % distinct];
  std::vector<unsigned> equals(n);
  make_emulator_exec({.seed = 5})
      ->launch(LIVEWARP_KERNEL(match_lanes<T>), {2}, {block}, 0, in.data(), equals.data());
  for (int i = 0; i < n; ++i) {
    const int thread = i % block, first = thread / 32 * 32, lanes = std::min(32, block - first);
    unsigned expected = 0;
    for (int lane = 0; lane < lanes; ++lane)
      if (in[i - thread + first + lane] == in[i]) expected |= 1u << lane;
    ASSERT_EQ(equals[i], expected) << "of " << distinct << " values, thread " << thread;
  }
}

TEST(EmulatorWarp, MatchesTellWhoHasTheSame) {
  const int integers[] = {0, -1, 7, 1 << 30, 12};
  // Equal in their lower halves: all 64 bits count.
  const unsigned long long wide[] = {5, (1ull << 40) + 5, (1ull << 63) + 5};
  for (int distinct : {1, 2, 5}) check_match(integers, distinct);
  for (int distinct : {1, 3}) check_match(wide, distinct);
}

TEST(EmulatorWarp, MatchesOfPartsOfAWarpStayApart) {
  const std::vector<int> in(32, 4);
  std::vector<unsigned> equals(32);
  make_emulator_exec()->launch(LIVEWARP_KERNEL(match_apart), {1}, {32}, 0, in.data(),
                               equals.data());
  for (int i = 0; i < 32; ++i) ASSERT_EQ(equals[i], i % 2 ? 0xaaaaaaaau : 0x55555555u);
}

TEST(EmulatorWarp, BarrierOfAWarpOrdersItsSharedMemory) {
  std::vector<int> in(64), expected(64);
  for (int i = 0; i < 64; ++i) in[i] = 100 + i;
  for (int i = 0; i < 64; ++i) expected[i] = in[i / 32 * 32 + (i + 5) % 32];
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<int> with = in, without = in;
    const auto exec = make_emulator_exec({.seed = seed});
    exec->launch(LIVEWARP_KERNEL(rotate_in_warp<true>), {1}, {64}, 0, with.data());
    exec->launch(LIVEWARP_KERNEL(rotate_in_warp<false>), {1}, {64}, 0, without.data());
    ASSERT_EQ(with, expected) << seed;
    ASSERT_NE(without, expected) << seed;
  }
}

}  // namespace
}  // namespace livewarp
