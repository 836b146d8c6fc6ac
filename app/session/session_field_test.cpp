// A field in a session: painting, views that change beside a step, steps that are several time
// steps.
#include <algorithm>

#include "app/testing/session_fixture.h"
#include "kernels/core/base/milliseconds.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::MemoryTarget;

class FieldSessionTest : public test::SessionTest {
 protected:
  Choice heat(const std::string& variant, std::int64_t side) const {
    Choice result = default_choice(*registry_.find("heat"), variant, Backend::cpu);
    result.problem["nx"] = result.problem["ny"] = side;
    result.problem["start"] = std::string("disc");
    result.view["tool"] = std::string("source");
    result.view["brush"] = std::max(0.1, 300.0 / double(side));  // 3 cells
    result.view["brush_temperature"] = 100.0;
    return result;
  }

  /// The published temperature (0 ... 1) at a corner of the plate, where the disc is not.
  static float corner(Session& session) {
    MemoryTarget target;
    session.publish(target, true);
    return target.value(10, 10);
  }
  static constexpr Stroke in_the_corner{8, 10, 12, 10};
};

TEST_F(FieldSessionTest, PaintingWhilePausedChangesThePresentState) {
  Choice start = heat("vector", 64);
  start.paused = true;
  Session session(registry_, machine_, start);
  EXPECT_LT(corner(session), 0.1f);
  session.paint(in_the_corner);
  EXPECT_TRUE(run(session, 240s, [&] { return corner(session) == 1.0f; }));
  EXPECT_EQ(session.steps(), 0) << "painting is no step";
}

TEST_F(FieldSessionTest, HeldCellsKeepTheirTemperatureWhileStepsGoOn) {
  Session session(registry_, machine_, heat("vector", 64));
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > 10; }));
  const std::int64_t before = session.steps();
  session.paint(in_the_corner);
  ASSERT_TRUE(run(session, 240s, [&] { return corner(session) == 1.0f; }));
  for (int look = 0; look < 20; ++look) {
    const std::int64_t steps = session.steps();
    ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > steps; }));
    EXPECT_EQ(corner(session), 1.0f) << "a source cools down";
  }
  EXPECT_GE(session.steps(), before + 20);
  EXPECT_NEAR(session.time(),
              get_real(session.choice().problem, "number") * double(session.steps()), 1e-9)
      << "strokes count as no step";
}

// Two spots go round, while steps are made and one of them is checked.
class MovingSpotsTest : public FieldSessionTest {
 protected:
  Choice figure(std::int64_t side) const {
    Choice result = heat("vector", side);
    result.problem["start"] = std::string("figure");
    return result;
  }
  static constexpr double frame = 1.0 / 60;
};

TEST_F(MovingSpotsTest, AreVerifiedFromTheStateThatTheyHaveChanged) {
  Session session(registry_, machine_, figure(128));
  EXPECT_TRUE(run(session, 240s, [&] {
    session.move_on(frame);
    return session.check().verdict == Verdict::here && session.steps() > 20;
  })) << session.check().failure;
  EXPECT_LT(session.check().error, 1e-6);
}

TEST_F(MovingSpotsTest, HeatTheLaneAndGoOnWhereTheyWere) {
  Session session(registry_, machine_, figure(128));
  // A quarter round: where a hot spot comes to is known.
  const auto spots = session.workload().moving(session.choice().problem, session.choice().view,
                                               {2.2, 2.2 + frame});
  const auto hot = std::ranges::find(spots, 1.0, &Spot::value);
  ASSERT_NE(hot, spots.end());
  const auto there = [&] {
    MemoryTarget target;
    session.publish(target, true);
    return target.value(int(hot->x0), int(hot->y0));
  };
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > 0; }));
  EXPECT_LT(there(), 0.2f);
  for (double passed = 0; passed < 2.2; passed += frame) session.move_on(frame);
  EXPECT_TRUE(run(session, 240s, [&] {
    session.move_on(0);
    return there() > 0.9f;
  }));
}

TEST_F(MovingSpotsTest, RestWhilePausedAndWhereTheyAreNotWanted) {
  Choice start = figure(64);
  start.paused = true;
  for (const bool wanted : {true, false}) {
    start.view["moving"] = wanted;
    start.paused = wanted;
    Session session(registry_, machine_, start);
    const HostState before = session.snapshot();
    session.move_on(1);
    if (wanted) {
      run_for(session, 100ms);
      EXPECT_EQ(session.snapshot().fields, before.fields) << "paused";
      continue;
    }
    ASSERT_TRUE(run(session, 240s, [&] { return session.steps() > 3; }));
    MemoryTarget target;
    session.publish(target, true);
    for (const Spot& spot :
         session.workload().moving(start.problem, changed(start.view, {{"moving", true}}), {1, 1}))
      EXPECT_LT(target.value(int(spot.x0), int(spot.y0)), 0.3f);
  }
}

