// The variants of the tree: how exact they are, whatever the bodies, and that a defect would show.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/nbody/cuda/nbody_tree_walk.cuh"
#include "kernels/nbody/nbody_energy.h"
#include "kernels/nbody/nbody_test_support.h"
#include "kernels/nbody/nbody_tree_test_support.h"

namespace livewarp {
namespace {

/// Executes kernels on the host; what a walk is given may be changed before.
class WatchedExec final : public SlicedExec {
 public:
  using Change = std::function<void(NbodyTree& tree, int& budget)>;
  explicit WatchedExec(Change change = {}) : SlicedExec(1), change_(std::move(change)) {}
  /// Groups that were left to the second kernel, and those of all walks.
  int wide() const { return wide_; }
  int groups() const { return groups_; }

 private:
  void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const* args, const std::size_t* sizes, std::size_t count) override {
    std::vector<const void*> own(args, args + count);
    const std::string_view name = kernel.name;
    NbodyTree tree{};
    int budget = 0;
    if (name.starts_with("nbody_tree_walk<")) {
      tree = *static_cast<const NbodyTree*>(args[0]);
      budget = *static_cast<const int*>(args[6]);
      if (change_) change_(tree, budget);
      own[0] = &tree, own[6] = &budget;
      groups_ = int(grid.x) * nbody_walk_warps;
    } else if (name.starts_with("nbody_tree_wide<")) {
      wide_ = int((*static_cast<const NbodyFindings* const*>(args[2]))->wide);
    }
    SlicedExec::launch_raw(kernel, grid, block, shared_bytes, own.data(), sizes, count);
  }
  Change change_;
  int wide_ = 0, groups_ = 0;
};

class NbodyTreeVariants : public NbodyVariants {
 protected:
  static constexpr std::array<const char*, 4> names{"tree-monopole", "tree-quadrupole",
                                                    "tree-energy", "tree-threads"};

  Choice tree(const char* name, std::int64_t n) const {
    Choice choice = default_choice(workload_, name, workload_.find(name)->backend);
    choice.problem = workload_.checkable(choice.problem);
    choice.problem["n"] = n;
    return choice;
  }
  /// A state whose accelerations are known, so that cells may be opened by their errors.
  HostState pulled(const Choice& choice) const {
    return stepped(choice, home_of(*workload_.find(choice.variant)), 1);
  }
  /// The error of the accelerations after a step.
  double error_of(const Choice& choice, const HostState& in) const {
    return error_between(choice, in,
                         stepped(choice, home_of(*workload_.find(choice.variant)), 1, &in));
  }
  double error_between(const Choice& choice, const HostState& in, const HostState& out) const {
    return workload_.compare(choice.problem, in, out, {.samples = 1000, .seed = 5}, Job{})[1].rms();
  }
  HostState with_bodies(const Choice& choice, const std::vector<float4>& bodies) const {
    HostState state = workload_.initial_state(choice.problem);
    state.primed = true;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const float4& p = bodies[i];
      field(state, 0)[i] = {p.x, p.y, p.z, p.w};
      field(state, 1)[i] = field(state, 2)[i] = {};
    }
    return state;
  }
  /// A step on an executor that looks on, from a state.
  HostState watched(const Choice& choice, WatchedExec& exec, const HostState& in) const {
    const auto simulation = workload_.simulate(choice, Executor::emulator, &in);
    simulation->poison_next();
    simulation->step(exec);
    simulation->commit();
    return simulation->snapshot();
  }
};

