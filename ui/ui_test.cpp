#include "kernels/core/measure/verification.h"
#include "ui/ui.h"

#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

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
    for (VariantEntry& variant : model.variants) variant.check = model.check;
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
  app.activate(model, ids::path(ids::controls, ids::memory));
  EXPECT_FALSE(app.activate(model, ids::path(ids::controls, ids::memory, "pool")).choice)
      << "greyed, with its reason";
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
  EXPECT_TRUE(
      asked(app.activate(model, ids::path(ids::top, ids::measure_all)), AppCommand::measure_all));
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
    EXPECT_FALSE(asked(all, AppCommand::measure_this)) << "Enter belongs to the field";
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

TEST(Ui, WholeNumbersCountWhenLetGoOthersWhileDragged) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  app.frames(model, 3);
  const auto drag = [&](const char* control, Result& meanwhile) {
    const ImVec2 at = app.find(model, ids::path(ids::controls, control), 220);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    app.frame(model);
    for (int i = 1; i <= 20; ++i) {
      Result now = app.mouse_to(model, at.x + float(i), at.y);
      if (now.choice) meanwhile = std::move(now);
    }
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    return app.frames(model, 2);
  };
  Result whole;
  const Result after = drag("whole", whole);
  EXPECT_FALSE(whole.choice) << "a whole number was asked for while dragged";
  ASSERT_TRUE(after.choice);
  EXPECT_GT(get_integer(after.choice->problem, "whole"), 10);
  Result real;
  const Result end = drag("real", real);
  ASSERT_TRUE(real.choice) << "nothing moved while dragged";
  ASSERT_TRUE(end.choice);
  EXPECT_GT(get_real(end.choice->problem, "real"), get_real(model.choice.problem, "real"));
  EXPECT_FALSE(app.frames(model, 5).choice);
}

TEST(Ui, RightClickOnALabelRestoresTheDefault) {
  const FakeWorld world;
  Model model = all_kinds_model(world);
  model.choice.problem["whole"] = std::int64_t{77};
  Headless app;
  app.frames(model, 3);
  app.find(model, ids::path(ids::controls, "whole", "label"), 40);
  ImGui::GetIO().AddMouseButtonEvent(1, true);
  const Result pressed = app.frame(model);
  ImGui::GetIO().AddMouseButtonEvent(1, false);
  app.frame(model);
  ASSERT_TRUE(pressed.choice);
  EXPECT_EQ(get_integer(pressed.choice->problem, "whole"), 10);
}

TEST(Ui, ClickOnAVariantSwitchesAtOnce) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  const ImVec2 at = app.find(model, ids::path(ids::variants, ids::row, "register"), 1000);
  const Result clicked = app.click(model, at.x, at.y);
  ASSERT_TRUE(clicked.choice);
  EXPECT_EQ(clicked.choice->variant, "register");
}

TEST(Ui, StepByArrowOnlyOnThePicture) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  app.click(model, 1000, 80);
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_RightArrow), AppCommand::step));
  app.click(model, 640, 400);
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_RightArrow), AppCommand::step));
}

TEST(Ui, TypingDoesNotPause) {
  const FakeWorld world;
  const Model model = all_kinds_model(world);
  Headless app;
  app.frames(model, 3);
  const ImVec2 field = app.find(model, ids::path(ids::controls, "whole"), 220);
  app.click(model, field.x, field.y);
  app.click(model, field.x, field.y);
  app.frame(model);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  const Result typing = app.key(model, ImGuiKey_Space);
  EXPECT_FALSE(typing.choice && typing.choice->paused);
  EXPECT_TRUE(app.type(model, ".").commands.empty());
  app.key(model, ImGuiKey_Escape);
  const Result after = app.key(model, ImGuiKey_Space);
  ASSERT_TRUE(after.choice);
  EXPECT_TRUE(after.choice->paused);
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

}  // namespace
}  // namespace livewarp::ui
