// The tab Warp on a machine without a GPU, by keys alone: a warp is followed forwards and back, and
// what it touches is lit on the picture of a CPU variant's run.
#include <gtest/gtest.h>

#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "kernels/core/base/text.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class WarpWindowTest : public NbodyWindowTest {
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
  Choice on_cpu(const char* workload, const char* variant) const {
    Choice choice = default_choice(*registry_.find(workload), variant, Backend::cpu);
    choice.paused = true;
    return choice;
  }
  /// Opens the tab, and waits for the warp; null where it is refused.
  static const ui::WarpView* follow(DrivenWindow& driven) {
    press(driven, ImGuiKey_K);
    press(driven, ImGuiMod_Shift | ImGuiKey_2);
    const ui::Model& model = driven.live().model();
    EXPECT_TRUE(driven.frames_until(60s, [&] { return model.warp != nullptr; }));
    for (int i = 0; i < 3; ++i) driven.frame();
    if (!model.warp) return nullptr;
    EXPECT_EQ(model.warp->refusal, "");
    return model.warp->refusal.empty() ? model.warp : nullptr;
  }
  static void next_access(DrivenWindow& driven) { press(driven, ImGuiMod_Shift | ImGuiKey_D); }
  static void last_access(DrivenWindow& driven) { press(driven, ImGuiMod_Shift | ImGuiKey_A); }
};

// 256 x 192 cells in blocks of 64 x 4: the one in the middle is (2, 24), its first warp has the
// cells 128 to 159 of row 96.
TEST_F(WarpWindowTest, FollowsTheStarOfACellOverThePlate) {
  Choice heat = on_cpu("heat", "vector");
  heat.problem["nx"] = std::int64_t{256};
  heat.problem["ny"] = std::int64_t{192};
  DrivenWindow driven(registry_, machine_, heat, without_gpu(), 1920, 1080);
  type(driven, "variant naive");
  for (int i = 0; i < 8; ++i) driven.frame();
  const PixelImage plain = driven.screen().scene_pixels();
  const ui::WarpView* const view = follow(driven);
  ASSERT_TRUE(view);
  EXPECT_TRUE(driven.says("warp 0 of 8 in block (2, 24) of heat_naive"));
  EXPECT_EQ(view->accesses.size(), 6u);
  EXPECT_TRUE(driven.says("step 1"));
  next_access(driven);
  EXPECT_TRUE(driven.says("global load of 4 bytes a lane"));
  EXPECT_TRUE(
      driven.says("temperature before: elements 24,704 \u2026 24,735, row 96, columns 128"));
  next_access(driven);  // at(i - 1)
  EXPECT_TRUE(driven.says("elements 24,703 \u2026 24,734, row 96, columns 127"));
  EXPECT_TRUE(driven.says("5 sectors of 32 bytes in 2 cache lines"));
  EXPECT_TRUE(driven.says("lit: read at step"));
  for (int i = 0; i < 8; ++i) driven.frame();
  EXPECT_NE(driven.screen().scene_pixels().rgba, plain.rgba) << "the cells are lit";
  next_access(driven);  // at(i + 1)
  EXPECT_TRUE(driven.says("24,736, row 96, columns 129"));
  next_access(driven);
  EXPECT_TRUE(driven.says("24,479, row 95, columns 128"));
  next_access(driven);
  EXPECT_TRUE(driven.says("24,991, row 97, columns 128"));
  next_access(driven);
  EXPECT_TRUE(driven.says("global store of 4 bytes a lane"));
  EXPECT_TRUE(driven.says("temperature after: elements 24,704"));
  next_access(driven);
  EXPECT_TRUE(driven.says("No access of memory comes after this one."));
  for (int i = 0; i < 4; ++i) last_access(driven);
  EXPECT_TRUE(driven.says("row 96, columns 127")) << "the left neighbours again";
  press(driven, ImGuiKey_K);
  for (int i = 0; i < 8; ++i) driven.frame();
  EXPECT_EQ(driven.screen().scene_pixels().width, plain.width);
}