// What a first start shows; the standard problems are the commands'.
TEST_F(MovingSpotsTest, AreWhatAWindowBeginsWith) {
  const Choice first = first_choice(registry_, machine_, "heat");
  EXPECT_EQ(get_text(first.problem, "start"), "figure");
  EXPECT_TRUE(get_toggle(first.view, "moving"));
  EXPECT_EQ(get_text(first_choice(registry_, machine_, "heat3d").view, "mode"), "cloud");
  EXPECT_EQ(get_text(first_choice(registry_, machine_, "nbody").problem, "start"), "galaxies");
  const Choice standard = default_choice(*registry_.find("heat"), "vector", Backend::cpu);
  EXPECT_EQ(get_text(standard.problem, "start"), "random");
}

TEST_F(FieldSessionTest, NothingIsPaintedWhileAJobMeasures) {
  Choice start = heat("vector", 64);
  start.paused = true;
  Session session(registry_, machine_, start);
  session.measure("vector");
  ASSERT_NE(session.job(), nullptr);
  session.paint(in_the_corner);
  run_for(session, 100ms);
  EXPECT_LT(corner(session), 0.1f);
}

TEST_F(FieldSessionTest, AChangeOfTheViewLetsTheStepUnderWayFinish) {
  Choice slow = heat("reference-fp64", 4096);
  slow.launch["threads"] = std::int64_t{1};
  Session session(registry_, machine_, slow);
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() >= 1; }));
  // A step takes far longer than the pause between these changes: were it dropped, none would end.
  ASSERT_TRUE(run(session, 240s, [&] { return session.running_ms() > 0; }));
  const std::int64_t steps = session.steps();
  Choice other = session.choice();
  int changes = 0;
  EXPECT_TRUE(run(session, 240s, [&] {
    other.view["contours"] = std::int64_t{++changes % 20};
    session.apply(other);
    return session.steps() > steps;
  }));
  EXPECT_GT(changes, 5);
  EXPECT_EQ(session.choice().view, other.view);
}

// A pass makes 32 time steps. As many as were made cannot have taken longer than it took, but for
// what one median says of all.
TEST_F(FieldSessionTest, TheTimeOfAStepIsThatOfOneTimeStep) {
  Choice start = heat("temporal", 512);
  start.launch["depth"] = std::int64_t{32};
  Session session(registry_, machine_, start);
  ASSERT_TRUE(run(session, 240s, [&] {
    return session.check().ok() && !session.checking() && session.step_stats().step.size() >= 20;
  }));
  const auto since = test::SteadyClock::now();
  const std::int64_t before = session.steps();
  ASSERT_TRUE(run(session, 240s, [&] { return session.steps() >= before + 20 * 32; }));
  const double took = ms_since(since);
  const double step_ms = session.step_stats().step.summary().median;
  EXPECT_GT(step_ms, 0);
  EXPECT_LT(step_ms * double(session.steps() - before), 4 * took);
}

TEST_F(FieldSessionTest, StepsPerFrameCountTimeSteps) {
  Choice start = heat("temporal", 256);
  start.launch["depth"] = std::int64_t{8};
  start.steps_per_frame = 16;
  ASSERT_EQ(registry_.find("heat")->time_steps(start), 8);
  Session session(registry_, machine_, start);
  // What a frame allows is what it gets once the machine has time for two such steps within it. A
  // step may end while its own frame still reads, so sums count and not the differences of single
  // frames.
  std::int64_t frame = 0;
  const auto ten_frames = [&] {
    const std::int64_t before = session.steps();
    for (int i = 0; i < 10; ++i) {
      test::tick(session);
      EXPECT_LE(session.steps(), 16 * ++frame);
      EXPECT_EQ(session.steps() % 8, 0);
      std::this_thread::sleep_for(60ms);
    }
    return session.steps() - before;
  };
  const auto end = test::SteadyClock::now() + 120s;
  std::int64_t gained = 0;
  while (gained <= 8 * 11 && test::SteadyClock::now() < end) gained = ten_frames();
  EXPECT_GT(gained, 8 * 11) << "more than one launch a frame";
}

}  // namespace
}  // namespace livewarp
