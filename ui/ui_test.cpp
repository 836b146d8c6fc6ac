#include "ui/ui.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ui/fake_model.h"
#include "ui/headless_test.h"

namespace livewarp::ui {
namespace {

std::string block_of(const Result& result) {
  return result.choice ? get_text(result.choice->launch, ids::block) : std::string("no choice");
}

TEST(Ui, EveryKindOfParameterRendersAtEverySize) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  struct Size {
    int width, height;
  };
  for (const Size size : {Size{1280, 720}, Size{640, 360}, Size{1920, 1080}, Size{3840, 2160},
                          Size{1000, 620}, Size{300, 200}, Size{1, 1}}) {
    app.resize(size.width, size.height);
    const Result result = app.frames(model, 4);
    EXPECT_FALSE(result.choice) << size.width;
    EXPECT_TRUE(result.commands.empty()) << size.width;
  }
}

TEST(Ui, EveryStateRenders) {
  const FakeWorld world;
  Headless app;
  for (const Verdict verdict : {Verdict::unchecked, Verdict::checking, Verdict::at_check_sizes,
                                Verdict::here, Verdict::failed}) {
    Model model = running_model(world);
    model.check.verdict = verdict;
    model.check.failure = "wrong result: acceleration of body 1,234, error 0.31 > 5e-6";
    for (VariantRow& row : model.rows) row.check = model.check;
    model.predicted_ms = 12000;
    model.path_reason = "interop failed (GL error 304, llvmpipe)";
    model.notices = {{1, Severity::error, "One thing failed", "Try another", 1},
                     {2, Severity::warning, "A second", "", 1},
                     {3, Severity::info, "A third", "", 1}};
    model.job = JobStrip{"Measuring", 5, 13, 0.4, 12, true};
    model.choice.paused = true;
    app.frames(model, 3);
  }
  app.frames(cpu_model(world), 3);
  Model empty;  // before anything is known
  app.frames(empty, 3);
}

TEST(Ui, ControlsReturnWantedChoices) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  EXPECT_EQ(block_of(app.activate(model, ids::path(ids::controls, ids::block, "256"))), "256");
  const Result mapped = app.activate(model, ids::path(ids::controls, ids::memory));
  EXPECT_FALSE(mapped.choice);  // the list opened
  const Result chosen = app.activate(model, ids::path(ids::controls, ids::memory, "mapped"));
  ASSERT_TRUE(chosen.choice);
  EXPECT_EQ(chosen.choice->memory, MemoryMode::mapped);
  const Result doubled = app.activate(model, ids::path(ids::controls, "n", ids::twice));
  ASSERT_TRUE(doubled.choice);
  EXPECT_EQ(get_integer(doubled.choice->problem, "n"), 32768);
  const Result cpu = app.activate(model, ids::path(ids::controls, ids::backend, "cpu"));
  ASSERT_TRUE(cpu.choice);
  EXPECT_EQ(cpu.choice->variant, "threads");
  EXPECT_EQ(cpu.choice->memory, MemoryMode::host);
  const Result row = app.activate(model, ids::path(ids::variants, ids::row, "register"));
  ASSERT_TRUE(row.choice);
  EXPECT_EQ(row.choice->variant, "register");
  EXPECT_EQ(get_integer(row.choice->launch, "items"), 4);
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::top, ids::measure_all)),
                    Command::measure_all));
}

TEST(Ui, ParametersOfEveryKindCanBeChanged) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  app.resize(1920, 1080);  // tall enough for the groups that fold
  app.frames(model, 3);
  const auto changed = [&](const char* control, const char* option) {
    return app.activate(model, ids::path(ids::controls, control, option));
  };
  const Result choice = changed("choice", "b");
  ASSERT_TRUE(choice.choice);
  EXPECT_EQ(get_text(choice.choice->problem, "choice"), "b");
  const Result toggle = changed("toggle", "");
  ASSERT_TRUE(toggle.choice);
  EXPECT_TRUE(get_toggle(toggle.choice->view, "toggle"));
  const Result power = changed("power", ids::half);
  ASSERT_TRUE(power.choice);
  EXPECT_EQ(get_integer(power.choice->problem, "power"), 32);
  EXPECT_EQ(changed("action", "").actions, std::vector<std::string>{"action"});
  changed("long", "");
  EXPECT_FALSE(changed("long", "c").choice) << "an impossible option was chosen";
  const Result listed = changed("long", "b");
  ASSERT_TRUE(listed.choice);
  EXPECT_EQ(get_text(listed.choice->problem, "long"), "b");
}

