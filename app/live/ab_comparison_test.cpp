#include "app/live/ab_comparison.h"

#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;

class AbComparisonTest : public SessionTest {
 protected:
  static bool frames(Session& session, std::chrono::seconds limit,
                     const std::function<bool()>& done) {
    return run(session, limit, [&] {
      if (session.job() && session.job()->wait_for_turn(1ms)) session.job()->end_turn();
      return done();
    });
  }
  ui::AbView seen(const Session& session, const std::optional<Choice>& a) const {
    ui::Model model;
    ab_.describe(session, a, model);
    return model.ab;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  AbComparison ab_;
};

TEST_F(AbComparisonTest, SaysTheVerdictInTheWordsOfTheCommandAndTheRunGoesOn) {
  Session session(registry_, machine_, choice("vector", 1024));
  ASSERT_TRUE(run(session, 120s, [&] { return session.steps() > 5; }));
  const Choice a = choice("scalar", 1024), before = session.choice();
  ASSERT_EQ(seen(session, a).reason, "");
  EXPECT_FALSE(seen(session, a).result);
  ab_.begin(session, a);
  ASSERT_TRUE(session.comparing());
  test::tick(session);  // what ended before
  const std::int64_t steps = session.steps();
  bool watched = false;
  ASSERT_TRUE(frames(session, 120s, [&] {
    watched = watched || seen(session, a).result->measuring;
    EXPECT_TRUE(!session.comparing() || session.steps() == steps) << "the live run rests";
    return !session.job();
  }));
  EXPECT_TRUE(watched);
  const auto result = seen(session, a).result;
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verdict_text, "B is FASTER");
  EXPECT_TRUE(has(result->ratio_text, "times A's time (99 % interval ")) << result->ratio_text;
  EXPECT_TRUE(has(result->rate_text, "B's rate is ") && has(result->rate_text, " times A's"));
  EXPECT_LT(result->ratio.high, 1);
  EXPECT_TRUE(result->of_present && !result->measuring && !result->partial);
  EXPECT_EQ(result->title_a, session.workload().find("scalar")->title);
  EXPECT_TRUE(result->differ.empty()) << "axes that A has not do not count";
  EXPECT_EQ(result->problem, "bodies 1,024");
  EXPECT_EQ(session.choice(), before);
  EXPECT_TRUE(session.result_cache().check(a, Executor::cpu)->ok()) << "A was verified first";
  EXPECT_TRUE(frames(session, 60s, [&] { return session.steps() > steps + 3; }));
  // Of another setting it is no longer.
  session.apply(choice("vector", 2048));
  EXPECT_FALSE(seen(session, a).result->of_present);
}

TEST_F(AbComparisonTest, StoppedItKeepsWhatItKnows) {
  Session session(registry_, machine_, choice("vector", 1024));
  ASSERT_TRUE(run(session, 120s, [&] { return session.steps() > 5; }));
  Choice a = choice("vector", 1024);
  a.launch["precision"] = std::string("fp64");
  EXPECT_NE(seen(session, a).reason, "") << "another precision";
  const Choice isa_of_a = [&] {
    Choice other = choice("vector", 1024);
    other.launch["isa"] = std::string("sse4");
    return other;
  }();
  ab_.begin(session, isa_of_a);
  ASSERT_TRUE(session.comparing());
  frames(session, 120s, [&] {
    const auto result = seen(session, isa_of_a).result;
    return !session.job() || (result && result->pairs >= 1);
  });
  session.cancel_job();
  ASSERT_TRUE(frames(session, 60s, [&] { return !session.job(); }));
  const auto result = seen(session, isa_of_a).result;
  ASSERT_TRUE(result);
  EXPECT_GE(result->pairs, 1u);
  ASSERT_EQ(result->differ.size(), 1u);
  EXPECT_EQ(result->differ[0].label, "Instruction set");
  EXPECT_EQ(result->differ[0].a, "SSE4");
  EXPECT_EQ(result->differ[0].b, "auto");
  // That it was decided before it could be stopped is possible where there are large vectors.
  EXPECT_TRUE(result->partial || result->verdict != PairedTest::Verdict::undecided);
  EXPECT_EQ(result->undecided.empty(), result->verdict != PairedTest::Verdict::undecided);
  const std::int64_t steps = session.steps();
  EXPECT_TRUE(frames(session, 60s, [&] { return session.steps() > steps + 3; }));
}

TEST_F(AbComparisonTest, WhereTheyCannotBeComparedItSaysWhyAndWhatHelps) {
  Session session(registry_, machine_, choice("vector", 300));
  const auto said = [&](const std::optional<Choice>& a, const std::string& text,
                        ui::AbRemedy remedy) {
    const ui::AbView view = seen(session, a);
    EXPECT_TRUE(has(view.reason, text)) << view.reason;
    EXPECT_EQ(view.remedy, remedy) << view.reason;
    ab_.begin(session, a);
    EXPECT_FALSE(session.job()) << text;
  };
  said(std::nullopt, "No A is pinned", ui::AbRemedy::pin);
  said(default_choice(*registry_.find("heat"), "", Backend::cpu), "another workload",
       ui::AbRemedy::pin);
  said(choice("scalar", 600), "A had bodies 600", ui::AbRemedy::measure_a_here);
  said(session.choice(), "A is what runs", ui::AbRemedy::none);
  const Choice gpu = [&] {
    Choice naive = default_choice(*registry_.find("nbody"), "naive", Backend::cuda);
    naive.problem = session.choice().problem;
    return naive;
  }();
  said(gpu, "CUDA", ui::AbRemedy::none);
}

}  // namespace
}  // namespace livewarp
