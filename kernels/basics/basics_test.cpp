#include "kernels/basics/basics.h"

#include <gtest/gtest.h>

#include "kernels/core/rows_test.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class BasicsRows : public testing::Test {
 protected:
  const Registry registry_;
  const Workload& workload_ = *registry_.find("basics");
};
using GpuBasicsRows = BasicsRows;

void expect_right(const Workload& workload, const Choice& choice, Executor executor) {
  const CheckResult result = check_sizes(
      workload, choice, executor, [](Executor e) { return make_exec(e); }, Job{});
  EXPECT_TRUE(result.ok()) << choice.variant << ": " << result.failure;
}

TEST_F(BasicsRows, EveryRowAgreesWithFp64AtEveryLaunch) {
  for (const VariantInfo* row : workload_.variants())
    for (const Choice& choice : choices_of(workload_, *row))
      expect_right(workload_, choice, home_of(*row));
}

TEST_F(BasicsRows, EveryRowFailsOnAWrongInput) {
  for (const VariantInfo* row : workload_.variants()) {
    Choice choice = default_choice(workload_, row->name, row->backend);
    choice.problem["n"] = std::int64_t{4099};
    const HostState sound = workload_.initial_state(choice.problem);
    for (const HostState& mutant : workload_.mutants(choice.problem, sound)) {
      const auto exec = make_exec(home_of(*row));
      const auto simulation = workload_.simulate(choice, home_of(*row), &mutant);
      simulation->step(*exec);
      simulation->commit();
      bool seen = false;
      for (const Discrepancy& found :
           workload_.compare(choice.problem, sound, simulation->snapshot(), {}, Job{}))
        seen = seen || !found.within(row->tolerance);
      EXPECT_TRUE(seen) << row->name;
    }
  }
}

TEST_F(BasicsRows, RowsSayWhatTheyTeach) {
  for (const VariantInfo* row : workload_.variants()) {
    EXPECT_FALSE(row->lesson.empty() || row->source.empty() || row->topic.empty()) << row->name;
    const Tolerance cap = workload_.tolerance(row->backend, Precision::fp32);
    EXPECT_LE(row->tolerance.rms, cap.rms) << row->name;
    EXPECT_LE(row->tolerance.worst, cap.worst) << row->name;
    EXPECT_GT(workload_.work(default_choice(workload_, row->name, row->backend)).items, 0);
  }
}

TEST_F(BasicsRows, PictureShowsTheSameOnBothSides) {
  std::vector<std::vector<unsigned char>> pictures;
  for (const VariantInfo* row : workload_.variants()) {
    Choice choice = default_choice(workload_, row->name, row->backend);
    choice.problem["n"] = std::int64_t{4099};  // within one piece and, without blocks, of one hue
    if (row->backend == Backend::cuda && !row->axes.empty()) continue;
    const auto simulation = workload_.simulate(choice, home_of(*row));
    const PictureSpec spec = simulation->picture();
    EXPECT_GE(spec.width * spec.height, 4099);
    pictures.emplace_back(spec.bytes());
    simulation->publish(pictures.back().data(), *make_exec(home_of(*row)));
    EXPECT_EQ(pictures.back()[3], 255);
    EXPECT_EQ(pictures.back(), pictures.front()) << row->name;
  }
  EXPECT_GT(pictures.size(), 1u);
}

TEST_F(GpuBasicsRows, EveryRowAgreesWithFp64InEveryMemoryMode) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  for (const VariantInfo* row : workload_.variants()) {
    if (row->backend != Backend::cuda) continue;
    for (Choice choice : choices_of(workload_, *row))
      for (const MemoryMode memory : row->memory_modes) {
        choice.memory = memory;
        expect_right(workload_, choice, Executor::cuda);
      }
  }
}

}  // namespace
}  // namespace livewarp