// 1,024 bodies in tiles of 256: each is loaded, all warps wait, it is used, and all wait again.
TEST_F(WarpWindowTest, WaitsAtTheBarriersOfATile) {
  Choice bodies = nbody("vector", 1024);
  bodies.paused = true;
  DrivenWindow driven(registry_, machine_, bodies, without_gpu(), 1920, 1080);
  type(driven, "variant shared");
  const ui::WarpView* const view = follow(driven);
  ASSERT_TRUE(view);
  int barriers = 0;
  for (const ui::WarpStep& step : view->steps) barriers += step.event == ui::WarpEvent::barrier;
  EXPECT_EQ(barriers, 2 * 4);
  for (int i = 0; i < barriers; ++i) press(driven, ImGuiKey_S);
  EXPECT_TRUE(driven.says("waits until the block's other 7 warps have come"));
  press(driven, ImGuiKey_S);
  EXPECT_TRUE(driven.says("No barrier comes after this step."));
  press(driven, ImGuiKey_F);
  EXPECT_TRUE(driven.says("step 1"));
  next_access(driven);  // its own body: 16 bytes of each, block 2 of 4
  EXPECT_TRUE(driven.says("elements 512 \u2026 543"));
  EXPECT_TRUE(driven.says("16 sectors of 32 bytes in 4 cache lines"));
  press(driven, ImGuiKey_S);
  press(driven, ImGuiKey_D);
  next_access(driven);  // a body of the tile, the same for all lanes
  EXPECT_TRUE(driven.says("shared load of 16 bytes a lane"));
  EXPECT_TRUE(driven.says("no bank conflict"));
  press(driven, ImGuiKey_A);
  press(driven, ImGuiMod_Shift | ImGuiKey_F);
  EXPECT_TRUE(driven.says("step " + grouped(std::int64_t(view->steps.size()))));
}

// A tile of 32 x 32 with a column more: its columns lie in 32 banks, else in one.
TEST_F(WarpWindowTest, ReadsAColumnOfAPaddedTileWithoutAConflict) {
  Choice turned = on_cpu("transpose", "blocked");
  turned.problem["width"] = std::int64_t{256};
  turned.problem["height"] = std::int64_t{128};
  DrivenWindow driven(registry_, machine_, turned, without_gpu(), 1920, 1080);
  const auto at_the_first_column = [&](const char* line) {
    type(driven, line);
    for (int i = 0; i < 4; ++i) driven.frame();
    press(driven, ImGuiKey_F);
    press(driven, ImGuiKey_S);  // the tile is full
    next_access(driven);
    return driven.says("shared load of 4 bytes a lane");
  };
  type(driven, "variant padded");
  for (int i = 0; i < 8; ++i) driven.frame();
  const PixelImage plain = driven.screen().scene_pixels();
  const ui::WarpView* const view = follow(driven);
  ASSERT_TRUE(view);
  next_access(driven);
  EXPECT_TRUE(driven.says("global load of 4 bytes a lane"));
  EXPECT_TRUE(driven.says("lit: read at step"));
  for (int i = 0; i < 8; ++i) driven.frame();
  EXPECT_NE(driven.screen().scene_pixels().rgba, plain.rgba) << "texels of the source are lit";
  press(driven, ImGuiMod_Shift | ImGuiKey_F);
  last_access(driven);
  EXPECT_TRUE(driven.says("lit: written at step"));
  ASSERT_TRUE(at_the_first_column("variant padded"));
  EXPECT_TRUE(driven.says("1 wavefront over the 32 banks, no bank conflict (degree 1)"));
  type(driven, "variant shared");
  const ui::Model& model = driven.live().model();
  ASSERT_TRUE(driven.frames_until(
      60s, [&] { return model.warp && model.warp->request.choice.variant == "shared"; }));
  ASSERT_TRUE(at_the_first_column("variant shared"));
  EXPECT_TRUE(driven.says("32 wavefronts over the 32 banks, conflict degree 32"));
}

}  // namespace
}  // namespace livewarp
