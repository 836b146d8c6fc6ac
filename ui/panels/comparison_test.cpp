#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What the panels say about A, the pinned setting.
namespace livewarp::ui {
namespace {

class ComparisonPanels : public testing::Test {
 protected:
  void pin(std::optional<Ratio> ratio) {
    Pinned a;
    a.choice = model.choice;
    a.title = "Naive \u00b7 block 128";
    a.live = model.step;
    a.live.median *= 4.0 / 3;
    a.ratio = ratio;
    model.pinned = a;
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(ComparisonPanels, WithoutAItIsSaidHowToPin) {
  app.resize(1920, 1080);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("P pins this as A"));
  EXPECT_FALSE(app.says("\u00d7 A"));
  EXPECT_TRUE(app.says("live 8.37 ms")) << "the samples stay";
}

TEST_F(ComparisonPanels, ThePresenterSaysItToTheBackRow) {
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  app.resize(1280, 720);
  app.frames(model, 4);
  app.key(model, ImGuiKey_F9);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("1.33\u00d7 faster than A"));
  EXPECT_TRUE(app.says(" G interactions/s")) << "beside the rate";
  EXPECT_EQ(app.cut(), std::vector<std::string>{});
}

TEST_F(ComparisonPanels, TheVerdictStandsInTheReadoutAndTheColumnInTheTable) {
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  model.variants[0].is_a = true;
  model.variants[1].times_a = Ratio{1.556, 1.5, 1.6};
  model.variants[2].times_a = Ratio{1.001, 0.98, 1.02};
  app.frames(model, 4);
  EXPECT_TRUE(app.says("1.33\u00d7 faster than A"));
  EXPECT_TRUE(app.says("\u00d7 A"));
  EXPECT_TRUE(app.says("1.56\u00d7"));
  EXPECT_TRUE(app.says("noise"));
  EXPECT_TRUE(app.says("A 11.2")) << "its value on the axis";
  EXPECT_EQ(app.cut(), std::vector<std::string>{});
}

// Its interval is narrow as soon as there are many samples, however far they lie apart.
TEST_F(ComparisonPanels, OfNoisySamplesTheRatioIsSaidRoughly) {
  model.step.spread = 0.2;
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  app.frames(model, 4);
  EXPECT_TRUE(app.says("about 1.33\u00d7 faster than A"));
  model.step.spread = 0.01;
  app.frames(model, 30);
  EXPECT_TRUE(app.says("about 1.33\u00d7 faster than A")) << "A was as noisy";
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  app.frames(model, 30);
  EXPECT_TRUE(app.says("1.33\u00d7 faster than A"));
  EXPECT_FALSE(app.says("about 1.33"));
  model.pinned->runs = true;
  app.frames(model, 30);
  EXPECT_TRUE(app.says("A \u00b7 now 1.33\u00d7 faster"));
}

TEST_F(ComparisonPanels, AVariantThatIsNotVerifiedHasNoRatio) {
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  for (VariantEntry& variant : model.variants) variant.times_a = Ratio{7.77, 7.7, 7.8};
  for (VariantEntry& variant : model.variants) variant.check = {};
  app.frames(model, 4);
  EXPECT_FALSE(app.says("7.77"));
}

TEST_F(ComparisonPanels, ElsewhereThereIsNoRatioButAWayToMeasure) {
  pin(std::nullopt);
  model.pinned->elsewhere = "A was N 65,536";
  app.frames(model, 4);
  EXPECT_TRUE(app.says("A was N 65,536"));
  EXPECT_FALSE(app.says("than A"));
  EXPECT_FALSE(app.says("A 11.2")) << "times of another problem on one axis";
  const Result result = app.activate(model, ids::path(ids::scene, ids::measure_a_here));
  EXPECT_TRUE(asked(result, AppCommand::measure_a_here));
  model.pinned->same_workload = false;
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Measure A here"));
}

TEST_F(ComparisonPanels, KeysPinFlipAndGoBack) {
  model.can_undo = model.can_redo = true;
  app.frames(model, 3);
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_P), AppCommand::pin));
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_P, true), AppCommand::unpin));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_X), AppCommand::flip));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Z, false, true), AppCommand::undo));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Y, false, true), AppCommand::redo));
  const Result both = app.key(model, ImGuiKey_Z, true, true);
  EXPECT_TRUE(asked(both, AppCommand::redo));
  EXPECT_FALSE(asked(both, AppCommand::undo));
}

