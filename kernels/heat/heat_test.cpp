#include "kernels/core/measure/verification.h"
#include "kernels/heat/heat.h"

#include <algorithm>
#include <cmath>

#include "kernels/grids/testing/stock_test.h"
#include "kernels/heat/cpu/heat_cpu_temporal.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

const std::vector<std::string> boundaries{"fixed", "insulated", "periodic"};

TEST_F(HeatRows, AgreeWithFp64AtThePresentState) {
  for (const VariantInfo* row : rows())
    for (const std::string start : {"sine", "marked"}) {
      Choice choice = choice_of(*row, 130, 75, "insulated");
      choice.problem["start"] = start;
      const HostState state = stepped(choice, *row, 3);
      expect_right_here(workload_, choice, state);
    }
}

// A plate that has all but come to rest: what changes is no more than what rounding hides.
TEST_F(HeatRows, RoundingAloneIsNoError) {
  for (const VariantInfo* row : rows())
    for (const double number : {0.06, 0.2, 0.25}) {
      Choice choice = choice_of(*row, 401, 203, "insulated");
      choice.problem["number"] = number;
      if (refused(choice, *row)) continue;
      HostState state = workload_.initial_state(choice.problem);
      auto* const cells = reinterpret_cast<float*>(state.fields[0].data());
      for (std::size_t i = 0; i < std::size_t(401) * 203; ++i) cells[i] = 0.93f + 4e-6f * cells[i];
      expect_same_as_reference(choice, state, stepped(choice, *row, 1, &state));
    }
}

// Next to nothing flows: the weights' own rounding is all that can be seen of some cells' change.
TEST_F(HeatRows, HardlyAnyFlowIsNoError) {
  for (const VariantInfo* row : rows()) {
    Choice choice = choice_of(*row, 33, 65, "fixed");
    choice.problem["number"] = 0.001;
    if (refused(choice, *row)) continue;
    expect_right(workload_, choice, home_of(*row));
  }
}

// Walls can be taken away where there are some, and marks set where heat flows.
TEST_F(HeatRows, MutantsAreOfEveryKind) {
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

// A step that does nothing passes for the temperature where little changes, and must not pass at all.
TEST_F(HeatRows, ARowThatDoesNothingFails) {
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

// Strips and chunks of a few cells, so that every kind of piece occurs: in a corner, at an edge, inside,
// and wider than the plate.
TEST_F(HeatRows, TemporalPiecesFitTogether) {
  const VariantInfo& row = *workload_.find("temporal");
  const auto exec = make_cpu_exec();
  for (const std::string& boundary : boundaries)
    for (const std::string start : {"random", "marked"})
      for (const HeatBlocking blocking : {HeatBlocking{16, 5, 4}, {40, 33, 8}, {7, 64, 1}}) {
        Choice choice = choice_of(row, 101, 67, boundary);
        choice.problem["start"] = start;
        const HostState in = workload_.initial_state(choice.problem);
        HostState out = in;
        out.fields[0].assign(in.fields[0].size(), std::byte{0xFF});
        StepMemory memory;
        memory.in = {const_cast<std::byte*>(in.fields[0].data()),
                     const_cast<std::byte*>(in.fields[1].data())};
        memory.out = {out.fields[0].data(), memory.in[1]};
        memory.precision = precision_of(choice.launch);
        memory.marked = start == "marked";
        const Heat::Step step = Heat::bind(Heat::Problem::from(choice.problem), memory);
        heat_temporal_step(step, blocking, "auto", 2, *exec);
        out.steps = blocking.depth;
        expect_same_as_reference(choice, in, out);
      }
}

TEST_F(HeatRows, WidePlatesAgreeToo) {
  for (const VariantInfo* row : rows()) {
    if (row->backend != Backend::cpu) continue;
    for (const auto& [nx, ny] : {std::pair{1000, 999}, {5003, 70}}) {
      const Choice choice = choice_of(*row, nx, ny, "periodic");
      const HostState in = stepped(choice, *row, 0);
      expect_same_as_reference(choice, in, stepped(choice, *row, 1, &in));
    }
  }
}

TEST_F(HeatRows, CountTheirWork) {
  for (const VariantInfo* row : workload_.variants()) {
    const Choice choice = choice_of(*row, 1024, 512, "fixed");
    const Work work = workload_.work(choice);
    const double cells = 1024.0 * 512.0;
    const double bytes = double(bytes_of(precision_of(choice.launch)));
    const double time_steps = work.items / cells;
    EXPECT_EQ(time_steps, workload_.time_steps(choice)) << row->name;
    EXPECT_EQ(work.flops, 6 * work.items) << row->name;
    // One read and one write a pass; a row of several time steps makes one pass or more.
    const double passes = work.compulsory_bytes / (2 * bytes * cells);
    EXPECT_GE(passes, 1) << row->name;
    EXPECT_LE(passes, time_steps) << row->name;
    EXPECT_EQ(passes, std::floor(passes)) << row->name;
  }
}

TEST_F(HeatRows, KernelsTakeStock) {
  EXPECT_TRUE(stock_test::takes_stock(workload_, Executor::simt, *make_simt_exec()));
}

}  // namespace
}  // namespace livewarp
