#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class Keys : public testing::Test {
 protected:
  void SetUp() override { app.frames(model, 3); }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(Keys, Commands) {
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_R), AppCommand::reset));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_B), AppCommand::measure_all));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::measure_this));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_F11), AppCommand::toggle_fullscreen));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_F12), AppCommand::picture));
  EXPECT_TRUE(asked(app.type(model, "."), AppCommand::step));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Q, false, true), AppCommand::quit));
  EXPECT_TRUE(app.frames(model, 3).commands.empty());
}

TEST_F(Keys, SpacePausesAfterAClickAnywhere) {
  for (const float x : {100.0f, 640.0f, 1000.0f, 1100.0f})
    for (const float y : {60.0f, 300.0f, 500.0f, 640.0f}) {
      app.click(model, x, y);
      app.frames(model, 12);
      app.key(model, ImGuiKey_Escape);  // whatever list it opened
      const Result result = app.key(model, ImGuiKey_Space);
      ASSERT_TRUE(result.choice) << x << ", " << y;
      EXPECT_TRUE(result.choice->paused) << x << ", " << y;
    }
}

TEST_F(Keys, SpacePausesAfterArrows) {
  app.key(model, ImGuiKey_DownArrow);
  const Result result = app.key(model, ImGuiKey_Space);
  ASSERT_TRUE(result.choice);
  EXPECT_TRUE(result.choice->paused);
}

TEST_F(Keys, TypedCharactersChangeBlockAndSize) {
  const Result larger = app.type(model, "]");
  ASSERT_TRUE(larger.choice);
  EXPECT_EQ(get_text(larger.choice->launch, "block"), "256");
  const Result smaller = app.type(model, "[");
  ASSERT_TRUE(smaller.choice);
  EXPECT_EQ(get_text(smaller.choice->launch, "block"), "64");
  const Result twice = app.type(model, "+");
  ASSERT_TRUE(twice.choice);
  EXPECT_EQ(get_integer(twice.choice->problem, "n"), 32768);
  const Result half = app.type(model, "-");
  ASSERT_TRUE(half.choice);
  EXPECT_EQ(get_integer(half.choice->problem, "n"), 8192);
  const Result arrow = app.key(model, ImGuiKey_RightArrow, true);
  ASSERT_TRUE(arrow.choice);
  EXPECT_EQ(get_text(arrow.choice->launch, "block"), "160") << "a warp more";
  EXPECT_FALSE(app.key(model, ImGuiKey_UpArrow, true).choice);
  EXPECT_TRUE(app.says("block 128x2: needs one dimension, since bodies stand in a row"));
}

TEST_F(Keys, BlocksThatThisMachineLacksAreSkipped) {
  model.axes.front().options[3].reason = "block 256: this GPU allows 128 threads";
  const Result larger = app.type(model, "]");
  ASSERT_TRUE(larger.choice);
  EXPECT_EQ(get_text(larger.choice->launch, "block"), "512");
}

TEST_F(Keys, NumbersChooseVariantsOfTheActiveBackend) {
  const Result third = app.key(model, ImGuiKey_3);
  ASSERT_TRUE(third.choice);
  EXPECT_EQ(third.choice->variant, "register");
  const Result pad = app.key(model, ImGuiKey_Keypad1);
  ASSERT_TRUE(pad.choice);
  EXPECT_EQ(pad.choice->variant, "naive");
  EXPECT_FALSE(app.key(model, ImGuiKey_7).choice);
}

// A frame that takes long gathers presses: the last one counts, though its variant runs already.
TEST_F(Keys, TheLastVariantOfAFrameIsChosen) {
  ASSERT_EQ(model.choice.variant, model.variants[1].info->name);
  ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiKey key : {ImGuiKey_3, ImGuiKey_2}) {
    io.AddKeyEvent(key, true);
    io.AddKeyEvent(key, false);
  }
  EXPECT_FALSE(app.frame(model).choice);
  for (const ImGuiKey key : {ImGuiKey_2, ImGuiKey_3}) {
    io.AddKeyEvent(key, true);
    io.AddKeyEvent(key, false);
  }
  const Result third = app.frame(model);
  ASSERT_TRUE(third.choice);
  EXPECT_EQ(third.choice->variant, "register");
}

// Arrows have come to rest on another variant in the very frame in which the running one is
// clicked.
TEST_F(Keys, AClickOutdoesArrowsThatComeToRestBesideIt) {
  app.dt = 0.01;
  const std::string running = ids::path(ids::variants, ids::row, model.choice.variant);
  const ImVec2 at = app.find(model, running, 1100);
  app.mouse_to(model, at.x, at.y);
  EXPECT_FALSE(app.key(model, ImGuiKey_DownArrow).choice);
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseButtonEvent(0, true);
  EXPECT_FALSE(app.frame(model).choice);
  app.dt = 0.2;
  io.AddMouseButtonEvent(0, false);
  EXPECT_FALSE(app.frame(model).choice);
  EXPECT_FALSE(app.frames(model, 3).choice);
}

