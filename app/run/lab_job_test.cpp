// An experiment beside the resting run, by experiments that a test makes up.
#include "app/run/lab_job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

constexpr ExperimentInfo made_up{"made-up", "Made up", "Whether it works.", "Does so.", false};

/// Does what a test says.
class MadeUp final : public Experiment {
 public:
  using Work = std::function<void(const Values&, const LabTools&, LabReport&)>;
  explicit MadeUp(Work work) : work_(std::move(work)) {}
  const ExperimentInfo& info() const override { return made_up; }
  void run(const Values& values, const LabTools& tools, LabReport& report) override {
    work_(values, tools, report);
  }

 private:
  Work work_;
};

class LabJobTest : public testing::Test {
 protected:
  std::unique_ptr<LabJob> job(MadeUp::Work work) const {
    return std::make_unique<LabJob>(std::make_unique<MadeUp>(std::move(work)),
                                    Values{{"count", std::int64_t{7}}},
                                    LabJob::Ground{.machine = &machine_}, MeasuringJob::Places{});
  }
  static std::shared_ptr<const LabJob::Found> finish(LabJob& job) {
    while (!job.progress().finished)
      if (job.wait_for_turn(20ms)) job.end_turn();
    return job.found();
  }
  static void say(LabReport& report, const LabTools& tools, const char* sentence) {
    report.findings.verdict.emplace_back(sentence);
    tools.found(report.findings);
  }
  const Machine machine_ = test::machine_without_gpu();
};

TEST_F(LabJobTest, TellsWhatItHasFoundByThen) {
  std::atomic<bool> go_on = false;
  const auto made = job([&](const Values& values, const LabTools& tools, LabReport& report) {
    EXPECT_EQ(get_integer(values, "count"), 7);
    EXPECT_EQ(tools.gpu(), nullptr);
    say(report, tools, "half");
    tools.at("the rest", 0.5);
    while (!go_on) std::this_thread::sleep_for(1ms);
    say(report, tools, "all");
  });
  while (made->progress().fraction < 0.5 || made->found()->findings.verdict.empty())
    if (made->wait_for_turn(20ms)) made->end_turn();
  EXPECT_EQ(made->found()->experiment, "made-up");
  EXPECT_EQ(made->found()->findings.verdict, std::vector<std::string>{"half"});
  EXPECT_EQ(made->progress().what, "Made up: the rest");
  EXPECT_FALSE(made->found()->finished);
  go_on = true;
  const auto found = finish(*made);
  EXPECT_TRUE(found->finished);
  EXPECT_FALSE(found->findings.partial);
  EXPECT_EQ(found->findings.verdict.size(), 2u);
}

TEST_F(LabJobTest, WhatIsCancelledKeepsWhatIsKnown) {
  const auto made = job([](const Values&, const LabTools& tools, LabReport& report) {
    say(report, tools, "half");
    for (;;) tools.at("without end", 0.5);
  });
  while (made->found()->findings.verdict.empty()) std::this_thread::sleep_for(1ms);
  made->cancel();
  const auto found = finish(*made);
  EXPECT_TRUE(found->findings.partial);
  EXPECT_EQ(found->findings.verdict.size(), 1u);
  EXPECT_EQ(found->failure, "");
}

TEST_F(LabJobTest, WhatFailsSaysWhyAndKeepsWhatIsKnown) {
  const auto made = job([](const Values&, const LabTools& tools, LabReport& report) {
    say(report, tools, "half");
    throw Error("copy of pictures to the GPU: an illegal memory access");
  });
  const auto found = finish(*made);
  EXPECT_EQ(found->failure, "copy of pictures to the GPU: an illegal memory access");
  EXPECT_TRUE(found->findings.partial);
  EXPECT_EQ(found->findings.verdict.size(), 1u);
}

}  // namespace
}  // namespace livewarp
