// What the tests of workloads share: variants that are run where there is no GPU, and what is
// expected of all of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp {

/// Sanitizers see what code does with memory, which few settings show as well as many; in this
/// build tests take a multiple of their time.
#if defined(LIVEWARP_SANITIZED)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

inline std::unique_ptr<Exec> exec_for(Executor executor) {
  if (executor == Executor::cuda) return CudaExec::create();
  return executor == Executor::emulator ? make_emulator_exec() : make_cpu_exec();
}

/// Where a variant's code can run without a GPU.
inline Executor home_of(const VariantInfo& variant) {
  return variant.backend == Backend::cpu ? Executor::cpu : Executor::emulator;
}

/// Variants that can be executed here.
inline std::vector<const VariantInfo*> variants_of(const Workload& workload) {
  std::vector<const VariantInfo*> variants;
  for (const VariantInfo* variant : workload.variants())
    if (!variant->gpu_only) variants.push_back(variant);
  return variants;
}

/// The variant at its defaults, and once with each other value that one of its axes offers here;
/// under sanitizers the first and the last.
inline std::vector<Choice> choices_of(const Workload& workload, const VariantInfo& variant) {
  const Choice plain = default_choice(workload, variant.name, variant.backend);
  std::vector<Choice> choices{plain};
  for (const Param& axis : variant.axes) {
    if (axis.aside) continue;  // what every variant has is tested apart
    for (const Option& option : axis.options) {
      const bool inner = &option != &axis.options.front() && &option != &axis.options.back();
      if (!option.reason.empty() || (sanitized && inner)) continue;
      Choice other = plain;
      other.launch[axis.id] = parse_value(axis, option.id);
      if (other.launch != plain.launch) choices.push_back(other);
    }
  }
  return choices;
}

/// The variant, its launch, and those parameters of the problem: what a failure is told by.
inline std::string text_of(const Choice& choice, const std::vector<const char*>& of_problem) {
  std::string text = choice.variant;
  for (const auto& [id, value] : choice.launch) text += " " + id + "=" + to_text(value);
  for (const char* id : of_problem)
    text += std::string(" ") + id + "=" + to_text(choice.problem.at(id));
  return text;
}

/// The variant, its launch, and what of the problem is not the default.
inline std::string text_of(const Workload& workload, const Choice& choice) {
  const Choice plain = default_choice(workload, choice.variant, Backend::cpu);
  std::vector<const char*> changed;
  for (const auto& [id, value] : choice.problem)
    if (plain.problem.at(id) != value) changed.push_back(id.c_str());
  return workload.info().name + " " + text_of(choice, changed);
}

inline Executor home_of(const Workload& workload, const Choice& choice) {
  return home_of(*workload.find(choice.variant));
}

inline bool refused(const Workload& workload, const Choice& choice) {
  return !workload.refusal(choice, home_of(workload, choice)).empty();
}

/// The largest tolerance that a variant of the workload may have without a reason.
inline Tolerance cap_of(const Workload& workload, const VariantInfo& variant) {
  return workload.tolerance(variant.backend, Precision::fp32);
}

/// The initial state as the variant stores it, taken as it is: a step computes from derived fields,
/// whatever made them.
inline HostState start_of(const Workload& workload, const Choice& choice) {
  HostState state = workload.simulate(choice, home_of(workload, choice))->snapshot();
  state.primed = true;
  return state;
}

/// The state after some steps, each into poisoned memory; from `start`, or from the seed and then
/// primed.
inline HostState stepped(const Workload& workload, const Choice& choice, Executor executor,
                         int steps = 1, const HostState* start = nullptr) {
  const auto exec = exec_for(executor);
  const auto simulation = workload.simulate(choice, executor, start);
  if (!start && !simulation->primed()) {
    simulation->prime(*exec);
    simulation->commit();
  }
  for (int i = 0; i < steps; ++i) {
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
  }
  exec->synchronize();
  return simulation->snapshot();
}

/// The same where the variant's code can run without a GPU.
inline HostState stepped(const Workload& workload, const Choice& choice, int steps = 1,
                         const HostState* start = nullptr) {
  return stepped(workload, choice, home_of(workload, choice), steps, start);
}

/// The picture of a state, in memory that was filled with `poison`.
inline std::vector<unsigned char> picture_of(const Workload& workload, const Choice& choice,
                                             const HostState& state, unsigned char poison = 0) {
  const Executor home = home_of(workload, choice);
  const auto exec = exec_for(home);
  const auto simulation = workload.simulate(choice, home, &state);
  std::vector<unsigned char> picture(simulation->picture().bytes(), poison);
  simulation->publish(picture.data(), *exec);
  exec->synchronize();
  return picture;
}

/// At all sizes that a check looks at, or at some of them, the variant agrees with fp64.
inline void expect_right(const Workload& workload, const Choice& choice, Executor executor,
                         CheckDepth depth = CheckDepth::all) {
  const CheckResult result = check_sizes(workload, choice, executor, exec_for, Job{}, depth);
  EXPECT_TRUE(result.ok()) << text_of(workload, choice) << ", memory " << name_of(choice.memory)
                           << ": " << result.failure;
}

/// One step from that state agrees with fp64.
inline void expect_right_here(const Workload& workload, const Choice& choice,
                              const HostState& state) {
  const CheckResult result =
      check_here(workload, choice, home_of(workload, choice), exec_for, state, Job{});
  EXPECT_TRUE(result.ok()) << text_of(workload, choice) << ": " << result.failure;
}

/// A comparison is worth what it would see: the variant's step from a state with one defect is
/// compared with the reference's step from the sound one. There are `least` such states or more.
inline void expect_mutants_seen(const Workload& workload, const Choice& choice, std::size_t least) {
  const HostState sound = start_of(workload, choice);
  const std::vector<HostState> mutants = workload.mutants(choice.problem, sound);
  EXPECT_GE(mutants.size(), least) << text_of(workload, choice);
  for (std::size_t which = 0; which < mutants.size(); ++which) {
    const HostState out = stepped(workload, choice, 1, &mutants[which]);
    const auto found = workload.compare(choice.problem, sound, out, {}, Job{});
    const auto seen = [&](const Discrepancy& one) {
      return !one.within(tolerance_of(workload, choice));
    };
    EXPECT_TRUE(std::ranges::any_of(found, seen))
        << text_of(workload, choice) << ", mutant " << which;
  }
}

}  // namespace livewarp
