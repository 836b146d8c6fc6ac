// The tab Blocks on a machine without a GPU, by keys: what is predicted, and the tint over the
// picture of a CPU variant's run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class BlocksWindowTest : public NbodyWindowTest {
 protected:
  static LiveOptions without_gpu() {
    LiveOptions options = DrivenWindow::quiet();
    options.cuda_executor = Executor::cuda;
    return options;
  }
  static void press(DrivenWindow& driven, ImGuiKeyChord key) {
    driven.drive([&](ImGuiTestContext& user) {
      user.KeyPress(key);
      user.Yield(3);
    });
  }
  /// Types a line behind "/" and takes what is found first.
  static void type(DrivenWindow& driven, const char* line) {
    driven.drive([&](ImGuiTestContext& user) {
      user.KeyChars("/");
      user.Yield(2);
      user.KeyChars(line);
      user.Yield(2);
      user.KeyPress(ImGuiKey_Enter);
      user.Yield(3);
    });
  }
  static bool look(DrivenWindow& driven) {
    press(driven, ImGuiKey_W);
    press(driven, ImGuiMod_Shift | ImGuiKey_5);
    const ui::Model& model = driven.live().model();
    const bool found =
        driven.frames_until(60s, [&] { return model.blocks && !model.blocks->counting; });
    driven.frame();
    return found;
  }
  static PixelImage picture(DrivenWindow& driven) {
    for (int i = 0; i < 8; ++i) driven.frame();
    return driven.screen().scene_pixels();
  }
  static double changed(const PixelImage& a, const PixelImage& b) {
    if (a.rgba.size() != b.rgba.size()) return 1;
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4)
      for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(int(a.rgba[i + c]) - int(b.rgba[i + c])) > 8) {
          ++count;
          break;
        }
    return double(count) / double(a.rgba.size() / 4);
  }
};

TEST_F(BlocksWindowTest, TintsAFieldByBlocksOfAVariantThatDoesNotRun) {
  Choice heat = default_choice(*registry_.find("heat"), "vector", Backend::cpu);
  heat.problem["nx"] = std::int64_t{256};
  heat.problem["ny"] = std::int64_t{192};
  heat.paused = true;
  DrivenWindow driven(registry_, machine_, heat, without_gpu());
  type(driven, "variant naive");
  ASSERT_TRUE(look(driven));
  const ui::BlocksView& view = *driven.live().model().blocks;
  EXPECT_EQ(view.refusal, "");
  if (!view.regions) GTEST_SKIP() << view.regions_reason;
  EXPECT_EQ(view.regions->width, 256);
  EXPECT_EQ(view.regions->height, 192);
  EXPECT_EQ(view.request.choice.variant, "naive");
  EXPECT_FALSE(view.measured);
  EXPECT_TRUE(driven.says(view.predicted ? "predicted for" : "no waves"));

  const PixelImage plain = picture(driven);
  type(driven, "tint by block");
  EXPECT_TRUE(driven.says("hue: block"));
  const PixelImage tinted = picture(driven);
  EXPECT_GT(changed(plain, tinted), 0.3);
  type(driven, "tint off");
  EXPECT_EQ(picture(driven).rgba, plain.rgba) << "as if nothing had been";
  EXPECT_FALSE(driven.live().model().blocks == nullptr);
}

TEST_F(BlocksWindowTest, TintsPointsThatElseComeDrawn) {
  Choice bodies = nbody("vector", 1024);
  bodies.paused = true;
  DrivenWindow driven(registry_, machine_, bodies, without_gpu());
  ASSERT_TRUE(look(driven));
  const ui::BlocksView* const view = driven.live().model().blocks;
  if (!view->regions) GTEST_SKIP() << view->regions_reason;
  EXPECT_EQ(view->regions->width, 1024);
  const int before = driven.live().display().made();
  type(driven, "tint by warp");
  const PixelImage tinted = picture(driven);
  EXPECT_EQ(driven.live().display().made(), before + 1) << "points come one by one";
  EXPECT_FALSE(driven.live().display().picture().pixels.width > 0);
  EXPECT_TRUE(driven.says("hue: warp"));
  type(driven, "tint off");
  EXPECT_GT(changed(picture(driven), tinted), 0.002);
  EXPECT_EQ(driven.live().display().made(), before + 2);
}

TEST_F(BlocksWindowTest, SaysWhyAPictureIsNotTinted) {
  Choice heat = default_choice(*registry_.find("heat3d"), "scalar", Backend::cpu);
  heat.paused = true;
  for (const char* side : {"nx", "ny", "nz"}) heat.problem[side] = std::int64_t{32};
  DrivenWindow driven(registry_, machine_, heat, without_gpu());
  ASSERT_TRUE(look(driven));
  type(driven, "tint by block");
  for (int i = 0; i < 4; ++i) driven.frame();
  EXPECT_TRUE(driven.says("no tint: its picture looks through a volume"));
}

}  // namespace
}  // namespace livewarp
