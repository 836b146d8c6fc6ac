#include "kernels/sort/sort.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/sort/sort_merge.h"
#include "kernels/sort/sort_order.h"
#include "kernels/sort/sort_radix.cuh"
#include "kernels/sort/sort_zeros.cuh"

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

// Three steps at a time, two or one where there are no three, whatever tiles lie before them.
TEST_F(SortTest, StagesOfAnyLengthAreSorted) {
  std::mt19937 random(4);
  for (const int tiles : {1, 2, 3, 4, 5, 8, 9, 16, 20}) {
    std::vector<float> keys(std::size_t(tiles) * 512 - 3);
    std::ranges::generate(keys, [&] { return float(random() % 1000); });
    for (const char* name : {"bitonic", "bitonic-registers"}) {
      Choice chosen = choice(name, {});
      chosen.launch["tile"] = std::int64_t{512};
      std::vector<float> wanted = keys;
      std::ranges::sort(wanted);
      EXPECT_EQ(sorted(chosen, bits_of(keys)), bits_of(wanted)) << name << ", " << tiles;
    }
  }
}

// A row as a library leaves it that takes -0 and 0 for equal.
TEST(SortZeros, AreOrderedBySign) {
  const auto exec = exec_for(Executor::emulator);
  constexpr std::uint32_t below = 0x80000001, minus = 0x80000000, plus = 0, above = 1;
  for (const std::size_t around : {0, 3, 200}) {
    Bits keys(around, below), wanted;
    for (std::size_t i = 0; i < around; ++i) keys.push_back(i % 3 ? plus : minus);
    keys.insert(keys.end(), around, above);
    if (around == 3) keys.push_back(0x7fc00000);
    if (keys.empty()) keys = {plus};
    wanted = keys;
    std::ranges::sort(wanted, {}, sort_ordered);
    exec->kernels().launch(LIVEWARP_KERNEL(sort_zeros), {1}, {64}, 0, keys.data(),
                           int(keys.size()));
    exec->synchronize();
    EXPECT_EQ(keys, wanted) << around;
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

}  // namespace
}  // namespace livewarp
