#include "kernels/core/measure/verification.h"
#include "kernels/nbody/nbody.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "kernels/nbody/nbody_split.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

// Where bodies are changes no index: of the sizes, EveryVariant asks for all. Here are those of a
// few blocks.
TEST_F(NbodyVariants, AgreeWithFp64ForGalaxiesAndAtThePresentState) {
  for (const VariantInfo* variant : workload_.variants()) {
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    choice.problem["start"] = std::string("galaxies");
    choice.problem["n"] = std::int64_t{sanitized ? 700 : 1300};
    expect_right(workload_, choice, home_of(*variant), CheckDepth::some);
    expect_right_here(workload_, choice, stepped(choice, home_of(*variant), 3));
  }
}

// Several blocks of every variant. Of a lone body fewer things can be wrong.
TEST_F(NbodyVariants, FailOnEveryMutantOfAThousandBodies) {
  for (const VariantInfo* variant : workload_.variants())
    for (const std::int64_t n : {1, 1000}) {
      Choice choice = default_choice(workload_, variant->name, variant->backend);
      choice.problem = workload_.checkable(choice.problem);
      choice.problem["n"] = n;
      expect_mutants_seen(workload_, choice, n == 1 ? 3 : 5);
    }
}

// The other precision is as exact as it ought to be: not fp32 stored in wider fields.
TEST_F(NbodyVariants, AreOfThePrecisionThatTheyName) {
  for (const VariantInfo* variant : workload_.variants()) {
    const Param* const axis = find_param(variant->axes, "precision");
    if (!axis) continue;
    for (const char* name : {"fp32", "fp64"}) {
      Choice choice = default_choice(workload_, variant->name, variant->backend);
      choice.launch["precision"] = std::string(name);
      choice.problem = workload_.checkable(choice.problem);
      choice.problem["n"] = std::int64_t{777};
      const HostState in = start_of(choice, home_of(*variant));
      const HostState out = stepped(choice, home_of(*variant), 1, &in);
      const auto found = workload_.compare(choice.problem, in, out, {}, Job{});
      const bool wide = precision_of(choice.launch) == Precision::fp64;
      EXPECT_EQ(out.precision, precision_of(choice.launch));
      EXPECT_EQ(out.fields[0].size(), 777u * (wide ? 32 : 16));
      const double acceleration = found[1].rms();
      EXPECT_LT(acceleration, wide ? 1e-14 : 1e-5) << variant->name << " " << name;
      EXPECT_GE(acceleration, wide ? 0 : 1e-9) << variant->name << " " << name;
    }
  }
}

// A switch in the run converts the state: to fp64 and back no bit is lost.
TEST_F(NbodyVariants, SwitchesOfPrecisionKeepTheBodies) {
  Choice choice = default_choice(workload_, "vector", Backend::cpu);
  choice.problem["n"] = std::int64_t{100};
  const auto simulation = workload_.simulate(choice, Executor::cpu);
  const HostState before = simulation->snapshot();
  Values launch = choice.launch;
  launch["precision"] = std::string("fp64");
  simulation->select("vector", launch);
  const HostState wide = simulation->snapshot();
  for (std::int64_t i = 0; i < 100; ++i) EXPECT_EQ(body_of(wide, 0, i), body_of(before, 0, i)) << i;
  simulation->select("vector", choice.launch);
  EXPECT_EQ(simulation->snapshot().fields, before.fields);
}

TEST_F(NbodyVariants, SlicesChangeNoBit) {
  for (const VariantInfo* variant : workload_.variants()) {
    if (variant->backend != Backend::cuda) continue;
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    choice.problem["n"] = std::int64_t{sanitized ? 1027 : 2051};
    HostState start = workload_.initial_state(choice.problem);
    start.primed = true;
    const auto simulation = workload_.simulate(choice, Executor::emulator, &start);
    SlicedExec exec(3);
    simulation->poison_next();
    simulation->step(exec);
    simulation->commit();
    EXPECT_GE(exec.launches(), 3) << variant->name << " does not ask how to slice";
    EXPECT_EQ(simulation->snapshot().fields, stepped(choice, Executor::emulator, 1, &start).fields)
        << variant->name;
  }
}

