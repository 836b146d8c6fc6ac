// Settings compared with one another in a window: A, undo, the block, and all variants measured.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class CompareWindowTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();

  Choice variant_of(const std::string& workload, const std::string& variant) const {
    return default_choice(*registry_.find(workload), variant, Backend::cpu);
  }
  Choice nbody(const std::string& variant, std::int64_t n) const {
    Choice choice = variant_of("nbody", variant);
    choice.problem["n"] = n;
    return choice;
  }
  static std::string block_of(Session& session) {
    return get_text(session.choice().launch, "block");
  }
  static bool settle(DrivenWindow& driven) {
    driven.frame();  // the model of the last frame may be of the setting before
    return driven.frames_until(60s, [&] { return driven.live().model().step.count >= 20; });
  }
  static void press(DrivenWindow& driven, ImGuiKeyChord chord) {
    driven.drive([&](ImGuiTestContext& user) { user.KeyPress(chord); });
    driven.frame();
  }
};

TEST_F(CompareWindowTest, PinSwitchAndFlipGiveAVerdict) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 500));
  Session& session = driven.session();
  ASSERT_TRUE(settle(driven));
  EXPECT_TRUE(driven.says("P pins this as A"));
  press(driven, ImGuiKey_P);
  // Which of them is a matter of the machine's load here; the rule has tests of its own.
  EXPECT_TRUE(driven.says("within noise") || driven.says("A \u00b7 now")) << "A against itself";

  press(driven, ImGuiKey_2);
  ASSERT_EQ(session.variant().name, "scalar");
  ASSERT_TRUE(settle(driven));
  driven.frame();
  EXPECT_TRUE(driven.says("slower than A"));

  press(driven, ImGuiKey_X);
  EXPECT_EQ(session.variant().name, "vector");
  press(driven, ImGuiKey_X);
  EXPECT_EQ(session.variant().name, "scalar");

  driven.drive([](ImGuiTestContext& user) { user.KeyChars("+"); });
  ASSERT_EQ(get_integer(session.choice().problem, "n"), 1000);
  ASSERT_TRUE(settle(driven));
  driven.frame();
  EXPECT_FALSE(driven.says("than A")) << "a ratio of different sizes";
  EXPECT_TRUE(driven.says("A had bodies 500"));
  const Choice before = session.choice();
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Scene/measure-a-here"); });
  ASSERT_TRUE(driven.frames_until(60s, [&] { return !driven.live().comparison().visiting(); }));
  EXPECT_EQ(session.choice(), before) << "it comes back";
  ASSERT_TRUE(settle(driven));
  driven.frame();
  EXPECT_TRUE(driven.says("slower than A"));

  press(driven, ImGuiMod_Shift | ImGuiKey_P);
  EXPECT_TRUE(driven.says("P pins this as A"));
}

TEST_F(CompareWindowTest, UndoGoesBackSeveralStepsAndForward) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  Session& session = driven.session();
  const Choice start = session.choice();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  press(driven, ImGuiKey_2);
  const Choice second = session.choice();
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("+"); });
  const Choice third = session.choice();
  ASSERT_NE(second, start);
  ASSERT_NE(third, second);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(session.choice(), second);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(session.choice(), start);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(session.choice(), start) << "there was nothing before";
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Y);
  EXPECT_EQ(session.choice(), second);
  press(driven, ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  EXPECT_EQ(session.choice(), third);
  const std::int64_t steps = session.steps();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() != steps; }));
}

TEST_F(CompareWindowTest, UndoLeavesPausingAlone) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  Session& session = driven.session();
  const auto bodies = [&] { return get_integer(session.choice().problem, "n"); };
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("+"); });
  ASSERT_EQ(bodies(), 800);
  press(driven, ImGuiKey_Space);
  press(driven, ImGuiKey_Space);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(bodies(), 400);
  EXPECT_FALSE(session.choice().paused);
  press(driven, ImGuiKey_Space);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Y);
  EXPECT_EQ(bodies(), 800);
  EXPECT_TRUE(session.choice().paused) << "it was paused since";
}

TEST_F(CompareWindowTest, ADragOfASliderIsUndoneAtOnce) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  Session& session = driven.session();
  const Choice start = session.choice();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  int values = 0;
  double last = get_real(session.choice().problem, "softening");
  driven.drive([&](ImGuiTestContext& user) {
    user.MouseMove("//Controls/softening");
    user.MouseDown();
    for (int i = 0; i < 12; ++i) {
      const ImVec2 at = ImGui::GetIO().MousePos;
      user.MouseMoveToPos({at.x + 6, at.y});
      user.Sleep(0.05f);
      user.Yield(4);
      const double now = get_real(session.choice().problem, "softening");
      values += now != last;
      last = now;
    }
    user.MouseUp();
    user.Yield(2);
  });
  EXPECT_GT(values, 1) << "the drag was not live";
  ASSERT_NE(session.choice(), start);
  press(driven, ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(session.choice(), start);
}

