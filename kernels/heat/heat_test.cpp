#include "kernels/core/measure/verification.h"
#include "kernels/heat/heat.h"

#include <algorithm>
#include <cmath>

#include "kernels/grids/testing/grid_sums_test.h"
#include "kernels/heat/cpu/heat_cpu_temporal.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

const std::vector<std::string> boundaries{"fixed", "insulated", "periodic"};

TEST_F(HeatVariants, AgreeWithFp64AtThePresentState) {
  for (const VariantInfo* variant : variants())
    for (const std::string start : {"sine", "marked"}) {
      Choice choice = choice_of(*variant, 130, 75, "insulated");
      choice.problem["start"] = start;
      const HostState state = stepped(choice, *variant, 3);
      expect_right_here(workload_, choice, state);
    }
}

// A plate that has all but come to rest: what changes is no more than what rounding hides.
TEST_F(HeatVariants, RoundingAloneIsNoError) {
  for (const VariantInfo* variant : variants())
    for (const double number : {0.06, 0.2, 0.25}) {
      Choice choice = choice_of(*variant, 401, 203, "insulated");
      choice.problem["number"] = number;
      if (refused(choice, *variant)) continue;
      HostState state = workload_.initial_state(choice.problem);
      auto* const cells = reinterpret_cast<float*>(state.fields[0].data());
      for (std::size_t i = 0; i < std::size_t(401) * 203; ++i) cells[i] = 0.93f + 4e-6f * cells[i];
      expect_same_as_reference(choice, state, stepped(choice, *variant, 1, &state));
    }
}

// Next to nothing flows: the weights' own rounding is all that can be seen of some cells' change.
TEST_F(HeatVariants, HardlyAnyFlowIsNoError) {
  for (const VariantInfo* variant : variants()) {
    Choice choice = choice_of(*variant, 33, 65, "fixed");
    choice.problem["number"] = 0.001;
    if (refused(choice, *variant)) continue;
    expect_right(workload_, choice, home_of(*variant));
  }
}

// Walls can be taken away where there are some, and marks set where heat flows.
TEST_F(HeatVariants, MutantsAreOfEveryKind) {
  for (const std::string& boundary : boundaries)
    for (const std::string start : {"random", "marked"})
      for (const auto& [nx, ny] : {std::pair{1, 1}, {1, 7}, {33, 65}}) {
        Choice choice = choice_of(*workload_.find("scalar"), nx, ny, boundary);
        choice.problem["start"] = start;
        const HostState sound = workload_.initial_state(choice.problem);
        EXPECT_GE(workload_.mutants(choice.problem, sound).size(), nx == 1             ? 3u
                                                                   : start == "marked" ? 6u
                                                                                       : 5u);
      }
}

// A step that does nothing passes for the temperature where little changes, and must not pass at
// all.
TEST_F(HeatVariants, AVariantThatDoesNothingFails) {
  for (const std::string start : {"random", "disc", "sine"}) {
    Choice choice = choice_of(*workload_.find("scalar"), 100, 80, "fixed");
    choice.problem["start"] = start;
    const HostState in = workload_.initial_state(choice.problem);
    HostState out = in;
    out.steps = 1;
    const auto found = workload_.compare(choice.problem, in, out, {}, Job{});
    EXPECT_GT(found.back().rms(), 0.99) << start;
  }
}

// Strips and chunks of a few cells, so that every kind of piece occurs: in a corner, at an edge,
// inside, and wider than the plate.
TEST_F(HeatVariants, TemporalPiecesFitTogether) {
  const VariantInfo& variant = *workload_.find("temporal");
  const auto exec = make_cpu_exec();
  for (const std::string& boundary : boundaries)
    for (const std::string start : {"random", "marked"})
      for (const HeatBlocking blocking : {HeatBlocking{16, 5, 4}, {40, 33, 8}, {7, 64, 1}}) {
        Choice choice = choice_of(variant, 101, 67, boundary);
        choice.problem["start"] = start;
        const HostState in = workload_.initial_state(choice.problem);
        HostState out = in;
        out.fields[0].assign(in.fields[0].size(), std::byte{0xFF});
        StepMemory memory;
        memory.in = {const_cast<std::byte*>(in.fields[0].data()),
                     const_cast<std::byte*>(in.fields[1].data()),
                     const_cast<std::byte*>(in.fields[2].data())};
        memory.out = {out.fields[0].data(), memory.in[1], out.fields[2].data()};
        memory.precision = precision_of(choice.launch);
        memory.marked = start == "marked";
        const Heat::Step step = Heat::bind(Heat::Problem::from(choice.problem), memory);
        heat_temporal_step(step, blocking, "auto", 2, *exec);
        out.steps = blocking.depth;
        expect_same_as_reference(choice, in, out);
      }
}

TEST_F(HeatVariants, WidePlatesAgreeToo) {
  for (const VariantInfo* variant : variants()) {
    if (variant->backend != Backend::cpu) continue;
    for (const auto& [nx, ny] : {std::pair{1000, 999}, {5003, 70}}) {
      const Choice choice = choice_of(*variant, nx, ny, "periodic");
      const HostState in = stepped(choice, *variant, 0);
      expect_same_as_reference(choice, in, stepped(choice, *variant, 1, &in));
    }
  }
}

TEST_F(HeatVariants, CountTheirWork) {
  for (const VariantInfo* variant : workload_.variants()) {
    const Choice choice = choice_of(*variant, 1024, 512, "fixed");
    const CostModel cost = workload_.cost(choice);
    const double cells = 1024.0 * 512.0;
    const double bytes = double(bytes_of(precision_of(choice.launch)));
    const double time_steps = cost.items / cells;
    EXPECT_EQ(time_steps, workload_.time_steps(choice)) << variant->name;
    EXPECT_EQ(cost.flops, 6 * cost.items) << variant->name;
    // One read and one write a pass; a variant of several time steps makes one pass or more.
    const double passes = cost.compulsory_bytes / (2 * bytes * cells);
    EXPECT_GE(passes, 1) << variant->name;
    EXPECT_LE(passes, time_steps) << variant->name;
    EXPECT_EQ(passes, std::floor(passes)) << variant->name;
  }
}

TEST_F(HeatVariants, KernelsComputeReadouts) {
  EXPECT_TRUE(
      grid_sums_test::computes_readouts(workload_, Executor::emulator, *make_emulator_exec()));
}

}  // namespace
}  // namespace livewarp