TEST_F(NbodyVariants, CountTheirWork) {
  for (const VariantInfo* variant : workload_.variants()) {
    const Choice choice = default_choice(workload_, variant->name, variant->backend);
    const CostModel cost = workload_.cost(choice);
    EXPECT_EQ(cost.items, 16384.0 * 16384.0) << variant->name;
    // A tree has no such number of operations: where bodies lie decides.
    const bool tree = variant->name.starts_with("tree-");
    EXPECT_EQ(cost.flops, tree ? 0 : 20 * cost.items) << variant->name;
    // 12,288 operations for 256 pairs: see `nbody_far`.
    const bool tensor = variant->name == "tensor";
    EXPECT_EQ(cost.tensor_flops, tensor ? 48 * cost.items : 0) << variant->name;
    EXPECT_EQ(cost.roots, tensor ? cost.items : 0) << variant->name;
    const auto bytes_of_real = double(bytes_of(precision_of(choice.launch)));
    EXPECT_EQ(cost.compulsory_bytes, 24 * bytes_of_real * 16384) << variant->name;
  }
}

TEST_F(NbodyVariants, ShowTheSamePicture) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  choice.problem["n"] = std::int64_t{1000};
  const HostState state = workload_.initial_state(choice.problem);
  std::set<std::vector<float>> pictures;
  for (const char* name : {"scalar", "naive"}) {
    choice.variant = name;
    choice.launch = defaults(workload_.find(name)->axes);
    const Executor executor = home_of(*workload_.find(name));
    const auto simulation = workload_.simulate(choice, executor, &state);
    ASSERT_EQ(simulation->picture().bytes(), 16'000u);
    std::vector<float> points(4000, -1.0f);
    simulation->publish(points.data(), *exec_for(executor));
    const Float4 body = field(state, 0)[999];
    EXPECT_EQ(points[4 * 999], body.x);
    for (std::size_t i = 3; i < points.size(); i += 4) {
      EXPECT_GE(points[i], 0);
      EXPECT_LE(points[i], 1);
      points[i] = std::round(points[i] * 1e5f);  // the two square roots may differ in the last bit
    }
    pictures.insert(points);
  }
  EXPECT_EQ(pictures.size(), 1u);
}

TEST_F(NbodyVariants, SamplesAreDistinctBodies) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  choice.problem["n"] = std::int64_t{1000};
  HostState in = workload_.initial_state(choice.problem);
  HostState out = stepped(choice, Executor::cpu, 1, &in);
  const auto all = workload_.compare(choice.problem, in, out, {}, Job{});
  const auto some = workload_.compare(choice.problem, in, out, {.samples = 100, .seed = 7}, Job{});
  EXPECT_EQ(all.front().count(), 1000);
  EXPECT_EQ(some.front().count(), 100);
  for (std::int64_t i = 0; i < 1000; ++i) field(out, 2)[i].x = float(i);
  std::set<std::int64_t> worst;  // of an error that grows with the index: the largest one sampled
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    worst.insert(workload_.compare(choice.problem, in, out, {.samples = 10, .seed = seed}, Job{})[1]
                     .worst_index());
  EXPECT_GT(worst.size(), 10u);
}

// Where a body is some twenty times as far out as it moves, what the variant's own arithmetic
// rounds decides now and then to which side the sum falls, and that is right. Four units in the
// last place are not.
TEST_F(NbodyVariants, ASumMayBeRoundedToEitherSide) {
  Choice choice = default_choice(workload_, "", Backend::cpu);
  choice.problem["n"] = std::int64_t{1};
  choice.problem["dt"] = 0.1;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> far(16, 32), speed(5, 20);
  int passed = 0;
  constexpr int tries = 2000;
  for (int i = 0; i < tries; ++i) {
    HostState in = workload_.initial_state(choice.problem);
    Float4 &x = field(in, 0)[0], &v = field(in, 1)[0];
    x = {far(random), far(random), far(random), x.w};
    v = {speed(random), speed(random), speed(random), 0};
    field(in, 2)[0] = {0, 0, 0, 0};
    HostState out = stepped(choice, Executor::cpu, 1, &in);
    const auto ok = [&](const HostState& state) {
      return workload_.compare(choice.problem, in, state, {}, Job{}).front().rms() <= 1e-6;
    };
    passed += ok(out);
    HostState off = out;
    float& coordinate = field(off, 0)[0].y;
    for (int unit = 0; unit < 4; ++unit) coordinate = std::nextafter(coordinate, 100.0f);
    EXPECT_FALSE(ok(off)) << i;
  }
  EXPECT_EQ(passed, tries);
}

