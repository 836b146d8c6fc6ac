// Several processes that mpirun has started, against one: rank 0 tests, the others follow.
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/core/workload/leading_simulation.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

const Registry& registry() {
  static const Registry all;
  return all;
}

Choice in_parts(Choice choice, std::int64_t parts) {
  choice.launch[parts_axis_id] = parts;
  return choice;
}

/// The steps of a choice by one process, and by all of them.
class RankRuns : public testing::Test {
 protected:
  void choose(const std::string& workload, const std::string& variant) {
    workload_ = registry().find(workload);
    choice_ = default_choice(*workload_, variant, Backend::cpu);
  }
  HostState single(int steps, const HostState* start = nullptr) const {
    return stepped(*workload_, in_parts(choice_, 1), steps, start);
  }
  HostState by_all(int steps, const HostState* start = nullptr) const {
    return stepped(*workload_, in_parts(choice_, present_ranks()->size()), steps, start);
  }
  void expect_right(const HostState& in, const HostState& out) const {
    for (const Discrepancy& found : workload_->compare(choice_.problem, in, out, {}, Job{}))
      EXPECT_TRUE(found.within(tolerance_of(*workload_, choice_)))
          << found.quantity() << " " << found.rms();
  }

  const Workload* workload_ = nullptr;
  Choice choice_;
};

TEST_F(RankRuns, PlatesOfEveryRadiusAndBorderEqualTheSingleRun) {
  for (const char* const variant : {"threads", "naive"})
    for (std::int64_t radius = 1; radius <= 8; ++radius)
      for (const char* const boundary : {"fixed", "insulated", "periodic"})
        for (const char* const start : {"random", "marked"}) {
          choose("heat", variant);
          choice_.problem["nx"] = std::int64_t{70};
          choice_.problem["ny"] = std::int64_t{93};
          choice_.problem["number"] = 0.1;
          choice_.problem["radius"] = radius;
          choice_.problem["boundary"] = std::string(boundary);
          choice_.problem["start"] = std::string(start);
          const HostState in = workload_->initial_state(choice_.problem);
          const HostState out = by_all(3, &in);
          expect_right(in, out);
          // Where a plate goes round its border lies within a slab: other instructions compute it.
          if (choice_.problem["boundary"] != Value(std::string("periodic"))) {
            EXPECT_TRUE(out.fields[0] == single(3, &in).fields[0]) << variant << " " << radius;
          }
          EXPECT_EQ(out.steps, 3);
        }
}

TEST_F(RankRuns, APaintedPlateEqualsTheSingleRun) {
  choose("heat", "threads");
  choice_.problem["nx"] = std::int64_t{64};
  choice_.problem["ny"] = std::int64_t{90};
  const auto painted = [&](std::int64_t parts) {
    const std::unique_ptr<Exec> exec = exec_for(Executor::cpu);
    const auto simulation = workload_->simulate(in_parts(choice_, parts), Executor::cpu);
    for (int round = 0; round < 3; ++round) {
      Stroke across;
      across.x0 = 10.0 + 10 * round, across.y0 = 3, across.x1 = 20, across.y1 = 85;
      simulation->paint(across, *exec);
      simulation->step(*exec);
      simulation->commit();
      std::vector<float> picture(simulation->picture().bytes() / sizeof(float));
      simulation->publish(picture.data(), *exec);
    }
    return simulation->snapshot();
  };
  const HostState whole = painted(1), shared = painted(present_ranks()->size());
  EXPECT_EQ(shared.fields[0], whole.fields[0]);
  EXPECT_EQ(shared.fields[1], whole.fields[1]);
}

TEST_F(RankRuns, BodiesEqualTheSingleRun) {
  for (const char* const variant : {"threads", "scalar", "shared"})
    for (const char* const integrator : {"leapfrog", "euler"}) {
      choose("nbody", variant);
      choice_.problem["n"] = std::int64_t{333};
      choice_.problem["integrator"] = std::string(integrator);
      const HostState whole = single(3), shared = by_all(3);
      for (const std::size_t field : {0, 1, 2})
        EXPECT_EQ(shared.fields[field], whole.fields[field]) << variant << " " << integrator;
    }
}

TEST_F(RankRuns, AnotherVariantGoesOnFromTheState) {
  choose("heat", "threads");
  choice_.problem["nx"] = std::int64_t{64};
  choice_.problem["ny"] = std::int64_t{90};
  choice_.problem["number"] = 0.1;
  const auto run = [&](std::int64_t parts) {
    const std::unique_ptr<Exec> exec = exec_for(Executor::cpu);
    const auto simulation = workload_->simulate(in_parts(choice_, parts), Executor::cpu);
    Choice other = in_parts(default_choice(*workload_, "scalar", Backend::cpu), parts);
    for (int round = 0; round < 2; ++round) {
      simulation->step(*exec);
      simulation->commit();
      simulation->select(other.variant, other.launch);
      Values problem = choice_.problem;
      problem["radius"] = std::int64_t{2};
      EXPECT_TRUE(simulation->adjust(problem, choice_.view));
    }
    return simulation->snapshot();
  };
  EXPECT_EQ(run(present_ranks()->size()).fields[0], run(1).fields[0]);
}

TEST_F(RankRuns, OtherNumbersOfPartsAreRefused) {
  choose("heat", "threads");
  const int ranks = present_ranks()->size();
  EXPECT_EQ(workload_->refusal(in_parts(choice_, ranks + 1), Executor::cpu),
            std::to_string(ranks) + " processes were started: choose as many parts, or 1");
  EXPECT_EQ(workload_->refusal(in_parts(choice_, ranks), Executor::cpu), "");
}

// What a rank cannot do is said by rank 0, and all go on.
TEST_F(RankRuns, WhatFailsElsewhereIsToldWithItsRank) {
  RankCommand unknown{.what = RankCommand::What::make, .number = 1 << 20};
  unknown.choice.workload = "nothing";
  present_ranks()->tell(unknown);
  try {
    present_ranks()->hear(unknown);
    FAIL() << "no rank has such a workload";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "rank 1: there is no workload nothing");
  }
}

TEST(RankCommands, ComeBackAsTheyWere) {
  RankCommand told{.what = RankCommand::What::step, .number = 5, .simulation = 7};
  told.commits = 3;
  told.marked = true;
  told.choice.workload = "heat";
  told.choice.launch = {{"block", std::string("32x8")}, {"parts", std::int64_t{4}}};
  told.choice.problem = {{"number", 0.2}, {"on", true}};
  const std::vector<std::byte> bytes = to_bytes(told);
  const RankCommand heard = command_of(bytes);
  EXPECT_EQ(heard.what, told.what);
  EXPECT_EQ(heard.simulation, told.simulation);
  EXPECT_EQ(heard.commits, told.commits);
  EXPECT_EQ(heard.marked, told.marked);
  EXPECT_EQ(heard.choice, told.choice);
  EXPECT_EQ(heard.number, told.number);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut)
    EXPECT_THROW(command_of(std::span(bytes).first(cut)), Error) << cut;
}

}  // namespace
}  // namespace livewarp

int main(int argc, char** argv) {
  using namespace livewarp;
  if (!Mpi::is_asked_for()) {
    std::cout << "[  SKIPPED ] started by mpirun alone: mpirun -n 2 " << argv[0] << "\n";
    return 77;
  }
  Ranks ranks("tests", {});
  const PresentRanks present(ranks);
  std::vector<const Workload*> workloads;
  for (const auto& workload : registry().workloads()) workloads.push_back(workload.get());
  if (!ranks.leads()) {
    FollowedSimulations(ranks, workloads, exec_for).run();
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
