// A CUDA variant is studied by keys on a machine without a GPU, while the CPU's run goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "ui/frame/frame.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class StudyWindowTest : public NbodyWindowTest {
 protected:
  static LiveOptions without_gpu() {
    LiveOptions options = DrivenWindow::quiet();
    options.cuda_executor = Executor::cuda;
    return options;
  }
  static const ui::VariantEntry& entry(DrivenWindow& driven, const std::string& name) {
    const auto& variants = driven.live().model().variants;
    return *std::ranges::find_if(variants, [&](const auto& v) { return v.info->name == name; });
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
  static void press(DrivenWindow& driven, ImGuiKeyChord key) {
    driven.drive([&](ImGuiTestContext& user) {
      user.KeyPress(key);
      user.Yield(3);
    });
  }
};

TEST_F(StudyWindowTest, ByKeysBlockMemoryLensOccupancyAndVerdict) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), without_gpu());
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 2; }));
  const Choice running = session.choice();
  EXPECT_FALSE(driven.live().model().studied);

  type(driven, "variant shared");
  const auto& studied = driven.live().model().studied;
  ASSERT_TRUE(studied);
  EXPECT_EQ(studied->choice.variant, "shared");
  EXPECT_EQ(studied->choice.problem, running.problem);
  EXPECT_TRUE(driven.says(ui::studied_tag));
  EXPECT_TRUE(driven.says("running: " + session.variant().title));

  const std::string before = get_text(studied->choice.launch, "block");
  press(driven, ImGuiMod_Shift | ImGuiKey_RightArrow);
  const std::string block = get_text(studied->choice.launch, "block");
  EXPECT_GT(std::stoi(block), std::stoi(before));
  type(driven, "memory managed");
  EXPECT_EQ(studied->choice.memory, MemoryMode::managed);
  EXPECT_TRUE(driven.says("One address for both")) << "what the mode would do";
  EXPECT_GT(studied->memory_modes.size(), 3u);

  press(driven, ImGuiKey_W);
  const auto lens_is_there = [&] {
    const ui::LensView* lens = driven.live().model().lens;
    return lens && lens->choice.variant == "shared" && !lens->kernels.empty() &&
           get_text(lens->choice.launch, "block") == block;
  };
  EXPECT_TRUE(driven.frames_until(60s, lens_is_there));
  press(driven, ImGuiMod_Shift | ImGuiKey_2);
  const auto occupancy_is_there = [&] {
    const ui::OccupancyView* seen = driven.live().model().occupancy;
    return seen && seen->request.choice.variant == "shared" &&
           get_text(seen->request.choice.launch, "block") == block;
  };
  EXPECT_TRUE(driven.frames_until(60s, occupancy_is_there));

  press(driven, ImGuiKey_V);
  ASSERT_TRUE(driven.frames_until(120s, [&] { return studied && studied->emulated; }));
  EXPECT_EQ(studied->emulated->verdict, Verdict::at_check_sizes) << studied->emulated->failure;
  EXPECT_GT(studied->emulated->tolerance.rms, studied->emulated->error);
  driven.frame();
  EXPECT_TRUE(driven.says("Emulated: right at the check sizes"));
  const ui::VariantEntry& shared = entry(driven, "shared");
  EXPECT_TRUE(shared.emulated && shared.emulated->ok());
  EXPECT_FALSE(shared.check.ok()) << "no GPU has verified it";
  EXPECT_FALSE(shared.bench || shared.running);

  const std::int64_t steps = session.steps();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > steps; }));
  EXPECT_EQ(session.choice(), running) << "nothing of it changed the run";
  press(driven, ImGuiKey_Escape);  // the panel of tabs
  EXPECT_TRUE(studied);
  press(driven, ImGuiKey_Escape);
  EXPECT_FALSE(studied);
  EXPECT_FALSE(driven.says(ui::studied_tag));
  EXPECT_FALSE(driven.live().finished());
}

TEST_F(StudyWindowTest, AnotherLaunchHasNoVerdictAndComesBackWithItsOwn) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), without_gpu());
  ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.session().steps() > 2; }));
  type(driven, "variant naive");
  const auto& studied = driven.live().model().studied;
  ASSERT_TRUE(studied);
  press(driven, ImGuiKey_V);
  ASSERT_TRUE(driven.frames_until(120s, [&] { return studied && studied->emulated; }));
  type(driven, "block 64");
  EXPECT_EQ(get_text(studied->choice.launch, "block"), "64");
  EXPECT_FALSE(studied->emulated) << "of another block";
  press(driven, ImGuiKey_1);  // a variant that runs ends it
  EXPECT_FALSE(studied);
  type(driven, "variant naive");
  ASSERT_TRUE(studied);
  EXPECT_EQ(get_text(studied->choice.launch, "block"), "64") << "as it was left";
}

TEST_F(StudyWindowTest, EscStopsTheEmulator) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), without_gpu());
  ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.session().steps() > 2; }));
  type(driven, "variant shared");
  bool under_way = false;
  driven.drive([&](ImGuiTestContext& user) {
    user.KeyPress(ImGuiKey_V);
    user.Yield(1);
    under_way = driven.live().model().studied->verifying;
    user.KeyPress(ImGuiKey_Escape);
    user.Yield(3);
  });
  const auto& studied = driven.live().model().studied;
  ASSERT_TRUE(studied) << "the study itself goes on";
  EXPECT_FALSE(studied->verifying);
  EXPECT_TRUE(under_way || studied->emulated);
  EXPECT_FALSE(driven.live().model().job);
}

}  // namespace
}  // namespace livewarp
