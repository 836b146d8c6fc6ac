#include "kernels/sort/sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/sort/sort_merge.h"
#include "kernels/sort/sort_order.h"
#include "kernels/sort/sort_picture.cuh"
#include "kernels/sort/sort_radix.cuh"

namespace livewarp {

std::unique_ptr<Workload> make_sort();

namespace {

using Bits = std::vector<std::uint32_t>;

Bits bits_of(const std::vector<float>& keys) {
  Bits bits;
  for (const float key : keys) bits.push_back(std::bit_cast<std::uint32_t>(key));
  return bits;
}

class SortTest : public testing::Test {
 protected:
  Choice choice(const std::string& variant, const Values& problem) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, problem);
    return choice;
  }
  HostState state_of(const Choice& chosen, const Bits& keys) const {
    HostState state = workload_->initial_state(chosen.problem);
    std::ranges::copy(keys, field_as<std::uint32_t>(state, 0));
    return state;
  }
  /// What the variant at that launch makes of these keys, in as many steps.
  Bits sorted(Choice chosen, const Bits& keys, int steps = 1) const {
    chosen.problem["n"] = std::int64_t(keys.size());
    const HostState state = state_of(chosen, keys);
    const Executor home = home_of(*workload_->find(chosen.variant));
    const auto simulation = workload_->simulate(chosen, home, &state);
    const auto exec = exec_for(home);
    for (int step = 0; step < steps; ++step) {
      if (step == 0) simulation->poison_next();
      simulation->step(*exec);
      simulation->commit();
    }
    exec->synchronize();
    const HostState out = simulation->snapshot();
    EXPECT_EQ(out.fields[0], state.fields[0]) << "keys are read alone";
    const auto* const result = field_as<std::uint32_t>(out, 1);
    return {result, result + keys.size()};
  }
  Bits sorted(const std::string& variant, const Bits& keys, int steps = 1) const {
    return sorted(choice(variant, {}), keys, steps);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const VariantInfo* variant : variants_of(*workload_)) names.push_back(variant->name);
    return names;
  }

  const std::unique_ptr<Workload> workload_ = make_sort();
};

// Numbers 0 to n - 1 in an order that a prime makes.
TEST_F(SortTest, PutsNumbersInOrder) {
  for (const int n : {1, 2, 31, 33, 1000, 4099, 5000}) {
    std::vector<float> keys, wanted;
    for (int i = 0; i < n; ++i) {
      keys.push_back(float(std::int64_t(i) * 7919 % n));
      wanted.push_back(float(i));
    }
    for (const std::string& name : names())
      EXPECT_EQ(sorted(name, bits_of(keys)), bits_of(wanted)) << name << ", " << n;
  }
}

// Written down by hand from IEEE 754, 5.10: NaN by sign and bits, -0 before 0.
TEST_F(SortTest, NanInfinitiesAndZerosHaveTheirPlaces) {
  const Bits order{0xffffffff, 0xffc00001, 0xffc00000, 0xff800001, 0xff800000,
                   0xff7fffff, 0xbf800000, 0x80800000, 0x80000001, 0x80000000,
                   0x00000000, 0x00000001, 0x00800000, 0x3f800000, 0x7f7fffff,
                   0x7f800000, 0x7f800001, 0x7fc00000, 0x7fc00001, 0x7fffffff};
  Bits wanted, keys;
  for (const std::uint32_t key : order) wanted.insert(wanted.end(), 61, key);
  for (std::size_t i = 0; i < wanted.size(); ++i) keys.push_back(wanted[i * 7919 % wanted.size()]);
  for (const VariantInfo* variant : variants_of(*workload_))
    for (const Choice& chosen : choices_of(*workload_, *variant))
      EXPECT_EQ(sorted(chosen, keys), wanted) << text_of(chosen, {});
}

TEST_F(SortTest, EveryStepBeginsAnew) {
  Bits keys(3001), wanted(3001, std::bit_cast<std::uint32_t>(2.0f));
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = std::bit_cast<std::uint32_t>(i % 3 ? 2.0f : 1.0f);
  std::fill_n(wanted.begin(), 1001, std::bit_cast<std::uint32_t>(1.0f));
  for (const std::string& name : names()) EXPECT_EQ(sorted(name, keys, 3), wanted) << name;
}

