// Whatever the mouse does, keys do.
#include <gtest/gtest.h>

#include "ui/frame/frame.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class KeysView : public testing::Test {
 protected:
  void SetUp() override { app.frames(model, 3); }
  const ImGuiWindow* focused() const { return ImGui::GetCurrentContext()->NavWindow; }

  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

/// The pointer of the one frame in which the key went down.
Pointer pointer_at(Headless& app, const Model& model, ImGuiKey key, bool ctrl, bool shift = false) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  app.frame(model);
  io.AddKeyEvent(key, true);
  const Pointer pointer = app.frame(model).pointer;
  io.AddKeyEvent(key, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  app.frame(model);
  return pointer;
}

TEST_F(KeysView, CtrlTabLeadsTheRingThroughThePanels) {
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  EXPECT_TRUE(ImGui::GetIO().NavVisible);
  EXPECT_EQ(focused(), ImGui::FindWindowByName(ids::controls));
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  EXPECT_EQ(focused(), ImGui::FindWindowByName(ids::timing));
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  EXPECT_EQ(focused(), ImGui::FindWindowByName(ids::top));
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  EXPECT_EQ(focused(), ImGui::FindWindowByName(ids::controls)) << "the status bar has no controls";
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  app.key(model, ImGuiKey_Tab, true, true);
  app.frames(model, 2);
  EXPECT_EQ(focused(), ImGui::FindWindowByName(ids::controls));
  app.key(model, ImGuiKey_Escape);
  EXPECT_FALSE(ImGui::GetIO().NavVisible);
  const Result result = app.key(model, ImGuiKey_Space);
  ASSERT_TRUE(result.choice) << "the keys are not ours again";
  EXPECT_TRUE(result.choice->paused);
}

