// Sums that kernels make of a state, beside what the host finds in fp64 in a copy of it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"

namespace livewarp::grid_sums_test {

/// The first variant with each precision, the problem with each value of each of its choices, on
/// the sizes that checks use.
inline std::vector<Choice> kinds_of(const Workload& workload, const VariantInfo& variant) {
  const Choice plain = default_choice(workload, variant.name, variant.backend);
  std::vector<Choice> kinds{plain};
  for (const Param& axis : variant.axes)
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

inline std::string kind_text(const Choice& choice) {
  std::string text = choice.workload;
  for (const Values* values : {&choice.launch, &choice.problem})
    for (const auto& [id, value] : *values) text += " " + id + "=" + to_text(value);
  return text;
}

inline void expect_equal(const std::vector<Readout>& found, const std::vector<Readout>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].id, expected[i].id);
    EXPECT_EQ(found[i].conserved, expected[i].conserved) << found[i].id;
    EXPECT_NEAR(found[i].value, expected[i].value, 1e-10 * (1 + std::abs(expected[i].value)))
        << found[i].id;
  }
}

/// Whether kernels compute readouts of the workload's states.
inline bool computes_readouts(const Workload& workload, Executor executor, Exec& exec) {
  Choice choice =
      default_choice(workload, "", executor == Executor::cpu ? Backend::cpu : Backend::cuda);
  choice.problem = workload.check_problems(choice).front();
  return workload.simulate(choice, executor)->enqueue_readouts(exec);
}

/// Compares what kernels say of states of a workload, after a step, with what the host finds in
/// them. `exec` runs them.
inline void compare_readouts(const Workload& workload, Executor executor, Exec& exec) {
  const VariantInfo& variant = *workload.variants().front();
  for (const Choice& choice : kinds_of(workload, variant)) {
    if (!workload.refusal(choice, executor).empty()) continue;
    SCOPED_TRACE(kind_text(choice));
    const auto simulation = workload.simulate(choice, executor);
    simulation->step(exec);
    simulation->commit();
    ASSERT_TRUE(simulation->enqueue_readouts(exec));
    exec.synchronize();
    expect_equal(simulation->device_readouts(),
                 workload.diagnose(choice.problem, simulation->snapshot(), Job{}));
  }
}

}  // namespace livewarp::grid_sums_test
