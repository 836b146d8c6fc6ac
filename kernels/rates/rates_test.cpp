#include "kernels/rates/rates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/rates/rates_picture.cuh"
#include "kernels/rates/rates_reference.h"

namespace livewarp {

std::unique_ptr<Workload> make_rates();

namespace {

const std::map<std::string, RatesKind>& kinds() {
  static const std::map<std::string, RatesKind> all{
      {"fp32", RatesKind::fp32},          {"fp64", RatesKind::fp64},
      {"half2", RatesKind::half},         {"bf16", RatesKind::brain},
      {"int32", RatesKind::integer},      {"dp4a", RatesKind::bytes},
      {"special", RatesKind::rsqrt},      {"tensor", RatesKind::tensor},
      {"sums", RatesKind::sums},          {"packed", RatesKind::sums},
      {"unrolled", RatesKind::by_turn},   {"local", RatesKind::by_value},
      {"selected", RatesKind::by_value},  {"loads", RatesKind::loads},
      {"reference-fp64", RatesKind::fp64}};
  return all;
}

class RatesTest : public testing::Test {
 protected:
  Choice choice(const std::string& variant, std::int64_t n, std::int64_t steps) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem = changed(choice.problem, {{"n", n}, {"steps", steps}});
    return choice;
  }
  /// After one step.
  HostState result(const Choice& choice, const HostState& in) const {
    const Executor home = home_of(*workload_->find(choice.variant));
    const auto simulation = workload_->simulate(choice, home, &in);
    const auto exec = exec_for(home);
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
    return simulation->snapshot();
  }
  HostState result(const Choice& choice) const {
    return result(choice, workload_->initial_state(choice.problem));
  }
  static RatesKind kind_of(const HostState& state) {
    return RatesKind(field_as<RatesFound>(state, 2)->kind);
  }