TEST_F(CompareWindowTest, TheBlockOfAVariantByMouseKeysAndTyping) {
  DrivenWindow driven(registry_, machine_, nbody("shared", 300));
  Session& session = driven.session();
  driven.frame();
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Controls/block/64"); });
  const Choice clicked = session.choice();
  EXPECT_EQ(block_of(session), "64");
  press(driven, ImGuiMod_Shift | ImGuiKey_RightArrow);
  EXPECT_EQ(block_of(session), "96") << "a warp more";
  press(driven, ImGuiMod_Shift | ImGuiKey_LeftArrow);
  EXPECT_EQ(session.choice(), clicked);
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Controls/typed-block");
    user.KeyCharsReplaceEnter("512");
  });
  driven.frame();
  EXPECT_EQ(block_of(session), "512");
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Controls/typed-block");
    user.KeyCharsReplaceEnter("64");
  });
  driven.frame();
  EXPECT_EQ(session.choice(), clicked);
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Controls/typed-block");
    user.KeyCharsReplaceEnter("2048");
  });
  driven.frame();
  driven.frame();
  EXPECT_EQ(session.choice(), clicked);
  EXPECT_TRUE(driven.says("block 2,048: CUDA allows 1,024")) << "value and limit";
  press(driven, ImGuiKey_Space);
  EXPECT_TRUE(session.choice().paused) << "keys work again once typing is over";
}

TEST_F(CompareWindowTest, TheBlockOfAPlaneByMouseKeysAndTyping) {
  Choice start = variant_of("transpose", "shared");
  DrivenWindow driven(registry_, machine_, start);
  Session& session = driven.session();
  driven.frame();
  ASSERT_EQ(block_of(session), "32x8");
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Controls/block/32x16"); });
  const Choice clicked = session.choice();
  EXPECT_EQ(block_of(session), "32x16");
  press(driven, ImGuiMod_Shift | ImGuiKey_DownArrow);
  EXPECT_EQ(block_of(session), "32x8");
  press(driven, ImGuiMod_Shift | ImGuiKey_UpArrow);
  EXPECT_EQ(session.choice(), clicked);
  press(driven, ImGuiMod_Shift | ImGuiKey_DownArrow);
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Controls/typed-block");
    user.KeyCharsReplaceEnter("32x16");
  });
  driven.frame();
  EXPECT_EQ(session.choice(), clicked);
}

TEST_F(CompareWindowTest, MeasureAllSaysHowFarItIsAndEndsByEscape) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 500));
  Session& session = driven.session();
  ASSERT_TRUE(settle(driven));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_B); });
  ASSERT_NE(session.job(), nullptr);
  const std::int64_t steps = session.steps();
  bool told = false;
  ASSERT_TRUE(driven.frames_until(60s, [&] {
    const auto& job = driven.live().model().job;
    told = told || (job && job->picture_paused && job->total >= 3 && job->seconds_left > 0 &&
                    driven.says(" s left"));
    return !session.job() || session.job()->progress().done >= 1;
  }));
  ASSERT_NE(session.job(), nullptr);
  EXPECT_TRUE(told) << "progress and time left";
  ASSERT_FALSE(session.job()->progress().finished);
  EXPECT_EQ(session.steps(), steps) << "the live run rests";
  // Once the frame that reads Esc is over, the job ends within what the user takes for at once.
  driven.drive([&](ImGuiTestContext& user) {
    user.KeyDown(ImGuiKey_Escape);
    user.Yield();
  });
  const auto asked = std::chrono::steady_clock::now();
  while (session.job() && !session.job()->progress().finished) std::this_thread::sleep_for(1ms);
  EXPECT_LE(std::chrono::steady_clock::now() - asked, 200ms);
  driven.drive([](ImGuiTestContext& user) { user.KeyUp(ImGuiKey_Escape); });
  ASSERT_TRUE(driven.frames_until(10s, [&] { return session.job() == nullptr; }));
  driven.frame();
  const auto& variants = driven.live().model().variants;
  EXPECT_GE(std::ranges::count_if(variants,
                                  [](const auto& variant) { return variant.bench.has_value(); }),
            1)
      << "what was measured stays";
}

}  // namespace
}  // namespace livewarp
