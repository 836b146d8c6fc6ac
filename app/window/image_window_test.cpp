// A window on a picture under the user's mouse: the wheel, drags and keys make other results.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "kernels/scaling/scaling.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

constexpr int width = 160, height = 100;

class ImageWindowTest : public testing::Test {
 protected:
  Choice start() const {
    Choice choice = default_choice(*registry.find("scaling"), "threads", Backend::cpu);
    choice.problem["width"] = std::int64_t{900};
    choice.problem["height"] = std::int64_t{600};
    choice.problem["result_width"] = std::int64_t{width};
    choice.problem["result_height"] = std::int64_t{height};
    return choice;
  }
  /// A place of the window, pixels of the result away from the picture's middle.
  static ImVec2 place(ImGuiTestContext& user, double x, double y) {
    const ImRect box = user.ItemInfo("//Scene/picture").RectFull;
    const double fits = std::floor(std::min(box.GetWidth() / width, box.GetHeight() / height));
    EXPECT_GE(fits, 2) << "the window is too small for this test";
    return {box.GetCenter().x + float(x * fits), box.GetCenter().y + float(y * fits)};
  }
  /// The texel at a pixel that lies so far from the result's middle.
  static ImVec2 texel(const Session& session, double x, double y) {
    const ScalingMap map = Scaling::Problem::from(session.choice().problem).map;
    const double px = width / 2.0 + x - 0.5, py = height / 2.0 + y - 0.5;
    return {float(texels_of(map.u0) + px * texels_of(map.u_by_x) + py * texels_of(map.u_by_y)),
            float(texels_of(map.v0) + px * texels_of(map.v_by_x) + py * texels_of(map.v_by_y))};
  }
  static void expect_near(const ImVec2& found, const ImVec2& wanted, double texels) {
    EXPECT_NEAR(found.x, wanted.x, texels);
    EXPECT_NEAR(found.y, wanted.y, texels);
  }
  static double real(const Session& session, const char* id) {
    return get_real(session.choice().problem, id);
  }
  void begin(DrivenWindow& driven) const {
    ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.session().steps() > 2; }));
    for (int i = 0; i < 10; ++i) driven.frame();
    std::this_thread::sleep_for(150ms);  // a new size of the picture counts after 100 ms
    for (int i = 0; i < 3; ++i) driven.frame();
  }

  Registry registry;
  Machine machine = test::machine_without_gpu();
};

TEST_F(ImageWindowTest, TheWheelScalesUnderThePointerAndKeepsTheSource) {
  DrivenWindow driven(registry, machine, start(), DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  const std::int64_t steps = session.steps();
  const ImVec2 before = texel(session, 45, -25);
  const PixelImage picture = driven.screen().scene_pixels();
  driven.drive([](ImGuiTestContext& user) {
    user.MouseMoveToPos(place(user, 45, -25));
    for (int i = 0; i < 3; ++i) user.MouseWheelY(1);
  });
  EXPECT_NEAR(real(session, "scale"), 2 / std::pow(0.88, 3), 1e-3);
  expect_near(texel(session, 45, -25), before, 1);
  EXPECT_GE(session.steps(), steps) << "the source was made anew";
  EXPECT_FALSE(session.preparing());
  EXPECT_FALSE(session.choice().paused) << "the hand paused it";
  const std::int64_t scaled = session.steps();
  ASSERT_TRUE(driven.frames_until(20s, [&] { return session.steps() > scaled; }));
  for (int i = 0; i < 2; ++i) driven.frame();
  EXPECT_NE(driven.screen().scene_pixels().rgba, picture.rgba);
}

TEST_F(ImageWindowTest, AStepByItsKeyPausesTheRun) {
  DrivenWindow driven(registry, machine, start(), DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("."); });
  EXPECT_TRUE(session.choice().paused);
  for (int i = 0; i < 20; ++i) driven.frame();
  const std::int64_t steps = session.steps();
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("."); });
  ASSERT_TRUE(driven.frames_until(20s, [&] { return session.steps() > steps; }));
  for (int i = 0; i < 20; ++i) driven.frame();
  EXPECT_EQ(session.steps(), steps + 1);
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Space); });
  EXPECT_TRUE(driven.frames_until(20s, [&] { return session.steps() > steps + 5; }));
}