  const std::unique_ptr<Workload> workload_ = make_rates();
};

// What is compared is what the result says it is: so it must say what the variant is about.
TEST_F(RatesTest, EachVariantComputesWhatItsNameSays) {
  for (const auto& [name, kind] : kinds())
    EXPECT_EQ(kind_of(result(choice(name, 77, 5))), kind) << name;
  for (const VariantInfo* const variant : workload_->variants())
    if (!kinds().contains(variant->name)) {
      const RatesKind kind = kind_of(result(choice(variant->name, 77, 5)));
      EXPECT_TRUE(kind == RatesKind::fp32 || kind == RatesKind::unfused) << variant->name;
    }
  for (const auto& [function, kind] : {std::pair{"rsqrt", RatesKind::rsqrt},
                                       {"sin", RatesKind::sine},
                                       {"exp", RatesKind::exponential}}) {
    Choice special = choice("special", 77, 5);
    special.launch["function"] = std::string(function);
    EXPECT_EQ(kind_of(result(special)), kind) << function;
  }
}

// One step too few, or one too many, in every chain.
TEST_F(RatesTest, EveryStepCounts) {
  for (const auto& [name, kind] : kinds()) {
    if (kind == RatesKind::loads) continue;  // it makes none
    const Choice made = choice(name, 1000, 40);
    const HostState in = workload_->initial_state(made.problem), out = result(made, in);
    for (const std::int64_t steps : {39, 40, 41}) {
      const Values problem = changed(made.problem, {{"steps", steps}});
      for (const Discrepancy& found : workload_->compare(problem, in, out, {}, Job{}))
        EXPECT_EQ(found.within(workload_->find(name)->tolerance), steps == 40)
            << name << ", " << steps;
    }
  }
}

TEST_F(RatesTest, AResultOfNoKindIsNone) {
  const Choice made = choice("fp32", 100, 10);
  const HostState in = workload_->initial_state(made.problem);
  HostState out = result(made, in);
  for (const std::uint32_t kind : {0u, std::uint32_t(RatesKind::loads) + 1, ~0u}) {
    field_as<RatesFound>(out, 2)->kind = kind;
    EXPECT_FALSE(workload_->compare(made.problem, in, out, {}, Job{}).front().within({0, 0, {}}));
  }
}

// With c = -2 the chain is x = 2 cos(2^steps a), where it begins at 2 cos(a) (Ulam, von Neumann
// 1947).
TEST(RatesReference, KnowsTheClosedFormOfSquares) {
  for (const double a : {0.3, 1.1, 2.9})
    for (const std::int64_t steps : {1, 5, 20})
      EXPECT_NEAR(rates_squares(2 * std::cos(a), -2, steps),
                  2 * std::cos(std::ldexp(a, int(steps))), 1e-8);
}

TEST(RatesReference, KnowsTheLimitsOfWhatDecays) {
  const RatesProblem problem{1, 10'000, 1};
  const RatesStart start{0.4f, -1.5f};
  const double k = 1.5, y = 1.1, n = 10'000;
  EXPECT_NEAR(rates_real(RatesKind::rsqrt, problem, start), 1 / std::sqrt(k * k / (y * y) + k * n),
              1e-8);
  EXPECT_NEAR(rates_real(RatesKind::sine, problem, start) * k / std::sqrt(3 / n), 1, 1e-3);
  EXPECT_NEAR(rates_real(RatesKind::exponential, problem, start) * k / (2 / n), 1, 3e-3);
}

/// Both neighbours of a number of 16 bits are farther from a value, or as far where its last bit is
/// 0.
template <class Wide>
void expect_nearest(std::uint32_t bits, double value, const Wide& wide) {
  const double off = std::abs(wide(bits) - value);
  for (const std::uint32_t other : {bits - 1, bits + 1}) {
    const double farther = std::abs(wide(other) - value);
    ASSERT_TRUE(off < farther || (off == farther && bits % 2 == 0)) << bits << ", " << value;
  }
}

// Rounding to fp32 in between would be seen: that is wrong in about one of ten thousand.
TEST(RatesReference, RoundsPairsOnce) {
  const auto half = [](std::uint32_t bits) { return double(to_float(Half{std::uint16_t(bits)})); };
  const auto brain = [](std::uint32_t bits) { return double(std::bit_cast<float>(bits << 16)); };
  constexpr int n = 100'000;
  std::vector<RatesStart> start(n);
  for (int i = 0; i < n; ++i)
    start[std::size_t(i)] = {0.3f + 1.3f * float(i) / n, -2 + 1.5f * float(i * 7919LL % n) / n};
  const RatesProblem problem{n, 1, 1};
  for (int i = 0; i < n; ++i) {
    const RatesStart& mine = start[std::size_t(i)];
    const HalfPair x = halves_of(mine.x, mine.x / 2), c = halves_of(mine.c, mine.c);
    const double exact = half(x & 0xffff) * half(x & 0xffff) + half(c & 0xffff);
    const auto pair = std::uint32_t(rates_bits(RatesKind::half, problem, start.data(), i));
    if (std::abs(exact) > 1e-3) expect_nearest(pair & 0xffff, exact, half);
    ASSERT_EQ(pair, fma_pair(x, x, c)) << i;
    const HalfPair y = brains_of(mine.x, mine.x / 2), d = brains_of(mine.c, mine.c);
    const double wide = brain(y & 0xffff) * brain(y & 0xffff) + brain(d & 0xffff);
    const auto brains = std::uint32_t(rates_bits(RatesKind::brain, problem, start.data(), i));
    if (std::abs(wide) > 1e-3) expect_nearest(brains & 0xffff, wide, brain);
    ASSERT_EQ(brains, fma_brains(y, y, d)) << i;
  }
}

TEST_F(RatesTest, CountsOperationsByTheirUnit) {
  const auto cost = [&](const char* name) { return workload_->cost(choice(name, 1000, 10)); };
  EXPECT_EQ(cost("fp32").flops, 2e4);
  EXPECT_EQ(cost("half2").items, 2e4);
  EXPECT_EQ(cost("dp4a").items, 4e4);
  EXPECT_EQ(cost("dp4a").flops, 0);
  EXPECT_EQ(cost("tensor").flops, 32e4);
  EXPECT_EQ(cost("loads").items, 1e3);
  EXPECT_EQ(cost("fp64").precision, Precision::fp64) << "the rate that it is held against";
}

TEST_F(RatesTest, TellsTheClocksOfAnOperation) {
  const Choice made = choice("fp32", 100, 10);
  HostState state = result(made);
  EXPECT_TRUE(workload_->diagnose(made.problem, state, Job{}).empty()) << "the host counts none";
  *field_as<RatesFound>(state, 2) = {std::uint32_t(RatesKind::fp32), 320, 4, 1600};
  const auto readouts = workload_->diagnose(made.problem, state, Job{});
  ASSERT_EQ(readouts.size(), 2u);
  EXPECT_EQ(readouts[0].value, 5);
  EXPECT_EQ(readouts[1].value, 1.25);
}

TEST_F(RatesTest, RefusesWhatCannotBe) {
  for (const char* const id : {"n", "steps"})
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
      Choice wrong = choice("fp32", 10, 10);
      wrong.problem[id] = value;
      EXPECT_THROW(checked_choice(*workload_, wrong), Error) << id << " " << value;
    }
  Choice wrong = choice("tensor", 10, 10);
  wrong.launch["block"] = std::string("48");
  EXPECT_THROW(checked_choice(*workload_, wrong), Error) << "no whole warps";
}

// Where x = x x + c comes to rest, x = (1 - sqrt(1 - 4 c)) / 2, a column has one dot: there.
TEST_F(RatesTest, DrawsWhereChainsEnd) {
  const Choice made = choice("threads", 4096, 200);
  const HostState state = result(made);
  const auto picture = picture_of(*workload_, made, state);
  constexpr int width = 640, height = 360;
  for (const int px : {600, 620, 639}) {
    const double c = -2 + 1.5 * (px + 0.5) / width;
    const double x = (1 - std::sqrt(1 - 4 * c)) / 2;
    const int row = int((2 - x) / 4 * height);
    for (int py = 0; py < height; ++py) {
      const bool lit = picture[std::size_t(4 * (py * width + px))] > 100;
      if (std::abs(py - row) > 1) {
        ASSERT_FALSE(lit) << px << ", " << py;
      }
    }
    int lit = 0;
    for (const int py : {row - 1, row, row + 1})
      lit += picture[std::size_t(4 * (py * width + px))] > 100;
    EXPECT_GE(lit, 1) << px;
  }
}

}  // namespace
}  // namespace livewarp
