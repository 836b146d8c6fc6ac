// Leapfrog and Euler's method on an orbit that is known, and what they do to the energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "kernels/core/measure/verification.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyIntegrators : public NbodyVariants {
 protected:
  static constexpr double softening = 0.1, radius = 0.5;

  /// Two bodies of mass 1/2 at distance 1, on a circle.
  static HostState on_a_circle() {
    HostState state;
    state.precision = Precision::fp64;
    state.fields.assign(3, std::vector<std::byte>(2 * sizeof(Double4)));
    state.fields.emplace_back(sizeof(NbodyFound));
    field<Double4>(state, 0)[0] = {radius, 0, 0, 0.5};
    field<Double4>(state, 0)[1] = {-radius, 0, 0, 0.5};
    field<Double4>(state, 1)[0] = {0, speed(), 0, 0};
    field<Double4>(state, 1)[1] = {0, -speed(), 0, 0};
    return state;
  }
  static double speed() {
    return std::sqrt(radius * 0.5 / std::pow(1 + softening * softening, 1.5));
  }
  static double period() { return 2 * std::numbers::pi * radius / speed(); }

  Choice choice(const VariantInfo& variant, const char* integrator) const {
    Choice chosen = default_choice(workload_, variant.name, variant.backend);
    if (find_param(variant.axes, "precision")) chosen.launch["precision"] = std::string("fp64");
    chosen.problem["integrator"] = std::string(integrator);
    chosen.problem["softening"] = softening;
    return chosen;
  }
  /// How far the first body is from where it ought to be after half a turn in so many steps.
  double error_after_half_a_turn(const VariantInfo& variant, const char* integrator,
                                 int steps) const {
    Choice chosen = choice(variant, integrator);
    chosen.problem["n"] = std::int64_t{2};
    chosen.problem["dt"] = period() / 2 / steps;
    const HostState start = primed(chosen, home_of(variant), on_a_circle());
    const Double4 end = body_of(stepped(chosen, home_of(variant), steps, &start), 0, 0);
    return std::hypot(end.x + radius, end.y, end.z);
  }
  HostState primed(const Choice& chosen, Executor executor, const HostState& state) const {
    const auto exec = exec_for(executor);
    const auto simulation = workload_.simulate(chosen, executor, &state);
    simulation->prime(*exec);
    simulation->commit();
    return simulation->snapshot();
  }
  double energy(const Choice& chosen, const HostState& state) const {
    const auto all = workload_.diagnose(chosen.problem, state, Job{});
    return std::ranges::find(all, std::string("energy"), &Readout::id)->value;
  }
};

// Half the time step: a quarter of the leapfrog's error, half of Euler's.
TEST_F(NbodyIntegrators, ConvergeWithTheirOrders) {
  if (sanitized)
    GTEST_SKIP() << "asks for values; the test below runs the same under the sanitizers";
  for (const VariantInfo* variant : workload_.variants()) {
    if (!find_param(variant->axes, "precision")) continue;  // fp32 rounds away what is to be seen
    for (const auto& [integrator, order] : {std::pair{"leapfrog", 2.0}, std::pair{"euler", 1.0}}) {
      const double coarse = error_after_half_a_turn(*variant, integrator, 200);
      const double fine = error_after_half_a_turn(*variant, integrator, 400);
      EXPECT_NEAR(std::log2(coarse / fine), order, 0.1) << variant->name << " " << integrator;
    }
  }
}

TEST_F(NbodyIntegrators, VariantsOfFp32FollowTheOrbitToo) {
  for (const VariantInfo* variant : workload_.variants()) {
    EXPECT_LT(error_after_half_a_turn(*variant, "leapfrog", 200), 3e-4) << variant->name;
    const double euler = error_after_half_a_turn(*variant, "euler", 200);
    EXPECT_GT(euler, 1e-3) << variant->name;
    EXPECT_LT(euler, 4e-2) << variant->name;
  }
}

// The method is the last line of a step, after all that goes with sizes: of those a few are enough.
TEST_F(NbodyIntegrators, StepsOfEulerAreRight) {
  for (const VariantInfo* variant : workload_.variants()) {
    Choice chosen = default_choice(workload_, variant->name, variant->backend);
    chosen.problem["integrator"] = std::string("euler");
    expect_right(workload_, chosen, home_of(*variant), CheckDepth::some);
    // And the comparison would notice the other method.
    chosen.problem = workload_.checkable(chosen.problem);
    chosen.problem["n"] = std::int64_t{100};
    const HostState in = start_of(chosen, home_of(*variant));
    const HostState out = stepped(chosen, home_of(*variant), 1, &in);
    Values other = chosen.problem;
    other["integrator"] = std::string("leapfrog");
    bool seen = false;
    for (const Discrepancy& found : workload_.compare(other, in, out, {}, Job{}))
      seen = seen || !found.within(tolerance_of(workload_, chosen));
    EXPECT_TRUE(seen) << variant->name;
  }
}

// The price of Euler's method: at the same cost a far larger error of the energy.
TEST_F(NbodyIntegrators, EulerSwingsTheEnergyMore) {
  const VariantInfo& variant = *workload_.find("vector");
  double worst[2] = {0, 0};
  for (const bool euler : {false, true}) {
    Choice chosen = choice(variant, euler ? "euler" : "leapfrog");
    chosen.problem["n"] = std::int64_t{200};
    chosen.problem["dt"] = 0.01;
    HostState state = stepped(chosen, Executor::cpu, 0);
    const double start = energy(chosen, state);
    for (int i = 0; i < 20; ++i) {
      state = stepped(chosen, Executor::cpu, 10, &state);
      worst[euler] = std::max(worst[euler], std::abs(energy(chosen, state) / start - 1));
    }
  }
  EXPECT_GT(worst[1], 20 * worst[0]);
  EXPECT_LT(worst[1], 0.05) << "it swings, and does not run away";
}

TEST_F(NbodyIntegrators, ChangeWithoutANewStart) {
  const Choice chosen = default_choice(workload_, "", Backend::cpu);
  const auto simulation = workload_.simulate(chosen, Executor::cpu);
  Values other = chosen.problem;
  other["integrator"] = std::string("euler");
  EXPECT_TRUE(simulation->adjust(other, chosen.view));
}

}  // namespace
}  // namespace livewarp
