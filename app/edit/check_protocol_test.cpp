// What processes tell of a user's kernel arrives as it was said.
#include <limits>

#include <gtest/gtest.h>

#include "app/edit/check_protocol.h"

namespace livewarp {
namespace {

TEST(CheckProtocol, AVerdictArrivesWhole) {
  KernelVerdict told;
  told.outcome = KernelOutcome::right;
  told.scope = "every output at 9 check sizes";
  told.error = 6.8e-9;
  told.worst = 2.5e-8;
  told.tolerance = {1e-6, 1e-5, {}};
  told.times = EditedTimes{0.25, 0.5, {}};
  told.times->result.pairs = 11;
  const auto heard = read_verdict("printed by the kernel\n" + to_text(told));
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->outcome, told.outcome);
  EXPECT_EQ(heard->scope, told.scope);
  EXPECT_EQ(heard->error, told.error);
  EXPECT_EQ(heard->worst, told.worst);
  EXPECT_EQ(heard->tolerance, told.tolerance);
  ASSERT_TRUE(heard->times);
  EXPECT_EQ(heard->times->edited_ms, 0.5);
  EXPECT_EQ(heard->times->result.pairs, 11u);
}

TEST(CheckProtocol, WhatIsNoNumberIsToldAsNone) {
  KernelVerdict told;
  told.outcome = KernelOutcome::wrong;
  told.error = std::numeric_limits<double>::infinity();
  const auto heard = read_verdict(to_text(told));
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->outcome, KernelOutcome::wrong);
  EXPECT_FALSE(heard->times);
  EXPECT_FALSE(read_verdict("nothing of the kind\n"));
}

TEST(CheckProtocol, AGpuIsToldWhichSizesItCompares) {
  GpuTask told;
  told.subject.workload = "heat";
  EXPECT_EQ(read_gpu_task(to_text(told)).value().sizes, CheckDepth::all);
  told.sizes = CheckDepth::some;
  EXPECT_EQ(read_gpu_task(to_text(told)).value().sizes, CheckDepth::some);
}

TEST(CheckProtocol, AGpuIsToldWhoseStepItMakesBeforeThereIsCode) {
  const GpuSubject subject{"heat", {{"variant", "naive"}, {"nx", "64"}}, 1};
  EXPECT_EQ(read_gpu_subject(to_text(subject)), subject);
  EXPECT_EQ(to_text(subject).back(), '\n') << "a line of its own";
  GpuTask task;
  task.subject = subject;
  EXPECT_EQ(read_gpu_task(to_text(task)).value().subject, subject);
  EXPECT_FALSE(read_gpu_subject(to_text(task)));
  EXPECT_FALSE(read_gpu_task(to_text(subject)));
  EXPECT_FALSE(read_gpu_subject(to_text(CheckTask())));
}

}  // namespace
}  // namespace livewarp
