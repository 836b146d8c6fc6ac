#include "app/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>

#include "app/fit.h"
#include "app/test_context.h"
#include "kernels/core/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class SessionTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();

  Choice choice(const std::string& variant, std::int64_t n) const {
    Choice result = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    result.problem["n"] = n;
    return result;
  }

  /// Runs frames until `done` or for `limit`; returns whether it was done.
  static bool run(Session& session, std::chrono::milliseconds limit,
                  const std::function<bool()>& done) {
    const auto end = SteadyClock::now() + limit;
    while (SteadyClock::now() < end) {
      session.tick(12);
      if (done()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }
};

/// Plain memory as a display target.
class MemoryTarget final : public DisplayTarget {
 public:
  void* begin(const PictureSpec& spec, void*) override {
    bytes.assign(spec.bytes(), std::byte{0xFF});
    return bytes.data();
  }
  void end(void*) override {}
  std::vector<std::byte> bytes;
};

TEST_F(SessionTest, StepsAndVerifiesBeforeItShowsATime) {
  Session session(registry_, machine_, choice("vector", 1000));
  EXPECT_FALSE(session.check().ok());
  ASSERT_TRUE(run(session, 20s, [&] { return session.check().verdict == Verdict::here; }));
  EXPECT_GT(session.check().error, 0);
  EXPECT_LE(session.check().error, 1e-6);
  EXPECT_TRUE(run(session, 10s, [&] { return session.meters().step.size() >= 20; }));
  EXPECT_GT(session.steps(), 20);
  EXPECT_NEAR(session.time(), 1e-3 * static_cast<double>(session.steps()), 1e-9);
}

TEST_F(SessionTest, OldNumberIsGoneAtOnceAndTheStateStays) {
  Session session(registry_, machine_, choice("vector", 1000));
  ASSERT_TRUE(run(session, 20s, [&] { return session.meters().step.size() >= 5; }));
  const std::int64_t steps = session.steps();
  Choice next = session.choice();
  next.variant = "scalar";
  next.launch = default_choice(session.workload(), "scalar", Backend::cpu).launch;
  session.apply(next);
  EXPECT_EQ(session.variant().name, "scalar");
  EXPECT_EQ(session.meters().step.size(), 0u);
  EXPECT_TRUE(run(session, 20s, [&] { return session.steps() > steps; }));
}

TEST_F(SessionTest, RefusedChangeLeavesTheRunAsItWas) {
  Session session(registry_, machine_, choice("vector", 1000));
  const Choice before = session.choice();
  Choice wrong = before;
  wrong.problem["n"] = std::int64_t{0};
  session.apply(wrong);
  Choice cuda = default_choice(session.workload(), "shared", Backend::cuda);
  session.apply(cuda);
  EXPECT_EQ(session.choice(), before);
  const auto notices = session.notices().current();
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_NE(notices[0].text.find("hidden by this test"), std::string::npos) << notices[0].text;
  EXPECT_NE(notices[1].text.find("n 0"), std::string::npos) << notices[1].text;
}

TEST_F(SessionTest, PauseRestsAndStepTakesOne) {
  Choice start = choice("vector", 1000);
  start.paused = true;
  Session session(registry_, machine_, start);
  run(session, 100ms, [] { return false; });
  EXPECT_EQ(session.steps(), 0);
  session.single_step();
  ASSERT_TRUE(run(session, 5s, [&] { return session.steps() == 1; }));
  run(session, 100ms, [] { return false; });
  EXPECT_EQ(session.steps(), 1);
}

TEST_F(SessionTest, PublishesThePresentStateOnce) {
  Choice start = choice("vector", 1000);
  start.paused = true;
  Session session(registry_, machine_, start);
  MemoryTarget target;
  ASSERT_TRUE(session.publish(target, false));
  ASSERT_EQ(target.bytes.size(), 16000u);
  for (std::size_t i = 0; i < 4000; ++i) {
    float value = 0;
    std::memcpy(&value, target.bytes.data() + 4 * i, 4);
    ASSERT_TRUE(std::isfinite(value)) << i;
  }
  EXPECT_FALSE(session.publish(target, false)) << "nothing is new";
}

TEST_F(SessionTest, ResetGoesBackToTheInitialState) {
  Session session(registry_, machine_, choice("vector", 500));
  MemoryTarget first, later, again;
  Choice paused = session.choice();
  paused.paused = true;
  ASSERT_TRUE(session.publish(first, true));
  ASSERT_TRUE(run(session, 10s, [&] { return session.steps() > 50; }));
  session.apply(paused);
  run(session, 200ms, [] { return false; });
  ASSERT_TRUE(session.publish(later, true));
  EXPECT_NE(first.bytes, later.bytes);
  session.reset();
  ASSERT_TRUE(session.publish(again, true));
  EXPECT_EQ(first.bytes, again.bytes);
}

TEST_F(SessionTest, MeasureAllBenchesEveryCpuRow) {
  Session session(registry_, machine_, choice("vector", 600));
  session.measure(std::nullopt);
  ASSERT_NE(session.job(), nullptr);
  ASSERT_TRUE(run(session, 60s, [&] {
    if (session.job() && session.job()->wait_for_turn(1ms)) session.job()->end_turn();
    return session.job() == nullptr;
  }));
  for (const VariantInfo* info : session.workload().variants()) {
    if (info->backend != Backend::cpu) continue;
    const auto found = session.records().bench(session.choice(), info->name);
    ASSERT_TRUE(found) << info->name;
    EXPECT_GT(found->step.median, 0) << info->name;
    EXPECT_EQ(found->conditions, Conditions::bench);
  }
}

// A scalar step at this size takes most of a minute: nobody may ever wait for one.
TEST(SessionTimingTest, LongStepNeitherBlocksAFrameNorACancellation) {
  const Registry registry;
  Machine machine = detect_machine();
  Choice slow = default_choice(*registry.find("nbody"), "scalar", Backend::cpu);
  slow.problem["n"] = std::int64_t{131072};
  Session session(registry, machine, slow);
  double longest_ms = 0;
  const auto timed = [&](const std::function<void()>& act) {
    const auto start = SteadyClock::now();
    act();
    return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
  };
  MemoryTarget target;
  for (int frame = 0; frame < 300; ++frame) {
    longest_ms = std::max(longest_ms, timed([&] {
                            session.tick(12);
                            session.publish(target, false);
                          }));
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_LE(longest_ms, 100);
  EXPECT_GT(session.predicted_ms(), 500) << "a step this long is announced";
  Choice other = slow;
  other.problem["n"] = std::int64_t{1000};
  EXPECT_LE(timed([&] { session.apply(other); }), 200);
  EXPECT_EQ(get_integer(session.choice().problem, "n"), 1000);
}

TEST_F(SessionTest, FittedSizeKeepsTheStepWithinItsTarget) {
  const Workload& nbody = *registry_.find("nbody");
  const Choice start = choice("vector", 16384);
  const Fitted fitted = fit_size(nbody, start, Executor::cpu, 10, 1 << 20);
  const std::int64_t n = get_integer(fitted.choice.problem, "n");
  EXPECT_GE(n, 256);
  EXPECT_LE(n, 65536);
  EXPECT_NE(fitted.text.find("fitted to this machine"), std::string::npos);
}

}  // namespace
}  // namespace livewarp
