/// The tab Ladder: what is asked for, what is drawn, and what a click does.
#include <gtest/gtest.h>

#include <string>

#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class LadderTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_G);
    app.key(model, ImGuiKey_4, true);
    app.frames(model, 4);
  }
  /// With a text's figures of its first two variants.
  void add_history() {
    first = *model.variants[0].info;
    second = *model.variants[1].info;
    first.history = {{{"Book, ch. 2", "V100"}, 0.06}};
    second.history = {{{"Book, ch. 2", "V100"}, 0.02}};
    model.variants[0].info = &first;
    model.variants[1].info = &second;
  }
  const FakeWorld world;
  Model model = running_model(world);
  VariantInfo first, second;
  Headless app;
};

TEST_F(LadderTab, SaysTimesFactorsAndSources) {
  add_history();
  app.frames(model, 4);
  EXPECT_TRUE(whole(app, "12.9 ms"));
  EXPECT_TRUE(whole(app, "1.55\u00d7")) << "8.3 ms against 12.9";
  EXPECT_TRUE(app.says("Book, ch. 2, V100: history, scaled so that"));
  EXPECT_TRUE(app.says("and ms a step")) << "what the figures are";
}

TEST_F(LadderTab, AReasonStandsInPlaceOfABar) {
  model.variants[1].check.verdict = Verdict::failed;
  model.variants[1].check.failure = "wrong result: body 7";
  app.frames(model, 4);
  EXPECT_TRUE(app.says("wrong result: body 7"));
}

TEST_F(LadderTab, BeforeAnythingIsMeasuredThereIsAButton) {
  for (VariantEntry& variant : model.variants) variant.bench.reset();
  app.frames(model, 4);
  EXPECT_TRUE(app.says("What does each variant gain?"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::measure_all));
}

TEST_F(LadderTab, AClickRunsAVariant) {
  float x = 0, y = 0;
  app.frames(model, 2);
  for (const Written& each : app.written)
    if (each.text == "12.9 ms") x = each.x0;
  ASSERT_GT(x, 0);
  Result result;
  // From below, since above the bars stand tabs.
  for (y = 1040; y > 500 && !result.choice; y -= 16) result = app.click(model, x, y);
  ASSERT_TRUE(result.choice);
  EXPECT_NE(result.choice->variant, model.choice.variant);
}

TEST_F(LadderTab, NothingIsCutOffAtAnySize) {
  add_history();
  for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    app.resize(width, height);
    app.frames(model, 5);
    for (const std::string& text : app.cut())
      EXPECT_EQ(text.find("Book"), std::string::npos) << width << ": " << text;
  }
}

}  // namespace
}  // namespace livewarp::ui
