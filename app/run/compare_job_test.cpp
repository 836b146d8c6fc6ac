#include "app/run/compare_job.h"

#include <gtest/gtest.h>

#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Steps take so many milliseconds and nothing else.
class SlowExec final : public Exec {
 public:
  SlowExec(std::chrono::milliseconds step, std::stop_token stop)
      : step_(step), stop_(std::move(stop)) {}
  Executor executor() const override { return Executor::cpu; }
  void for_range(std::int64_t n, std::int64_t, int,
                 const std::function<void(Range)>& body) override {
    if (stop_.stop_requested()) throw Cancelled();
    body({0, n});
    std::this_thread::sleep_for(step_);
  }

 private:
  std::chrono::milliseconds step_;
  std::stop_token stop_;
};

class CompareJobTest : public testing::Test {
 protected:
  std::unique_ptr<Workload> toy_ = test::make_toy();
  std::unique_ptr<Workload> wrong_toy_ = test::make_wrong_toy();

  static CompareJob::Side side(const Workload& workload, const std::string& variant) {
    CompareJob::Side made;
    made.choice = default_choice(workload, variant, Backend::cpu);
    return made;
  }
  /// Both verified, on executors of which B's takes `b` for a step, A's 2 ms.
  std::unique_ptr<CompareJob> job(std::chrono::milliseconds b, double seconds) const {
    CompareJob::Side of_a = side(*toy_, "plain"), of_b = side(*toy_, "threads");
    of_a.check.verdict = of_b.check.verdict = Verdict::here;
    HostState state = toy_->initial_state(of_a.choice.problem);
    const auto make = [b, made = 0](Executor, std::stop_token stop) mutable {
      return std::make_unique<SlowExec>(made++ == 0 ? 2ms : b, std::move(stop));
    };
    InTurnOptions options;
    options.seconds = seconds;
    return std::make_unique<CompareJob>(*toy_, of_a, of_b, std::move(state), options, make);
  }
  /// Gives it the machine until it has finished, or `done`.
  static void run(CompareJob& job, const std::function<bool()>& done = {}) {
    const auto end = std::chrono::steady_clock::now() + 120s;
    while (!job.progress().finished && !(done && done()) && std::chrono::steady_clock::now() < end)
      if (job.wait_for_turn(20ms)) job.end_turn();
  }
};

TEST_F(CompareJobTest, SaysWhichIsFasterAndEndsThen) {
  const auto running = job(8ms, 60);
  run(*running);
  ASSERT_TRUE(running->progress().finished);
  const CompareJob::Found found = running->found();
  EXPECT_EQ(found.failure, "");
  EXPECT_EQ(found.outcome.result.verdict, PairedTest::Verdict::slower);
  EXPECT_GT(found.outcome.result.ratio.low, 1);
  EXPECT_GE(found.outcome.result.pairs, 11u);
  EXPECT_FALSE(found.outcome.interrupted);
  EXPECT_GT(found.median_a, 1.9);
  EXPECT_GT(found.median_b, found.median_a);
  EXPECT_LT(found.seconds, 60) << "it does not take all its time";
}

TEST_F(CompareJobTest, AStopKeepsThePairsUntilThen) {
  const auto running = job(2ms, 600);
  run(*running, [&] { return running->found().outcome.result.pairs >= 3; });
  ASSERT_FALSE(running->progress().finished) << "nobody knows after three pairs";
  running->cancel();
  run(*running);
  const CompareJob::Found found = running->found();
  EXPECT_TRUE(found.outcome.interrupted);
  EXPECT_GE(found.outcome.result.pairs, 3u);
  EXPECT_GT(found.outcome.result.ratio.value, 0);
  EXPECT_EQ(found.failure, "");
}

TEST_F(CompareJobTest, NothingIsMeasuredWhileAFrameIsDrawn) {
  const auto running = job(2ms, 600);
  run(*running, [&] { return running->found().outcome.result.pairs >= 1; });
  while (!running->wait_for_turn(50ms)) {
  }
  ASSERT_FALSE(running->progress().finished);
  const std::size_t pairs = running->found().outcome.result.pairs;
  std::this_thread::sleep_for(400ms);  // a slow frame, longer than a frame is waited for
  EXPECT_EQ(running->found().outcome.result.pairs, pairs);
  running->end_turn();
  running->cancel();
  run(*running);
}

TEST_F(CompareJobTest, OfAWrongResultNoTimeIsMade) {
  CompareJob::Side sound = side(*wrong_toy_, "plain"), wrong = side(*wrong_toy_, "wrong");
  HostState state = wrong_toy_->initial_state(sound.choice.problem);
  CompareJob running(*wrong_toy_, sound, wrong, std::move(state), {},
                     [](Executor, std::stop_token stop) {
                       return std::make_unique<SlowExec>(0ms, std::move(stop));
                     });
  run(running);
  const CompareJob::Found found = running.found();
  EXPECT_TRUE(found.a.check.ok());
  EXPECT_EQ(found.b.check.verdict, Verdict::failed);
  EXPECT_NE(found.b.check.failure, "");
  EXPECT_EQ(found.outcome.result.pairs, 0u);
  EXPECT_EQ(found.median_a, 0);
}

}  // namespace
}  // namespace livewarp
