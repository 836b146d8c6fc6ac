// The energy that a step finds, apart from its forces and fused with them, against that of all
// pairs in fp64. By executing the kernels' source on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/emulator/lens/lens.h"
#include "kernels/nbody/nbody_energy.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyFoundEnergy : public NbodyVariants {
 protected:
  static constexpr const char* variants[] = {"energy-apart", "energy-fused"};

  Choice choice(const std::string& name, std::int64_t n) const {
    Choice made = default_choice(workload_, name, Backend::cuda);
    made.problem["n"] = n;
    return made;
  }

  /// In fp64, of the bodies as they are stored.
  static double kinetic(const HostState& state, std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const Double4 x = body_of(state, 0, i), v = body_of(state, 1, i);
      sum += 0.5 * x.w * (v.x * v.x + v.y * v.y + v.z * v.z);
    }
    return sum;
  }

  /// A body's terms are added up in fp32, tile by tile, its pull on itself among them; bodies in
  /// fp64. Each term is right to two roundings, and of a chain of 256 additions the errors cancel:
  /// some 16 of 2^-24 of all that is added up.
  void expect_found(const Choice& choice, const HostState& state) const {
    const auto found = Nbody::found(state);
    ASSERT_TRUE(found) << text_of(choice) << " found nothing";
    const Nbody::Problem problem = Nbody::Problem::from(choice.problem);
    const double moving = kinetic(state, problem.n), pull = exact_potential(problem, state, Job{});
    double of_themselves = 0;
    for (std::int64_t i = 0; i < problem.n; ++i)
      of_themselves += 0.5 * std::pow(body_of(state, 0, i).w, 2) / problem.softening;
    EXPECT_NEAR(found->kinetic, moving, 1e-12 * moving) << text_of(choice);
    EXPECT_NEAR(found->potential, pull, 16 * 0x1p-24 * (std::abs(pull) + of_themselves))
        << text_of(choice);
  }
  bool passes(const Choice& choice, const HostState& in, const HostState& out) const {
    const auto all = workload_.compare(choice.problem, in, out, {}, Job{});
    return std::ranges::all_of(
        all, [&](const Discrepancy& one) { return one.within(tolerance_of(workload_, choice)); });
  }
};

// One body, less and more than a warp and a block, several blocks and a rest; every block that the
// variants name.
TEST_F(NbodyFoundEnergy, IsThatOfAllPairs) {
  for (const char* name : variants)
    for (const std::int64_t n : {1, 2, 31, 33, 255, 257, 1001}) {
      const Choice some = choice(name, n);
      const HostState in = start_of(some, Executor::emulator);
      expect_found(some, stepped(some, Executor::emulator, 1, &in));
    }
  for (const char* name : variants)
    for (const Choice& block : choices_of(workload_, *workload_.find(name))) {
      Choice some = choice(name, 777);
      some.launch = block.launch;
      const HostState in = start_of(some, Executor::emulator);
      expect_found(some, stepped(some, Executor::emulator, 1, &in));
    }
}

// Step after step, after the first force, and after a step that was dropped.
TEST_F(NbodyFoundEnergy, IsThatAfterTheLastStep) {
  for (const char* name : variants) {
    const Choice some = choice(name, 517);
    const auto exec = make_emulator_exec();
    const auto simulation = workload_.simulate(some, Executor::emulator);
    simulation->prime(*exec);
    simulation->commit();
    EXPECT_FALSE(Nbody::found(simulation->snapshot())) << name << " has made no step";
    for (int i = 0; i < 5; ++i) {
      if (i == 3) simulation->step(*exec);
      simulation->step(*exec);
      simulation->commit();
      expect_found(some, simulation->snapshot());
    }
    const auto readouts = workload_.diagnose(some.problem, simulation->snapshot(), Job{});
    const auto exact = std::ranges::find(readouts, "energy", &Readout::id);
    const auto found = std::ranges::find(readouts, "found-energy", &Readout::id);
    ASSERT_NE(found, readouts.end()) << name;
    EXPECT_NEAR(found->value / exact->value, 1, 1e-5) << name;
    simulation->select("shared", default_choice(workload_, "shared", Backend::cuda).launch);
    simulation->step(*exec);
    simulation->commit();
    EXPECT_FALSE(Nbody::found(simulation->snapshot())) << "shared finds none";
  }
}

TEST_F(NbodyFoundEnergy, BodiesMoveAsWithoutIt) {
  const Choice shared = choice("shared", 517);
  const HostState in = start_of(shared, Executor::emulator);
  const HostState wanted = stepped(shared, Executor::emulator, 2, &in);
  for (const char* name : variants) {
    const HostState moved = stepped(choice(name, 517), Executor::emulator, 2, &in);
    for (const std::size_t field : {0, 1, 2})
      EXPECT_EQ(moved.fields[field], wanted.fields[field]) << name << " field " << field;
  }
}

// The bodies are right, and the number is not.
TEST_F(NbodyFoundEnergy, AWrongOneFails) {
  for (const char* name : variants) {
    Choice some = choice(name, 1000);
    some.problem = workload_.checkable(some.problem);
    const HostState in = start_of(some, Executor::emulator);
    const HostState out = stepped(some, Executor::emulator, 1, &in);
    EXPECT_TRUE(passes(some, in, out)) << name;
    for (double NbodyFound::*const part : {&NbodyFound::kinetic, &NbodyFound::potential})
      for (const double factor : {0.999, 1.001, 2.0, 0.0, std::nan("")}) {
        HostState wrong = out;
        field_as<NbodyFound>(wrong, 3)->*part *= factor;
        EXPECT_FALSE(passes(some, in, wrong)) << name << " times " << factor;
      }
  }
}

/// Bytes that all lanes of a step load from global and shared memory, over the whole grid.
double loaded_bytes(const Workload& workload, const Choice& choice) {
  const emulator::Lens lens = emulator::look(workload, choice, {.whole_grid = true});
  double bytes = 0;
  for (const auto& kernel : lens.kernels)
    for (const auto& line : kernel.lines)
      if (line.count.kind == emulator::AccessKind::read)
        bytes += double(line.count.lanes) * line.count.bytes;
  return bytes;
}

// Apart every source is read once more by everybody, fused not: a velocity, and the sum's own.
TEST_F(NbodyFoundEnergy, FusedReadsNoSourceTwice) {
  const double pairs = 512.0 * 512 * 16;
  const double alone = loaded_bytes(workload_, choice("shared", 512));
  EXPECT_NEAR((loaded_bytes(workload_, choice("energy-apart", 512)) - alone) / pairs, 1, 0.02);
  EXPECT_NEAR((loaded_bytes(workload_, choice("energy-fused", 512)) - alone) / pairs, 0, 0.01);
}

}  // namespace
}  // namespace livewarp
