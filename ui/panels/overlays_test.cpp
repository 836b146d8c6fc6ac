#include <array>

#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What lies on the picture: tools and the brush, and that they leave mouse and keyboard to the
/// rest.
namespace livewarp::ui {
namespace {

class OverlaysTest : public testing::Test {
 protected:
  void SetUp() override {
    app_.frames(model_, 4);
    const ImGuiWindow* scene = ImGui::FindWindowByName(ids::scene);
    left_ = scene->Pos.x;
    middle_ = {scene->Pos.x + scene->Size.x / 2, scene->Pos.y + scene->Size.y * 0.6f};
  }
  std::string tool_after(const Result& result) {
    return result.choice ? get_text(result.choice->view, "tool") : std::string("no choice");
  }
  Result button(int which, bool down) {
    ImGui::GetIO().AddMouseButtonEvent(which, down);
    return app_.frame(model_);
  }

  const FakeWorld world_;
  Model model_ = field_model(world_);
  Headless app_;
  float left_ = 0;
  ImVec2 middle_;
};

TEST_F(OverlaysTest, AToolIsChosenByItsButton) {
  const Result result = app_.activate(model_, ids::path(ids::scene, "tool", "wall"));
  EXPECT_EQ(tool_after(result), "wall");
  Choice expected = model_.choice;
  expected.view["tool"] = std::string("wall");
  ASSERT_TRUE(result.choice);
  EXPECT_EQ(*result.choice, expected) << "more than the tool was changed";
  EXPECT_FALSE(app_.activate(model_, ids::path(ids::scene, "tool", "source")).choice)
      << "it is the present one";
}

TEST_F(OverlaysTest, AClickOnAToolDoesNotPaint) {
  const ImVec2 at = app_.find(model_, ids::path(ids::scene, "tool", "pan"), left_ + 24);
  EXPECT_LT(at.y, middle_.y) << "tools stand at the top";
  app_.mouse_to(model_, at.x, at.y);
  EXPECT_FALSE(app_.frame(model_).pointer.over);
  const Result down = button(0, true);
  EXPECT_FALSE(down.pointer.left);
  const Result up = button(0, false);
  EXPECT_EQ(tool_after(up), "pan");
}

TEST_F(OverlaysTest, OtherPicturesHaveNoTools) {
  model_.view.tool.clear();
  EXPECT_FALSE(app_.activate(model_, ids::path(ids::scene, "tool", "wall")).choice);
  model_.view.tool = "no such parameter";
  EXPECT_FALSE(app_.activate(model_, ids::path(ids::scene, "tool", "wall")).choice);
  model_ = running_model(world_);
  EXPECT_FALSE(app_.activate(model_, ids::path(ids::scene, "tool", "wall")).choice);
}

TEST_F(OverlaysTest, AStrokeBeginsWhereTheButtonIsPressed) {
  app_.mouse_to(model_, middle_.x - 80, middle_.y);
  ImGui::GetIO().AddMousePosEvent(middle_.x, middle_.y);
  const Result pressed = button(0, true);
  EXPECT_TRUE(pressed.pointer.left);
  EXPECT_EQ(pressed.pointer.dx, 0);
  const Result moved = app_.mouse_to(model_, middle_.x + 7, middle_.y - 5);
  EXPECT_TRUE(moved.pointer.left);
  EXPECT_EQ(moved.pointer.dx, 7);
  EXPECT_EQ(moved.pointer.dy, -5);
  const Result over_tools = app_.mouse_to(model_, left_ + 24, middle_.y - 200);
  EXPECT_TRUE(over_tools.pointer.left) << "a stroke goes on over anything";
  EXPECT_FALSE(button(0, false).pointer.left);
}

/// As touch screens and pens send it: nothing comes before the press.
TEST_F(OverlaysTest, APressInTheFrameOfTheMovePaintsWhereItIs) {
  for (const bool presenting : {false, true}) {
    if (presenting) app_.key(model_, ImGuiKey_F9);
    app_.mouse_to(model_, 2, 2);
    app_.frames(model_, 2);
    ImGui::GetIO().AddMousePosEvent(middle_.x, middle_.y);
    const Pointer pressed = button(0, true).pointer;
    EXPECT_TRUE(pressed.left) << presenting;
    EXPECT_TRUE(pressed.over);
    EXPECT_EQ(pressed.dx, 0);
    EXPECT_EQ(pressed.dy, 0);
    const Pointer moved = app_.mouse_to(model_, middle_.x + 7, middle_.y).pointer;
    EXPECT_TRUE(moved.left);
    EXPECT_EQ(moved.x, pressed.x + 7);
    EXPECT_EQ(moved.dx, 7);
    EXPECT_FALSE(button(0, false).pointer.left);
  }
}

TEST_F(OverlaysTest, APressInTheFrameOfTheMoveIsTheControlsThatItMeets) {
  const ImVec2 at = app_.find(model_, ids::path(ids::scene, "tool", "pan"), left_ + 24);
  app_.mouse_to(model_, 2, 2);
  app_.frames(model_, 2);
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  EXPECT_FALSE(button(0, true).pointer.left);
  EXPECT_EQ(tool_after(button(0, false)), "pan");
}

TEST_F(OverlaysTest, TwoDabsDoNotFitThePicture) {
  const auto double_click = [&](int which) {
    app_.mouse_to(model_, middle_.x, middle_.y);
    bool asked_to_fit = false;
    for (int k = 0; k < 2; ++k) {
      asked_to_fit |= button(which, true).pointer.double_click;
      button(which, false);
    }
    app_.frames(model_, 60);  // the next click is another one
    return asked_to_fit;
  };
  EXPECT_FALSE(double_click(0));
  EXPECT_TRUE(double_click(1));
  EXPECT_TRUE(double_click(2));
  model_.view.paints = false;
  EXPECT_TRUE(double_click(0));
  EXPECT_FALSE(double_click(1));
}

TEST_F(OverlaysTest, TheRightButtonMovesAsTheMiddleOneDoes) {
  for (const int which : {1, 2}) {
    app_.mouse_to(model_, middle_.x, middle_.y);
    const Result pressed = button(which, true);
    EXPECT_TRUE(pressed.pointer.middle) << which;
    EXPECT_FALSE(pressed.pointer.left);
    EXPECT_EQ(app_.mouse_to(model_, middle_.x + 9, middle_.y).pointer.dx, 9);
    EXPECT_FALSE(button(which, false).pointer.middle);
  }
}

TEST_F(OverlaysTest, TheRightButtonAndShiftTurnWhatCanBeTurned) {
  const FakeWorld world;
  model_ = running_model(world);
  model_.view.handles = {"size", "wavefront", "x", "y", "width", "height", 10, 10};
  app_.frames(model_, 2);
  const auto drag = [&](int which) {
    app_.mouse_to(model_, middle_.x, middle_.y);
    const Pointer pressed = button(which, true).pointer;
    button(which, false);
    return std::array{pressed.left, pressed.middle, pressed.turn};
  };
  EXPECT_EQ(drag(0), (std::array{true, false, false}));
  EXPECT_EQ(drag(1), (std::array{false, false, true}));
  EXPECT_EQ(drag(2), (std::array{false, true, false}));
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  EXPECT_EQ(drag(0), (std::array{false, false, true}));
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
}

TEST_F(OverlaysTest, KeysWorkAfterAToolWasClicked) {
  const ImVec2 at = app_.find(model_, ids::path(ids::scene, "tool", "pan"), left_ + 24);
  app_.click(model_, at.x, at.y);
  const Result space = app_.key(model_, ImGuiKey_Space);
  ASSERT_TRUE(space.choice);
  EXPECT_TRUE(space.choice->paused);
  EXPECT_EQ(tool_after(space), "source") << "Space pressed a button";
  EXPECT_TRUE(asked(app_.key(model_, ImGuiKey_R), AppCommand::reset));
  const Result other = app_.key(model_, ImGuiKey_2);
  ASSERT_TRUE(other.choice);
  EXPECT_EQ(other.choice->variant, "other");
}

TEST_F(OverlaysTest, ANoticeMovesTheToolsBelowIt) {
  const std::string pan = ids::path(ids::scene, "tool", "pan");
  const float before = app_.find(model_, pan, left_ + 24).y;
  model_.notices = {{7, Severity::error, "It failed", "Do this", 1}};
  app_.frames(model_, 2);
  EXPECT_GT(app_.find(model_, pan, left_ + 24).y, before + 10);
}

TEST_F(OverlaysTest, ToolsThatNeedMoreRoomAreAList) {
  for (Param& param : model_.params)
    for (Option& option : param.options) option.label += ", at some length, and then some";
  app_.frames(model_, 2);
  EXPECT_FALSE(app_.activate(model_, ids::path(ids::scene, "tool")).choice) << "the list opened";
  EXPECT_EQ(tool_after(app_.activate(model_, ids::path(ids::scene, "tool", "erase"))), "erase");
}

TEST_F(OverlaysTest, EverySizeAndStateRenders) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{640, 360},
                                      std::pair{1920, 1080}, std::pair{300, 200}, std::pair{1, 1}})
    for (const bool paused : {false, true})
      for (const bool hidden : {false, true}) {
        app_.resize(width, height);
        model_.choice.paused = paused;
        model_.view.contours = paused ? 9 : 0;
        model_.probe = hidden ? std::nullopt : std::optional(-12.5);
        model_.view.brush = hidden ? 0 : 1e6;
        app_.mouse_to(model_, 0.5f * float(width), 0.6f * float(height));
        const Result result = app_.frames(model_, 3);
        EXPECT_FALSE(result.choice) << width;
        if (hidden) app_.key(model_, ImGuiKey_Tab);
      }
}

}  // namespace
}  // namespace livewarp::ui
