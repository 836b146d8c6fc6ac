#include "kernels/reduce/reduce.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/reduce/reduce_exact.h"
#include "kernels/reduce/reduce_picture.cuh"

namespace livewarp {

std::unique_ptr<Workload> make_reduce();

namespace {

class ReduceTest : public testing::Test {
 protected:
  Choice choice(const std::string& variant, const Values& problem) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, problem);
    return choice;
  }
  /// What the variant makes of these elements, in as many steps.
  template <class T>
  double result(const std::string& variant, const std::vector<T>& x, const Values& problem = {},
                int steps = 1) const {
    const Choice chosen = choice(variant, changed(problem, {{"n", std::int64_t(x.size())}}));
    HostState state = workload_->initial_state(chosen.problem);
    std::ranges::copy(x, field_as<T>(state, 0));
    const VariantInfo& info = *workload_->find(variant);
    const auto simulation = workload_->simulate(chosen, home_of(info), &state);
    const auto exec = exec_for(home_of(info));
    for (int step = 0; step < steps; ++step) {
      if (step == 0) simulation->poison_next();
      simulation->step(*exec);
      simulation->commit();
    }
    exec->synchronize();
    return reduce_result(Reduce::Problem::from(chosen.problem), simulation->snapshot());
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const VariantInfo* variant : variants_of(*workload_)) names.push_back(variant->name);
    return names;
  }

  const std::unique_ptr<Workload> workload_ = make_reduce();
};

Values of(const char* operation, const char* type) {
  return {{"operation", std::string(operation)}, {"type", std::string(type)}};
}

// 1 + 2 + ... + n = n (n + 1) / 2: below 2^24 every order of adding is exact.
TEST_F(ReduceTest, AddsUpTheNumbersToN) {
  for (const int n : {1, 2, 31, 33, 1000, 4099, 5000}) {
    std::vector<float> x(std::size_t(n), 0.0f);
    std::iota(x.begin(), x.end(), 1.0f);
    for (const std::string& name : names())
      EXPECT_EQ(result(name, x), 0.5 * n * (n + 1)) << name << ", " << n;
  }
}

