#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

HostState two_bodies(double separation, double speed) {
  HostState state;
  state.fields.assign(3, std::vector<std::byte>(2 * sizeof(Float4)));
  state.fields.emplace_back(sizeof(NbodyFound));
  const auto r = float(separation / 2), v = float(speed);
  field(state, 0)[0] = {r, 0, 0, 0.5f};
  field(state, 0)[1] = {-r, 0, 0, 0.5f};
  field(state, 1)[0] = {0, v, 0, 0};
  field(state, 1)[1] = {0, -v, 0, 0};
  return state;
}

const Readout& readout(const std::vector<Readout>& all, const std::string& id) {
  const auto found = std::ranges::find(all, id, &Readout::id);
  if (found == all.end()) throw Error("no readout " + id);
  return *found;
}

/// Two bodies of mass 1/2 at distance 1 go round on a circle: with a = m d / (d^2 + e^2)^(3/2) and
/// a = v^2 / (d / 2). Over one period in 1000 steps the leapfrog lags by (w dt)^2 / 24 of the
/// angle, about 1e-5.
TEST_F(NbodyVariants, TwoBodiesStayOnTheirCircle) {
  constexpr double softening = 0.1, radius = 0.5;
  constexpr int steps = 1000, last = sanitized ? steps / 8 : steps;
  const double pull = 0.5 / std::pow(1 + softening * softening, 1.5);
  const double speed = std::sqrt(pull * radius);
  const double period = 2 * std::numbers::pi * radius / speed;
  for (const VariantInfo* variant : workload_.variants()) {
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    choice.problem["n"] = std::int64_t{2};
    choice.problem["softening"] = softening;
    choice.problem["dt"] = period / steps;
    const HostState start = two_bodies(2 * radius, speed);
    const auto exec = exec_for(home_of(*variant));
    const auto simulation = workload_.simulate(choice, home_of(*variant), &start);
    simulation->prime(*exec);
    simulation->commit();
    for (int step = 1; step <= last; ++step) {
      simulation->step(*exec);
      simulation->commit();
      if (step % 125) continue;
      const double angle = 2 * std::numbers::pi * step / steps;
      const HostState now = simulation->snapshot();
      EXPECT_NEAR(body_of(now, 0, 0).x, radius * std::cos(angle), 5e-5) << variant->name << step;
      EXPECT_NEAR(body_of(now, 0, 0).y, radius * std::sin(angle), 5e-5) << variant->name << step;
      EXPECT_NEAR(body_of(now, 1, 1).x, speed * std::sin(angle), 1e-4) << variant->name << step;
      EXPECT_EQ(body_of(now, 0, 1).z, 0) << variant->name;
    }
    EXPECT_NEAR(simulation->time(), period * last / steps, 1e-5 * period);
    EXPECT_EQ(simulation->steps(), last);
  }
}

// Where the forces of a pair are not opposite, errors of many bodies add up like steps in random
// directions, in a time of at most 1 in units of accelerations of about 1.
TEST_F(NbodyVariants, KeepEnergyAndMomentum) {
  for (const VariantInfo* variant : workload_.variants()) {
    const int steps = sanitized ? 30 : variant->backend == Backend::cuda ? 100 : 1000;
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    choice.problem["n"] = std::int64_t{256};
    const auto before =
        workload_.diagnose(choice.problem, workload_.initial_state(choice.problem), Job{});
    const HostState end = stepped(choice, home_of(*variant), steps);
    const auto after = workload_.diagnose(choice.problem, end, Job{});
    const double energy = readout(before, "energy").value;
    EXPECT_TRUE(readout(before, "energy").conserved);
    EXPECT_LT(energy, 0) << "bound";
    EXPECT_NEAR(readout(after, "energy").value, energy, -2e-5 * energy) << variant->name;
    EXPECT_LT(readout(before, "momentum").value, 1e-8);
    EXPECT_LT(readout(after, "momentum").value, 1e-6 + variant->tolerance.rms / std::sqrt(256.0))
        << variant->name;
  }
}

/// The leapfrog is reversible: turn all velocities round and the way back leads to the start.
TEST_F(NbodyVariants, GoBackTheWayTheyCame) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  choice.problem["n"] = std::int64_t{500};
  choice.problem["softening"] = 0.1;
  const HostState start = stepped(choice, Executor::cpu, 0);
  HostState turned = stepped(choice, Executor::cpu, 100, &start);
  for (std::int64_t i = 0; i < 500; ++i) {
    Float4& v = field(turned, 1)[i];
    v = {-v.x, -v.y, -v.z, 0};
  }
  const HostState back = stepped(choice, Executor::cpu, 100, &turned);
  for (std::int64_t i = 0; i < 500; ++i)
    EXPECT_NEAR(field(back, 0)[i].x, field(start, 0)[i].x,
                1e-5 + 1e-6 * std::abs(field(start, 0)[i].x));
}

TEST_F(NbodyVariants, TimeStepAndSofteningChangeWithoutANewStart) {
  const Choice choice = default_choice(workload_, "", Backend::cpu);
  const auto simulation = workload_.simulate(choice, Executor::cpu);
  Values other = choice.problem;
  other["dt"] = 0.01;
  other["softening"] = 0.05;
  EXPECT_TRUE(simulation->can_adjust(other));
  EXPECT_TRUE(simulation->adjust(other, choice.view));
  for (const auto& [id, value] : Values{
           {"n", std::int64_t{5}}, {"seed", std::int64_t{2}}, {"start", std::string("galaxies")}}) {
    Values changed = choice.problem;
    changed[id] = value;
    EXPECT_FALSE(simulation->can_adjust(changed)) << id;
    EXPECT_FALSE(simulation->adjust(changed, choice.view)) << id;
  }
}