// Larger than the pieces and runs that variants of the CPU sort at a time.
TEST_F(SortTest, RunsAreMerged) {
  std::mt19937 random(1);
  Bits keys(300'001);
  std::ranges::generate(keys, [&] { return std::uint32_t(random()); });
  Bits wanted = keys;
  // As signed integers negative keys stand in the reverse order, before all others.
  std::ranges::sort(wanted, {}, [](std::uint32_t key) {
    const auto value = std::int32_t(key);
    return value < 0 ? std::int64_t{std::numeric_limits<std::int32_t>::min()} - value
                     : std::int64_t{value};
  });
  for (const char* name : {"reference", "scalar", "radix", "vector", "threads"})
    EXPECT_EQ(sorted(name, keys), wanted) << name;
}

TEST_F(SortTest, RunsOfAnyLengthAreMerged) {
  std::mt19937 random(2);
  const auto exec = exec_for(Executor::cpu);
  for (const std::int64_t run : {1, 7, 64, 100'000})
    for (const std::int64_t n : {1, 8, 449, 150'000}) {
      if (n / run > 1000) continue;
      const auto size = std::size_t(n);
      Bits keys(size), sorted(size), scratch(size);
      std::ranges::generate(keys,
                            [&] { return std::bit_cast<std::uint32_t>(float(random() % 99)); });
      SortProblem problem;
      problem.n = n;
      merge_sort({keys.data(), sorted.data(), nullptr, scratch.data(), &problem}, run, 2, *exec,
                 [](std::uint32_t* some, std::int64_t count) { std::sort(some, some + count); });
      std::ranges::sort(keys);
      EXPECT_EQ(sorted, keys) << n << " in runs of " << run;
    }
}

TEST(SortMerge, IsSplitWhereBothRunsEndEarlier) {
  const Bits a{1, 3, 3, 5, 9}, b{0, 3, 4, 4};
  Bits all;
  std::ranges::merge(a, b, std::back_inserter(all));
  for (std::size_t count = 0; count <= all.size(); ++count) {
    const auto of_a = std::size_t(merge_split(a.data(), 5, b.data(), 4, std::int64_t(count)));
    Bits first;
    std::merge(a.begin(), a.begin() + std::ptrdiff_t(of_a), b.begin(),
               b.begin() + std::ptrdiff_t(count - of_a), std::back_inserter(first));
    EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin())) << count;
  }
  EXPECT_EQ(merge_split(a.data(), 5, b.data(), 4, 3), 2) << "of equal keys the first run's";
}

TEST(SortKeys, AsIntegersHaveTheOrderOfTheStandard) {
  std::mt19937 random(3);
  std::vector<float> keys;
  for (int i = 0; i < 2000; ++i) keys.push_back(std::bit_cast<float>(std::uint32_t(random())));
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const Bits two = bits_of({keys[i - 1], keys[i]});
    EXPECT_EQ(sort_ordered(two[0]) < sort_ordered(two[1]), sorts_before(keys[i - 1], keys[i]));
    EXPECT_EQ(sort_bits(sort_ordered(two[0])), two[0]);
  }
}

// Rows longer than a block: a sum is carried from one pass of the block to the next.
TEST(SortScan, AddsUpRowsOfAnyLength) {
  const auto exec = exec_for(Executor::emulator);
  for (const int count : {1, 31, 64, 65, 1300}) {
    constexpr unsigned rows = 3;
    Bits counts(rows * std::size_t(count)), totals(rows);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = std::uint32_t(i * i % 17);
    Bits wanted = counts, sums;
    for (unsigned row = 0; row < rows; ++row) {
      const auto begin = wanted.begin() + std::ptrdiff_t(row) * count, end = begin + count;
      sums.push_back(std::accumulate(begin, end, 0u));
      std::exclusive_scan(begin, end, begin, 0u);
    }
    exec->kernels().launch(LIVEWARP_KERNEL(sort_scan), {rows}, {64}, 0, counts.data(),
                           totals.data(), count);
    exec->synchronize();
    EXPECT_EQ(counts, wanted) << count;
    EXPECT_EQ(totals, sums) << count;
  }
}

TEST_F(SortTest, RefusesWhatCannotBe) {
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, (std::int64_t{1} << 28) + 1})
    EXPECT_THROW(checked_choice(*workload_, choice("scalar", {{"n", n}})), Error) << n;
  for (const char* variant : {"split", "ballots"}) {
    Choice chosen = choice(variant, {});
    chosen.launch["block"] = std::string("48");
    EXPECT_THROW(checked_choice(*workload_, chosen), Error) << variant;
  }
}

