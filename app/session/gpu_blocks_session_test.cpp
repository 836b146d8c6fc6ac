// Blocks of a launch, timed on a GPU while the live run rests.
#include <gtest/gtest.h>

#include <set>

#include "app/blocks/block_study.h"
#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class GpuBlocksSession : public test::GpuSessionTest {};

TEST_F(GpuBlocksSession, AreTimedWhileTheRunRests) {
  const Workload& heat = *registry_.find("heat");
  Choice choice = default_choice(heat, "naive", Backend::cuda);
  choice.problem["nx"] = choice.problem["ny"] = std::int64_t{4096};
  choice = checked_choice(heat, choice);
  const KernelCodes codes;
  const KernelCompiler compiler({});
  const GpuInfo& gpu = *machine_.gpu(0);
  if (const std::string reason = compiler.code_hindrance(10 * gpu.major + gpu.minor);
      !reason.empty())
    GTEST_SKIP() << reason;
  ui::BlocksView view = study_blocks(heat, {.choice = choice}, {&machine_, 0, &codes, &compiler});
  ASSERT_TRUE(view.predicted) << view.predicted_reason;
  Session session(registry_, machine_, choice);
  ASSERT_TRUE(run(session, 20s, [&] { return session.steps() > 2; }));
  session.trace_blocks(view, 0);
  ASSERT_TRUE(run_job(session, 60s));
  const auto found = session.traced_blocks();
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->measured) << found->measured_reason;
  EXPECT_EQ(found->result, "equal bit by bit");
  EXPECT_EQ(found->regions, view.regions) << "what was counted stays";
  EXPECT_EQ(found->measured->records.size(), view.grid.count());
  std::set<int> multiprocessors;
  for (const BlockRecord& record : found->measured->records)
    multiprocessors.insert(record.multiprocessor);
  EXPECT_EQ(int(multiprocessors.size()), gpu.multiprocessors) << "all of them work";
  const std::int64_t steps = session.steps();
  EXPECT_TRUE(run(session, 20s, [&] { return session.steps() > steps + 2; })) << "it goes on";
}

}  // namespace
}  // namespace livewarp