// A smaller angle is more exact, quadrupoles are more exact than monopoles, and all are within what
// the angle promises. The errors are no rounding: cells do count as a whole.
TEST_F(NbodyTreeVariants, ErrorsFollowTheOpeningAngle) {
  Choice choice = tree("tree-threads", sanitized ? 3000 : 20'000);
  for (const auto& [from, opening] :
       std::vector<std::pair<std::string, std::string>>{{"plummer", "angle"},
                                                        {"plummer", "error"},
                                                        {"galaxies", "angle"},
                                                        {"galaxies", "error"}}) {
    choice.problem["start"] = from;
    const HostState start = pulled(choice);
    std::map<std::string, std::vector<double>> errors;
    for (const char* moments : {"monopole", "quadrupole"})
      for (const char* theta : {"1", "0.7", "0.5", "0.3"}) {
        choice.launch["opening"] = opening;
        choice.launch["moments"] = std::string(moments);
        choice.launch["theta"] = std::string(theta);
        errors[moments].push_back(error_of(choice, start));
        EXPECT_LT(errors[moments].back(), tolerance_of(workload_, choice).rms) << text_of(choice);
        EXPECT_GT(errors[moments].back(), 2e-6) << text_of(choice);
      }
    for (const auto& [moments, of_angle] : errors) {
      for (std::size_t k = 1; k < of_angle.size(); ++k)
        EXPECT_LT(of_angle[k], of_angle[k - 1])
            << from << " " << opening << " " << moments << " " << k;
      EXPECT_LT(of_angle.back(), 0.25 * of_angle.front())
          << from << " " << opening << " " << moments;
    }
    for (std::size_t k = 1; k < 4; ++k)
      EXPECT_LT(errors["quadrupole"][k], 0.5 * errors["monopole"][k])
          << from << " " << opening << k;
  }
}

TEST_F(NbodyTreeVariants, TolerancesAreThoseOfTheAngle) {
  for (const char* name : names) {
    Choice choice = tree(name, 100);
    const double usual = tolerance_of(workload_, choice).rms;
    EXPECT_EQ(usual, workload_.find(name)->tolerance.rms) << name;
    choice.launch["theta"] = std::string("0.3");
    EXPECT_LT(tolerance_of(workload_, choice).rms, 0.4 * usual) << name;
  }
}

TEST_F(NbodyTreeVariants, AgreeWithFp64ForEveryStart) {
  for (const char* name : names)
    for (const std::string& start : starts(workload_))
      for (const char* opening : {"angle", "error"}) {
        const bool host = home_of(*workload_.find(name)) == Executor::cpu;
        Choice choice = tree(name, host && !sanitized ? 5000 : 1500);
        choice.problem["start"] = start;
        choice.launch["opening"] = std::string(opening);
        const HostState state = pulled(choice);
        const CheckResult result =
            check_here(workload_, choice, home_of(*workload_.find(name)), exec_for, state, Job{});
        EXPECT_TRUE(result.ok()) << text_of(choice) << " " << start << ": " << result.failure;
      }
}

// Clouds of sizes from 1e-4 to 100, bodies in one point, some without mass; a spiral into a point,
// where every bit of the keys parts bodies, and after it a thousand with equal keys: the deepest
// tree there is.
TEST_F(NbodyTreeVariants, WhateverTheBodies) {
  constexpr int n = 2500;
  std::vector<float4> clouds = test_bodies(n, true), spiral;
  for (int i = 0; i < n; i += 5) clouds[std::size_t(i)].w = 0;
  for (int i = 0; i < n; ++i) {
    const float r = i < 1500 ? std::exp2(-float(i) / 60) : 0.0f, angle = float(i) / 7;
    spiral.push_back({r * std::cos(angle), r * std::sin(angle), 0.3f * r, 1.0f / n});
  }
  for (const char* name : names)
    for (const auto& bodies : {clouds, spiral}) {
      const Choice choice = tree(name, n);
      const HostState start = with_bodies(choice, bodies);
      const CheckResult result =
          check_here(workload_, choice, home_of(*workload_.find(name)), exec_for, start, Job{});
      EXPECT_TRUE(result.ok()) << name << ": " << result.failure;
    }
}

// Where all distances are nothing there is no direction to pull in.
TEST_F(NbodyTreeVariants, BodiesInOnePointFeelNothing) {
  for (const char* name : names) {
    const Choice choice = tree(name, 500);
    const HostState start =
        with_bodies(choice, std::vector<float4>(500, float4{1e3f, -2e3f, 5e2f, 0.002f}));
    const HostState out = stepped(choice, home_of(*workload_.find(name)), 1, &start);
    for (std::int64_t i = 0; i < 500; ++i) {
      const Float4 a = field(out, 2)[i];
      ASSERT_EQ(std::abs(a.x) + std::abs(a.y) + std::abs(a.z), 0) << name << i;
    }
  }
}

// Groups of bodies whose lists would be too long are computed body by body: all of them must be
// right, of whatever size, and nothing be computed twice.
TEST_F(NbodyTreeVariants, WideGroupsAreTakenApart) {
  for (const char* name : {"tree-monopole", "tree-quadrupole"})
    for (const std::int64_t group : {16, 32, 64}) {
      Choice choice = tree(name, 1003);
      choice.launch["group"] = group;
      const HostState start = pulled(choice);
      WatchedExec all([](NbodyTree&, int& budget) { budget = 1; });
      const HostState apart = watched(choice, all, start);
      EXPECT_EQ(all.wide(), (1003 + group - 1) / group) << group;
      EXPECT_LT(error_between(choice, start, apart), tolerance_of(workload_, choice).rms) << group;
    }
}

// Some groups are taken apart and some are not: between them no body is left out.
TEST_F(NbodyTreeVariants, WideGroupsStandBesideOthers) {
  Choice choice = tree("tree-quadrupole", 1003);
  choice.launch["group"] = std::int64_t{16};
  const HostState start = pulled(choice);
  WatchedExec exec([](NbodyTree&, int& budget) { budget = 500; });
  const HostState out = watched(choice, exec, start);
  EXPECT_GT(exec.wide(), 0);
  EXPECT_LT(exec.wide(), 1003 / 16);
  EXPECT_LT(error_between(choice, start, out), tolerance_of(workload_, choice).rms);
}

// Against all pairs in fp64: of one body, of a tree that is a leaf, of whole blocks and a rest; in
// groups that are taken apart, and of bodies in one point. Errors of a cell's potential are random:
// a sum over bodies has far less of them than a body's acceleration.
TEST_F(NbodyTreeVariants, FindTheEnergyOfAllBodies) {
  const auto expect_found = [&](const Choice& choice, const HostState& state) {
    const auto found = Nbody::found(state);
    ASSERT_TRUE(found) << text_of(choice);
    const Nbody::Problem problem = Nbody::Problem::from(choice.problem);
    double moving = 0, of_themselves = 0;
    for (std::int64_t i = 0; i < problem.n; ++i) {
      const Float4 x = field(state, 0)[i], v = field(state, 1)[i];
      moving += 0.5 * x.w * (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z);
      of_themselves += 0.5 * x.w * x.w / problem.softening;
    }
    const double pull = exact_potential(problem, state, Job{});
    EXPECT_EQ(found->steps, 2) << text_of(choice);
    EXPECT_NEAR(found->kinetic, moving, 1e-12 * moving) << text_of(choice);
    EXPECT_NEAR(found->potential, pull, 1e-4 * std::abs(pull) + 1e-6 * of_themselves)
        << text_of(choice);
  };
  for (const char* const start : {"plummer", "galaxies", "cold"})
    for (const std::int64_t n : {1, 2, 15, 33, 257, 1003}) {
      Choice choice = tree("tree-energy", n);
      choice.problem["start"] = std::string(start);
      const HostState in = pulled(choice);
      WatchedExec whole, apart([](NbodyTree&, int&budget) { budget = 300; });
      expect_found(choice, watched(choice, whole, in));
      expect_found(choice, watched(choice, apart, in));
    }
  const Choice choice = tree("tree-energy", 500);
  const HostState point = with_bodies(choice, std::vector<float4>(500, float4{1, 2, 3, 0.002f}));
  const HostState out = stepped(choice, Executor::emulator, 2, &point);
  expect_found(choice, out);
}

// What a check would see: a cell of a wrong mass, at a wrong place, or with quadrupoles of the
// other sign; a leaf that has lost a body.
TEST_F(NbodyTreeVariants, WrongCellsAreNoticed) {
  constexpr int n = 3000;
  const Choice choice = tree("tree-quadrupole", n);
  const HostState start = pulled(choice);
  const double allowed = tolerance_of(workload_, choice).rms;
  WatchedExec sound;
  ASSERT_LT(error_between(choice, start, watched(choice, sound, start)), 0.7 * allowed);
  const auto of_tree = [&](const NbodyTree& tree, const std::function<void(NbodyCell&)>& change) {
    for (int i = 1; i < n - 1; ++i) change(tree.cells[i]);
  };
  const std::array<WatchedExec::Change, 4> defects{
      [&](NbodyTree& tree, int&) { of_tree(tree, [](NbodyCell& c) { c.first.x *= 1.05f; }); },
      [&](NbodyTree& tree, int&) {
        of_tree(tree, [](NbodyCell& c) { c.sphere.x += 0.05f * std::sqrt(c.sphere.w); });
      },
      [&](NbodyTree& tree, int&) {
        of_tree(tree, [](NbodyCell& c) {
          for (float* s : {&c.first.y, &c.first.z, &c.first.w, &c.second.x, &c.second.y,
                           &c.second.z, &c.second.w})
            *s = -*s;
        });
      },
      [&](NbodyTree& tree, int&) {
        // In the middle, where others are near.
        const auto away = [&](const NbodyLeaf& leaf) {
          const float4 p = tree.sorted[leaf.first + leaf.count - 1];
          return leaf.count > 1 ? std::hypot(p.x, p.y, p.z) : INFINITY;
        };
        const NbodyLeaf* middle = tree.leaves;
        for (const NbodyLeaf* one = tree.leaves; one < tree.leaves + n / 32; ++one)
          if (away(*one) < away(*middle)) middle = one;
        tree.links[middle->number].y -= 1;
      }};
  for (std::size_t k = 0; k < defects.size(); ++k) {
    WatchedExec exec(defects[k]);
    const auto found =
        workload_.compare(choice.problem, start, watched(choice, exec, start), {}, Job{});
    EXPECT_FALSE(std::ranges::all_of(found, [&](const Discrepancy& one) {
      return one.within(tolerance_of(workload_, choice));
    })) << k;
  }
}

}  // namespace
}  // namespace livewarp