TEST_F(Keys, WhatCannotBeChosenIsSaidForAMoment) {
  app.key(model, ImGuiKey_7);
  EXPECT_TRUE(app.says("No variant has the key 7: they are 1 to 3"));
  app.frames(model, int(3 / app.dt));
  EXPECT_FALSE(app.says("No variant has the key"));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Z, false, true), AppCommand::undo));
  EXPECT_TRUE(app.says("Nothing to undo"));
  app.key(model, ImGuiKey_9, false, true);
  EXPECT_TRUE(app.says("No workload has Ctrl+9"));
  model.axes.front().options[2].reason = model.axes.front().options[3].reason = "not here";
  model.axes.front().options.resize(4);
  EXPECT_FALSE(app.type(model, "]").choice);
  EXPECT_TRUE(app.says("Block 128 is the last here"));
  model.axes.clear();
  EXPECT_FALSE(app.type(model, "]").choice);
  EXPECT_TRUE(app.says("This variant has no block to choose"));
  for (Param& param : model.params) param.reason = "a body file has its own";
  EXPECT_FALSE(app.type(model, "+").choice);
  EXPECT_TRUE(app.says("a body file has its own"));
  model.variants[1].reason = "needs compute 9.0";
  app.key(model, ImGuiKey_2);
  EXPECT_TRUE(app.says(model.variants[1].info->title + ": needs compute 9.0"));
}

TEST_F(Keys, ArrowsSwitchOnceTheyRest) {
  app.dt = 0.01;
  EXPECT_FALSE(app.key(model, ImGuiKey_DownArrow).choice);
  EXPECT_FALSE(app.frames(model, 5).choice) << "sooner than 120 ms";
  const Result rested = app.frames(model, 12);
  ASSERT_TRUE(rested.choice);
  EXPECT_EQ(rested.choice->variant, "register");
  EXPECT_FALSE(app.frames(model, 20).choice) << "asked for more than once";
}

TEST_F(Keys, ArrowsPassOverVariantsThatCannotRun) {
  model = cpu_model(world);
  app.frames(model, 3);
  EXPECT_FALSE(app.key(model, ImGuiKey_DownArrow).choice);
  EXPECT_FALSE(app.frames(model, 30).choice) << "a greyed variant was to run";
  const Result enter = app.key(model, ImGuiKey_Enter);
  EXPECT_FALSE(enter.choice);
  EXPECT_TRUE(enter.commands.empty()) << "a greyed variant was to be measured";
  app.key(model, ImGuiKey_UpArrow);
  EXPECT_FALSE(app.frames(model, 30).choice) << "back on the running variant";
  app.key(model, ImGuiKey_UpArrow);
  const Result above = app.frames(model, 30);
  ASSERT_TRUE(above.choice);
  EXPECT_EQ(above.choice->variant, "vector");
}

TEST_F(Keys, ArrowsAndPageKeysReadTheHelpWhileItIsOpen) {
  app.resize(640, 360);
  app.frames(model, 3);
  app.key(model, ImGuiKey_F1);
  app.frames(model, 3);
  const ImGuiWindow* sheet = ImGui::FindWindowByName(ids::help);
  ASSERT_NE(sheet, nullptr);
  EXPECT_LE(sheet->Size.y, 360);
  ASSERT_GT(sheet->ScrollMax.y, 0);
  EXPECT_TRUE(sheet->ScrollbarY);
  app.key(model, ImGuiKey_DownArrow);
  app.frames(model, 3);
  const float line = sheet->Scroll.y;
  EXPECT_GT(line, 0);
  for (int k = 0; k < 20; ++k) app.key(model, ImGuiKey_PageDown);
  app.frames(model, 3);
  EXPECT_EQ(sheet->Scroll.y, sheet->ScrollMax.y);
  EXPECT_FALSE(app.frames(model, 30).choice) << "no variant was chosen behind it";
  app.key(model, ImGuiKey_Home);
  app.frames(model, 3);
  EXPECT_EQ(sheet->Scroll.y, 0);
}

TEST_F(Keys, EscapeUndoesOneLayerThenAsksTwice) {
  app.key(model, ImGuiKey_F1);
  EXPECT_TRUE(app.key(model, ImGuiKey_Escape).commands.empty());  // closed the help
  EXPECT_TRUE(app.key(model, ImGuiKey_Escape).commands.empty());  // warned
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Escape), AppCommand::quit));

  app.dt = 0.5;
  app.frames(model, 6);
  EXPECT_TRUE(app.key(model, ImGuiKey_Q).commands.empty());
  app.frames(model, 5);
  EXPECT_TRUE(app.key(model, ImGuiKey_Q).commands.empty()) << "the warning was over";
}

TEST_F(Keys, EscapeEndsAJobFirst) {
  model.job = JobStrip{"Measuring", 1, 3, 0.3, 5, true};
  const Result first = app.key(model, ImGuiKey_Escape);
  EXPECT_TRUE(asked(first, AppCommand::cancel_job));
  EXPECT_FALSE(asked(first, AppCommand::quit));
}

TEST_F(Keys, EscapeThatClosesAListDoesNotWarn) {
  app.activate(model, ids::path(ids::controls, ids::memory));
  app.key(model, ImGuiKey_Escape);
  app.key(model, ImGuiKey_Escape);
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Escape), AppCommand::quit));
}

}  // namespace
}  // namespace livewarp::ui
