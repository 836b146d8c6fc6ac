// Shared memory that a launch reserves and nothing uses: every result stays what it is.
#include "kernels/core/workload/shared_reserve.h"

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/every_variant_test.h"

namespace livewarp {
namespace {

/// The variant with that much reserved, at the check size that has least to do.
Choice reserving(const Workload& workload, const VariantInfo& variant, std::int64_t kib) {
  Choice choice = default_choice(workload, variant.name, variant.backend);
  choice.launch[reserve_axis_id] = kib;
  const std::vector<Values> problems = workload.check_problems(choice);
  const auto items = [&](const Values& problem) {
    Choice at = choice;
    at.problem = problem;
    return workload.cost(at).items;
  };
  choice.problem = std::ranges::min(problems, {}, items);
  return choice;
}

TEST(ReservedShared, LeavesEveryResultRight) {
  int checked = 0;
  for (const auto& workload : tested_registry().workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (!emulated(*variant)) continue;
      const Choice choice = reserving(*workload, *variant, 8);
      ASSERT_EQ(reserved_shared(choice.launch), 8192u);
      if (refused(*workload, choice)) continue;
      expect_right_here(*workload, choice, start_of(*workload, choice));
      ++checked;
    }
  EXPECT_GT(checked, 40);
}

// An emulated launch keeps to what a GPU gives; what is reserved counts.
TEST(ReservedShared, IsHeldAgainstTheLimit) {
  const Workload& nbody = *tested_registry().find("nbody");
  const Choice most = reserving(nbody, *nbody.find("shared"), 227);
  const auto simulation = nbody.simulate(most, Executor::emulator);
  const auto exec = make_emulator_exec();
  try {
    simulation->step(*exec);
    FAIL() << "a tile and 227 KiB were accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("(232448 of them reserved)"), std::string::npos)
        << error.what();
  }
  // The next step of another launch reserves nothing.
  simulation->select("shared", reserving(nbody, *nbody.find("shared"), 0).launch);
  EXPECT_NO_THROW(simulation->step(*exec));
}

TEST(ReservedShared, IsOfferedWhereALaunchIsOurs) {
  for (const auto& workload : tested_registry().workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      const Param* const axis = find_param(variant->axes, reserve_axis_id);
      ASSERT_EQ(axis != nullptr, variant->backend == Backend::cuda) << variant->name;
      if (!axis) continue;
      EXPECT_EQ(axis->reason.empty(), !variant->missing) << variant->name;
      EXPECT_NO_THROW(parse_value(*axis, "0")) << variant->name;
      for (const char* const bad : {"-1", "228", "nan", "1.5", "much", ""})
        EXPECT_THROW(parse_value(*axis, bad), Error) << variant->name << " " << bad;
      if (variant->missing) {
        EXPECT_THROW(parse_value(*axis, "8"), Error) << variant->name;
      }
    }
}

}  // namespace
}  // namespace livewarp