TEST_F(ImageWindowTest, DragsMoveAndTurn) {
  DrivenWindow driven(registry, machine, start(), DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  const ImVec2 taken = texel(session, 20, 10);
  driven.drive([](ImGuiTestContext& user) {
    user.MouseMoveToPos(place(user, 20, 10));
    const ImVec2 from = place(user, 20, 10), to = place(user, -30, 25);
    user.MouseDragWithDelta({to.x - from.x, to.y - from.y});
  });
  expect_near(texel(session, -30, 25), taken, 1);
  EXPECT_EQ(real(session, "rotation"), 0);

  const auto quarter = [&](ImGuiMouseButton button) {
    driven.drive([&](ImGuiTestContext& user) {
      const ImVec2 from = place(user, 0, -35), to = place(user, 35, 0);
      user.MouseMoveToPos(from);
      if (button == ImGuiMouseButton_Left) user.KeyDown(ImGuiMod_Shift);
      user.MouseDragWithDelta({to.x - from.x, to.y - from.y}, button);
      if (button == ImGuiMouseButton_Left) user.KeyUp(ImGuiMod_Shift);
    });
  };
  const ImVec2 middle = texel(session, 0, 0);
  quarter(ImGuiMouseButton_Right);
  EXPECT_NEAR(real(session, "rotation"), 90, 2) << "the mouse moves by whole pixels";
  expect_near(texel(session, 0, 0), middle, 1);
  quarter(ImGuiMouseButton_Left);
  EXPECT_NEAR(std::abs(real(session, "rotation")), 180, 4) << "Shift turns too";
  expect_near(texel(session, 0, 0), middle, 1);
}

TEST_F(ImageWindowTest, KeysDoubleTheScaleAndADoubleClickFits) {
  DrivenWindow driven(registry, machine, start(), DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("+"); });
  EXPECT_EQ(real(session, "scale"), 4);
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("-"); });
  EXPECT_EQ(real(session, "scale"), 2);
  driven.drive([](ImGuiTestContext& user) {
    user.MouseMoveToPos(place(user, 30, 30));
    user.MouseDoubleClick();
  });
  const PixelImage panel = driven.screen().scene_pixels();
  const auto side = [&](const char* id) { return get_integer(session.choice().problem, id); };
  EXPECT_LE(side("result_width"), panel.width);
  EXPECT_LE(side("result_height"), panel.height);
  EXPECT_TRUE(panel.width - side("result_width") <= 1 || panel.height - side("result_height") <= 1)
      << "as large as fits";
  EXPECT_NEAR(double(side("result_width")) / double(side("result_height")), 1.5, 0.01);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return session.steps() > 0; }));
  EXPECT_TRUE(session.notices().current().empty());
}

TEST_F(ImageWindowTest, AGestureShowsItsResultWhilePaused) {
  DrivenWindow driven(registry, machine, start(), DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  driven.frame();
  const std::int64_t steps = session.steps();
  driven.drive([](ImGuiTestContext& user) {
    user.MouseMoveToPos(place(user, 10, 10));
    user.MouseWheelY(-2);
  });
  EXPECT_TRUE(driven.frames_until(20s, [&] { return session.steps() > steps; }));
  EXPECT_TRUE(session.choice().paused);
}

TEST_F(ImageWindowTest, TheTexelUnderThePointerIsNamedWithItsColour) {
  Choice choice = start();
  choice.problem["chart"] = std::string("gradients");
  DrivenWindow driven(registry, machine, choice, DrivenWindow::quiet(), 1280, 720);
  Session& session = driven.session();
  begin(driven);
  const ImVec2 wanted = texel(session, 33.5, 21.5);
  ImVec2 in_picture;
  driven.drive([&](ImGuiTestContext& user) {
    const ImVec2 at = place(user, 33.5, 21.5);
    const ImVec2 corner = user.ItemInfo("//Scene/picture").RectFull.Min;
    in_picture = {std::floor(at.x - corner.x), std::floor(at.y - corner.y)};
    user.MouseMoveToPos(at);
    user.Yield(3);
  });
  // What lies there is known some frames later.
  for (int k = 0; k < 100 && driven.live().model().probe_text.empty(); ++k) driven.frame();
  int x = 0, y = 0, r = -1, g = -1, b = -1;
  const std::string text = driven.live().model().probe_text;
  ASSERT_EQ(std::sscanf(text.c_str(), "%d, %d %d, %d, %d", &x, &y, &r, &g, &b), 5) << text;
  const PixelImage picture = driven.screen().scene_pixels();
  const std::uint8_t* const pixel = picture.at(int(in_picture.x), int(in_picture.y));
  EXPECT_EQ(r, pixel[0]);
  EXPECT_EQ(g, pixel[1]);
  EXPECT_EQ(b, pixel[2]);
  EXPECT_NEAR(x, wanted.x, 1.5);
  EXPECT_NEAR(y, wanted.y, 1.5);
}

TEST_F(ImageWindowTest, OfTwoPicturesThePixelOfOneIsNamed) {
  Choice choice = default_choice(*registry.find("transpose"), "threads", Backend::cpu);
  choice.problem["width"] = std::int64_t{200};
  choice.problem["height"] = std::int64_t{100};
  DrivenWindow driven(registry, machine, choice, DrivenWindow::quiet(), 1920, 1080);
  begin(driven);
  EXPECT_TRUE(driven.says("Source"));
  EXPECT_TRUE(driven.says("Result"));
  // 200 x 100 and 100 x 200 with a gap of 300 / 64 between: 304 x 200.
  const auto pointed = [&](double x, double y, int frames) {
    std::string text;
    driven.drive([&](ImGuiTestContext& user) {
      const ImRect box = user.ItemInfo("//Scene/picture").RectFull;
      const double fits = std::floor(std::min(box.GetWidth() / 304, box.GetHeight() / 200));
      user.MouseMoveToPos({box.GetCenter().x + float((x - 152) * fits),
                           box.GetCenter().y + float((y - 100) * fits)});
      // What lies there is known some frames later.
      for (int k = 0; k < frames && text.empty(); ++k) {
        user.Yield();
        text = driven.live().model().probe_text;
      }
    });
    return text.substr(0, text.find("  "));
  };
  EXPECT_EQ(pointed(150.5, 120.5, 100), "150, 70") << "of the source";
  EXPECT_EQ(pointed(100.5, 20.5, 20), "") << "above the source there is nothing";
  EXPECT_EQ(pointed(224.5, 120.5, 100), "20, 120") << "of the result";
}

}  // namespace
}  // namespace livewarp
