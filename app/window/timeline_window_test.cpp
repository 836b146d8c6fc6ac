// The tab Timeline in a window that OpenGL draws: by keys and by the mouse.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class TimelineWindowTest : public NbodyWindowTest {
 protected:
  static bool has_lane(DrivenWindow& driven, const char* lane) {
    const ui::FramesView* const view = driven.live().model().last_frames;
    return view && std::ranges::count(view->timeline.lanes, lane) > 0;
  }
};

TEST_F(TimelineWindowTest, ShowsWhatIsDrawnAndStaysUnderTheMouse) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  driven.drive([](ImGuiTestContext& user) {
    user.KeyPress(ImGuiKey_M);
    user.Yield(3);
  });
  ASSERT_TRUE(driven.frames_until(60s, [&] {
    return has_lane(driven, "CPU steps") && has_lane(driven, "GL draw") &&
           has_lane(driven, "GL panels");
  })) << "OpenGL's clock tells when it drew";
  driven.frame();
  EXPECT_TRUE(driven.says("Host"));
  EXPECT_TRUE(driven.says("host waits"));
  double held = 0;
  driven.drive([&](ImGuiTestContext& user) {
    const std::string chart = ui::ids::path(ui::ids::analysis, ui::ids::timeline_plot);
    user.MouseMove(chart.c_str());
    user.Yield(3);
    const auto shown = [&] { return driven.live().model().last_frames->frame_ms; };
    held = shown();
    const auto end = std::chrono::steady_clock::now() + 1s;
    while (std::chrono::steady_clock::now() < end) user.Yield();
    EXPECT_EQ(shown(), held);
  });
  driven.drive([&](ImGuiTestContext& user) { user.MouseMoveToPos({4, 4}); });
  EXPECT_TRUE(driven.frames_until(
      60s, [&] { return driven.live().model().last_frames->frame_ms != held; }));
}

}  // namespace
}  // namespace livewarp
