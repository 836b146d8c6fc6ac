#include <cmath>
#include <cstring>

#include "app/base/platform.h"
#include "app/testing/session_fixture.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::MemoryTarget;
using test::SessionTest;
using test::SteadyClock;

TEST_F(SessionTest, StepsAndVerifiesBeforeItShowsATime) {
  Session session(registry_, machine_, choice("vector", 1000));
  EXPECT_FALSE(session.check().ok());
  ASSERT_TRUE(run(session, 240s, [&] { return session.check().verdict == Verdict::here; }));
  EXPECT_GT(session.check().error, 0);
  EXPECT_LE(session.check().error, 1e-6);
  EXPECT_TRUE(run(session, 240s, [&] { return session.step_stats().step.size() >= 20; }));
  EXPECT_GT(session.steps(), 20);
  EXPECT_NEAR(session.time(), 1e-3 * static_cast<double>(session.steps()), 1e-9);
}

TEST_F(SessionTest, OldNumberIsGoneAtOnceAndTheStateStays) {
  Session session(registry_, machine_, choice("vector", 1000));
  ASSERT_TRUE(run(session, 240s, [&] { return session.step_stats().step.size() >= 5; }));
  const std::int64_t steps = session.steps();
  Choice next = session.choice();
  next.variant = "scalar";
  next.launch = default_choice(session.workload(), "scalar", Backend::cpu).launch;
  session.apply(next);
  EXPECT_EQ(session.variant().name, "scalar");
  EXPECT_EQ(session.step_stats().step.size(), 0u);
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > steps; }));
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
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() == 1; }));
  run(session, 100ms, [] { return false; });
  EXPECT_EQ(session.steps(), 1);
}

// A frame that takes long, or a screen that is slow, leaves time for many steps of a small problem.
TEST_F(SessionTest, AutomaticIsAsManyStepsAsACountMayBe) {
  Session session(registry_, machine_, choice("scalar", 16));
  session.start_steps(12);
  const auto end = SteadyClock::now() + 240s;
  while (session.steps() < 1024 && SteadyClock::now() < end) {
    session.collect();
    std::this_thread::sleep_for(1ms);
  }
  std::this_thread::sleep_for(50ms);
  session.collect();
  EXPECT_EQ(session.steps(), 1024);
}

TEST_F(SessionTest, AStepIsForAPausedRun) {
  Session session(registry_, machine_, choice("vector", 1000));
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > 2; }));
  session.single_step();
  EXPECT_FALSE(session.choice().paused);
  const std::int64_t steps = session.steps();
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > steps + 5; })) << "it goes on";
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
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > 50; }));
  session.apply(paused);
  run(session, 200ms, [] { return false; });
  ASSERT_TRUE(session.publish(later, true));
  EXPECT_NE(first.bytes, later.bytes);
  session.reset();
  ASSERT_TRUE(session.publish(again, true));
  EXPECT_EQ(first.bytes, again.bytes);
}

TEST_F(SessionTest, ALargeStateIsMadeBesideTheFrames) {
  Session session(registry_, machine_, choice("vector", 1000));
  ASSERT_TRUE(run(session, 240s, [&] { return session.step_stats().step.size() >= 5; }));
  const std::int64_t steps = session.steps();
  const Choice before = session.choice();
  Choice large = before;
  large.problem["n"] = std::int64_t{8'000'000};

  session.apply(large);
  ASSERT_TRUE(session.preparing()) << "a state of 8 million bodies takes longer";
  EXPECT_EQ(session.choice(), large);
  EXPECT_EQ(session.step_stats().step.size(), 0u) << "an old number beside a new size";
  EXPECT_FALSE(session.check().ok());
  const auto some_frames = [&] {
    for (int frame = 0; frame < 10 && session.preparing(); ++frame) {
      test::tick(session);
      std::this_thread::sleep_for(2ms);
    }
    return session.steps();
  };
  // Steps that the last frame allowed may still have been made.
  const std::int64_t rests_at = some_frames();
  EXPECT_EQ(some_frames(), rests_at) << "the old run rests meanwhile";
  ASSERT_TRUE(session.preparing()) << "a frame waited for it";

  session.cancel_job();
  EXPECT_FALSE(session.preparing());
  EXPECT_EQ(session.choice(), before);
  EXPECT_GE(rests_at, steps);
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > rests_at + 1; }));

  // Another size instead: the large one is dropped when it is made.
  session.apply(large);
  Choice small = before;
  small.problem["n"] = std::int64_t{500};
  session.apply(small);
  EXPECT_EQ(session.choice(), small);
  ASSERT_TRUE(run(session, 300s, [&] { return !session.preparing() && session.steps() > 0; }));
  EXPECT_EQ(session.choice(), small);
  EXPECT_TRUE(session.notices().current().empty());
}

class PreparingTimingTest : public SessionTest {};

