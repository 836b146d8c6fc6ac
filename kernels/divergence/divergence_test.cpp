#include "kernels/divergence/divergence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/divergence/divergence_cpu_hwy.h"
#include "kernels/divergence/divergence_test_support.h"

namespace livewarp {

namespace {

Choice choice_of(const char* variant, const Values& problem, const Values& launch = {}) {
  Choice choice =
      default_choice(divergence_workload(), variant, divergence_workload().find(variant)->backend);
  choice.problem = changed(choice.problem, problem);
  choice.launch = changed(choice.launch, launch);
  return choice;
}

Values items(std::int64_t n, const char* arrangement, double fraction,
             const char* counts = "equal") {
  return {{"n", n},
          {"arrangement", std::string(arrangement)},
          {"fraction", fraction},
          {"counts", std::string(counts)}};
}

// Step by step: closed form and kernels could be wrong alike.
TEST(Divergence, RoundsAreStepsOfTheGenerators) {
  const auto after = [](int steps, std::uint32_t factor, std::uint32_t increment) {
    std::uint32_t value = 1;
    for (int step = 0; step < steps; ++step) value = value * factor + increment;
    return value;
  };
  for (const char* const variant : {"reference", "branch", "loop", "vector"}) {
    const Choice choice =
        choice_of(variant, changed(items(2, "sorted", 0.5),
                                   {{"cheap", std::int64_t{2}}, {"expensive", std::int64_t{3}}}));
    HostState state = divergence_workload().initial_state(choice.problem);
    field_as<std::uint32_t>(state, 0)[0] = field_as<std::uint32_t>(state, 0)[1] = 1;
    const HostState out = stepped(divergence_workload(), choice, 1, &state);
    EXPECT_EQ(field_as<std::uint32_t>(out, 2)[0], after(16, 1664525u, 1013904223u)) << variant;
    EXPECT_EQ(field_as<std::uint32_t>(out, 2)[1], after(24, 1103515245u, 12345u)) << variant;
  }
}

/// Expensive ones of the items from `first` on.
std::int64_t expensive_ones(const HostState& state, std::int64_t first, std::int64_t count,
                            std::int32_t cheap) {
  const auto* const rounds = field_as<std::int32_t>(state, 1) + first;
  return std::count_if(rounds, rounds + count, [&](std::int32_t r) { return r > cheap; });
}

TEST(Divergence, EveryArrangementHasItsShare) {
  constexpr std::int64_t n = 32'768;
  constexpr std::int32_t cheap = 2;
  const auto state_of = [&](const char* arrangement) {
    return divergence_workload().initial_state(
        choice_of("reference", items(n, arrangement, 0.25, "varied")).problem);
  };
  const HostState lanes = state_of("lanes"), warps = state_of("warps"), random = state_of("random"),
                  sorted = state_of("sorted");
  for (std::int64_t first = 0; first < n; first += 32) {
    ASSERT_EQ(expensive_ones(lanes, first, 8, cheap), 8);
    ASSERT_EQ(expensive_ones(lanes, first + 8, 24, cheap), 0);
    ASSERT_EQ(expensive_ones(warps, first, 32, cheap), first / 32 % 32 < 8 ? 32 : 0);
  }
  EXPECT_NEAR(double(expensive_ones(random, 0, n, cheap)), n / 4.0, 5 * 78.4);  // 5 sigma
  EXPECT_EQ(expensive_ones(sorted, 0, 3 * n / 4, cheap), 0);
  EXPECT_EQ(expensive_ones(sorted, 3 * n / 4, n / 4, cheap), n / 4);
  const auto* const rounds = field_as<std::int32_t>(sorted, 1) + 3 * n / 4;
  EXPECT_EQ(*std::min_element(rounds, rounds + n / 4), cheap + 1);
  EXPECT_EQ(*std::max_element(rounds, rounds + n / 4), 64);
}

TEST(Divergence, SaysWhatCannotBe) {
  const auto refusal_of = [](const Values& problem) {
    try {
      divergence_workload().initial_state(choice_of("reference", problem).problem);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal_of(items(100, "lanes", 0.01)).find("less than half a lane of 32"),
            std::string::npos);
  EXPECT_EQ(refusal_of(items(100, "lanes", 0)), "");
  EXPECT_EQ(refusal_of(items(100, "random", 0.01)), "");
  EXPECT_NE(refusal_of({{"cheap", std::int64_t{300}}}).find("an expensive item has 64 rounds"),
            std::string::npos);
  const Param& fraction = *find_param(divergence_workload().info().params, "fraction");
  EXPECT_THROW(parse_value(fraction, "1.5"), Error);
  EXPECT_THROW(parse_value(fraction, "-0.1"), Error);
  EXPECT_THROW(parse_value(*find_param(divergence_workload().info().params, "n"), "0"), Error);
}

TEST(Divergence, ABranchByIndexSaysWhichItemsItCannotKnow) {
  const auto refusal = [](const Values& problem) {
    return divergence_workload().refusal(choice_of("by-index", problem), Executor::emulator);
  };
  EXPECT_EQ(refusal(items(100, "lanes", 0.5)), "");
  EXPECT_EQ(refusal(items(100, "warps", 0.5)), "");
  EXPECT_NE(refusal(items(100, "random", 0.5)).find("by lane or by warp"), std::string::npos);
  EXPECT_NE(refusal(items(100, "lanes", 0.5, "varied")).find("must be equal"), std::string::npos);
}

// Lists that are kept are those of the step before: a second step is right too.
TEST(Divergence, KeptListsServeTheNextStep) {
  for (const char* const lists : {"step", "kept"}) {
    const Choice choice =
        choice_of("sorted", items(4099, "random", 0.3), {{"lists", std::string(lists)}});
    const HostState in = divergence_workload().initial_state(choice.problem);
    const auto exec = exec_for(Executor::emulator);
    const auto simulation = divergence_workload().simulate(choice, Executor::emulator, &in);
    for (int step = 0; step < 2; ++step) {
      simulation->step(*exec);
      simulation->commit();
      for (const Discrepancy& found :
           divergence_workload().compare(choice.problem, in, simulation->snapshot(), {}, Job{}))
        EXPECT_TRUE(found.within({})) << lists << ", step " << step;
    }
  }
}

/// The key of the legend that a pixel is nearest to.
std::string meaning_of(const unsigned char* pixel, const View& view) {
  const auto distance = [&](const ColorKey& key) {
    return std::abs(pixel[0] - key.red) + std::abs(pixel[1] - key.green) +
           std::abs(pixel[2] - key.blue);
  };
  return std::ranges::min_element(view.keys, {}, distance)->meaning;
}

// One expensive item of a warp, or of a vector, holds up its neighbours, and no others.
TEST(Divergence, ThePictureShowsWhoWaits) {
  constexpr std::int64_t n = 1024, lit = 400;
  const int vector = divergence_vector_lanes("auto");
  struct Case {
    const char *variant, *block;
    std::int64_t first, last;  ///< the items that go together with the expensive one
  };
  for (const Case& one : {Case{"branch", "256", 384, 416},
                          {"branch", "48", 384, 416},
                          {"branch", "56", 392, 424},
                          {"branch", "24", 384, 408},
                          {"sorted", "256", lit, lit + 1},
                          {"flattened", "256", lit, lit + 1},
                          {"reference", "", lit, lit + 1},
                          {"vector", "", lit / vector * vector, (lit / vector + 1) * vector}}) {
    Choice choice = choice_of(one.variant, items(n, "lanes", 0));
    if (*one.block) choice.launch["block"] = std::string(one.block);
    HostState state = divergence_workload().initial_state(choice.problem);
    field_as<std::int32_t>(state, 1)[lit] = 64;
    const auto simulation =
        divergence_workload().simulate(choice, home_of(divergence_workload(), choice), &state);
    const View view = simulation->view();
    ASSERT_EQ(simulation->picture().width, 32);
    const auto picture = picture_of(divergence_workload(), choice, state);
    for (std::int64_t i = 0; i < n; ++i) {
      const bool together = i >= one.first && i < one.last;
      ASSERT_EQ(meaning_of(picture.data() + 4 * i, view), i == lit   ? "expensive"
                                                          : together ? "cheap, waits"
                                                                     : "cheap")
          << one.variant << " " << one.block << ", item " << i;
    }
  }
}

}  // namespace
}  // namespace livewarp