// A step begins anew, whatever the last one left: counters and sums are not carried on.
TEST_F(ReduceTest, EveryStepBeginsAnew) {
  const std::vector<float> ones(70'000, 1.0f);
  for (const std::string& name : names()) EXPECT_EQ(result(name, ones, {}, 3), 70'000) << name;
}

TEST_F(ReduceTest, EveryElementCountsOnce) {
  constexpr int n = 4099;
  for (const std::string& name : names())
    for (const int place : {0, 1, 31, 32, 255, 256, 4095, 4096, 4098}) {
      std::vector<float> x(n, 0.0f);
      x[std::size_t(place)] = 3;
      EXPECT_EQ(result(name, x), 3) << name << ", " << place;
    }
}

TEST_F(ReduceTest, IntegersMinimaAndProducts) {
  std::vector<int> x(3001);
  for (int i = 0; i < 3001; ++i) x[std::size_t(i)] = (i * 7919) % 3001 - 1500;
  for (const char* name : {"shuffle", "scalar", "pairwise", "vector", "threads"}) {
    EXPECT_EQ(result(name, x, of("sum", "int32")), 0) << name;
    EXPECT_EQ(result(name, x, of("minimum", "int32")), -1500) << name;
  }
  // Halves and quarters: every product is exact.
  for (const char* name : {"interleaved", "shuffle", "scalar", "vector"}) {
    const Choice chosen = choice(name, changed(of("dot", "fp32"), {{"n", std::int64_t{777}}}));
    HostState state = workload_->initial_state(chosen.problem);
    for (int i = 0; i < 777; ++i) {
      field_as<float>(state, 0)[i] = 0.5f * float(i);
      field_as<float>(state, 2)[i] = i % 2 ? 0.25f : -0.25f;
    }
    const VariantInfo& info = *workload_->find(name);
    const auto simulation = workload_->simulate(chosen, home_of(info), &state);
    const auto exec = exec_for(home_of(info));
    simulation->step(*exec);
    simulation->commit();
    // 1/8 times -0 + 1 - 2 + 3 ... - 776
    EXPECT_EQ(reduce_result(Reduce::Problem::from(chosen.problem), simulation->snapshot()),
              -388.0 / 8)
        << name;
  }
}

TEST_F(ReduceTest, WhatASumOfNanAndInfinitiesIs) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> x(1000, 1.0f);
  for (const std::string& name : names()) {
    x[300] = nan;
    EXPECT_TRUE(std::isnan(result(name, x))) << name;
    x[300] = infinity;
    EXPECT_EQ(result(name, x), double(infinity)) << name;
    x[900] = -infinity;
    EXPECT_TRUE(std::isnan(result(name, x))) << name;
    x[300] = x[900] = 1;
  }
  for (const char* name : {"interleaved", "shuffle", "scalar", "pairwise", "vector", "threads"}) {
    for (const std::size_t place : {std::size_t{0}, std::size_t{300}, std::size_t{999}}) {
      x.assign(1000, 5.0f);
      x[700] = 2;
      x[place] = nan;
      EXPECT_EQ(result(name, x, of("minimum", "fp32")), 2) << name << ", NaN at " << place;
    }
    x[700] = -infinity;
    EXPECT_EQ(result(name, x, of("minimum", "fp32")), -double(infinity)) << name;
  }
}

// What the order of adding does, at the numbers for which the lessons claim it.
TEST_F(ReduceTest, TheOrderOfAddingMakesTheError) {
  const auto roundings = [&](const char* variant, const char* pattern) {
    const Choice chosen =
        choice(variant, {{"n", (std::int64_t{1} << 20) + 1}, {"pattern", std::string(pattern)}});
    const HostState state = workload_->initial_state(chosen.problem);
    const auto simulation = workload_->simulate(chosen, Executor::cpu, &state);
    const auto exec = exec_for(Executor::cpu);
    simulation->step(*exec);
    simulation->commit();
    const auto problem = Reduce::Problem::from(chosen.problem);
    const ReduceExact exact(problem, state, Job{});
    return std::abs(exact.roundings(problem, reduce_result(problem, simulation->snapshot())));
  };
  EXPECT_LE(roundings("compensated", "uniform"), 1.01);
  EXPECT_LE(roundings("compensated", "large"), 1.01);
  EXPECT_GT(roundings("scalar", "uniform"), 2 * roundings("pairwise", "uniform"));
  EXPECT_GT(roundings("scalar", "large"), 50) << "half of a chunk vanishes beside the large one";
  EXPECT_LT(roundings("pairwise", "large"), 5);
}

// A thousand millions and many that are far below their last bit: in fp64 the exact sum is known.
TEST(ReduceExactTest, KeepsWhatAdditionsRoundAway) {
  CompensatedSum sum;
  sum.add(1e16);
  for (int i = 0; i < 1000; ++i) sum.add(1);
  sum.add(-1e16);
  EXPECT_EQ(sum.value(), 1000);
  EXPECT_EQ(sum.size(), 2e16);  // to its own last bit
  CompensatedSum products;
  products.add_product(1 + 0x1p-30, 1 - 0x1p-30);  // 1 - 2^-60
  products.add(-1);
  EXPECT_EQ(products.value(), -0x1p-60);
}

TEST_F(ReduceTest, RefusesWhatCannotBe) {
  const Values integers{{"type", std::string("int32")}, {"pattern", std::string("nan")}};
  EXPECT_THROW(workload_->initial_state(changed(choice("scalar", {}).problem, integers)), Error);
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, (std::int64_t{1} << 30) + 1})
    EXPECT_THROW(checked_choice(*workload_, choice("scalar", {{"n", n}})), Error) << n;
  const Choice strided = choice("strided", of("minimum", "fp32"));
  EXPECT_NE(workload_->refusal(strided, Executor::emulator).find("shuffle"), std::string::npos);
  EXPECT_FALSE(
      workload_->refusal(choice("interleaved", of("sum", "fp64")), Executor::emulator).empty());
  EXPECT_TRUE(
      workload_->refusal(choice("interleaved", of("dot", "fp32")), Executor::emulator).empty());
  EXPECT_FALSE(
      workload_->refusal(choice("compensated", of("minimum", "fp32")), Executor::cpu).empty());
}

