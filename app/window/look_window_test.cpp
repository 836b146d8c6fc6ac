// The look of a real window: the presenter, and that no time outlives its setting.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class LookWindowTest : public NbodyWindowTest {
 protected:
  /// Pixels of about the colour that the ring about the pointer has.
  static int ring_pixels(const PixelImage& image) {
    int count = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
      const auto near = [&](std::size_t k, int value) {
        return std::abs(int(image.rgba[i + k]) - value) < 12;
      };
      count += near(0, 0x5C) && near(1, 0xB3) && near(2, 0xFF);
    }
    return count;
  }
};

TEST_F(LookWindowTest, NoOldTimeBesideANewNameHoweverItIsSwitched) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 1500));
  const auto settled = [&] { return driven.live().model().step.count >= 20; };
  struct Way {
    const char* expected;
    std::function<void(ImGuiTestContext&)> user;
  };
  const std::vector<Way> ways{
      {"scalar", [](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_2); }},
      {"vector", [](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_DownArrow); }},
      {"scalar", [](ImGuiTestContext& user) { user.ItemClick("//Variants/row/scalar"); }}};
  for (const Way& way : ways) {
    ASSERT_TRUE(driven.frames_until(60s, settled));
    const ui::Model& model = driven.live().model();
    std::int64_t steps_of_old = 0;
    bool seen = false;
    driven.drive([&](ImGuiTestContext& user) {
      steps_of_old = driven.session().steps();
      way.user(user);
      // The first frame that names the new variant: what it shows is of steps made since.
      for (int i = 0; i < 200 && !seen; ++i, user.Yield()) {
        seen = model.variant->name == way.expected;
        if (!seen) continue;
        EXPECT_LE(std::int64_t(model.step.count), driven.session().steps() - steps_of_old)
            << "an old time stands beside " << way.expected;
      }
    });
    EXPECT_TRUE(seen) << way.expected;
  }
  EXPECT_TRUE(driven.frames_until(60s, settled));
  EXPECT_TRUE(driven.live().model().check.ok());
}

TEST_F(LookWindowTest, ThePresenterComesAndGoesAndItsRingIsSeen) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  ASSERT_TRUE(driven.frames_until(30s, [&] { return driven.session().steps() > 2; }));
  for (int i = 0; i < 20; ++i) driven.frame();
  const float before = ImGui::GetStyle().FontScaleMain;
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_F9); });
  bool panels = true;
  driven.drive([&](ImGuiTestContext& user) {
    panels = user.ItemExists("//Controls/n");
    user.MouseMoveToPos({400, 200});
  });
  EXPECT_FALSE(panels);
  driven.frame();
  const PixelImage shown = driven.screen().pixels();
  EXPECT_GT(ring_pixels(shown), 20) << "no ring about the pointer";
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_2); });
  EXPECT_TRUE(
      driven.frames_until(10s, [&] { return driven.session().variant().name == "scalar"; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Escape); });
  driven.drive([&](ImGuiTestContext& user) { panels = user.ItemExists("//Controls/n"); });
  EXPECT_TRUE(panels) << "Esc leaves it";
  EXPECT_FALSE(driven.live().finished());
  EXPECT_EQ(ImGui::GetStyle().FontScaleMain, before);
}

}  // namespace
}  // namespace livewarp