// Where bodies are fast and far apart, a kick is a few thousand units in the last place of the
// velocity, which a variant on a GPU rounds after either half of it. Four units more are wrong.
TEST_F(NbodyVariants, AVelocityMayBeRoundedAfterEitherKick) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> place(-3, 3), speed(5, 20), pull(-0.02f, 0.02f);
  constexpr int tries = 30;
  for (const VariantInfo* variant : workload_.variants()) {
    Choice choice = default_choice(workload_, variant->name, variant->backend);
    if (find_param(variant->axes, "precision")) choice.launch["precision"] = std::string("fp32");
    choice.problem = workload_.checkable(choice.problem);
    choice.problem["n"] = std::int64_t{2};
    // Also of a tree, which sums so few bodies as they are.
    const Tolerance tolerance = workload_.tolerance(variant->backend, Precision::fp32);
    int passed = 0;
    for (int i = 0; i < tries; ++i) {
      HostState in = workload_.initial_state(choice.problem);
      in.primed = true;
      const Float4 v{speed(random), speed(random), speed(random), 0};
      for (const int body : {0, 1}) {
        const float side = body == 0 ? 3 : -3;
        field(in, 0)[body] = {side + 0.1f * place(random), place(random), place(random), 0.5f};
        field(in, 1)[body] = v;
        field(in, 2)[body] = {pull(random), pull(random), pull(random), 0};
      }
      const HostState out = stepped(choice, home_of(*variant), 1, &in);
      const auto ok = [&](const HostState& state) {
        return workload_.compare(choice.problem, in, state, {}, Job{})[2].within(tolerance);
      };
      passed += ok(out);
      HostState off = out;
      float& component = field(off, 1)[1].y;
      for (int unit = 0; unit < 4; ++unit) component = std::nextafter(component, 100.0f);
      EXPECT_FALSE(ok(off)) << variant->name << " " << i;
    }
    EXPECT_EQ(passed, tries) << variant->name;
  }
}

TEST(NbodySplit, CoversEveryInteraction) {
  for (const std::int64_t n : {1, 33, 4099, 16'384, 131'072, 1'048'576, 16'777'216, 64'000'000})
    for (const std::int64_t block : {32, 128, 512})
      for (const std::int64_t items : {1, 4, 8})
        for (const std::int64_t parts : {0, 1, 7, 64}) {
          const Split split = parts ? split_into({n, n}, block, items, parts)
                                    : best_split({n, n}, block, items, 132);
          EXPECT_EQ(split.sources % Split::tile, 0);
          EXPECT_EQ(split.at_once % (block * items), 0);
          EXPECT_GE(split.parts * split.sources, n);
          EXPECT_LT((split.parts - 1) * split.sources, n) << "a part without sources";
          EXPECT_LE(split.parts * split.at_once * 16, std::int64_t{1} << 30) << "scratch of " << n;
        }
}

TEST(NbodySplit, FillsAGpu) {
  for (const int multiprocessors : {16, 84, 108, 132})
    for (const std::int64_t n : {16'384, 131'072, 1'048'576}) {
      const Split split = best_split({n, n}, 128, 4, multiprocessors);
      const auto blocks = double(ceil_div(split.at_once, 512) * split.parts);
      EXPECT_GE(blocks * 4 / multiprocessors, 14) << "warps of a multiprocessor, n " << n;
      const double rounds = std::ceil(blocks / multiprocessors) / (blocks / multiprocessors);
      EXPECT_LE(rounds, 1.06) << "n " << n << " on " << multiprocessors;
    }
}

}  // namespace
}  // namespace livewarp
