// What a session measures, and what it knows of times before: benches, predictions, a fitted size.
#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;
using test::SteadyClock;

TEST_F(SessionTest, MeasureAllBenchesEveryCpuVariant) {
  Session session(registry_, machine_, choice("vector", 600));
  session.bench_for(0.2);
  session.measure(std::nullopt);
  ASSERT_NE(session.job(), nullptr);
  ASSERT_TRUE(run_job(session, 240s));
  for (const VariantInfo* info : session.workload().variants()) {
    if (info->backend != Backend::cpu) continue;
    const auto found = session.result_cache().bench(session.variant_choice(*info));
    ASSERT_TRUE(found) << info->name;
    EXPECT_GT(found->step.median, 0) << info->name;
    EXPECT_EQ(found->conditions, Conditions::bench);
  }
}

TEST_F(SessionTest, TheRunRestsWhileAJobMeasures) {
  Session session(registry_, machine_, choice("vector", 800));
  ASSERT_TRUE(run(session, 240s, [&] { return session.step_stats().step.size() >= 5; }));
  session.measure("scalar");
  ASSERT_NE(session.job(), nullptr);
  test::tick(session);  // what ended before
  const std::int64_t steps = session.steps();
  const std::size_t samples = session.step_stats().step.size();
  run_for(session, 600ms);
  ASSERT_NE(session.job(), nullptr) << "the job was to outlast the test";
  EXPECT_EQ(session.steps(), steps);
  EXPECT_EQ(session.step_stats().step.size(), samples);
  session.cancel_job();
  ASSERT_TRUE(run(session, 240s, [&] { return session.job() == nullptr; }));
  EXPECT_TRUE(run(session, 240s, [&] { return session.steps() > steps; })) << "and goes on";
}

TEST_F(SessionTest, CountersOfACpuVariantAreAReason) {
  Session session(registry_, machine_, choice("vector", 600));
  EXPECT_FALSE(session.result_cache().counters(session.choice()));
  session.read_counters();
  ASSERT_NE(session.job(), nullptr);
  ASSERT_TRUE(run_job(session, 240s));
  const auto found = session.result_cache().counters(session.choice());
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->reading);
  EXPECT_EQ(found->why_absent, "only steps on a GPU are counted by its hardware");
  Choice other = session.choice();
  other.problem["n"] = std::int64_t(601);
  EXPECT_FALSE(session.result_cache().counters(other)) << "a reading belongs to its problem";
}

TEST_F(SessionTest, ABenchTimeBelongsToItsLaunchAndProblem) {
  Session session(registry_, machine_, choice("threads", 600));
  session.measure("threads");
  ASSERT_TRUE(run_job(session, 240s));
  const auto shown = [&](const Choice& of) { return session.result_cache().bench(of).has_value(); };
  const Choice measured = session.choice();
  EXPECT_TRUE(shown(measured));
  Choice other = measured;
  other.launch["threads"] = std::int64_t{1};
  session.apply(other);
  EXPECT_FALSE(shown(session.variant_choice(session.variant())))
      << "a stale time beside another launch";
  Choice larger = measured;
  larger.problem["n"] = std::int64_t{700};
  EXPECT_FALSE(shown(larger));
  Choice elsewhere = measured;
  elsewhere.memory = MemoryMode::pinned;
  EXPECT_FALSE(shown(elsewhere));
  // Once another variant runs, this one is listed with the launch that it had last.
  const VariantInfo& threads = *session.workload().find("threads");
  session.apply(choice("scalar", 600));
  EXPECT_EQ(session.variant_choice(threads).launch, other.launch);
  EXPECT_FALSE(shown(session.variant_choice(threads)));
  session.apply(measured);
  session.apply(choice("scalar", 600));
  EXPECT_TRUE(shown(session.variant_choice(threads)));
}

TEST_F(SessionTest, VariantsAreMeasuredAsTheyWillRun) {
  Choice start = choice("vector", 600);
  start.launch["precision"] = std::string("fp64");
  Session session(registry_, machine_, start);
  session.bench_for(0.2);
  session.measure(std::nullopt);
  ASSERT_TRUE(run_job(session, 240s));
  for (const VariantInfo* info : session.workload().variants()) {
    if (info->backend != Backend::cpu) continue;
    const Choice listed = session.variant_choice(*info);
    const bool chooses = find_param(info->axes, "precision") != nullptr;
    EXPECT_EQ(chooses ? get_text(listed.launch, "precision") : "fp64", "fp64") << info->name;
    EXPECT_TRUE(session.result_cache().bench(listed)) << info->name;
    session.apply(listed);
    EXPECT_EQ(session.choice(), listed) << info->name;
    EXPECT_TRUE(session.result_cache().bench(session.choice())) << info->name;
  }
}

TEST_F(SessionTest, MeasuringAllIsEstimatedFromWhatTheVariantsCost) {
  Session session(registry_, machine_, choice("vector", 600));
  int idle = 0;  // frames in a row in which no variant was tried out
  ASSERT_TRUE(run(session, 240s, [&] {
    idle = session.check().ok() && !session.checking() ? idle + 1 : 0;
    return idle > 300;
  }));
  const double small = session.measure_all_seconds();
  EXPECT_GT(small, 0);
  Choice large = session.choice();
  large.paused = true;
  large.problem["n"] = std::int64_t{262'144};
  session.apply(large);
  const double seconds = session.measure_all_seconds();
  EXPECT_NE(seconds, small);
  EXPECT_LT(seconds, small + 10) << "variants that are left out take no time";
}

class MeasureTimingTest : public SessionTest {};

TEST_F(MeasureTimingTest, AnEstimateIsNothingToAFrame) {
  Session session(registry_, machine_, choice("vector", 600));
  ASSERT_TRUE(run(session, 240s, [&] { return session.check().ok() && !session.checking(); }));
  for (const std::int64_t n : {600, 262'144}) {
    Choice asked = session.choice();
    asked.paused = true;
    asked.problem["n"] = n;
    session.apply(asked);
    const auto start = SteadyClock::now();
    EXPECT_GE(session.measure_all_seconds(), 0);
    EXPECT_LE(SteadyClock::now() - start, 20ms) << n;
  }
}

TEST(PredictionsTest, ATrialServesEverySize) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  Choice scalar = default_choice(nbody, "scalar", Backend::cpu);
  scalar.problem["n"] = std::int64_t{131'072};
  Predictions predictions;
  EXPECT_FALSE(predictions.known(nbody, scalar, Executor::cpu));
  const double ms = predictions.step_ms(nbody, scalar, Executor::cpu, {});
  EXPECT_GT(ms, 1000);
  Choice half = scalar;
  half.problem["n"] = std::int64_t{65'536};
  half.problem["dt"] = 0.002;  // costs nothing
  const auto known = predictions.known(nbody, half, Executor::cpu);
  ASSERT_TRUE(known);
  EXPECT_NEAR(ms / *known, 4, 0.01);
  EXPECT_FALSE(
      predictions.known(nbody, default_choice(nbody, "vector", Backend::cpu), Executor::cpu));
}

}  // namespace
}  // namespace livewarp
