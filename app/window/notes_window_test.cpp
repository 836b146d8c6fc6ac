// The lecturer's notes in a real window beside the picture's: what they say, their keys, their end.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "app/lecture/lecture_file.h"
#include "app/measure/context.h"
#include "app/testing/driven_window_test.h"
#include "kernels/core/base/fault.h"
#include "render/gl/monitors.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class NotesWindowTest : public NbodyWindowTest {
 protected:
  static constexpr const char* text = "lecture \"Two\"\n"
                                      "slide \"One\" 1 min\n"
                                      "  show nbody --variant vector --n 300\n"
                                      "  hall \"For all to read\"\n"
                                      "  note \"Say hello.\"\n"
                                      "slide \"Two\" 2 min\n"
                                      "  show nbody --variant scalar --n 300\n"
                                      "  note \"Then say goodbye.\"\n";

  static LiveOptions with_notes() {
    LiveOptions options = DrivenWindow::quiet();
    options.notes = true;
    return options;
  }
  void give(DrivenWindow& driven) const {
    driven.live().give(parse_lecture(text, "two.lecture", workloads_of(registry_)));
  }
  static bool shown(DrivenWindow& driven) {
    const auto& lecture = driven.live().model().lecture;
    return lecture && lecture->notes_shown;
  }
  static bool notes_say(DrivenWindow& driven, std::string_view words) {
    return shown(driven) && ui::says(driven.screen().notes->written(), words);
  }
  /// Calls what GLFW calls when a key is pressed in the notes' window, and released.
  static void press(DrivenWindow& driven, int key) {
    GLFWwindow* const window = driven.screen().notes->handle();
    const GLFWkeyfun pressed = glfwSetKeyCallback(window, nullptr);
    glfwSetKeyCallback(window, pressed);
    ASSERT_TRUE(pressed) << "the window takes no keys";
    for (const int action : {GLFW_PRESS, GLFW_RELEASE}) {
      pressed(window, key, glfwGetKeyScancode(key), action, 0);
      for (int i = 0; i < 3; ++i) driven.frame();
    }
  }
};

TEST_F(NotesWindowTest, SaysWhatTheSharedPictureDoesNot) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 300), with_notes());
  driven.frame();
  EXPECT_EQ(driven.screen().notes, nullptr) << "no lecture is given";
  give(driven);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return notes_say(driven, "Say hello."); }));
  EXPECT_EQ(glfwGetCurrentContext(), driven.handle()) << "the picture is drawn in its own context";
  EXPECT_TRUE(notes_say(driven, "For all to read"));
  EXPECT_TRUE(notes_say(driven, "Two")) << "the next slide";
  EXPECT_TRUE(notes_say(driven, "Variant: "));
  EXPECT_EQ(notes_say(driven, "There is one monitor"), monitors().size() == 1);
  EXPECT_TRUE(driven.says("For all to read"));
  EXPECT_FALSE(driven.says("Say hello."));

  press(driven, GLFW_KEY_PAGE_DOWN);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return notes_say(driven, "Then say goodbye."); }));
  EXPECT_EQ(driven.session().variant().name, "scalar");
  press(driven, GLFW_KEY_PAGE_UP);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return notes_say(driven, "Say hello."); }));
  press(driven, GLFW_KEY_SPACE);
  EXPECT_TRUE(driven.session().choice().paused) << "all keys work in both windows";
  for (int i = 0; i < 30; ++i) driven.frame();
  EXPECT_TRUE(driven.session().choice().paused) << "no key stays down";
  EXPECT_EQ(driven.live().report().gl_errors, 0) << driven.live().report().first_gl_error;
}

TEST_F(NotesWindowTest, ClosedItLeavesTheLectureAndComesBack) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 300), with_notes());
  give(driven);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return notes_say(driven, "Say hello."); }));
  glfwSetWindowShouldClose(driven.screen().notes->handle(), GLFW_TRUE);
  ASSERT_TRUE(driven.frames_until(10s, [&] { return !shown(driven); }));
  EXPECT_TRUE(driven.live().model().lecture) << "the lecture goes on";
  EXPECT_FALSE(driven.live().finished());
  driven.drive([](ImGuiTestContext& user) {
    user.KeyChars("/");
    user.Yield(2);
    user.KeyChars("lecturer");
    user.Yield(2);
    user.KeyPress(ImGuiKey_Enter);
  });
  EXPECT_TRUE(driven.frames_until(10s, [&] { return notes_say(driven, "Say hello."); }));
}

/// On a desktop of two monitors side by side; a virtual screen has one.
TEST_F(NotesWindowTest, GoesToTheMonitorThatThePictureIsNotOn) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 300), with_notes(), 640, 480);
  const std::vector<ScreenRectangle> sides = shown_by(monitors());
  if (sides.size() < 2 || shared_area(sides[0], sides[1]) > 0)
    GTEST_SKIP() << "there are no two monitors side by side";
  const auto picture_to = [&](const ScreenRectangle& monitor) {
    glfwSetWindowPos(driven.handle(), monitor.x + 50, monitor.y + 50);
  };
  const auto notes_fill = [&](const ScreenRectangle& monitor) {
    if (!shown(driven)) return false;
    const auto place = place_of(driven.screen().notes->handle());
    return place && shared_area(*place, monitor) * 10 > 9L * monitor.width * monitor.height;
  };
  picture_to(sides[0]);
  give(driven);
  EXPECT_TRUE(driven.frames_until(20s, [&] { return notes_fill(sides[1]); }));
  EXPECT_TRUE(driven.frames_until(20s, [&] { return notes_say(driven, "Say hello."); }));
  EXPECT_FALSE(notes_say(driven, "monitor"));
  picture_to(sides[1]);
  EXPECT_TRUE(driven.frames_until(20s, [&] { return notes_fill(sides[0]); }))
      << "the picture has come to where the notes were";
}

TEST_F(NotesWindowTest, WhereThereCanBeNoneTheLectureGoesOn) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 300), with_notes());
  driven.frame();
  {
    const Fault fault("glfwCreateWindow");
    give(driven);
    ASSERT_TRUE(driven.frames_until(10s, [&] { return fault.failures() == 1; }));
  }
  ASSERT_TRUE(driven.frames_until(10s, [&] { return driven.says("no second window"); }));
  EXPECT_TRUE(driven.live().model().lecture);
  EXPECT_EQ(glfwGetCurrentContext(), driven.handle());
  const std::int64_t steps = driven.session().steps();
  EXPECT_TRUE(driven.frames_until(10s, [&] { return driven.session().steps() > steps; }));
}

}  // namespace
}  // namespace livewarp