// Where an element is larger than usual its block is tinted, and no other.
TEST_F(ReduceTest, TintsTheBlockWhoseSumIsLarger) {
  constexpr std::int64_t n = 4096, size = 256;
  Choice chosen = choice("strided", {{"n", n}});
  chosen.view["tree"] = std::string("none");
  HostState state = workload_->initial_state(chosen.problem);
  float* const x = field_as<float>(state, 0);
  std::fill_n(x, n, 0.5f);
  std::fill_n(x + 3 * size, size, 1.0f);
  x[7 * size] = std::numeric_limits<float>::quiet_NaN();
  const auto picture = picture_of(*workload_, chosen, state);
  const auto pixel = [&](std::int64_t i) { return picture.data() + 4 * i; };
  const uchar4 larger = reduce_tint(1), lost = reduce_not_finite();
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t block = i / size;
    if (block == 7) {
      ASSERT_EQ(pixel(i)[0], lost.x) << i;
    } else if (block == 3) {
      ASSERT_EQ(pixel(i)[0], larger.x) << i;
      ASSERT_EQ(pixel(i)[2], larger.z) << i;
    } else {
      ASSERT_EQ(pixel(i)[0], pixel(i)[2]) << "grey: " << i;
    }
  }
}

// The tree's last row is the block's whole sum, as a mean: half bright where half of its elements
// are 1 and the others 0.
TEST_F(ReduceTest, TheTreeEndsInOneSum) {
  constexpr std::int64_t n = 128 * 128;
  for (const char* tree : {"halves", "neighbours"}) {
    Choice chosen = choice("strided", {{"n", n}});
    chosen.view["tree"] = std::string(tree);
    HostState state = workload_->initial_state(chosen.problem);
    float* const x = field_as<float>(state, 0);
    for (std::int64_t i = 0; i < n; ++i) x[i] = float(i % 2);
    const auto picture = picture_of(*workload_, chosen, state);
    const auto view = workload_->simulate(chosen, Executor::emulator, &state)->view();
    ASSERT_EQ(view.notes.size(), 1u);
    // The middle of the last row, which is a ninth of 51 rows of pixels.
    const unsigned char* const last = picture.data() + 4 * (124 * 128 + 64);
    const double light = view.map_from + (1 - view.map_from) * 0.5;
    EXPECT_NEAR(last[0], 190 * light, 1.5) << tree;
    EXPECT_EQ(last[0], last[2]) << tree;
    // Its first row shows the elements, dark and bright in turn: one cell of 256 is half a pixel.
    const unsigned char* const first = picture.data() + 4 * (78 * 128 + 64);
    EXPECT_NE(first[0], last[0]) << tree;
  }
}

TEST_F(ReduceTest, TellsTheErrorOfASumBesideIt) {
  const Choice chosen = choice("scalar", {{"n", std::int64_t{100'000}}});
  HostState state = workload_->initial_state(chosen.problem);
  EXPECT_TRUE(workload_->diagnose(chosen.problem, state, Job{}).empty()) << "no step yet";
  const ReduceExact exact(Reduce::Problem::from(chosen.problem), state, Job{});
  *field_as<float>(state, 1) = float(exact.value * 1.001);
  state.steps = 1;
  const auto readouts = workload_->diagnose(chosen.problem, state, Job{});
  const auto value = [&](const std::string& id) {
    return std::ranges::find(readouts, id, &Readout::id)->value;
  };
  EXPECT_NEAR(value("error"), 0.001, 1e-6);
  EXPECT_NEAR(value("roundings"), 0.001 * 0x1p24, 0.001 * 0x1p24 * 1e-3);
  EXPECT_NEAR(value("condition"), 1, 1e-9) << "nothing cancels";
}

}  // namespace
}  // namespace livewarp
