#include "app/session/course_graph.h"

#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;
using test::SteadyClock;

class CourseGraphTest : public SessionTest {
 protected:
  /// Frames of a session and its course graph until `done`.
  static bool frames(Session& session, CourseGraph& course, std::chrono::seconds limit,
                     const std::function<bool()>& done) {
    return run(session, limit, [&] {
      course.tick(session);
      if (session.job() && session.job()->wait_for_turn(1ms)) session.job()->end_turn();
      return done();
    });
  }
  static std::size_t points(const Graph& graph, CurveKind kind) {
    std::size_t count = 0;
    for (const Curve& curve : graph.curves)
      if (curve.kind == kind) count += curve.points.size();
    return count;
  }
};

TEST_F(CourseGraphTest, MeasuresSizesAndTheLaunchLiveAndWithout) {
  Session session(registry_, machine_, choice("threads", 300));
  CourseGraph course(5);
  const Choice before = session.choice();
  course.begin(session);
  ASSERT_TRUE(course.running());
  ASSERT_TRUE(frames(session, course, 200s, [&] { return !course.running(); }));
  EXPECT_EQ(session.choice(), before) << "the run goes on as it was";
  EXPECT_EQ(session.job(), nullptr);
  const auto& graphs = course.graphs();
  ASSERT_GE(graphs.size(), 1u);
  EXPECT_EQ(graphs[0].title, "Time against bodies");
  for (const Graph& graph : graphs) {
    const std::size_t bench = points(graph, CurveKind::bench);
    EXPECT_GE(bench, 2u) << graph.title;
    EXPECT_EQ(points(graph, CurveKind::live), bench) << graph.title;
    EXPECT_FALSE(graph.partial);
  }
  bool present = false;
  for (const RowResult& result : course.results()) {
    present = present || get_integer(result.row.choice.problem, "n") == 300;
    EXPECT_TRUE(result.verified());
    EXPECT_GT(result.measurement->step.median, 0);
    // On no machine does a CPU make a step of so many within 5 ms.
    EXPECT_LT(get_integer(result.row.choice.problem, "n"), 262'144) << "larger sizes were left out";
    if (result.measurement->conditions == Conditions::bench) {
      ASSERT_TRUE(result.of_ceiling) << "ceilings were measured with the bench";
      EXPECT_GT(result.of_ceiling->share, 0);
    }
  }
  EXPECT_TRUE(present) << "the size that runs is among them, though no power of two";
}

TEST_F(CourseGraphTest, APictureIsMeasuredAgainstItsWidth) {
  Choice small = default_choice(*registry_.find("transpose"), "reference", Backend::cpu);
  small.problem["width"] = std::int64_t{320};
  small.problem["height"] = std::int64_t{180};
  Session session(registry_, machine_, small);
  EXPECT_EQ(CourseGraph::hindrance(session), "");
  CourseGraph course(3);
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 200s, [&] { return !course.running(); }));
  ASSERT_GE(course.graphs().size(), 1u);
  EXPECT_EQ(course.graphs().front().title, "Time against size");
  EXPECT_EQ(course.graphs().front().x_label, "Source width, texels");
  bool present = false;
  for (const RowResult& result : course.results()) {
    const std::int64_t width = get_integer(result.row.choice.problem, "width");
    EXPECT_EQ(get_integer(result.row.choice.problem, "height") * 16, width * 9);
    present = present || width == 320;
  }
  EXPECT_TRUE(present);
  EXPECT_EQ(session.choice(), small);
}

TEST_F(CourseGraphTest, TheSizeThatRunsIsMeasuredHoweverLongItsStepsTake) {
  Session session(registry_, machine_, choice("scalar", 3000));
  ASSERT_TRUE(run(session, 120s, [&] { return session.meters().step.size() > 0; }));
  CourseGraph course(1);
  ASSERT_GT(session.meters().step.summary().median, 1);
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 200s, [&] { return !course.running(); }));
  std::int64_t largest = 0;
  for (const RowResult& result : course.results())
    largest = std::max(largest, get_integer(result.row.choice.problem, "n"));
  EXPECT_EQ(largest, 3000);
}

