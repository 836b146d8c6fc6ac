// A and B compared in a window's loop, by keys alone.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>

#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class AbLoopTest : public testing::Test {
 protected:
  AbLoopTest() { options_.keep_settings = false; }

  /// What a window does until `done`.
  static bool comes_true(LiveLoop& live, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + 120s;
    while (!done() && std::chrono::steady_clock::now() < end) {
      if (!live.wait()) continue;
      live.frame();
      live.after_frame();
    }
    return done();
  }
  static void frames(LiveLoop& live, int count) {
    for (int i = 0; i < count; ++i) {
      live.frame();
      live.after_frame();
    }
  }
  static void press(LiveLoop& live, ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      frames(live, 1);
    }
    frames(live, 1);
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "scalar", Backend::cpu);
    choice.problem["n"] = std::int64_t{1024};
    return choice;
  }
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;
};

TEST_F(AbLoopTest, KeysLeadFromThePinToTheVerdictAndTheRunGoesOn) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  Session& session = live.session();
  ASSERT_TRUE(comes_true(live, [&] { return session.steps() > 3 && session.check().ok(); }));
  press(live, ImGuiKey_G);
  ImGui::ActivateItemByID(ui::ids::id_of(ui::ids::path(ui::ids::analysis, ui::ids::compare_tab)));
  frames(live, 3);
  EXPECT_EQ(live.model().ab.remedy, ui::AbRemedy::pin);
  press(live, ImGuiKey_Enter);
  ASSERT_TRUE(live.comparison().pinned());
  EXPECT_NE(live.model().ab.reason, "") << "A is what runs";
  press(live, ImGuiKey_3);
  ASSERT_EQ(session.variant().name, "vector");
  ASSERT_TRUE(comes_true(live, [&] { return !session.preparing() && session.check().ok(); }));
  const Choice before = session.choice();
  press(live, ImGuiKey_Enter);
  ASSERT_TRUE(session.comparing());
  // Frames come between pairs, and the picture rests.
  int measuring = 0;
  const std::int64_t steps = session.steps();
  ASSERT_TRUE(comes_true(live, [&] {
    const auto& seen = live.model();
    measuring +=
        seen.job && seen.job->picture_paused && seen.ab.result && seen.ab.result->measuring;
    EXPECT_TRUE(!session.comparing() || session.steps() == steps);
    return !session.job();
  }));
  EXPECT_GE(measuring, 1);
  frames(live, 1);
  const auto& result = live.model().ab.result;
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verdict, PairedTest::Verdict::faster) << result->ratio_text;
  EXPECT_EQ(session.choice(), before);
  EXPECT_TRUE(comes_true(live, [&] { return session.steps() > steps + 3; }));
}

TEST_F(AbLoopTest, EscapeEndsItAndKeepsWhatItKnows) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  Session& session = live.session();
  ASSERT_TRUE(comes_true(live, [&] { return session.steps() > 3 && session.check().ok(); }));
  press(live, ImGuiKey_P);
  press(live, ImGuiKey_1);  // the reference in fp64: the same loop, about as fast
  ASSERT_TRUE(comes_true(live, [&] { return !session.preparing() && session.check().ok(); }));
  if (!live.model().ab.reason.empty()) frames(live, 2);
  session.compare(start());
  ASSERT_TRUE(comes_true(live, [&] {
    return !session.job() || (session.compared() && session.compared()->outcome.result.pairs > 0);
  }));
  press(live, ImGuiKey_Escape);
  ASSERT_TRUE(comes_true(live, [&] { return !session.job(); }));
  frames(live, 2);
  ASSERT_TRUE(live.model().ab.result);
  const ui::AbResult& result = *live.model().ab.result;
  EXPECT_GE(result.pairs, 1u);
  EXPECT_TRUE(result.partial || result.verdict != PairedTest::Verdict::undecided);
}

}  // namespace
}  // namespace livewarp
