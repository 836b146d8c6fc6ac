#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/sliced_exec_test.h"
#include "kernels/matmul/matmul_test_support.h"

namespace livewarp {
namespace {

using matmul_test::by_integers;
using matmul_test::Sides;
class MatmulVariants : public matmul_test::MatmulTest {};

TEST_F(MatmulVariants, CountTheirWork) {
  const Sides sides{100, 200, 300};
  for (const VariantInfo* variant : workload().variants()) {
    const CostModel cost = workload().cost(choice_of(variant->name, sides));
    const bool halves = !variant->tolerance.reason.empty();
    EXPECT_EQ(variant->topic, "L6.6");
    EXPECT_EQ(cost.items, 6e6) << variant->name;
    EXPECT_EQ(cost.flops, 12e6) << variant->name;
    EXPECT_EQ(cost.tensor_flops, halves ? 12e6 : 0) << variant->name;
    EXPECT_EQ(cost.compulsory_bytes, (halves ? 2 : 4) * (30'000 + 60'000) + 4 * 20'000)
        << variant->name;
    EXPECT_GE(cost.requested_bytes, cost.compulsory_bytes) << variant->name;
    EXPECT_EQ(cost.note.empty(), !halves) << variant->name;
  }
}

// A loop of ours multiplies by the units that every GPU has; of cuBLAS that is not known.
TEST_F(MatmulVariants, WhatUnitsALibraryTakesIsNotSaid) {
  const auto by_fma_units = [&](const char* variant, const char* operands) {
    Choice choice = choice_of(variant, {64, 64, 64});
    choice.launch["operands"] = std::string(operands);
    return workload().cost(choice).by_fma_units();
  };
  EXPECT_TRUE(by_fma_units("naive", "fp64"));
  EXPECT_TRUE(by_fma_units("cublas", "fp32"));
  EXPECT_FALSE(by_fma_units("cublas", "fp64"));
  EXPECT_FALSE(by_fma_units("cublas", "int8"));
  EXPECT_FALSE(by_fma_units("cublas-fp16", "bf16"));
}

// 1 2 3   7  8      58  64
// 4 5 6   9 10  =  139 154
//        11 12
TEST_F(MatmulVariants, MultiplyTwelveNumbersAsOneDoesByHand) {
  for_launches({2, 2, 3}, [&](const Choice& choice) {
    HostState state = workload().initial_state(choice.problem);
    std::ranges::copy(std::vector<float>{1, 2, 3, 4, 5, 6}, field_as<float>(state, 0));
    std::ranges::copy(std::vector<float>{7, 8, 9, 10, 11, 12}, field_as<float>(state, 1));
    EXPECT_EQ(multiplied(choice, state), (std::vector<float>{58, 64, 139, 154}))
        << text_of(choice, {});
  });
}

// Sides that are no multiples of a tile, of a vector, of anything; whole tiles; more steps along k
// than a pipeline has stages, and fewer.
TEST_F(MatmulVariants, OfWholeNumbersAreExact) {
  for (const Sides& sides : {Sides{1, 1, 1},
                             {1, 1, 500},
                             {33, 17, 65},
                             {130, 127, 129},
                             {129, 4, 16},
                             {31, 260, 8},
                             {128, 256, 32},
                             {132, 136, 104}})
    for_launches(sides, [&](const Choice& choice) {
      const HostState state = whole_numbers(choice);
      EXPECT_EQ(multiplied(choice, state), by_integers(state, sides))
          << text_of(choice, {"m", "n", "k"});
    });
}

TEST_F(MatmulVariants, TheIdentityGivesBBackAndTheReversalTurnsItOver) {
  const Sides sides{37, 45, 37};
  for (const VariantInfo* variant : variants_of(workload()))
    for (const std::string left : {"identity", "reversal"}) {
      const Choice choice = choice_of(variant->name, sides, left);
      const HostState state = workload().initial_state(choice.problem);
      const std::vector<float> c = multiplied(choice, state);
      const bool halves = !variant->tolerance.reason.empty();
      for (std::int64_t i = 0; i < sides.m; ++i)
        for (std::int64_t j = 0; j < sides.n; ++j) {
          const std::int64_t row = left == "identity" ? i : sides.k - 1 - i;
          const float b = field_as<float>(state, 1)[row * sides.n + j];
          ASSERT_EQ(c[std::size_t(i * sides.n + j)], halves ? to_float(to_half(b)) : b)
              << variant->name << " " << left << " " << i << ", " << j;
        }
    }
}

// What lies outside of a matrix is filled up with zeros, and zero times NaN is NaN: it must not
// reach what it does not belong to.
TEST_F(MatmulVariants, ANaNStaysInItsRowAndAnInfinityInItsColumn) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Sides& sides : {Sides{35, 70, 33}, {132, 136, 40}})
    for_launches(sides, [&](const Choice& choice) {
      HostState state = whole_numbers(choice);
      const std::int64_t row = sides.m - 1, column = sides.n - 1;
      const std::vector<float> sound = by_integers(state, sides);
      field_as<float>(state, 0)[row * sides.k + sides.k - 1] = nan;
      field_as<float>(state, 1)[column] = infinity;
      const std::vector<float> c = multiplied(choice, state);
      for (std::int64_t i = 0; i < sides.m; ++i)
        for (std::int64_t j = 0; j < sides.n; ++j) {
          const float is = c[std::size_t(i * sides.n + j)];
          const float a = field_as<float>(state, 0)[i * sides.k];
          if (i == row || (j == column && a == 0))
            ASSERT_TRUE(std::isnan(is)) << text_of(choice, {}) << " " << i << ", " << j;
          else if (j == column)
            ASSERT_EQ(is, a * infinity) << text_of(choice, {}) << " " << i << ", " << j;
          else
            ASSERT_EQ(is, sound[std::size_t(i * sides.n + j)])
                << text_of(choice, {}) << " " << i << ", " << j;
        }
    });
}

TEST_F(MatmulVariants, OfLargeNumbersAreInfiniteInFp16Alone) {
  const Sides sides{3, 5, 2};
  for (const VariantInfo* variant : variants_of(workload())) {
    const Choice choice = choice_of(variant->name, sides);
    HostState state = workload().initial_state(choice.problem);
    std::fill_n(field_as<float>(state, 0), 6, 1e5f);
    std::fill_n(field_as<float>(state, 1), 10, 2.0f);
    const bool halves = !variant->tolerance.reason.empty();
    for (const float c : multiplied(choice, state))
      EXPECT_EQ(c, halves ? std::numeric_limits<float>::infinity() : 4e5f) << variant->name;
  }
}

// Numbers that are whole steps are multiplied exactly; those beyond the largest are cut off.
TEST_F(MatmulVariants, OfWholeStepsOfInt8AreExact) {
  for (const Sides& sides : {Sides{33, 17, 65}, {129, 4, 16}, {5, 6, 260}}) {
    Choice choice = choice_of("naive", sides);
    choice.launch["operands"] = std::string("int8");
    const HostState whole = whole_numbers(choice);
    HostState state = whole;
    for (std::size_t field = 0; field < 2; ++field)
      for (std::size_t i = 0; i < state.fields[field].size() / sizeof(float); ++i)
        field_as<float>(state, field)[i] /= int8_steps;
    std::vector<float> wanted = by_integers(whole, sides);
    for (float& c : wanted) c *= 1 / (int8_steps * int8_steps);
    EXPECT_EQ(multiplied(choice, state), wanted) << text_of(choice, {"m", "n", "k"});
  }
  Choice choice = choice_of("naive", {4, 4, 1});
  choice.launch["operands"] = std::string("int8");
  HostState state = workload().initial_state(choice.problem);
  std::fill_n(field_as<float>(state, 0), 4, -3.0f);
  std::fill_n(field_as<float>(state, 1), 4, 1.0f);
  for (const float c : multiplied(choice, state)) EXPECT_NEAR(c, -1, 1e-6);
}

TEST_F(MatmulVariants, OfFewElementsInt8IsRefused) {
  Choice choice = choice_of("naive", {3, 5, 100});
  EXPECT_EQ(workload().refusal(choice, Executor::emulator), "");
  choice.launch["operands"] = std::string("int8");
  EXPECT_EQ(workload().refusal(choice, Executor::emulator),
            "of less than 16 elements the steps of int8 may be all there is");
}

// What is made of Hopper's instructions runs there, and says elsewhere why it does not.
TEST_F(MatmulVariants, WarpgroupsAreForHopperAlone) {
  const VariantInfo& wgmma = *workload().find("wgmma");
  EXPECT_EQ(unavailable_reason(wgmma, Executor::emulator, Machine()),
            "needs a GPU: the emulator cannot execute what this kernel uses");
  const auto reason_on = [&](int major, int minor) {
    Machine machine;
    machine.gpus = {GpuInfo{.name = "Test GPU", .major = major, .minor = minor}};
    machine.gpus.front().code = 80;  // of the other kernels: this one is there whatever they are
    return unavailable_reason(wgmma, Executor::cuda, machine);
  };
  EXPECT_EQ(reason_on(8, 6), "needs compute capability 9.0, Test GPU has 8.6");
  EXPECT_EQ(reason_on(12, 0), "is made of instructions that compute capability 9.0 alone has, Test "
                              "GPU has 12.0");
  EXPECT_EQ(reason_on(9, 0), "");
}

// bfloat16 has the range of fp32, and 8 bits of a number: 2^-9 of it are lost at most.
TEST_F(MatmulVariants, OperandsInBfloat16KeepLargeNumbersAndEightBits) {
  const Sides sides{3, 5, 2};
  int seen = 0;
  for (const VariantInfo* variant : variants_of(workload())) {
    if (!find_param(variant->axes, "operands")) continue;
    Choice choice = choice_of(variant->name, sides);
    choice.launch["operands"] = std::string("bf16");
    if (variant->name == "naive") continue;
    ++seen;
    HostState state = workload().initial_state(choice.problem);
    std::fill_n(field_as<float>(state, 0), 6, 1e30f);
    std::fill_n(field_as<float>(state, 1), 10, 1 + 1 / 128.0f + 1 / 1024.0f);
    for (const float c : multiplied(choice, state))
      EXPECT_NEAR(c / (2e30f * (1 + 1 / 128.0f)), 1, 1 / 512.0f) << variant->name;
    EXPECT_EQ(tolerance_of(workload(), choice), operand_tolerance(MatmulNumbers::bf16));
  }
  EXPECT_EQ(seen, 2) << "tensor, tensor-pipelined";
}

// A step that would hold the GPU for too long is launched in parts.
TEST_F(MatmulVariants, InSlicesAreTheSame) {
  const Sides sides{395, 137, 40};
  for (const VariantInfo* variant : variants_of(workload())) {
    if (variant->backend != Backend::cuda) continue;
    const Choice choice = choice_of(variant->name, sides);
    const HostState state = whole_numbers(choice);
    SlicedExec exec(3);
    const auto simulation = workload().simulate(choice, Executor::emulator, &state);
    simulation->poison_next();
    simulation->step(exec);
    simulation->commit();
    EXPECT_GE(exec.launches(), 3) << variant->name;
    EXPECT_EQ(product_of(simulation->snapshot()), by_integers(state, sides)) << variant->name;
  }
}

// Operands in fp16 are made before the first step, and are there for those that follow.
TEST_F(MatmulVariants, ASecondStepIsLikeTheFirst) {
  const Sides sides{70, 41, 35};
  for (const VariantInfo* variant : variants_of(workload())) {
    const Choice choice = choice_of(variant->name, sides);
    const HostState state = whole_numbers(choice);
    const auto exec = exec_for(home_of(*variant));
    const auto simulation = workload().simulate(choice, home_of(*variant), &state);
    for (int step = 0; step < 3; ++step) {
      simulation->step(*exec);
      simulation->commit();
    }
    EXPECT_EQ(product_of(simulation->snapshot()), by_integers(state, sides)) << variant->name;
  }
}

TEST_F(MatmulVariants, RefuseSidesThatNoMatrixHas) {
  for (const char* const side : {"m", "n", "k"}) {
    const Param& param = *find_param(workload().info().params, side);
    for (const char* const bad : {"0", "-1", "32769", "1.5", "many", ""})
      EXPECT_THROW(parse_value(param, bad), Error) << side << " " << bad;
    Choice choice = choice_of("naive", {4, 4, 4});
    choice.problem[side] = std::int64_t{0};
    EXPECT_THROW(checked_choice(workload(), choice), Error) << side;
  }
}

}  // namespace
}  // namespace livewarp
