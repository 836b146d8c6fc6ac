#include "kernels/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/scan/scan_exact.h"

namespace livewarp {

std::unique_ptr<Workload> make_scan();

namespace {

using Reals = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Values of(const char* operation) { return {{"operation", std::string(operation)}}; }

class ScanTest : public testing::Test {
 protected:
  Choice choice(const std::string& variant, const Values& problem) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, problem);
    return choice;
  }
  /// The state after so many steps from these elements (and factors), by an executor if one is
  /// given.
  HostState after(Choice chosen, const Reals& x, const Reals& factors = {}, int steps = 1,
                  Exec* given = nullptr) const {
    chosen.problem["n"] = std::int64_t(x.size());
    HostState state = workload_->initial_state(chosen.problem);
    std::ranges::copy(x, field_as<float>(state, 0));
    if (!factors.empty()) std::ranges::copy(factors, field_as<float>(state, 2));
    const Executor home = home_of(*workload_->find(chosen.variant));
    const auto simulation = workload_->simulate(chosen, home, &state);
    const auto own = exec_for(home);
    Exec& exec = given ? *given : *own;
    for (int step = 0; step < steps; ++step) {
      if (step == 0) simulation->poison_next();
      simulation->step(exec);
      simulation->commit();
    }
    exec.synchronize();
    return simulation->snapshot();
  }
  static Reals result_of(const HostState& state) {
    const float* const first = field_as<float>(state, 1);
    return {first, first + state.fields[1].size() / sizeof(float)};
  }
  Reals result(const std::string& variant, const char* operation, const Reals& x,
               int steps = 1) const {
    return result_of(after(choice(variant, of(operation)), x, {}, steps));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const VariantInfo* variant : variants_of(*workload_)) names.push_back(variant->name);
    return names;
  }

  const std::unique_ptr<Workload> workload_ = make_scan();
};

