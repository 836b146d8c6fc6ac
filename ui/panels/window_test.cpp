#include <gtest/gtest.h>

#include <algorithm>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What the window as a whole does: layout, sizes, settings.
namespace livewarp::ui {
namespace {

TEST(Window, HiddenPanelsComeBackExactly) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  const Result before = app.frames(model, 4);
  const Result hidden = app.key(model, ImGuiKey_Tab);
  EXPECT_TRUE(hidden.scene_fills_window);
  EXPECT_EQ(hidden.scene_width, 1280);
  EXPECT_EQ(hidden.scene_height, 720);
  const Result back = app.key(model, ImGuiKey_Tab);
  EXPECT_FALSE(back.scene_fills_window);
  EXPECT_EQ(back.scene_width, before.scene_width);
  EXPECT_EQ(back.scene_height, before.scene_height);
  EXPECT_TRUE(app.key(model, ImGuiKey_Tab, true).scene_fills_window);
  EXPECT_FALSE(app.key(model, ImGuiKey_Tab, true).scene_fills_window);
}

TEST(Window, PictureHasItsShareOfTheWindow) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  const Result result = app.frames(model, 4);
  EXPECT_NEAR(result.scene_width, 580, 8);
  EXPECT_NEAR(result.scene_height, 560, 24);
  const ImGuiWindow* scene = ImGui::FindWindowByName(ids::scene);
  EXPECT_GE(scene->Size.x * scene->Size.y, 0.38f * 1280 * 720);
}

TEST(Window, NothingOverflowsSideways) {
  const FakeWorld world;
  Headless app;
  for (const int width : {1280, 1920, 3840}) {
    app.resize(width, width * 9 / 16);
    for (const Model& model : {running_model(world), cpu_model(world), all_kinds_model(world)}) {
      app.frames(model, 4);
      for (const char* name : {ids::controls, ids::timing, ids::variants})
        EXPECT_EQ(ImGui::FindWindowByName(name)->ScrollMax.x, 0) << name << " at " << width;
    }
  }
}

TEST(Window, ControlsThroughProblemNeedNoScrollingAt720) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  EXPECT_EQ(ImGui::FindWindowByName(ids::controls)->ScrollMax.y, 0);
}

/// How many texts that begin so can be read in full without scrolling.
int count_whole(const Headless& app, const std::string& beginning) {
  return int(std::ranges::count_if(app.written, [&](const Written& each) {
    return each.text.starts_with(beginning) && !each.cut && !each.scrolled;
  }));
}

// More variants than fit, in two groups, whose names take room too.
TEST(Window, TenVariantsAreSeenUnscrolledAt720) {
  const FakeWorld world;
  for (const bool gpu : {true, false}) {
    Model model = gpu ? running_model(world) : cpu_model(world);
    std::vector<VariantInfo> more(12, *world.nbody->find(gpu ? "threads" : "naive"));
    for (VariantInfo& info : more) info.name += std::to_string(&info - more.data());
    for (std::size_t i = 0; i < model.variants.size(); ++i) {
      more.push_back(*model.variants[i].info);
      model.variants[i].info = nullptr;
    }
    for (std::size_t i = 0; i < model.variants.size(); ++i) model.variants[i].info = &more[12 + i];
    for (VariantEntry& variant : model.variants)
      if (variant.running) model.variant = variant.info;
    for (std::size_t i = 0; i < 12; ++i) model.variants.push_back({.info = &more[i]});
    for (VariantInfo& info : more) info.title = "Variant " + info.name;
    Headless app;
    app.frames(model, 4);
    const int headings = 1;  // the running variant is named in Controls too
    EXPECT_GE(count_whole(app, "Variant ") - headings, 10) << gpu;
    EXPECT_LT(count_whole(app, "Variant "), int(model.variants.size()))
        << "all of them fit: that shows nothing";
  }
}

