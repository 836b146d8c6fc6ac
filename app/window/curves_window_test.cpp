// The tab Curves by keys and mouse, on a machine without a GPU: of what runs on the cores, and of a
// CUDA variant that is studied beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class CurvesWindowTest : public testing::Test {
 protected:
  static LiveOptions without_gpu() {
    LiveOptions options = DrivenWindow::quiet();
    options.cuda_executor = Executor::cuda;
    return options;
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("divergence"), "threads", Backend::cpu);
    choice.problem["n"] = std::int64_t{2048};
    choice.problem["cheap"] = std::int64_t{5};
    choice.problem["expensive"] = std::int64_t{9};
    return choice;
  }
  static void press(DrivenWindow& driven, ImGuiKeyChord key) {
    driven.drive([&](ImGuiTestContext& user) {
      user.KeyPress(key);
      user.Yield(3);
    });
  }
  static const ui::CurvesView* view(DrivenWindow& driven) { return driven.live().model().curves; }
  static std::size_t timed(DrivenWindow& driven) {
    if (!view(driven)) return 0;
    return std::size_t(std::ranges::count_if(
        view(driven)->points, [](const ui::CurvePoint& point) { return point.time.has_value(); }));
  }
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
};

TEST_F(CurvesWindowTest, TimesWhatRunsAndCountsWhatIsStudied) {
  DrivenWindow driven(registry_, machine_, start(), without_gpu(), 1920, 1080);
  driven.session().bench_for(0.3);
  ASSERT_TRUE(driven.frames_until(30s, [&] { return driven.session().check().ok(); }));
  press(driven, ImGuiKey_W);
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Analysis/curves"); });
  ASSERT_TRUE(
      driven.frames_until(10s, [&] { return view(driven) && !view(driven)->points.empty(); }));
  EXPECT_EQ(view(driven)->over, "fraction");
  EXPECT_EQ(view(driven)->points.size(), 17u);
  EXPECT_TRUE(driven.says("not counted: the lens counts CUDA variants alone"));

  press(driven, ImGuiKey_Enter);
  ASSERT_TRUE(driven.frames_until(60s, [&] { return timed(driven) >= 3; }));
  ASSERT_TRUE(driven.session().job()) << "fourteen values are left, each of which takes its time";
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Escape); });
  ASSERT_TRUE(driven.frames_until(20s, [&] { return driven.session().job() == nullptr; }));
  driven.frame();
  ASSERT_TRUE(view(driven)) << "the first Esc leaves the tab open";
  const std::size_t kept = timed(driven);
  EXPECT_GE(kept, 3u) << "Esc keeps what was timed";

  // Another value of the parameter changes nothing; another problem makes the times old.
  Choice other = driven.session().choice();
  other.problem["fraction"] = 0.75;
  driven.session().apply(other);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return !driven.session().preparing(); }));
  driven.frame();
  driven.frame();  // the first one asks for it
  EXPECT_EQ(timed(driven), kept);
  EXPECT_EQ(view(driven)->times.at, 0.75);
  EXPECT_FALSE(view(driven)->times.stale);
  other.problem["expensive"] = std::int64_t{10};
  driven.session().apply(other);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return !driven.session().preparing(); }));
  driven.frame();
  driven.frame();
  EXPECT_EQ(timed(driven), 0u);
  EXPECT_TRUE(view(driven)->times.stale);
  EXPECT_TRUE(driven.says("before the change"));

  driven.drive([&](ImGuiTestContext& user) {
    user.KeyChars("/");
    user.Yield(2);
    user.KeyChars("variant vote");
    user.Yield(2);
    user.KeyPress(ImGuiKey_Enter);
    user.Yield(3);
  });
  ASSERT_TRUE(driven.frames_until(
      30s, [&] { return view(driven)->choice.variant == "vote" && view(driven)->counted == 17; }));
  driven.frame();
  EXPECT_EQ(view(driven)->verdict, "Counted as predicted, at all 17 values.");
  EXPECT_FALSE(view(driven)->can_time);
  EXPECT_TRUE(driven.says("Not timed: "));
  EXPECT_TRUE(driven.says("Counted as predicted, at all 17 values."));
}

}  // namespace
}  // namespace livewarp