/// Closed forms of the Plummer sphere with G = M = a = 1: half of the mass lies within 1.305, the
/// energy is -3 pi / 64, and 2 T + W = 0. The bounds are four standard errors of 16,384 samples.
TEST_F(NbodyVariants, PlummerSphereHasItsMoments) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  for (const std::int64_t seed : {1, 2, 3}) {
    choice.problem["seed"] = seed;
    const HostState state = workload_.initial_state(choice.problem);
    const Float4 *x = field(state, 0), *v = field(state, 1);
    std::vector<std::pair<double, double>> by_radius;  // radius, mass
    double mass = 0, fastest = 0;
    for (int i = 0; i < 16'384; ++i) {
      by_radius.emplace_back(std::hypot(x[i].x, x[i].y, x[i].z), x[i].w);
      EXPECT_GE(x[i].w * 16'384, 0.499);
      EXPECT_LE(x[i].w * 16'384, 1.501);
      mass += x[i].w;
      const double speed = std::hypot(v[i].x, v[i].y, v[i].z);
      fastest = std::max(fastest, speed);
      EXPECT_LT(speed, 0.01 + std::sqrt(2) *
                                  std::pow(1 + std::pow(by_radius.back().first - 0.05, 2), -0.25));
    }
    EXPECT_NEAR(mass, 1, 4 * 0.29 / 128);
    std::ranges::sort(by_radius);
    double within = 0, half = 0;
    for (const auto& [radius, m] : by_radius)
      if ((within += m) <= mass / 2) half = radius;
    EXPECT_NEAR(half, 1.305, 0.04);
    EXPECT_LT(by_radius.back().first, 39) << "beyond where 0.1 % of the mass is cut off";
    EXPECT_GT(by_radius.back().first, 15);
    const auto readouts = workload_.diagnose(choice.problem, state, Job{});
    EXPECT_NEAR(readout(readouts, "virial").value, 1, 0.03);
    EXPECT_NEAR(readout(readouts, "energy").value, -3 * std::numbers::pi / 64, 0.006);
    EXPECT_LT(readout(readouts, "momentum").value, 1e-7);
  }
}

TEST_F(NbodyVariants, GalaxiesSpinAndApproach) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  choice.problem["start"] = std::string("galaxies");
  const HostState state = workload_.initial_state(choice.problem);
  const Float4 *x = field(state, 0), *v = field(state, 1);
  std::array<Double3, 2> centre, velocity, spin;
  for (int i = 0; i < 16'384; ++i) {
    Double3 &c = centre[i % 2], &w = velocity[i % 2];
    c = {c.x + x[i].x / 8192, c.y + x[i].y / 8192, c.z + x[i].z / 8192};
    w = {w.x + v[i].x / 8192, w.y + v[i].y / 8192, w.z + v[i].z / 8192};
  }
  for (int i = 0; i < 16'384; ++i) {
    const Double3 &c = centre[i % 2], &w = velocity[i % 2];
    const double rx = x[i].x - c.x, ry = x[i].y - c.y, rz = x[i].z - c.z;
    const double ux = v[i].x - w.x, uy = v[i].y - w.y, uz = v[i].z - w.z;
    Double3& s = spin[i % 2];
    s = {s.x + ry * uz - rz * uy, s.y + rz * ux - rx * uz, s.z + rx * uy - ry * ux};
  }
  const Double3 apart{centre[1].x - centre[0].x, centre[1].y - centre[0].y,
                      centre[1].z - centre[0].z};
  EXPECT_NEAR(std::hypot(apart.x, apart.y, apart.z), 2, 0.05);
  EXPECT_LT(apart.x * (velocity[1].x - velocity[0].x) + apart.y * (velocity[1].y - velocity[0].y) +
                apart.z * (velocity[1].z - velocity[0].z),
            -1)
      << "approach";
  for (const Double3& s : spin)
    EXPECT_GT(std::hypot(s.x, s.y, s.z) / 8192, 0.05) << "mean specific angular momentum";
  EXPECT_LT(readout(workload_.diagnose(choice.problem, state, Job{}), "momentum").value, 1e-7);
}

TEST_F(NbodyVariants, StartsAreReproducible) {
  Values problem = default_choice(workload_, "", Backend::cpu).problem;
  const HostState first = workload_.initial_state(problem);
  EXPECT_EQ(first.fields, workload_.initial_state(problem).fields);
  problem["seed"] = std::int64_t{2};
  EXPECT_NE(first.fields, workload_.initial_state(problem).fields);
}

TEST_F(NbodyVariants, EnergyOfTwoBodiesIsExact) {
  Values problem = default_choice(workload_, "", Backend::cpu).problem;
  problem["n"] = std::int64_t{2};
  problem["softening"] = 0.5;
  const auto readouts = workload_.diagnose(problem, two_bodies(1, 0.25), Job{});
  EXPECT_NEAR(readout(readouts, "energy").value, 0.5 * 0.0625 - 0.25 / std::sqrt(1.25), 1e-7);
  EXPECT_EQ(readout(readouts, "energy").origin, Origin::measured);
}

TEST_F(NbodyVariants, SampledEnergyIsNearTheExactOne) {
  for (const std::int64_t n : {70'000, 100'000}) {
    Values problem = default_choice(workload_, "", Backend::cpu).problem;
    problem["n"] = n;
    const HostState state = workload_.initial_state(problem);
    const auto readouts = workload_.diagnose(problem, state, Job{});
    EXPECT_EQ(readout(readouts, "energy").origin, Origin::sampled);
    // The energy of a Plummer sphere is its own exact value.
    EXPECT_NEAR(readout(readouts, "energy").value, -3 * std::numbers::pi / 64, 0.01) << n;
  }
}

}  // namespace
}  // namespace livewarp
