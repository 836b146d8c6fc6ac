// A paused window at rest: what wakes it, by the ways that the window system takes.
#include <gtest/gtest.h>

#include <chrono>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class IdleWindowTest : public testing::Test {
 protected:
  Choice nbody() const {
    Choice choice = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    choice.problem["n"] = std::int64_t{300};
    choice.paused = true;
    return choice;
  }
  /// Frames that are due in that time.
  static int frames(DrivenWindow& driven, std::chrono::milliseconds time) {
    int count = 0;
    for (const auto end = SteadyClock::now() + time; SteadyClock::now() < end;)
      if (driven.live().wait()) {
        driven.live().frame();
        driven.live().after_frame();
        ++count;
      }
    return count;
  }
  static bool comes_to_rest(DrivenWindow& driven) {
    for (int i = 0; i < 300; ++i)
      if (frames(driven, 200ms) == 0) return true;
    return false;
  }
  static void press(GLFWwindow* window, int key) {
    const GLFWkeyfun pressed = glfwSetKeyCallback(window, nullptr);
    ASSERT_TRUE(pressed);
    glfwSetKeyCallback(window, pressed);
    for (const int action : {GLFW_PRESS, GLFW_RELEASE}) pressed(window, key, 0, action, 0);
  }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  Choice start_ = nbody();
};

TEST_F(IdleWindowTest, NothingIsDrawnUntilTheWindowSystemSaysSomething) {
  DrivenWindow driven(registry_, machine_, start_, DrivenWindow::quiet(), 1280, 720);
  ASSERT_TRUE(comes_to_rest(driven));
  EXPECT_EQ(frames(driven, 2s), 0);

  press(driven.handle(), GLFW_KEY_SPACE);
  EXPECT_GT(frames(driven, 300ms), 1);
  EXPECT_FALSE(driven.session().choice().paused) << "the key was not taken";
  press(driven.handle(), GLFW_KEY_SPACE);
  ASSERT_TRUE(comes_to_rest(driven));
  EXPECT_TRUE(driven.session().choice().paused);

  driven.window().set_size(1000, 700);
  EXPECT_GT(frames(driven, 500ms), 1) << "its size is another one";
  ASSERT_TRUE(comes_to_rest(driven));

  driven.drop("/no/such/file.png");
  EXPECT_GT(frames(driven, 500ms), 1) << "a file was dropped";
  ASSERT_TRUE(comes_to_rest(driven));

  driven.window().request_close();
  EXPECT_GT(frames(driven, 200ms), 0);
  EXPECT_TRUE(driven.live().finished());
}

}  // namespace
}  // namespace livewarp
