#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "kernels/core/base/machine.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class GpuNbodyVariants : public NbodyVariants {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }

  std::vector<const VariantInfo*> variants() const {
    std::vector<const VariantInfo*> variants;
    for (const VariantInfo* variant : workload_.variants())
      if (variant->backend == Backend::cuda) variants.push_back(variant);
    return variants;
  }
};

TEST_F(GpuNbodyVariants, AgreeWithFp64AtTheStandardProblem) {
  for (const VariantInfo* variant : variants()) {
    const Choice choice = default_choice(workload_, variant->name, variant->backend);
    const HostState state = stepped(choice, Executor::cuda, 10);
    const CheckResult result =
        check_here(workload_, choice, Executor::cuda, exec_for, state, Job{});
    EXPECT_TRUE(result.ok()) << variant->name << ": " << result.failure;
  }
}

// Of several steps in a row; that it is right the comparison asks wherever one was found.
TEST_F(GpuNbodyVariants, EnergyIsFoundByTheStepsThatShould) {
  for (const char* name : {"energy-apart", "energy-fused", "tree-energy"}) {
    const Choice choice = default_choice(workload_, name, Backend::cuda);
    const HostState state = stepped(choice, Executor::cuda, 3);
    const auto readouts = workload_.diagnose(choice.problem, state, Job{});
    const auto exact = std::ranges::find(readouts, "energy", &Readout::id);
    const auto found = std::ranges::find(readouts, "found-energy", &Readout::id);
    ASSERT_NE(found, readouts.end()) << name;
    const bool by_tree = name == std::string("tree-energy");
    EXPECT_NEAR(found->value / exact->value, 1, by_tree ? 1e-4 : 1e-5) << name;
  }
}

// A tree's forces have no reactions, and are wrong by some 5e-4 each: over 10,000 steps, ten times
// that a body takes through the sphere, energy and momentum stay nearly as well as by all pairs.
TEST_F(GpuNbodyVariants, TreesKeepEnergyAndMomentumOverManySteps) {
  constexpr int steps = 10'000;
  const auto value = [](const std::vector<Readout>& of, const char* id) {
    return std::ranges::find(of, id, &Readout::id)->value;
  };
  for (const char* name : {"shared", "tree-quadrupole", "tree-monopole"}) {
    const Choice choice = default_choice(workload_, name, Backend::cuda);
    const HostState start = workload_.initial_state(choice.problem);
    const auto before = workload_.diagnose(choice.problem, start, Job{});
    const auto after =
        workload_.diagnose(choice.problem, stepped(choice, Executor::cuda, steps), Job{});
    const double drift = value(after, "energy") / value(before, "energy") - 1;
    const double momentum = value(after, "momentum");  // of a mass of 1 that moves by 0.5
    std::printf("%s: energy %+.2e of itself, momentum %.2e\n", name, drift, momentum);
    EXPECT_LT(std::abs(drift), 1e-4) << name;
    EXPECT_LT(momentum, 1e-3) << name;
  }
}

TEST_F(GpuNbodyVariants, SlicesChangeNoBit) {
  for (const VariantInfo* variant : variants()) {
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    choice.problem["n"] = std::int64_t{20'011};
    HostState start = workload_.initial_state(choice.problem);
    start.primed = true;
    const auto exec = CudaExec::create();
    exec->set_slice_count(3);
    const auto simulation = workload_.simulate(choice, Executor::cuda, &start);
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
    EXPECT_EQ(simulation->snapshot().fields, stepped(choice, Executor::cuda, 1, &start).fields)
        << variant->name;
  }
}

}  // namespace
}  // namespace livewarp
