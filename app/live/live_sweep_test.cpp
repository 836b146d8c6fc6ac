#include "app/live/live_sweep.h"

#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;
using test::SteadyClock;

class LiveSweepTest : public SessionTest {
 protected:
  static constexpr double bench_seconds = 0.2;

  /// Frames of a session and its sweep until `done`.
  static bool frames(Session& session, LiveSweep& sweep, std::chrono::seconds limit,
                     const std::function<bool()>& done) {
    return run(session, limit, [&] {
      sweep.tick(session);
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

TEST_F(LiveSweepTest, MeasuresSizesAndTheLaunchLiveAndWithout) {
  Session session(registry_, machine_, choice("threads", 300));
  session.bench_for(bench_seconds);
  LiveSweep sweep(5);
  const Choice before = session.choice();
  sweep.begin(session);
  ASSERT_TRUE(sweep.running());
  ASSERT_TRUE(frames(session, sweep, 200s, [&] { return !sweep.running(); }));
  EXPECT_EQ(session.choice(), before) << "the run goes on as it was";
  EXPECT_EQ(session.job(), nullptr);
  const auto& graphs = sweep.graphs();
  ASSERT_GE(graphs.size(), 1u);
  EXPECT_EQ(graphs[0].title, "Time against bodies");
  for (const Graph& graph : graphs) {
    const std::size_t bench = points(graph, CurveKind::bench);
    EXPECT_GE(bench, 2u) << graph.title;
    EXPECT_EQ(points(graph, CurveKind::live), bench) << graph.title;
    EXPECT_FALSE(graph.partial);
  }
  bool present = false;
  for (const VariantResult& result : sweep.results()) {
    present = present || get_integer(result.variant.choice.problem, "n") == 300;
    EXPECT_TRUE(result.verified());
    EXPECT_GT(result.measurement->step.median, 0);
    // On no machine does a CPU make a step of so many within 5 ms.
    EXPECT_LT(get_integer(result.variant.choice.problem, "n"), 262'144)
        << "larger sizes were left out";
    if (result.measurement->conditions == Conditions::bench) {
      ASSERT_TRUE(result.of_ceiling) << "ceilings were measured with the bench";
      EXPECT_GT(result.of_ceiling->share, 0);
    }
  }
  EXPECT_TRUE(present) << "the size that runs is among them, though no power of two";
}

TEST_F(LiveSweepTest, OffersWhatCanBeVariedAndTakesOneOfIt) {
  Session session(registry_, machine_, choice("vector", 300));
  session.bench_for(bench_seconds);
  LiveSweep sweep(5);
  const auto offers = [&] {
    ui::Model model;
    sweep.describe(session, model);
    return model.sweeps;
  };
  const std::vector<ui::SweepOffer> first = offers();
  ASSERT_EQ(first.size(), 3u);
  EXPECT_EQ(first[0].varied, ui::Varied::size) << "the proposed one";
  EXPECT_EQ(first[1].over, "precision");
  EXPECT_EQ(first[2].settings, first[0].settings + first[1].settings);
  ASSERT_TRUE(run(session, 120s, [&] { return session.step_stats().step.size() > 5; }));
  const std::vector<ui::SweepOffer> known = offers();
  ASSERT_EQ(known.size(), 3u);
  EXPECT_LT(known[0].settings, first[0].settings) << "sizes that would take too long are left out";
  EXPECT_NEAR(known[2].seconds, known[0].seconds + known[1].seconds, 1e-9);
  EXPECT_GE(known[0].seconds, known[0].settings);
  sweep.begin(session, ui::Varied::launch);
  ASSERT_TRUE(frames(session, sweep, 200s, [&] { return !sweep.running(); }));
  ASSERT_EQ(sweep.graphs().size(), 1u);
  EXPECT_EQ(sweep.graphs()[0].title, "Time against precision");
  EXPECT_EQ(sweep.graphs_of(session.workload()).size(), 1u);
  EXPECT_TRUE(sweep.graphs_of(*registry_.find("heat")).empty()) << "no report of heat has them";
  for (const Curve& curve : sweep.graphs()[0].curves)
    for (const GraphPoint& point : curve.points) {
      if (curve.kind == CurveKind::bound) continue;
      ASSERT_TRUE(point.choice) << "a click on it runs it";
      EXPECT_EQ(get_text(point.choice->launch, "precision"), point.setting);
    }
}

TEST_F(LiveSweepTest, APictureIsMeasuredAgainstItsWidth) {
  Choice small = default_choice(*registry_.find("transpose"), "reference", Backend::cpu);
  small.problem["width"] = std::int64_t{320};
  small.problem["height"] = std::int64_t{180};
  Session session(registry_, machine_, small);
  EXPECT_EQ(LiveSweep::hindrance(session), "");
  session.bench_for(bench_seconds);
  LiveSweep sweep(3);
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 200s, [&] { return !sweep.running(); }));
  ASSERT_GE(sweep.graphs().size(), 1u);
  EXPECT_EQ(sweep.graphs().front().title, "Time against size");
  EXPECT_EQ(sweep.graphs().front().x_label, "Source width, texels");
  bool present = false;
  for (const VariantResult& result : sweep.results()) {
    const std::int64_t width = get_integer(result.variant.choice.problem, "width");
    EXPECT_EQ(get_integer(result.variant.choice.problem, "height") * 16, width * 9);
    present = present || width == 320;
  }
  EXPECT_TRUE(present);
  EXPECT_EQ(session.choice(), small);
}

TEST_F(LiveSweepTest, TheSizeThatRunsIsMeasuredHoweverLongItsStepsTake) {
  Session session(registry_, machine_, choice("scalar", 1500));
  ASSERT_TRUE(run(session, 120s, [&] { return session.step_stats().step.size() > 0; }));
  session.bench_for(bench_seconds);
  LiveSweep sweep(1);
  ASSERT_GT(session.step_stats().step.summary().median, 1);
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 200s, [&] { return !sweep.running(); }));
  std::int64_t largest = 0;
  for (const VariantResult& result : sweep.results())
    largest = std::max(largest, get_integer(result.variant.choice.problem, "n"));
  EXPECT_EQ(largest, 1500);
}

TEST_F(LiveSweepTest, CancelledItKeepsItsPointsAndTheRunGoesOn) {
  Session session(registry_, machine_, choice("vector", 300));
  LiveSweep sweep;
  const Choice before = session.choice();
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 120s, [&] { return sweep.results().size() >= 2; }));
  ASSERT_TRUE(sweep.running());
  ui::Model model;
  sweep.describe(session, model);
  ASSERT_TRUE(model.job);
  EXPECT_GT(model.job->seconds_left, 0);
  sweep.cancel(session);
  EXPECT_FALSE(sweep.running());
  EXPECT_GE(sweep.results().size(), 2u);
  EXPECT_TRUE(sweep.graphs().front().partial);
  EXPECT_EQ(session.choice(), before);
  const std::int64_t steps = session.steps();
  EXPECT_TRUE(frames(session, sweep, 60s, [&] { return session.steps() > steps + 3; }));
}