TEST_F(ComparisonPanels, ChangesOfOnePressAreOneGesture) {
  app.frames(model, 3);
  EXPECT_EQ(app.frame(model).gesture, 0u);
  app.mouse_to(model, 60, 500);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  const std::uint64_t first = app.frame(model).gesture;
  EXPECT_NE(first, 0u);
  EXPECT_EQ(app.frame(model).gesture, first);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  EXPECT_EQ(app.frame(model).gesture, first) << "what is let go belongs to it";
  EXPECT_EQ(app.frame(model).gesture, 0u);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  EXPECT_NE(app.frame(model).gesture, first);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  app.frame(model);
}

TEST_F(ComparisonPanels, AVariantIsCopiedAsMarkdown) {
  static std::string copied;
  ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    copied = text;
  };
  pin(Ratio{4.0 / 3, 1.31, 1.35});
  for (VariantEntry& variant : model.variants) variant.choice = model.choice;
  model.variants[2].times_a = Ratio{1.556, 1.5, 1.6};
  app.frames(model, 3);
  const float x = ImGui::FindWindowByName(ids::variants)->Pos.x + 60;
  const ImVec2 place = app.find(model, ids::path(ids::variants, ids::row, "register"), x);
  ImGui::GetIO().AddMouseButtonEvent(1, true);
  app.frame(model);
  ImGui::GetIO().AddMouseButtonEvent(1, false);
  app.frames(model, 3);
  ASSERT_GT(place.y, 0);
  EXPECT_TRUE(app.says("Copy command line"));
  app.activate(model, ids::path(ids::variants, ids::variant_menu, "copy-variant"));
  EXPECT_EQ(copied,
            "| variant | setting | bench median | error | \u00d7 A |\n"
            "|---|---|---:|---:|---:|\n"
            "| Register tiling | block 128, N 16,384, device | 6.23 ms | 2.4e-7 | 1.56\u00d7 |\n");
}

TEST_F(ComparisonPanels, ACommandLineIsCopiedOfTheVariantThatWasClicked) {
  for (VariantEntry& variant : model.variants) {
    variant.choice = model.choice;
    variant.choice.variant = variant.info->name;
  }
  app.frames(model, 3);
  const float x = ImGui::FindWindowByName(ids::variants)->Pos.x + 60;
  app.find(model, ids::path(ids::variants, ids::row, "register"), x);
  ImGui::GetIO().AddMouseButtonEvent(1, true);
  app.frame(model);
  ImGui::GetIO().AddMouseButtonEvent(1, false);
  app.frames(model, 3);
  const Result result =
      app.activate(model, ids::path(ids::variants, ids::variant_menu, "copy-command-line"));
  ASSERT_TRUE(result.copy_line_of);
  EXPECT_EQ(result.copy_line_of->variant, "register");
  EXPECT_FALSE(result.choice) << "a right click chooses nothing";
}

TEST_F(ComparisonPanels, InteropIsMadeToFailFromTheMenu) {
  app.frames(model, 3);
  const std::string row = ids::path(ids::top, ids::menu, "fail-interop");
  app.activate(model, ids::path(ids::top, ids::menu));
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_view));
  EXPECT_TRUE(app.says("Fail interop now"));
  EXPECT_TRUE(asked(app.activate(model, row), AppCommand::fail_interop));
  model.path = DisplayPath::copy;
  model.interop_fails = true;
  model.path_reason = "interop failed (GL error 304, llvmpipe)";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("copy path")) << "the chip";
  model.interop_fails = false;
  model.interop_fail_reason = "pictures are copied already";
  app.activate(model, ids::path(ids::top, ids::menu));
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_view));
  EXPECT_FALSE(asked(app.activate(model, row), AppCommand::fail_interop)) << "it is greyed";
}

}  // namespace
}  // namespace livewarp::ui