TEST_F(CourseGraphTest, CancelledItKeepsItsPointsAndTheRunGoesOn) {
  Session session(registry_, machine_, choice("vector", 300));
  CourseGraph course;
  const Choice before = session.choice();
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 120s, [&] { return course.results().size() >= 2; }));
  ASSERT_TRUE(course.running());
  ui::Model model;
  course.describe(session, model);
  ASSERT_TRUE(model.job);
  EXPECT_GT(model.job->seconds_left, 0);
  course.cancel(session);
  EXPECT_FALSE(course.running());
  EXPECT_GE(course.results().size(), 2u);
  EXPECT_TRUE(course.graphs().front().partial);
  EXPECT_EQ(session.choice(), before);
  const std::int64_t steps = session.steps();
  EXPECT_TRUE(frames(session, course, 60s, [&] { return session.steps() > steps + 3; }));
}

// A picture that somebody has looked at is there again afterwards, with its plots.
TEST_F(CourseGraphTest, TheRunGoesOnFromWhereItWas) {
  Session session(registry_, machine_, choice("threads", 300));
  ASSERT_TRUE(run(session, 120s, [&] {
    return session.steps() > 200 && !session.series().empty() &&
           session.series().front().values().size() > 2;
  }));
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  ASSERT_TRUE(run(session, 60s, [&] { return session.running_ms() == 0; }));
  const Standing before = session.standing();
  CourseGraph course;
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 200s, [&] {
    return get_integer(session.choice().problem, "n") > 300 && !session.preparing() &&
           session.steps() > 0;
  }));
  EXPECT_FALSE(session.snapshot().fields == before.state.fields) << "another size runs";
  course.cancel(session);
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  const Standing after = session.standing();
  EXPECT_EQ(after.choice, paused);
  EXPECT_TRUE(after.state.fields == before.state.fields);
  EXPECT_EQ(after.state.steps, before.state.steps);
  EXPECT_EQ(after.found.first_conserved(), before.found.first_conserved());
  ASSERT_GE(after.found.series().size(), 1u);
  EXPECT_GE(after.found.series().front().values().size(),
            before.found.series().front().values().size());
}

// To prepare so many takes longer than a frame waits for.
TEST_F(CourseGraphTest, CancelledItGoesBackToALargeRunToo) {
  Choice large = default_choice(*registry_.find("basics"), "scalar", Backend::cpu);
  large.problem["n"] = std::int64_t{30'000'000};
  Session session(registry_, machine_, large);
  const Choice before = session.choice();
  CourseGraph course(5);
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 120s, [&] { return !course.results().empty(); }));
  ASSERT_NE(session.choice(), before);
  course.cancel(session);
  ASSERT_TRUE(run(session, 120s, [&] { return !session.preparing(); }));
  EXPECT_EQ(session.choice(), before);
}

class CourseGraphTimingTest : public CourseGraphTest {};

TEST_F(CourseGraphTimingTest, IsCancelledAtOnce) {
  Session session(registry_, machine_, choice("vector", 300));
  CourseGraph course;
  course.begin(session);
  ASSERT_TRUE(frames(session, course, 120s, [&] { return course.results().size() >= 2; }));
  const auto start = SteadyClock::now();
  course.cancel(session);
  EXPECT_LE(SteadyClock::now() - start, 200ms);
  EXPECT_FALSE(course.running());
}

TEST_F(CourseGraphTest, ARowFromItsSourceHasNoTimes) {
  Session session(
      registry_, machine_,
      [&] {
        Choice naive = default_choice(*registry_.find("nbody"), "naive", Backend::cuda);
        naive.problem["n"] = std::int64_t{200};
        return naive;
      }(),
      Executor::simt);
  CourseGraph course;
  EXPECT_NE(CourseGraph::hindrance(session).find("yields no time"), std::string::npos);
  course.begin(session);
  EXPECT_FALSE(course.running());
}

}  // namespace
}  // namespace livewarp
