// A memory mode may change while a run goes on: that moves the state, and changes no bit of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/testing/session_fixture.h"
#include "kernels/core/testing/variants_test.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class MemorySwitch : public test::SessionTest {
 protected:
  /// A small problem for the variant with which a workload begins.
  static Choice small_choice(const Workload& workload) {
    Choice choice = default_choice(workload, workload.info().default_cuda, Backend::cuda);
    choice.problem = workload.check_problems(choice).back();
    // Where blocks add up in the order in which they come, sums of whole numbers are still the
    // same.
    for (const Param& param : workload.info().params)
      if (param.id == "pattern" &&
          std::ranges::any_of(param.options, [](const Option& o) { return o.id == "whole"; }))
        choice.problem["pattern"] = std::string("whole");
    return choice;
  }

  static void advance(Simulation& simulation, Exec& exec, int steps) {
    if (!simulation.primed()) {
      simulation.prime(exec);
      simulation.commit();
    }
    for (int i = 0; i < steps; ++i) {
      simulation.step(exec);
      simulation.commit();
    }
    exec.synchronize();
  }

  /// Two steps in each mode, over and over.
  static HostState switched(const Workload& workload, Choice choice, Executor executor,
                            const std::vector<MemoryMode>& modes, int switches) {
    HostState state = workload.initial_state(choice.problem);
    for (int i = 0; i < switches; ++i) {
      choice.memory = modes[std::size_t(i) % modes.size()];
      const auto exec = exec_for(executor);
      const auto simulation = workload.simulate(choice, executor, &state);
      advance(*simulation, *exec, 2);
      state = simulation->snapshot();
    }
    return state;
  }

  /// The field of `rates` that holds what a warp reads from its clock, which is seldom the same.
  static constexpr std::size_t cycles_of_rates = 2;

  static HostState undisturbed(const Workload& workload, const Choice& choice, Executor executor,
                               int steps) {
    const auto exec = exec_for(executor);
    const auto simulation = workload.simulate(choice, executor);
    advance(*simulation, *exec, steps);
    return simulation->snapshot();
  }

  static void expect_undisturbed(const Workload& workload, Executor executor,
                                 const std::function<bool(MemoryMode)>& possible, int switches) {
    const Choice choice = small_choice(workload);
    std::vector<MemoryMode> modes;
    for (const MemoryMode mode : workload.find(choice.variant)->memory_modes)
      if (possible(mode)) modes.push_back(mode);
    ASSERT_GE(modes.size(), 3u) << workload.info().name;
    const HostState found = switched(workload, choice, executor, modes, switches);
    const HostState expected = undisturbed(workload, choice, executor, 2 * switches);
    const HostState initial = workload.initial_state(choice.problem);
    bool moved = false;
    for (std::size_t i = 0; i < expected.fields.size(); ++i) {
      if (workload.info().name == "rates" && i == cycles_of_rates) continue;
      EXPECT_TRUE(found.fields[i] == expected.fields[i])
          << workload.info().name << ", " << choice.variant << ", field " << i;
      moved |= expected.fields[i] != initial.fields[i];
    }
    EXPECT_TRUE(moved) << workload.info().name << ": nothing moved";
    EXPECT_EQ(found.steps, expected.steps) << workload.info().name;
    EXPECT_EQ(found.time, expected.time) << workload.info().name;
    EXPECT_TRUE(found.primed) << workload.info().name;
  }
};
using GpuMemorySwitch = MemorySwitch;

TEST_F(MemorySwitch, KeepsEveryBitOfTheStateFromSource) {
  for (const auto& workload : registry_.workloads())
    expect_undisturbed(
        *workload, Executor::emulator, [](MemoryMode) { return true; }, 3);
}

TEST_F(MemorySwitch, DoesNotStartARunAgain) {
  Choice wanted = small_choice(*registry_.find("heat"));
  Session session(registry_, machine_, wanted, Executor::emulator);
  ASSERT_TRUE(run(session, 30s, [&] { return session.steps() > 2; }));
  for (const MemoryMode mode : session.variant().memory_modes) {
    const std::int64_t before = session.steps();
    wanted.memory = mode;
    session.apply(wanted);
    ASSERT_TRUE(run(session, 30s, [&] { return session.steps() > before; })) << name_of(mode);
    EXPECT_EQ(session.choice().memory, mode);
  }
  EXPECT_TRUE(session.notices().current().empty());
}

TEST_F(GpuMemorySwitch, KeepsEveryBitOfTheState) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const auto possible = [&](MemoryMode mode) {
    return memory_refusal(mode, machine.gpus.front()).empty();
  };
  for (const auto& workload : registry_.workloads())
    expect_undisturbed(*workload, Executor::cuda, possible, 20);
}

TEST_F(GpuMemorySwitch, IsSeenInTheTimesOfARunThatGoesOn) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  Choice wanted = default_choice(*registry_.find("heat"), "", Backend::cuda);
  wanted.steps_per_frame = 1;
  constexpr auto frame = 16ms;  // as a window's: steps that follow at once leave a check no GPU
  Session session(registry_, machine, wanted);
  ASSERT_TRUE(run(
      session, 30s, [&] { return session.steps() > 2; }, frame));
  for (const MemoryMode mode : session.variant().memory_modes) {
    if (!memory_refusal(mode, machine.gpus.front()).empty()) continue;
    const std::int64_t before = session.steps();
    wanted.memory = mode;
    session.apply(wanted);
    const auto timed = [&] {
      return session.steps() > before && session.step_stats().step.size() >= 5;
    };
    ASSERT_TRUE(run(session, 30s, timed, frame))
        << name_of(mode) << ": " << session.steps() - before << " steps, "
        << session.step_stats().step.size() << " times, " << session.step_stats().undecided()
        << " undecided, a step is predicted to take " << session.predicted_ms() << " ms, check "
        << (session.checking() ? "at " + std::to_string(session.check_progress()) : "done") << ' '
        << session.check().failure << (session.preparing() ? ", preparing" : "") << told(session);
    EXPECT_EQ(session.step_stats().copies.summary().median > 0, ends_on_host(mode))
        << name_of(mode);
  }
  EXPECT_TRUE(session.notices().current().empty());
}

}  // namespace
}  // namespace livewarp