TEST_F(PreparingTimingTest, NoFrameWaitsForALargeState) {
  Session session(registry_, machine_, choice("vector", 1000));
  Choice large = session.choice();
  large.problem["n"] = std::int64_t{8'000'000};
  const auto start = SteadyClock::now();
  session.apply(large);
  EXPECT_LE(SteadyClock::now() - start, 1s);
  for (int frame = 0; frame < 20 && session.preparing(); ++frame) {
    const auto tick = SteadyClock::now();
    test::tick(session);
    EXPECT_LE(SteadyClock::now() - tick, 100ms);
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_TRUE(session.preparing());
  session.cancel_job();
}

TEST_F(SessionTest, WhatIsChosenMeanwhileIsKept) {
  Session session(registry_, machine_, choice("vector", 1000));
  Choice large = session.choice();
  large.problem["n"] = std::int64_t{2'000'000};
  session.apply(large);
  large.paused = true;
  session.apply(large);
  ASSERT_TRUE(run(session, 240s, [&] { return !session.preparing(); }));
  EXPECT_EQ(session.choice(), large);
  MemoryTarget target;
  ASSERT_TRUE(session.publish(target, false));
  EXPECT_EQ(target.spec.count, 2'000'000);
}

TEST_F(SessionTest, TooLargeAProblemIsRefusedAndTheOldRunStays) {
  Choice huge = default_choice(*registry_.find("heat"), "scalar", Backend::cpu);
  huge.problem["nx"] = huge.problem["ny"] = std::int64_t{32'768};
  huge.launch["precision"] = std::string("fp64");
  const std::size_t need = 2 * registry_.find("heat")->state_bytes(huge);
  if (host_free_bytes() >= need) GTEST_SKIP() << "this machine has memory enough for it";
  Session session(registry_, machine_, choice("vector", 500));
  const Choice before = session.choice();
  session.apply(huge);
  EXPECT_EQ(session.choice(), before);
  EXPECT_FALSE(session.preparing());
  const auto notices = session.notices().current();
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_NE(notices[0].text.find("GiB of main memory"), std::string::npos) << notices[0].text;
  EXPECT_NE(notices[0].text.find("are free"), std::string::npos) << notices[0].text;
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > 2; }));
  EXPECT_THROW(Session(registry_, machine_, huge), Error);
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
    return ms_since(start);
  };
  MemoryTarget target;
  for (int frame = 0; frame < 300; ++frame) {
    longest_ms = std::max(longest_ms, timed([&] {
                            test::tick(session);
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

TEST_F(SessionTest, AWorkloadComesBackAsItWas) {
  Session session(registry_, machine_, choice("vector", 700));
  const Workload& nbody = session.workload();
  const Workload& heat = *registry_.find("heat");
  EXPECT_EQ(session.choice_of(heat), first_choice(registry_, machine_, "heat"));
  // All of this is changed in the run as it stands.
  Choice last = choice("threads", 700);
  last.launch["threads"] = std::int64_t{1};
  last.problem["dt"] = 0.002;
  last.paused = true;
  session.apply(last);
  ASSERT_EQ(session.choice(), last);
  session.apply(session.choice_of(heat));
  ASSERT_TRUE(run(session, 240s, [&] { return !session.preparing(); }));
  ASSERT_EQ(session.choice().workload, "heat");
  last.paused = false;
  EXPECT_EQ(session.choice_of(nbody), last) << "and it runs";
}

TEST_F(SessionTest, AWorkloadIsFittedToTheMachineWhereItIsOpenedFirst) {
  Session session(registry_, machine_, choice("vector", 700));
  const Workload& heat = *registry_.find("heat");
  int asked = 0;
  session.use_fitter(
      [&](const Workload&, Choice choice) {
        ++asked;
        choice.problem["nx"] = choice.problem["ny"] = std::int64_t{384};
        return Fitted{choice, "Width 384 fitted to this machine"};
      },
      {session.choice(), "N 700 fitted to this machine"});
  EXPECT_EQ(session.fitted_text(), "N 700 fitted to this machine");
  const auto go = [&](const Choice& wanted) {
    session.apply(wanted);
    ASSERT_TRUE(run(session, 240s, [&] { return !session.preparing(); }));
  };
  go(session.choice_of(heat));
  EXPECT_EQ(get_integer(session.choice().problem, "nx"), 384);
  EXPECT_EQ(session.fitted_text(), "Width 384 fitted to this machine");
  Choice larger = session.choice();
  larger.problem["nx"] = std::int64_t{400};
  go(larger);
  EXPECT_EQ(session.fitted_text(), "");
  go(choice("vector", 700));
  EXPECT_EQ(session.fitted_text(), "N 700 fitted to this machine");
  go(session.choice_of(heat));
  EXPECT_EQ(get_integer(session.choice().problem, "nx"), 400) << "as it was left";
  EXPECT_EQ(asked, 1);
  Choice named = session.choice_of(*registry_.find("heat3d"));
  named.problem["nx"] = std::int64_t{20};
  go(named);
  EXPECT_EQ(get_integer(session.choice().problem, "nx"), 20) << "what is asked for stays";
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace livewarp
