// An edited kernel that a job is to have run on a GPU, by a process that cannot.
#include "app/run/edit_job.h"

#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class EditJobTest : public testing::Test {
 protected:
  EditJob::Task task(std::vector<std::string> child) const {
    const Workload& heat = *registry_.find("heat");
    const Choice choice = default_choice(heat, "naive", Backend::cuda);
    return {{&heat, choice, "heat_naive", "my.cuh", "text"},
            {},
            {std::move(child), {{"variant", "naive"}}, 0, 0.1, 20}};
  }
  static std::shared_ptr<const KernelVerdict> run(EditJob& job) {
    while (!job.progress().finished)
      if (job.wait_for_turn(20ms)) job.end_turn();
    return job.found();
  }
  const Registry registry_;
};

TEST_F(EditJobTest, AProcessThatEndsWithoutAVerdictIsSaidToHave) {
  EditJob job(task({"/bin/sh", "-c", "exit 3"}), {});
  EXPECT_EQ(job.progress().what, "heat_naive, edited");
  const auto found = run(job);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->outcome, KernelOutcome::stopped);
  EXPECT_NE(found->text.find("with code 3"), std::string::npos) << found->text;
  EXPECT_FALSE(found->times);
}

TEST_F(EditJobTest, FramesGoOnMeanwhileAndItCanBeStopped) {
  EditJob job(task({"/bin/sh", "-c", "exec sleep 60"}), {});
  int frames = 0;
  const auto begun = std::chrono::steady_clock::now();
  while (frames < 3 && std::chrono::steady_clock::now() - begun < 20s)
    if (job.wait_for_turn(20ms)) {
      ++frames;
      job.end_turn();
    }
  EXPECT_EQ(frames, 3);
  job.cancel();
  EXPECT_FALSE(run(job)) << "then there is nothing";
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 40s);
}

}  // namespace
}  // namespace livewarp
