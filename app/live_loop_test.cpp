// What the loop tells its panels about the machine and its screen.
#include <gtest/gtest.h>

#include "app/headless_test_screen.h"
#include "app/live_loop.h"
#include "app/test_context.h"

namespace livewarp {
namespace {

class LiveLoopTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;

  LiveLoopTest() {
    options_.keep_settings = false;
    options_.cuda_rows = Executor::simt;
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    choice.problem["n"] = std::int64_t{300};
    return choice;
  }
};

TEST_F(LiveLoopTest, TheClockOfTheGpuReachesThePanels) {
  options_.sm_clock = [] { return 1785; };
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  live.frame();
  while (!live.model().sm_clock_mhz) live.frame();
  EXPECT_EQ(*live.model().sm_clock_mhz, 1785);
}

TEST_F(LiveLoopTest, WithoutAnyoneWhoReadsTheClockNothingIsSaidOfIt) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 5; ++i) live.frame();
  EXPECT_FALSE(live.model().sm_clock_mhz);
  EXPECT_FALSE(live.model().kernel_use) << "registers of a CPU row";
}

TEST(NotTried, IsSaidOfAWayThatAPersonAskedFor) {
  for (const DisplayPath wanted : {DisplayPath::interop, DisplayPath::buffer}) {
    EXPECT_NE(not_tried(wanted, true, true).reason, "");
    EXPECT_NE(not_tried(wanted, true, true).advice, "");
    EXPECT_EQ(not_tried(wanted, true, false).reason, "");
    EXPECT_EQ(not_tried(wanted, false, true).reason, "") << "the host's pictures are uploaded";
  }
  EXPECT_EQ(not_tried(DisplayPath::automatic, true, true).reason, "") << "that is what was asked";
  EXPECT_EQ(not_tried(DisplayPath::copy, true, true).reason, "");
}

}  // namespace
}  // namespace livewarp
