// A kernel of the user's that runs in place of a variant's own.
#include <atomic>

#include "app/testing/session_fixture.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class EditedSession : public test::SessionTest {
 protected:
  /// As if the variant's kernel were another one, whose executors are counted.
  EditedRun edited(const Choice& tried) {
    EditedRun run{tried, *registry_.find(tried.workload)->find(tried.variant), {}, {}, 0};
    run.info.title += ", edited";
    run.make_exec = [made = made_](Executor executor, std::stop_token stop) {
      ++*made;
      return make_exec(executor, std::move(stop));
    };
    run.check.verdict = Verdict::here;
    run.check.scope = "every output of a test";
    run.check.error = 0.25;
    return run;
  }
  /// A session that has made steps, with an edited kernel in it.
  std::unique_ptr<Session> with_edited() {
    auto session = std::make_unique<Session>(registry_, machine_, choice("vector", 500));
    EXPECT_TRUE(run(*session, 240s, [&] { return session->steps() > 20; }));
    session->run_edited(edited(session->choice()));
    EXPECT_TRUE(runs(*session));
    return session;
  }
  static bool runs(Session& session) {
    return run(session, 240s, [&] { return !session.preparing(); });
  }
  int made() const { return *made_; }
  std::string own_title() const { return registry_.find("nbody")->find("vector")->title; }

 private:
  std::shared_ptr<std::atomic<int>> made_ = std::make_shared<std::atomic<int>>(0);
};

TEST_F(EditedSession, GoesOnFromThePresentStateAndSaysThatItIsEdited) {
  const auto session = with_edited();
  EXPECT_GT(session->steps(), 20);
  EXPECT_EQ(session->variant().title, own_title() + ", edited");
  EXPECT_EQ(session->variant_name(), "vector, edited");
  const auto steps = session->steps();
  EXPECT_TRUE(run(*session, 240s, [&] { return session->steps() > steps; }));
  EXPECT_GT(made(), 0);
}

TEST_F(EditedSession, IsJudgedByWhatWasFoundOfItAndItsTimesAreNoVariants) {
  const auto session = with_edited();
  EXPECT_EQ(session->check().scope, "every output of a test");
  EXPECT_EQ(session->check().error, 0.25);
  ASSERT_TRUE(run(*session, 240s, [&] { return session->step_stats().step.size() > 40; }));
  const auto known = session->result_cache().check(session->choice(), session->executor());
  EXPECT_TRUE(!known || known->scope != "every output of a test");
}

TEST_F(EditedSession, EndsWhereTheComputationChangesAndSaysSo) {
  const auto session = with_edited();
  Choice next = session->choice();
  next.problem["n"] = std::int64_t{600};
  session->apply(next);
  ASSERT_TRUE(runs(*session));
  EXPECT_EQ(session->edited_run(), nullptr);
  EXPECT_EQ(session->variant().title, own_title());
  EXPECT_NE(told(*session).find("edited: what runs now is the project's kernel"), std::string::npos)
      << told(*session);
  EXPECT_TRUE(run(*session, 240s, [&] { return session->check().verdict == Verdict::here; }));
  EXPECT_NE(session->check().scope, "every output of a test");
}

TEST_F(EditedSession, StaysWhereOnlyThePictureChangesAndWhenTheRunBeginsAnew) {
  const auto session = with_edited();
  Choice next = session->choice();
  next.steps_per_frame = 2;
  session->apply(next);
  ASSERT_TRUE(runs(*session));
  EXPECT_NE(session->edited_run(), nullptr);
  session->reset();
  ASSERT_TRUE(runs(*session));
  EXPECT_NE(session->edited_run(), nullptr);
  EXPECT_EQ(session->variant_name(), "vector, edited");
}

TEST_F(EditedSession, GivesItsPlaceBackWithTheState) {
  const auto session = with_edited();
  const auto steps = session->steps();
  session->run_original();
  ASSERT_TRUE(runs(*session));
  EXPECT_EQ(session->edited_run(), nullptr);
  EXPECT_EQ(session->variant().title, own_title());
  EXPECT_TRUE(run(*session, 240s, [&] { return session->steps() > steps; }));
  EXPECT_TRUE(run(*session, 240s, [&] { return session->check().verdict == Verdict::here; }));
}

TEST_F(EditedSession, RunsInNoOtherSettingThanItWasTriedIn) {
  Session session(registry_, machine_, choice("vector", 500));
  session.run_edited(edited(choice("vector", 501)));
  EXPECT_FALSE(session.preparing());
  EXPECT_EQ(session.edited_run(), nullptr);
}

TEST_F(EditedSession, ThatCannotBeLoadedLeavesTheRunAsItWas) {
  Session session(registry_, machine_, choice("vector", 500));
  EditedRun broken = edited(session.choice());
  broken.make_exec = [](Executor, std::stop_token) -> std::unique_ptr<Exec> {
    throw Error("the code is for another GPU");
  };
  session.run_edited(std::move(broken));
  ASSERT_TRUE(runs(session));
  EXPECT_EQ(session.edited_run(), nullptr);
  EXPECT_EQ(session.variant().title, own_title());
  EXPECT_NE(told(session).find("the code is for another GPU"), std::string::npos) << told(session);
  const auto steps = session.steps();
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > steps; }));
}

TEST_F(EditedSession, MeasuresNothingOfTheProjectsKernelsInItsName) {
  const auto session = with_edited();
  session->measure_clocks();
  EXPECT_EQ(session->job(), nullptr);
  EXPECT_NE(told(*session).find("measured of the project's kernels alone"), std::string::npos)
      << told(*session);
}

}  // namespace
}  // namespace livewarp