TEST(Window, NineIntervalsAndThePlotAreSeenUnscrolledAt720) {
  const FakeWorld world;
  Model model = all_kinds_model(world);  // with numbers that the readout has no room for
  while (model.intervals.size() < 9) model.intervals.push_back(model.intervals.back());
  for (IntervalRow& row : model.intervals) row.label = "Interval";
  model.step.count = 1;
  model.recent_steps.clear();
  Headless app;
  app.frames(model, 4);
  EXPECT_EQ(count_whole(app, "Interval"), 9);
  EXPECT_EQ(count_whole(app, "Collecting: 1 of 20"), 1) << "the plot's place";
  EXPECT_EQ(ImGui::FindWindowByName(ids::timing)->ScrollMax.y, 0);
}

// On the picture, until it is followed or closed; then never again.
TEST(Window, TheFirstHintGoesForGoodAtTheFirstSwitchAndByItsCross) {
  const FakeWorld world;
  const char* hint = "Press 1 for Naive, then B to time all";  // the second one runs
  for (const bool closed : {false, true}) {
    std::string kept;
    {
      Headless app;
      Model model = running_model(world);
      app.frames(model, 4);
      EXPECT_FALSE(app.says("then B")) << "variants are timed already";
      for (VariantEntry& variant : model.variants) variant.bench.reset();
      app.frames(model, 4);
      EXPECT_TRUE(app.says(hint)) << "at the first start";
      if (closed) {
        app.activate(model, ids::path(ids::scene, ids::hint));
      } else {
        ASSERT_TRUE(app.key(model, ImGuiKey_1).choice);
        switch_to(model, "naive");
      }
      app.frames(model, 3);
      EXPECT_FALSE(app.says("then B")) << closed;
      switch_to(model, "shared");
      app.frames(model, 3);
      EXPECT_FALSE(app.says("then B")) << "nor where the first variant runs again";
      kept = app.ui().settings();
    }
    Headless again({.settings = kept});
    again.frames(running_model(world), 4);
    EXPECT_FALSE(again.says("then B")) << "after a restart, " << closed;
  }
}

TEST(Window, LockedPanelsHaveNoTabs) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  for (const char* name : {ids::controls, ids::scene, ids::timing, ids::variants}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    ASSERT_TRUE(window && window->DockNode) << name;
    EXPECT_TRUE(window->DockNode->IsNoTabBar()) << name;
  }
  app.activate(model, ids::path(ids::top, ids::menu));
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_view));
  app.activate(model, ids::path(ids::top, ids::menu, "unlock-layout"));
  app.frames(model, 3);
  EXPECT_FALSE(ImGui::FindWindowByName(ids::controls)->DockNode->IsNoTabBar());
}

TEST(Window, TextSizeReturnsExactly) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  const Result before = app.frames(model, 4);
  for (int i = 0; i < 4; ++i) app.key(model, ImGuiKey_Equal, false, true);
  EXPECT_DOUBLE_EQ(app.ui().text_scale(), 2);
  EXPECT_NE(app.frames(model, 3).scene_width, before.scene_width);
  for (int i = 0; i < 4; ++i) app.key(model, ImGuiKey_Minus, false, true);
  EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1);
  const Result after = app.frames(model, 4);
  EXPECT_EQ(after.scene_width, before.scene_width);
  EXPECT_EQ(after.scene_height, before.scene_height);
}