// Of ones the sum up to element i is i + 1, and that before it i.
TEST_F(ScanTest, CountsOnes) {
  for (const std::size_t n : {1, 2, 31, 33, 1000, 4099, 70'001}) {
    const Reals ones(n, 1.0f);
    Reals before(n);
    std::iota(before.begin(), before.end(), 0.0f);
    for (const std::string& name : names()) {
      Reals up_to = result(name, "inclusive", ones);
      for (float& sum : up_to) sum -= 1;
      ASSERT_EQ(up_to, before) << name << ", " << n;
      ASSERT_EQ(result(name, "exclusive", ones), before) << name << ", " << n;
    }
  }
}

// A step begins anew, whatever the last one left: tickets and words are not carried on.
TEST_F(ScanTest, EveryStepBeginsAnew) {
  const Reals ones(70'001, 1.0f);
  for (const std::string& name : names())
    EXPECT_EQ(result(name, "inclusive", ones, 3).back(), 70'001) << name;
}

TEST_F(ScanTest, AnElementCountsFromItsPlaceOn) {
  constexpr std::size_t n = 9001;
  for (const std::string& name : names())
    for (const std::size_t place : {0, 1, 31, 32, 255, 511, 512, 4095, 4096, 8999, 9000}) {
      Reals x(n, 0.0f), wanted(n, 0.0f);
      x[place] = 3;
      std::fill(wanted.begin() + std::ptrdiff_t(place), wanted.end(), 3.0f);
      ASSERT_EQ(result(name, "inclusive", x), wanted) << name << ", " << place;
      wanted[place] = 0;
      ASSERT_EQ(result(name, "exclusive", x), wanted) << name << ", " << place;
    }
}

TEST_F(ScanTest, WhatIsNotFiniteChangesNothingBeforeIt) {
  constexpr std::size_t n = 5000, place = 1777, second = 4321;
  for (const std::string& name : names()) {
    Reals x(n, 1.0f);
    x[place] = nan;
    Reals sums = result(name, "inclusive", x);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(i < place ? sums[i] == float(i + 1) : std::isnan(sums[i])) << name << ", " << i;
    x[place] = infinity;
    x[second] = -infinity;
    sums = result(name, "exclusive", x);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(i <= place    ? sums[i] == float(i)
                  : i <= second ? sums[i] == infinity
                                : std::isnan(sums[i]))
          << name << ", " << i;
  }
}

// x[i] = x[i-1] / 2 + 1 is 2 - 2^-i, exactly as long as fp32 holds it; with factors 1 it is a sum,
// and with a factor 0 it begins anew.
TEST_F(ScanTest, RecurrencesThatAreKnown) {
  constexpr std::size_t n = 9001;
  const Reals ones(n, 1.0f);
  for (const char* name : {"look-back", "scalar", "reference-fp64"}) {
    const Choice chosen = choice(name, of("recurrence"));
    const Reals halves = result_of(after(chosen, ones, Reals(n, 0.5f)));
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_NEAR(halves[i], 2 - std::exp2(-double(i)), 3e-7) << name << ", " << i;
    Reals factors = ones;
    factors[3000] = 0;
    const Reals sums = result_of(after(chosen, ones, factors));
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(sums[i], i < 3000 ? i + 1 : i - 2999) << name << ", " << i;
  }
}

TEST_F(ScanTest, SelectionsAreThoseOfTheStandardLibrary) {
  for (const std::size_t n : {1, 5, 32, 33, 4096, 4099, 30'000}) {
    Reals x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = float(i * 7919 % 1009);
    if (n > 4) x[3] = nan, x[4] = infinity;
    for (const double above : {-1.0, 500.0, 2000.0}) {
      const auto keeps = [&](float element) { return element > float(above); };
      Reals kept, wanted = x;
      std::ranges::copy_if(x, std::back_inserter(kept), keeps);
      std::stable_partition(wanted.begin(), wanted.end(), keeps);
      std::reverse(wanted.begin() + std::ptrdiff_t(kept.size()), wanted.end());
      for (const char* name : {"look-back", "scalar", "reference-fp64"}) {
        // The parameter's range ends before: the problem is given as it is.
        for (const char* operation : {"compaction", "split"}) {
          Choice chosen = choice(name, of(operation));
          chosen.problem["above"] = above;
          const HostState state = after(chosen, x);
          EXPECT_EQ(std::size_t(*field_as<int>(state, 2)), kept.size()) << name << ", " << n;
          Reals found = result_of(state), &should_be = operation[0] == 'c' ? kept : wanted;
          found.resize(should_be.size());
          for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_TRUE(found[i] == should_be[i] ||
                        (found[i] != found[i] && should_be[i] != should_be[i]))
                << name << " " << operation << ", " << n << ": " << i;
        }
      }
    }
  }
}

// Small tiles, so that one looks back over several times 32 of them; blocks on several threads, in
// either order.
TEST_F(ScanTest, LooksBackOverManyTilesInWhateverOrderBlocksRun) {
  Reals x(150'001);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(int(i * 7919 % 7) - 3);
  Reals wanted(x.size());
  std::partial_sum(x.begin(), x.end(), wanted.begin());
  for (const char* name : {"chained", "look-back-index", "look-back", "look-back-large"})
    for (const int threads : {1, 3})
      for (const std::uint64_t seed : {1, 2, 3, 4}) {
        Choice chosen = choice(name, of("inclusive"));
        chosen.launch["block"] = std::string("32");
        if (chosen.launch.contains("items")) chosen.launch["items"] = std::int64_t{16};
        const auto exec = make_emulator_exec({.seed = seed, .threads = threads});
        ASSERT_EQ(result_of(after(chosen, x, {}, 1, exec.get())), wanted)
            << name << ", " << threads << " threads, seed " << seed;
      }
}

// A bound on real numbers could miss one element of a million: whole ones allow nothing.
TEST_F(ScanTest, AnElementThatIsLostIsSeenAmongAMillion) {
  const Choice chosen =
      choice("scalar", {{"n", (std::int64_t{1} << 20) + 1}, {"pattern", std::string("whole")}});
  const HostState state = workload_->initial_state(chosen.problem);
  const auto problem = Scan::Problem::from(chosen.problem);
  const auto simulation = workload_->simulate(chosen, Executor::cpu, &state);
  const auto exec = exec_for(Executor::cpu);
  simulation->step(*exec);
  simulation->commit();
  HostState result = simulation->snapshot();
  const auto right = [&] {
    return std::ranges::all_of(compare_sums(problem, state, result, Job{}), [&](const auto& found) {
      return found.within(workload_->find("look-back")->tolerance);
    });
  };
  EXPECT_TRUE(right());
  field_as<float>(result, 1)[1'000'000] += 1;
  EXPECT_FALSE(right());
}

TEST_F(ScanTest, RefusesWhatCannotBe) {
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, (std::int64_t{1} << 30) + 1})
    EXPECT_THROW(checked_choice(*workload_, choice("scalar", {{"n", n}})), Error) << n;
  EXPECT_THROW(checked_choice(*workload_, choice("scalar", {{"above", double(nan)}})), Error);
  for (const char* operation : {"recurrence", "compaction", "split"}) {
    for (const char* name :
         {"hillis-steele", "three-pass", "chained", "look-back-index", "look-back-large", "cub"})
      EXPECT_NE(workload_->refusal(choice(name, of(operation)), Executor::emulator)
                    .find("have look-back"),
                std::string::npos)
          << name;
    for (const char* name : {"vector", "threads"})
      EXPECT_FALSE(workload_->refusal(choice(name, of(operation)), Executor::cpu).empty()) << name;
    Choice other = choice("look-back", of(operation));
    EXPECT_TRUE(workload_->refusal(other, Executor::emulator).empty());
    other.launch["items"] = std::int64_t{16};
    EXPECT_FALSE(workload_->refusal(other, Executor::emulator).empty());
  }
}

}  // namespace
}  // namespace livewarp
