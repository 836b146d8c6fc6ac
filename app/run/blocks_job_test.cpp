// Blocks that a job is to time, on a machine that cannot.
#include "app/run/blocks_job.h"

#include <gtest/gtest.h>

#include "app/blocks/block_study.h"
#include "app/testing/test_context.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

TEST(BlocksJobTest, WithoutAGpuSaysWhyAndLeavesTheRest) {
  const Registry registry;
  const Machine machine = test::machine_without_gpu();
  const Workload& heat = *registry.find("heat");
  ui::BlocksView view;
  view.request.choice = default_choice(heat, "naive", Backend::cuda);
  view.kernel = "a kernel";
  view.grid = {6, 1, 1};
  view.block = {32, 1, 1};
  view.predicted = predicted_trace("a kernel", view.grid, view.block, 1, 2);
  BlocksJob job(view, {&heat, &machine, 0}, {});
  while (!job.progress().finished)
    if (job.wait_for_turn(20ms)) job.end_turn();
  const auto found = job.found();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->measured_reason, machine.gpu_reason);
  EXPECT_FALSE(found->measured);
  EXPECT_TRUE(found->request.measure);
  ASSERT_TRUE(found->figures) << "the prediction stands";
  EXPECT_EQ(found->figures->waves, 3);
}

}  // namespace
}  // namespace livewarp