TEST(Window, PointerIsInPixelsOfThePicture) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  const Result size = app.frames(model, 4);
  const ImGuiWindow* scene = ImGui::FindWindowByName(ids::scene);
  model.scene_texture = 7;
  model.scene_texture_width = size.scene_width * 2;
  model.scene_texture_height = size.scene_height * 2;
  const float x = scene->Pos.x + 100, y = scene->Pos.y + scene->Size.y - 50;
  app.mouse_to(model, x, y);
  ImGui::GetIO().AddMouseWheelEvent(0, 1);
  const Result over = app.frame(model);
  EXPECT_TRUE(over.pointer.over);
  EXPECT_NEAR(over.pointer.x, 200, 1);
  EXPECT_NEAR(over.pointer.y, 2.0 * (size.scene_height - 50), 1);
  EXPECT_EQ(over.pointer.wheel, 1);
  EXPECT_FALSE(over.pointer.left);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  app.frame(model);
  EXPECT_TRUE(app.mouse_to(model, x + 10, y).pointer.left);
  EXPECT_NEAR(app.mouse_to(model, x + 20, y).pointer.dx, 20, 1e-3);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  EXPECT_FALSE(app.frame(model).pointer.left);
  EXPECT_FALSE(app.mouse_to(model, 5, 300).pointer.over);
}

TEST(Window, SettingsAreKeptAndDamagedOnesAreIgnored) {
  const FakeWorld world;
  const Model model = running_model(world);
  std::string kept;
  {
    Headless app;
    app.frames(model, 3);
    EXPECT_FALSE(app.ui().changed_settings());
    app.key(model, ImGuiKey_Equal, false, true);
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1.25);
    app.dt = 1;
    for (int k = 0; k < 20 && kept.empty(); ++k) {
      app.frame(model);
      kept = app.ui().changed_settings().value_or("");
    }
    EXPECT_EQ(kept, app.ui().settings()) << "some seconds after the change";
    EXPECT_FALSE(app.ui().changed_settings()) << "once";
  }
  {
    Headless app({.settings = kept});
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1.25);
    app.frames(model, 3);
  }
  {
    Headless app({.settings = "[Livewarp][State]\nTextScale=nan\nColumns=9 9 9\nnonsense\n"
                              "[Docking][Data]\nDockSpace ID=zzz\n"});
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1);
    const Result result = app.frames(model, 3);
    EXPECT_GT(result.scene_width, 500);
  }
}

TEST(Window, ThemeAndTextSizeOfOneStartAreNotKept) {
  const FakeWorld world;
  const Model model = running_model(world);
  std::string kept;
  const auto expect_kept = [&](double text_scale, Theme theme) {
    Headless app({.settings = kept});
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), text_scale);
    EXPECT_EQ(app.ui().theme(), theme);
  };
  const auto start = [&] {
    return UiOptions{.settings = kept, .text_scale = 2, .theme = Theme::light};
  };
  {
    Headless app(start());
    app.frames(model, 3);
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 2);
    EXPECT_EQ(app.ui().theme(), Theme::light);
    kept = app.ui().settings();
  }
  expect_kept(1, Theme::dark);
  {
    Headless app(start());
    app.frames(model, 3);
    app.key(model, ImGuiKey_Equal, false, true);  // larger than the start wanted it
    kept = app.ui().settings();
  }
  expect_kept(2.25, Theme::dark);
  {
    Headless app(start());
    app.frames(model, 3);
    for (int i = 0; i < 2; ++i) app.key(model, ImGuiKey_T);  // back to what the start wanted
    kept = app.ui().settings();
  }
  expect_kept(2.25, Theme::light);
}

TEST(Window, NumbersOfEqualLengthAreEquallyWide) {
  const FakeWorld world;
  Headless app;
  app.frames(running_model(world), 3);
  int mono = 0;
  for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
    if (std::string(font->GetDebugName()).find("Mono") == std::string::npos) continue;
    ++mono;
    const float width = font->CalcTextSizeA(40, 1e6f, 0, "0.00").x;
    for (const char* text : {"1.11", "8.37", "9.99", "12.3", "123\u2014"})
      EXPECT_FLOAT_EQ(font->CalcTextSizeA(40, 1e6f, 0, text).x, width) << text;
  }
  if (mono == 0) GTEST_SKIP() << "no mono face is installed here";
}

}  // namespace
}  // namespace livewarp::ui