TEST_F(SortTest, PatternsAreWhatTheirNamesSay) {
  const auto out_of_order = [&](const char* pattern) {
    const Choice chosen =
        choice("scalar", {{"n", std::int64_t{10'000}}, {"pattern", std::string(pattern)}});
    const HostState state = workload_->initial_state(chosen.problem);
    return workload_->diagnose(chosen.problem, state, Job{}).front().value;
  };
  EXPECT_NEAR(out_of_order("random"), 50, 2);
  EXPECT_EQ(out_of_order("reversed"), 100);
  EXPECT_NEAR(out_of_order("nearly"), 6, 1);
  EXPECT_NEAR(out_of_order("few"), 50 * 7 / 8.0, 2);
  EXPECT_NEAR(out_of_order("special"), 50, 2);
}

// A state whose last step has sorted it.
TEST_F(SortTest, IsDrawnTheSameOnBothSides) {
  for (const std::int64_t n : {1, 5, 300, 5000})
    for (const char* passes : {"tiles", "bits", "none"}) {
      const auto drawn = [&](const char* variant) {
        Choice chosen = choice(variant, {{"n", n}, {"pattern", std::string("special")}});
        chosen.view["passes"] = std::string(passes);
        HostState state = workload_->initial_state(chosen.problem);
        state.fields[1] = state.fields[0];
        return picture_of(*workload_, chosen, state);
      };
      EXPECT_EQ(drawn("bitonic"), drawn("vector")) << n << " " << passes;
    }
}

/// Rows of the picture, 1024 x 768, of 512 keys in falling order that a step has sorted.
class SortPicture : public SortTest {
 protected:
  static constexpr std::int64_t n = 512;
  void draw(const char* passes) {
    Choice chosen = choice("bitonic", {{"n", n}, {"pattern", std::string("reversed")}});
    chosen.view["passes"] = std::string(passes);
    HostState state = workload_->initial_state(chosen.problem);
    const float* const keys = field_as<float>(state, 0);
    std::reverse_copy(keys, keys + n, field_as<float>(state, 1));
    picture_ = picture_of(*workload_, chosen, state);
    ASSERT_EQ(picture_.size(), 4u * 1024 * 768);
  }
  std::array<int, 3> color(int px, int py) const {
    const unsigned char* const pixel = picture_.data() + 4 * (py * 1024 + px);
    return {pixel[0], pixel[1], pixel[2]};
  }
  bool is_ground(int px, int py) const {
    const uchar4 ground = sort_ground();
    return color(px, py) == std::array<int, 3>{ground.x, ground.y, ground.z};
  }
  std::vector<unsigned char> picture_;
};

TEST_F(SortPicture, BarsFallAboveAndRiseBelow) {
  draw("tiles");
  const auto height = [&](int px, int bottom) {
    int rows = 0;
    while (rows < 230 && !is_ground(px, bottom - rows)) ++rows;
    return rows;
  };
  for (int px = 8; px < 1024; px += 8) {
    EXPECT_LE(height(px, 767), height(px + 7, 767)) << px;
    EXPECT_GE(height(px, 228), height(px + 7, 228)) << px;
  }
  EXPECT_NEAR(height(1023, 767), 0.84 * 230, 2);
  EXPECT_EQ(height(0, 767), 2);
}

// Ten rows of passes from 230 on, each 30 pixels high: tiles of 1, 2, 4 ... 512 keys, sorted.
TEST_F(SortPicture, TilesAreSorted) {
  draw("tiles");
  const auto key_color = [&](int key) { return color(2 * key, 767); };  // by the bars below
  for (int pass = 0; pass <= 9; ++pass)
    for (const int column : {0, 1, 100, 255, 256, 511}) {
      const int tile = 1 << pass, within = column % tile, first = column - within;
      EXPECT_EQ(color(2 * column, 230 + 308 * pass / 10 + 10),
                key_color(511 - (first + tile - 1 - within)))
          << pass << " " << column;
    }
}

// By bits the last row is in order, and that after 24 bits, which know no exponent, is not.
TEST_F(SortPicture, TheLastPassOfBitsSorts) {
  draw("bits");
  const auto in_order = [&](int py) {
    int equal = 0;
    for (int px = 0; px < 1024; ++px) equal += color(px, py) == color(px, 767);
    return equal == 1024;
  };
  EXPECT_TRUE(in_order(230 + 300));
  EXPECT_FALSE(in_order(230 + 308 * 6 / 9 + 10));
}

}  // namespace
}  // namespace livewarp
