#include <gtest/gtest.h>

#include "kernels/core/exec/executors.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/measure/verification.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class GpuNbodyRows : public NbodyRows {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }

  std::vector<const VariantInfo*> rows() const {
    std::vector<const VariantInfo*> rows;
    for (const VariantInfo* row : workload_.variants())
      if (row->backend == Backend::cuda) rows.push_back(row);
    return rows;
  }
};

TEST_F(GpuNbodyRows, AgreeWithFp64AtTheStandardProblem) {
  for (const VariantInfo* row : rows()) {
    const Choice choice = default_choice(workload_, row->name, row->backend);
    const HostState state = stepped(choice, Executor::cuda, 10);
    const CheckResult result =
        check_here(workload_, choice, Executor::cuda, exec_for, state, Job{});
    EXPECT_TRUE(result.ok()) << row->name << ": " << result.failure;
  }
}

TEST_F(GpuNbodyRows, SlicesChangeNoBit) {
  for (const VariantInfo* row : rows()) {
    Choice choice = default_choice(workload_, row->name, row->backend);
    choice.problem["n"] = std::int64_t{20'011};
    HostState start = workload_.initial_state(choice.problem);
    start.primed = true;
    const auto exec = CudaExec::create();
    exec->set_slice_count(3);
    const auto simulation = workload_.simulate(choice, Executor::cuda, &start);
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
    EXPECT_EQ(simulation->snapshot().fields, stepped(choice, Executor::cuda, 1, &start).fields)
        << row->name;
  }
}

}  // namespace
}  // namespace livewarp
