#include "kernels/core/measure/verification.h"
#include "ui/panels/presenter.h"

#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

/// Places and sizes of all panels, and of the text.
struct Layout {
  std::vector<float> numbers;
  bool operator==(const Layout&) const = default;
};

float text_size() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return style.FontSizeBase * style.FontScaleMain * style.FontScaleDpi;
}

Layout layout() {
  Layout all;
  for (const char* name : {ids::controls, ids::scene, ids::timing, ids::variants}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    for (const float each : {window->Pos.x, window->Pos.y, window->Size.x, window->Size.y})
      all.numbers.push_back(each);
  }
  all.numbers.push_back(text_size());
  return all;
}

TEST(Presenter, TextFollowsTheWindowButIsNeverSmallerThanTheUsers) {
  EXPECT_DOUBLE_EQ(presenter_font_size(720, 16), 18);
  EXPECT_DOUBLE_EQ(presenter_font_size(2160, 32), 54);
  EXPECT_DOUBLE_EQ(presenter_font_size(720, 32), 32);
}

TEST(Presenter, LeavingRestoresLayoutAndTextExactly) {
  const FakeWorld world;
  const Model model = running_model(world);
  for (const ImGuiKey leave : {ImGuiKey_F9, ImGuiKey_Escape}) {
    Headless app;
    app.frames(model, 4);
    const Layout before = layout();
    for (int i = 0; i < 2; ++i) {
      app.key(model, ImGuiKey_F9);
      const Result shown = app.frames(model, 4);
      EXPECT_FLOAT_EQ(text_size(), 18);
      EXPECT_EQ(shown.scene_width, 1280);
      EXPECT_EQ(shown.scene_height, 720 - 9 * 18);
      EXPECT_FALSE(app.says("Launch")) << "panels are gone";
      const Result left = app.key(model, leave);
      EXPECT_FALSE(asked(left, AppCommand::quit));
      app.frames(model, 4);
      EXPECT_EQ(layout(), before);
    }
  }
}

TEST(Presenter, ShowsVariantNumberAndBadgeAndHandlesKeys) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app({.presenter = true});
  app.frames(model, 4);
  for (const char* text : {"Shared tile", "8.37", "live", "verified"})
    EXPECT_TRUE(app.says(text)) << text;
  const Result two = app.key(model, ImGuiKey_1);
  ASSERT_TRUE(two.choice);
  EXPECT_EQ(two.choice->variant, model.variants[0].info->name);
  const Result space = app.key(model, ImGuiKey_Space);
  ASSERT_TRUE(space.choice);
  EXPECT_TRUE(space.choice->paused);
  const Result larger = app.type(model, "]");
  ASSERT_TRUE(larger.choice);
  EXPECT_EQ(get_text(larger.choice->launch, ids::block), "256");
  model.check.verdict = Verdict::failed;
  app.frames(model, 2);
  EXPECT_FALSE(app.says("8.37")) << "a time of a wrong result";
}

TEST(Presenter, NamesWorkloadAndMethod) {
  const FakeWorld world;
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    Headless app({.presenter = true});
    app.resize(width, height);
    app.frames(running_model(world), 4);
    EXPECT_TRUE(app.says("N-body")) << width;
    Model model = all_kinds_model(world);
    app.frames(model, 20);
    EXPECT_TRUE(app.says("Kinds \u00b7 One")) << width;
    model.choice.problem["choice"] = std::string("b");
    app.frames(model, 20);
    EXPECT_TRUE(app.says("Kinds \u00b7 Two")) << width;
  }
}

TEST(Presenter, SaysWhatChangedAndNeverATime) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app({.presenter = true});
  app.dt = 0.1;
  app.frames(model, 4);
  model.choice.launch["block"] = std::string("256");
  app.frame(model);
  EXPECT_TRUE(app.says("block 128 \u2192 256"));
  app.frames(model, 14);
  EXPECT_TRUE(app.says("\u2192"));
  app.frames(model, 4);
  EXPECT_FALSE(app.says("\u2192")) << "after 1.5 s";
  const Choice before = model.choice;
  switch_to(model, "register");
  const std::string text = change_text(model, before);
  EXPECT_TRUE(text.starts_with("Shared tile \u2192 Register tiling")) << text;
  EXPECT_EQ(text.find("ms"), std::string::npos);
}

TEST(Presenter, ShowsTheLastKeyForAMoment) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app({.presenter = true});
  app.dt = 0.1;
  app.frames(model, 4);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  app.frame(model);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_RightArrow, true);
  app.frame(model);
  EXPECT_TRUE(app.says("Shift \u2192"));
  ImGui::GetIO().AddKeyEvent(ImGuiKey_RightArrow, false);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  app.frames(model, 16);
  EXPECT_FALSE(app.says("Shift \u2192"));
}

TEST(Presenter, NoticesShrinkToALineAndNothingHelps) {
  const FakeWorld world;
  Model model = running_model(world);
  model.notices = {{7, Severity::error, std::string(300, 'x') + " failed", "Try another", 1}};
  Headless app({.presenter = true});
  app.frames(model, 4);
  EXPECT_LT(ImGui::FindWindowByName(ids::full_scene)->DC.CursorMaxPos.y, 721);
  EXPECT_TRUE(app.says("failed"));
  EXPECT_FALSE(app.says("Copy"));
  EXPECT_FALSE(app.says("Press 2"));
  app.dt = 0.1;
  for (int x = 40; x < 1280; x += 200) {
    app.mouse_to(model, float(x), 700);
    app.frames(model, 8);
    EXPECT_FALSE(app.says("--variant"));
  }
}

TEST(Presenter, WhatIsNoisyIsStillVerified) {
  const FakeWorld world;
  Model model = running_model(world);
  model.step.spread = 7.05;
  for (const auto& [width, height] : {std::pair(1920, 1080), std::pair(640, 360)}) {
    Headless app({.presenter = true});
    app.resize(width, height);
    app.frames(model, 4);
    EXPECT_TRUE(app.says("noisy")) << width;
    EXPECT_TRUE(app.says("verified")) << width;
  }
}

TEST(Presenter, ShowsHowFarAMeasurementIs) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app({.presenter = true});
  app.frames(model, 4);
  EXPECT_FALSE(app.says("Cancel"));
  model.job = JobStrip{"Measuring Naive", 5, 13, 0.4, 12, true};
  app.frames(model, 2);
  for (const char* words : {"Measuring Naive", "5 of 13", "12 s left", "Cancel", "Esc"})
    EXPECT_TRUE(app.says(words)) << words;
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Escape), AppCommand::cancel_job));
}

TEST(Presenter, TheRingGoesAfterThreeSecondsAtRest) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app({.presenter = true});
  app.dt = 0.1;
  app.frames(model, 4);
  // What lies over all windows is a list of its own, which there is only when it is not empty.
  const auto lists = [] { return ImGui::GetDrawData()->CmdLists.Size; };
  app.mouse_to(model, 300, 300);
  app.mouse_to(model, 400, 300);
  const int with_ring = lists();
  app.frames(model, 25);
  EXPECT_EQ(lists(), with_ring);
  app.frames(model, 8);
  EXPECT_EQ(lists(), with_ring - 1);
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_None);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, true);
  app.frames(model, 2);
  EXPECT_EQ(lists(), with_ring) << "the spotlight";
}

}  // namespace
}  // namespace livewarp::ui
