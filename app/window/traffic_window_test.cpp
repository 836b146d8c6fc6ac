// The tab Traffic of a machine without a GPU, by keys: of what runs, and of a CUDA variant that is
// studied beside it.
#include <gtest/gtest.h>

#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "ui/frame/frame.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class TrafficWindowTest : public NbodyWindowTest {
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
  static const ui::TrafficStage* stage(DrivenWindow& driven, const char* id) {
    const ui::TrafficView* const view = driven.live().model().traffic;
    return view ? view->find(id) : nullptr;
  }
};

TEST_F(TrafficWindowTest, TellsOfWhatRunsAndOfWhatIsStudied) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), without_gpu());
  press(driven, ImGuiKey_W);
  press(driven, ImGuiMod_Shift | ImGuiKey_4);
  ASSERT_TRUE(driven.frames_until(60s, [&] {
    const ui::TrafficStage* const time = stage(driven, "time");
    return time && time->known();
  }));
  driven.frame();
  EXPECT_TRUE(driven.live().model().traffic->live);
  const double pairs = 400.0 * 400.0;
  EXPECT_EQ(stage(driven, "arithmetic")->amount, 20 * pairs);
  EXPECT_EQ(stage(driven, "counted")->absent, "the lens counts CUDA variants alone");
  for (const char* words :
       {"compulsory", "requested", "the lens counts CUDA variants alone", "Measure limits", "live"})
    EXPECT_TRUE(driven.says(words)) << words;

  driven.drive([&](ImGuiTestContext& user) {
    user.KeyChars("/");
    user.Yield(2);
    user.KeyChars("variant shared");
    user.Yield(2);
    user.KeyPress(ImGuiKey_Enter);
    user.Yield(3);
  });
  ASSERT_TRUE(driven.frames_until(60s, [&] {
    const ui::TrafficStage* const counted = stage(driven, "counted");
    return counted && counted->known();
  }));
  driven.frame();
  EXPECT_EQ(driven.live().model().traffic->choice.variant, "shared");
  EXPECT_FALSE(stage(driven, "time")->known()) << "no GPU, no time";
  EXPECT_FALSE(stage(driven, "time")->absent.empty());
  EXPECT_TRUE(driven.says("lens"));
  EXPECT_TRUE(driven.says("The largest gap is between"));
  EXPECT_FALSE(driven.says("Measure limits")) << "what is studied has no time to compare with";
}

}  // namespace
}  // namespace livewarp