TEST_F(KeysView, ControlsAreUsedInTheRing) {
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  const auto in_ring = [&] { return ImGui::GetCurrentContext()->NavId; };
  const ImGuiID half = ids::id_of(ids::path(ids::controls, "n", ids::half));
  for (int i = 0; i < 40 && in_ring() != half; ++i) app.key(model, ImGuiKey_DownArrow);
  ASSERT_EQ(in_ring(), half);
  app.key(model, ImGuiKey_RightArrow);
  ASSERT_EQ(in_ring(), ids::id_of(ids::path(ids::controls, "n")));
  app.key(model, ImGuiKey_Enter);
  app.frames(model, 2);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST_F(KeysView, ThePictureIsMovedTurnedAndScaled) {
  const Pointer nearer = pointer_at(app, model, ImGuiKey_PageUp, false);
  EXPECT_EQ(nearer.wheel, 1);
  EXPECT_TRUE(nearer.over);
  EXPECT_EQ(pointer_at(app, model, ImGuiKey_PageDown, false).wheel, -1);
  EXPECT_TRUE(pointer_at(app, model, ImGuiKey_Home, false).double_click);
  const Pointer drag = pointer_at(app, model, ImGuiKey_RightArrow, true);
  EXPECT_TRUE(drag.left);
  EXPECT_GT(drag.dx, 10);
  EXPECT_EQ(drag.dy, 0);
  EXPECT_FALSE(app.frames(model, 2).choice) << "it was an arrow of the variants, too";
  EXPECT_TRUE(pointer_at(app, model, ImGuiKey_UpArrow, true, true).middle);
  EXPECT_FALSE(app.frame(model).pointer.over) << "a stroke is over after its frame";
}

TEST_F(KeysView, WhereTheLeftButtonPaintsKeysOnlyMove) {
  model = field_model(world);
  model.view.paints = true;
  app.frames(model, 2);
  const Pointer drag = pointer_at(app, model, ImGuiKey_DownArrow, true);
  EXPECT_FALSE(drag.left);
  EXPECT_TRUE(drag.middle);
}

TEST_F(KeysView, WorkloadsHaveNumbers) {
  EXPECT_FALSE(app.key(model, ImGuiKey_1, false, true).choice) << "it is shown already";
  model.workloads[1].choice = model.choice;
  model.workloads[1].choice.workload = "basics";
  const Result result = app.key(model, ImGuiKey_2, false, true);
  ASSERT_TRUE(result.choice);
  EXPECT_EQ(result.choice->workload, "basics");
  EXPECT_FALSE(app.key(model, ImGuiKey_7, false, true).choice);
}

TEST_F(KeysView, MenusOpenAndTakeArrows) {
  app.key(model, ImGuiKey_F10);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Copy command line"));
  app.key(model, ImGuiKey_DownArrow);
  const Result chosen = app.key(model, ImGuiKey_Enter);
  app.frames(model, 3);
  EXPECT_FALSE(app.says("Copy command line"));
  EXPECT_FALSE(chosen.commands.empty());
  app.key(model, ImGuiKey_F10, true);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Measure this variant"));
  app.key(model, ImGuiKey_Escape);
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Measure this variant"));
}

TEST_F(KeysView, AfterAMenuTheKeysAreOursAsBefore) {
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  app.key(model, ImGuiKey_Escape);
  for (const bool of_variant : {false, true}) {
    app.key(model, ImGuiKey_F10, of_variant);
    app.frames(model, 3);
    EXPECT_TRUE(app.says(of_variant ? "Measure this variant" : "Copy command line"));
    app.key(model, ImGuiKey_Escape);
    app.frames(model, 2);
    EXPECT_FALSE(keyboard_taken());
    EXPECT_TRUE(app.key(model, ImGuiKey_3).choice) << "of variant: " << of_variant;
    EXPECT_TRUE(asked(app.key(model, ImGuiKey_Q, false, true), AppCommand::quit));
  }
}

TEST_F(KeysView, TheRingThatWasThereBeforeAMenuIsThereAfterIt) {
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  app.key(model, ImGuiKey_F10);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Copy command line"));
  app.key(model, ImGuiKey_Escape);
  app.frames(model, 2);
  EXPECT_TRUE(ring_is_seen());
  EXPECT_FALSE(app.key(model, ImGuiKey_3).choice) << "a control's";
}

TEST_F(KeysView, WhatIsFocusedAfterEscapeHasNoRing) {
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  app.key(model, ImGuiKey_Escape);
  for (const char* panel : {ids::timing, ids::controls}) {
    ImGui::SetWindowFocus(panel);
    app.frames(model, 2);
    EXPECT_FALSE(ring_is_seen()) << panel;
  }
}

TEST_F(KeysView, SomeKeysWorkBesideRingAndMenu) {
  model.can_undo = true;
  for (const bool menu : {false, true}) {
    const auto open = [&] {
      app.key(model, menu ? ImGuiKey_F10 : ImGuiKey_Tab, false, !menu);
      app.frames(model, 2);
      ASSERT_TRUE(keyboard_taken());
    };
    open();
    EXPECT_TRUE(asked(app.key(model, ImGuiKey_Q, false, true), AppCommand::quit));
    EXPECT_TRUE(asked(app.key(model, ImGuiKey_Z, false, true), AppCommand::undo));
    EXPECT_TRUE(asked(app.key(model, ImGuiKey_F12), AppCommand::picture));
    EXPECT_TRUE(keyboard_taken()) << "they lead nowhere else";
    app.type(model, "/");
    app.frames(model, 2);
    EXPECT_TRUE(app.says("Esc closes"));
    EXPECT_FALSE(keyboard_taken());
    app.key(model, ImGuiKey_Escape);
    open();
    app.key(model, ImGuiKey_F1);
    app.frames(model, 2);
    EXPECT_TRUE(app.says("Pause, resume"));
    app.key(model, ImGuiKey_F1);
    app.key(model, ImGuiKey_Escape);
  }
}

TEST_F(KeysView, WhileTypingOnlyLettersAndTheirUndoAreTheFields) {
  model.can_undo = true;
  app.key(model, ImGuiKey_Tab, false, true);
  app.frames(model, 2);
  const ImGuiID size = ids::id_of(ids::path(ids::controls, "n"));
  for (int i = 0; i < 40 && ImGui::GetCurrentContext()->NavId != size; ++i) {
    app.key(model, ImGuiKey_DownArrow);
    if (ImGui::GetCurrentContext()->NavId != size) app.key(model, ImGuiKey_RightArrow);
  }
  app.key(model, ImGuiKey_Enter);
  app.frames(model, 2);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Z, false, true), AppCommand::undo));
  app.type(model, "/");
  EXPECT_FALSE(app.says("Esc closes"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_F12), AppCommand::picture));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Q, false, true), AppCommand::quit));
}

TEST_F(KeysView, EscapeClosesAnErrorBeforeItAsksToQuit) {
  model.notices = {{7, Severity::error, "It failed", "Do this", 1}};
  const Result result = app.key(model, ImGuiKey_Escape);
  ASSERT_EQ(result.dismissed.size(), 1u);
  EXPECT_EQ(result.dismissed.front(), 7u);
  EXPECT_FALSE(app.says("Press again to quit"));
  model.notices.clear();
  app.key(model, ImGuiKey_Escape);
  EXPECT_TRUE(app.says("Press again to quit"));
}

TEST_F(KeysView, ThemeAndLessonHaveKeys) {
  const ImU32 dark = ImGui::GetColorU32(ImGuiCol_WindowBg);
  app.key(model, ImGuiKey_T);
  app.frames(model, 2);
  EXPECT_NE(ImGui::GetColorU32(ImGuiCol_WindowBg), dark);
  app.key(model, ImGuiKey_T);
  app.frames(model, 2);
  EXPECT_EQ(ImGui::GetColorU32(ImGuiCol_WindowBg), dark);
  EXPECT_TRUE(app.says("more"));
  app.key(model, ImGuiKey_L);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("less"));
}

}  // namespace
}  // namespace livewarp::ui