TEST(Ui, NumbersCanBeTyped) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  app.frames(model, 3);
  const auto typed = [&](const char* control, const char* text) {
    app.activate(model, ids::path(ids::controls, control));
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    app.type(model, text);
    Result all = app.key(model, ImGuiKey_Enter);
    EXPECT_FALSE(asked(all, Command::measure_this)) << "Enter belongs to the field";
    app.frames(model, 2);
    return all;
  };
  const Result whole = typed("whole", "42");
  ASSERT_TRUE(whole.choice);
  EXPECT_EQ(get_integer(whole.choice->problem, "whole"), 42);
  const Result real = typed("real", "0.1234567");
  ASSERT_TRUE(real.choice);
  EXPECT_DOUBLE_EQ(get_real(real.choice->problem, "real"), 0.1234567);
  const Result clamped = typed("whole", "5000");
  ASSERT_TRUE(clamped.choice);
  EXPECT_EQ(get_integer(clamped.choice->problem, "whole"), 100);
}

/// Double clicks down the middle of the fields until one is typed into.
bool double_click_a_field(Headless& app, const Model& model) {
  for (float y = 200; y < 600; y += 10) {
    app.click(model, 220, y);
    app.click(model, 220, y);
    if (app.frame(model), ImGui::GetIO().WantTextInput) return true;
    app.frames(model, 30);  // no triple click
  }
  return false;
}

TEST(Ui, TypingDoesNotPause) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  app.frames(model, 3);
  ASSERT_TRUE(double_click_a_field(app, model));
  const Result typing = app.key(model, ImGuiKey_Space);
  EXPECT_FALSE(typing.choice && typing.choice->paused);
  EXPECT_TRUE(app.type(model, ".").commands.empty());
  app.key(model, ImGuiKey_Escape);
  const Result after = app.key(model, ImGuiKey_Space);
  ASSERT_TRUE(after.choice);
  EXPECT_TRUE(after.choice->paused);
}

TEST(Ui, HiddenPanelsComeBackExactly) {
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

TEST(Ui, PictureHasItsShareOfTheWindow) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  const Result result = app.frames(model, 4);
  EXPECT_NEAR(result.scene_width, 580, 8);
  EXPECT_NEAR(result.scene_height, 560, 24);
  const ImGuiWindow* scene = ImGui::FindWindowByName(ids::scene);
  EXPECT_GE(scene->Size.x * scene->Size.y, 0.38f * 1280 * 720);
}

TEST(Ui, NothingOverflowsSideways) {
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

TEST(Ui, ControlsThroughProblemNeedNoScrollingAt720) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  for (const char* name : {ids::controls, ids::timing, ids::variants})
    EXPECT_EQ(ImGui::FindWindowByName(name)->ScrollMax.y, 0) << name;
}

TEST(Ui, LockedPanelsHaveNoTabs) {
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
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_unlock));
  app.frames(model, 3);
  EXPECT_FALSE(ImGui::FindWindowByName(ids::controls)->DockNode->IsNoTabBar());
}

TEST(Ui, TextSizeReturnsExactly) {
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

TEST(Ui, PointerIsInPixelsOfThePicture) {
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

TEST(Ui, NoticesAreClosedByTheirButton) {
  const FakeWorld world;
  Model model = running_model(world);
  model.notices = {{41, Severity::error, "It failed", "Do this", 1}};
  Headless app;
  app.frames(model, 4);
  const Result closed = app.activate(model, ids::path(ids::notices, "41", ids::close));
  EXPECT_EQ(closed.dismissed, std::vector<std::uint64_t>{41});
}

TEST(Ui, SettingsAreKeptAndDamagedOnesAreIgnored) {
  const FakeWorld world;
  const Model model = running_model(world);
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / "livewarp_ui_test.ini";
  std::filesystem::remove(file);
  {
    Headless app({.settings_file = file.string()});
    app.frames(model, 3);
    app.key(model, ImGuiKey_Equal, false, true);
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1.25);
  }
  {
    Headless app({.settings_file = file.string()});
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1.25);
    app.frames(model, 3);
  }
  std::ofstream(file) << "[Livewarp][State]\nTextScale=nan\nColumns=9 9 9\nnonsense\n"
                         "[Docking][Data]\nDockSpace ID=zzz\n";
  {
    Headless app({.settings_file = file.string()});
    EXPECT_DOUBLE_EQ(app.ui().text_scale(), 1);
    const Result result = app.frames(model, 3);
    EXPECT_GT(result.scene_width, 500);
  }
  std::filesystem::remove(file);
}

TEST(Ui, NumbersOfEqualLengthAreEquallyWide) {
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
