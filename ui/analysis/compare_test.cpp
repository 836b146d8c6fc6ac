/// The tab Compare: A and B in turn, from the first button to the verdict.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"
#include "ui/widgets/widgets_ratio.h"

namespace livewarp::ui {
namespace {

using Verdict = PairedTest::Verdict;

AbResult decided() {
  AbResult result;
  result.title_a = result.title_b = "Register tile";
  result.differ = {{"Block", "128", "256"}, {"Items", "2", "4"}};
  result.problem = "bodies 131,072";
  result.verdict = Verdict::faster;
  result.verdict_text = "B is FASTER";
  result.ratio_text =
      "B takes 0.7513 times A's time (99 % interval 0.7490 \u2026 0.7533, 42 pairs)";
  result.rate_text = "B's rate is 1.331 times A's";
  result.share_a = "48 % of fp32 FMA rate";
  result.share_b = "64 % of fp32 FMA rate";
  result.ratio = {0.7513, 0.7490, 0.7533};
  result.pairs = 42;
  result.seconds = 3.2;
  result.of_present = true;
  return result;
}

class Compare : public testing::Test {
 protected:
  void SetUp() override {
    model.ab.reason = "";
    app.frames(model, 4);
    app.key(model, ImGuiKey_G);
    app.activate(model, ids::path(ids::analysis, ids::compare_tab));
    app.frames(model, 3);
  }
  bool enter_asks(AppCommand command) {
    app.frames(model, 2);
    return asked(app.key(model, ImGuiKey_Enter), command);
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(Compare, EnterDoesWhatIsNextAndTheButtonSaysIt) {
  model.ab = {"No A is pinned. Pin the running setting.", AbRemedy::pin, 10, {}};
  EXPECT_TRUE(enter_asks(AppCommand::pin));
  EXPECT_TRUE(app.says("No A is pinned") && app.says("Pin this as A"));

  model.pinned = Pinned{.choice = model.choice, .title = "Naive \u00b7 block 64"};
  model.ab = {"A had bodies 65,536: no ratio.", AbRemedy::measure_a_here, 10, {}};
  EXPECT_TRUE(enter_asks(AppCommand::measure_a_here));
  EXPECT_TRUE(app.says("A had bodies 65,536") && app.says("Measure A here"));

  model.ab = {"A is what runs.", AbRemedy::none, 10, {}};
  EXPECT_FALSE(enter_asks(AppCommand::compare));
  EXPECT_TRUE(app.says("A is what runs."));

  model.ab = {"", AbRemedy::none, 10, {}};
  EXPECT_TRUE(enter_asks(AppCommand::compare));
  EXPECT_TRUE(app.says("measured in turn"));
}

TEST_F(Compare, WhileItMeasuresItSaysHowFarItIs) {
  model.job = JobStrip{"Measuring A and B in turn", 0, 0, 0.1, 9, true, true};
  model.ab.result = AbResult{};
  model.ab.result->measuring = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("verified and warmed up"));
  EXPECT_FALSE(enter_asks(AppCommand::compare));
  model.ab.result = decided();
  model.ab.result->measuring = true;
  model.ab.result->verdict = Verdict::undecided;
  model.ab.result->verdict_text = "UNDECIDED";
  model.ab.result->ratio.high = std::numeric_limits<double>::infinity();
  app.frames(model, 2);
  EXPECT_TRUE(app.says("UNDECIDED"));
  EXPECT_TRUE(app.says("3.2 s of at most 10 s"));
}

TEST_F(Compare, TheVerdictIsSeenWholeOnAnyScreen) {
  model.ab.result = decided();
  struct Screen {
    int width, height;
  };
  for (const Screen& screen : {Screen{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    app.resize(screen.width, screen.height);
    for (const Verdict verdict : {Verdict::faster, Verdict::same, Verdict::undecided}) {
      model.ab.result->verdict = verdict;
      model.ab.result->verdict_text = verdict == Verdict::faster ? "B is FASTER" : "UNDECIDED";
      app.frames(model, 5);
      for (const char* text : {"42 pairs", "1.331", "Block", "128", "256", "64 % of fp32"})
        EXPECT_TRUE(app.says(text)) << text << " at " << screen.width;
      const auto found =
          std::ranges::find(app.written, model.ab.result->verdict_text, &Written::text);
      ASSERT_NE(found, app.written.end());
      EXPECT_FALSE(found->cut) << screen.width;
      EXPECT_GT(found->x1 - found->x0, 10 * 16) << "for the back row";
      EXPECT_EQ(ImGui::FindWindowByName(ids::analysis)->ScrollMax.y, 0);
    }
  }
}

TEST_F(Compare, WhatIsOldStoppedOrWrongIsMarkedSo) {
  model.ab.result = decided();
  model.ab.result->of_present = false;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("of the settings before"));
  model.ab.result->of_present = true;
  model.ab.result->partial = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("partial"));
  model.ab.result->trouble = "Naive: wrong result: body 3. No time is shown for it.";
  app.frames(model, 2);
  EXPECT_TRUE(app.says("wrong result: body 3"));
  EXPECT_FALSE(app.says("0.7513") || app.says("FASTER"));
}

TEST(RatioAxis, NarrowsAsTheIntervalDoes) {
  const double infinite = std::numeric_limits<double>::infinity();
  const double first = ratio_axis_end({0.75, 0, infinite}, 0.01);
  const double wide = ratio_axis_end({0.75, 0.5, 1.9}, 0.01);
  const double narrow = ratio_axis_end({0.998, 0.994, 1.003}, 0.01);
  EXPECT_GE(wide, 1.9);
  EXPECT_LT(narrow, 1.06);
  EXPECT_GT(narrow, 1.01) << "the region that counts as the same is seen";
  EXPECT_GE(first, 1 / 0.75);
  EXPECT_LE(first, 3) << "what is not known widens nothing";
  EXPECT_GE(ratio_axis_end({0.033, 0.0325, 0.049}, 0.01), 1 / 0.0325);
}

}  // namespace
}  // namespace livewarp::ui
