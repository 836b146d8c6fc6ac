#include "app/run/run_readouts.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "app/testing/toy_workload.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// A runner that only counts how often its state has changed.
class StillRunner final : public Runner {
 public:
  Executor executor() const override { return Executor::cpu; }
  RunStatus collect() override { return {}; }
  void start(int, double) override {}
  bool busy() override { return false; }
  std::int64_t changes() override { return changes_; }
  void single_step() override { ++changes_; }
  void paint(const Stroke&) override {}
  void look(const Viewport&) override {}
  bool publish(DisplayTarget&, bool) override { return false; }
  void edit(const std::function<double(Simulation&)>&) override {}
  void hold(bool) override {}
  void restyle(const Values&) override {}
  HostState snapshot() override { return {}; }
  void read(const std::function<void(const Simulation&)>&) override {}

 private:
  std::int64_t changes_ = 1;
};

class RunReadoutsTest : public testing::Test {
 protected:
  RunReadoutsTest() {
    test::toy_diagnosis() = [this] {
      ++asked_;
      if (failure_) throw std::bad_alloc();
      return std::vector<Readout>{energy_};
    };
  }

  /// Polls for a while; what was said of failures.
  std::vector<std::string> poll(std::chrono::milliseconds time) {
    std::vector<std::string> failures;
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      const std::string failure = readouts_.poll(
          {runner_, verification_worker_, *toy_, choice_, ++time_, [] { return HostState(); }},
          true);
      if (!failure.empty()) failures.push_back(failure);
      std::this_thread::sleep_for(1ms);
    }
    return failures;
  }

  /// Polls until it holds, with nothing said of failures: after a diagnosis that a busy machine
  /// held up, the next is far off.
  void poll_until(const std::function<bool()>& holds) {
    const auto limit = std::chrono::steady_clock::now() + 60s;
    while (!holds() && std::chrono::steady_clock::now() < limit) EXPECT_TRUE(poll(1ms).empty());
    EXPECT_TRUE(holds());
  }
  void poll_until_known() {
    poll_until([this] { return !readouts_.latest().empty(); });
  }
  void poll_until_asked(int times) {
    poll_until([this, times] { return asked_ >= times; });
  }

  const std::unique_ptr<Workload> toy_ = test::make_toy();
  Choice choice_ = default_choice(*toy_, "plain", Backend::cpu);
  Readout energy_{.id = "energy", .label = "Energy", .value = -4, .conserved = true};
  std::atomic<int> asked_ = 0;
  std::atomic<bool> failure_ = false;
  StillRunner runner_;
  struct Hook {
    ~Hook() { test::toy_diagnosis() = nullptr; }
  } hook_;  ///< before the checker, whose thread may use it until it ends
  VerificationWorker verification_worker_{
      [](Executor executor, std::stop_token stop) { return make_exec(executor, std::move(stop)); }};
  double time_ = 0;
  RunReadouts readouts_;
};

TEST_F(RunReadoutsTest, NothingIsAskedOfAStateThatIsKnown) {
  poll_until_known();
  EXPECT_TRUE(poll(1200ms).empty());
  EXPECT_EQ(asked_, 1);
  EXPECT_FALSE(readouts_.due(runner_));
  ASSERT_EQ(readouts_.latest().size(), 2u);
  EXPECT_EQ(readouts_.latest()[1].id, "energy-drift");
  runner_.single_step();
  poll_until_asked(2);
  EXPECT_TRUE(poll(1200ms).empty());
  EXPECT_EQ(asked_, 2);
}

TEST_F(RunReadoutsTest, WhatCannotBeFoundIsSaidOnceAndNotTriedForEver) {
  failure_ = true;
  std::vector<std::string> failures;
  for (int i = 0; i < 60 && failures.empty(); ++i) failures = poll(1s);
  EXPECT_EQ(failures, std::vector<std::string>{"there is not enough memory"});
  EXPECT_TRUE(poll(1500ms).empty());
  EXPECT_EQ(asked_, 1);
  runner_.single_step();
  EXPECT_TRUE(poll(1200ms).empty());
  EXPECT_EQ(asked_, 1) << "a step more needs as much memory";
  failure_ = false;
  readouts_.ask_anew();
  poll_until_known();  // with another setting they are tried again
}

TEST_F(RunReadoutsTest, TheDriftCountsFromWhatCameInFromOutside) {
  const auto energy = [this] { return readouts_.latest().at(0).value; };
  poll_until_known();
  energy_.value = -5;
  runner_.single_step();
  poll_until([&] { return energy() == -5; });
  ASSERT_EQ(readouts_.latest().size(), 2u);
  EXPECT_NEAR(readouts_.latest()[1].value, 0.25, 1e-12);
  readouts_.disturb();
  energy_.value = -6;
  runner_.single_step();
  poll_until([&] { return energy() == -6; });
  ASSERT_EQ(readouts_.latest().size(), 2u);
  EXPECT_EQ(readouts_.latest()[1].value, 0);
}

TEST_F(RunReadoutsTest, WhatWasDroppedIsAskedForAgain) {
  test::toy_diagnosis() = [this]() -> std::vector<Readout> {
    ++asked_;
    if (asked_ == 1) std::this_thread::sleep_for(300ms);
    return {energy_};
  };
  poll_until_asked(1);
  verification_worker_.cancel();  // a check of another setting begins
  poll_until_known();
  EXPECT_TRUE(poll(1200ms).empty());
  EXPECT_EQ(asked_, 2);
}

// The toy draws nothing: there is an outline without lines, of this view and of no other.
TEST_F(RunReadoutsTest, AnOutlineIsThatOfItsView) {
  EXPECT_FALSE(readouts_.outline(choice_.view));
  poll_until_known();
  ASSERT_TRUE(readouts_.outline(choice_.view));
  Values other = choice_.view;
  other["another"] = true;
  EXPECT_FALSE(readouts_.outline(other));
  readouts_.forget();
  EXPECT_FALSE(readouts_.outline(choice_.view));
}

}  // namespace
}  // namespace livewarp
