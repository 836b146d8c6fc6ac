// Stock that kernels take of a state, beside what the host finds in fp64 in a copy of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/registry.h"

namespace livewarp {
namespace {

/// The first row with each precision, the problem with each value of each of its choices, on the sizes
/// that checks use.
std::vector<Choice> choices_of(const Workload& workload, const VariantInfo& row) {
  const Choice plain = default_choice(workload, row.name, row.backend);
  std::vector<Choice> kinds{plain};
  for (const Param& axis : row.axes)
    if (axis.id == "precision")
      for (const Option& option : axis.options) {
        kinds.push_back(plain);
        kinds.back().launch[axis.id] = parse_value(axis, option.id);
      }
  for (const Param& param : workload.info().params)
    if (param.group != ParamGroup::view)
      for (const Option& option : param.options) {
        kinds.push_back(plain);
        kinds.back().problem[param.id] = parse_value(param, option.id);
      }
  std::vector<Choice> choices;
  for (const Choice& kind : kinds)
    for (const Values& problem : workload.check_problems(kind)) {
      choices.push_back(kind);
      for (const std::string& id : workload.info().size_params)
        choices.back().problem[id] = problem.at(id);
    }
  return choices;
}

std::string text_of(const Choice& choice) {
  std::string text = choice.workload;
  for (const Values* values : {&choice.launch, &choice.problem})
    for (const auto& [id, value] : *values) text += " " + id + "=" + to_text(value);
  return text;
}

void expect_equal(const std::vector<Readout>& found, const std::vector<Readout>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].id, expected[i].id);
    EXPECT_EQ(found[i].conserved, expected[i].conserved) << found[i].id;
    EXPECT_NEAR(found[i].value, expected[i].value, 1e-10 * (1 + std::abs(expected[i].value)))
        << found[i].id;
  }
}

/// Workloads whose CUDA rows take stock there; each of their states is compared.
std::vector<std::string> compare_stock(Executor executor) {
  const Registry registry;
  std::vector<std::string> taken;
  for (const auto& workload : registry.workloads()) {
    const VariantInfo& row = *workload->variants().front();
    for (const Choice& choice : choices_of(*workload, row)) {
      if (!workload->refusal(choice, executor).empty()) continue;
      SCOPED_TRACE(text_of(choice));
      const auto exec = make_exec(executor);
      const auto simulation = workload->simulate(choice, executor);
      simulation->step(*exec);  // the state is then where the row wrote it
      simulation->commit();
      if (!simulation->take_stock(*exec)) break;
      exec->synchronize();
      expect_equal(simulation->stock(),
                   workload->diagnose(choice.problem, simulation->snapshot(), Job{}));
      if (taken.empty() || taken.back() != choice.workload) taken.push_back(choice.workload);
    }
  }
  return taken;
}

TEST(Stock, KernelsSeeWhatTheHostSees) {
  EXPECT_EQ(compare_stock(Executor::simt), (std::vector<std::string>{"heat", "heat3d"}));
}

TEST(Stock, NativeRowsTakeNone) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  const Choice choice = default_choice(heat, heat.info().default_cpu, Backend::cpu);
  const auto exec = make_exec(Executor::cpu);
  EXPECT_FALSE(heat.simulate(choice, Executor::cpu)->take_stock(*exec));
}

TEST(GpuStock, KernelsSeeWhatTheHostSees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  EXPECT_EQ(compare_stock(Executor::cuda), (std::vector<std::string>{"heat", "heat3d"}));
}

}  // namespace
}  // namespace livewarp