// A picture that somebody has looked at is there again afterwards, with its plots.
TEST_F(LiveSweepTest, TheRunGoesOnFromWhereItWas) {
  Session session(registry_, machine_, choice("threads", 300));
  ASSERT_TRUE(run(session, 120s, [&] {
    return session.steps() > 200 && !session.series().empty() &&
           session.series().front().values().size() > 2;
  }));
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  ASSERT_TRUE(run(session, 60s, [&] { return session.running_ms() == 0; }));
  const RunSnapshot before = session.run_snapshot();
  LiveSweep sweep;
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 200s, [&] {
    return get_integer(session.choice().problem, "n") > 300 && !session.preparing() &&
           session.steps() > 0;
  }));
  EXPECT_FALSE(session.snapshot().fields == before.state.fields) << "another size runs";
  sweep.cancel(session);
  ASSERT_TRUE(run(session, 60s, [&] { return !session.preparing(); }));
  const RunSnapshot after = session.run_snapshot();
  EXPECT_EQ(after.choice, paused);
  EXPECT_TRUE(after.state.fields == before.state.fields);
  EXPECT_EQ(after.state.steps, before.state.steps);
  EXPECT_EQ(after.found.first_conserved(), before.found.first_conserved());
  ASSERT_GE(after.found.series().size(), 1u);
  EXPECT_GE(after.found.series().front().values().size(),
            before.found.series().front().values().size());
}

// To prepare so many takes longer than a frame waits for.
TEST_F(LiveSweepTest, CancelledItGoesBackToALargeRunToo) {
  Choice large = default_choice(*registry_.find("basics"), "scalar", Backend::cpu);
  large.problem["n"] = std::int64_t{6'000'000};
  Session session(registry_, machine_, large);
  const Choice before = session.choice();
  LiveSweep sweep(5);
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 120s, [&] { return !sweep.results().empty(); }));
  ASSERT_NE(session.choice(), before);
  sweep.cancel(session);
  ASSERT_TRUE(run(session, 120s, [&] { return !session.preparing(); }));
  EXPECT_EQ(session.choice(), before);
}

class LiveSweepTimingTest : public LiveSweepTest {};

TEST_F(LiveSweepTimingTest, IsCancelledAtOnce) {
  Session session(registry_, machine_, choice("vector", 300));
  LiveSweep sweep;
  sweep.begin(session);
  ASSERT_TRUE(frames(session, sweep, 120s, [&] { return sweep.results().size() >= 2; }));
  const auto start = SteadyClock::now();
  sweep.cancel(session);
  EXPECT_LE(SteadyClock::now() - start, 200ms);
  EXPECT_FALSE(sweep.running());
}

TEST_F(LiveSweepTest, AVariantFromItsSourceHasNoTimes) {
  Session session(
      registry_, machine_,
      [&] {
        Choice naive = default_choice(*registry_.find("nbody"), "naive", Backend::cuda);
        naive.problem["n"] = std::int64_t{200};
        return naive;
      }(),
      Executor::emulator);
  LiveSweep sweep;
  EXPECT_NE(LiveSweep::hindrance(session).find("yields no time"), std::string::npos);
  sweep.begin(session);
  EXPECT_FALSE(sweep.running());
}

}  // namespace
}  // namespace livewarp
