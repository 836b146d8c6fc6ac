// Keys that come faster than frames.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

struct Event {
  ImGuiKey key;
  bool down;
};
using Chord = std::array<Event, 4>;

class QuickKeys : public testing::Test {
 protected:
  void SetUp() override {
    ImGui::GetIO().ConfigInputTrickleEventQueue = true;  // as in the window
    model.can_undo = true;
    model.pinned = Pinned{.choice = model.choice};
    model.workloads[1].choice = model.choice;
    model.workloads[1].choice.workload = "basics";
    app.frames(model, 3);
  }
  /// A frame after each event whose bit is set, and so many that all of it has been seen.
  Result strike(const Chord& chord, unsigned frames_after) {
    for (std::size_t i = 0; i < chord.size(); ++i) {
      ImGui::GetIO().AddKeyEvent(chord[i].key, chord[i].down);
      if ((frames_after >> i & 1) != 0) Headless::add(all_, app.frame(model));
    }
    Headless::add(all_, app.frames(model, 6));
    return std::exchange(all_, {});
  }
  static std::array<Chord, 2> chords(ImGuiKey modifier, ImGuiKey key) {
    return {{{{{modifier, true}, {key, true}, {key, false}, {modifier, false}}},
             {{{modifier, true}, {key, true}, {modifier, false}, {key, false}}}}};
  }

  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  Result all_;
};

TEST_F(QuickKeys, AChordIsItselfHoweverItFallsIntoFrames) {
  for (unsigned frames_after = 0; frames_after < 16; ++frames_after) {
    for (const Chord& chord : chords(ImGuiMod_Ctrl, ImGuiKey_2)) {
      const Result result = strike(chord, frames_after);
      ASSERT_TRUE(result.choice) << frames_after;
      EXPECT_EQ(result.choice->workload, "basics") << frames_after;
      EXPECT_EQ(result.choice->variant, model.choice.variant) << "the bare 2, " << frames_after;
    }
    for (const Chord& chord : chords(ImGuiMod_Ctrl, ImGuiKey_Z))
      EXPECT_EQ(strike(chord, frames_after).commands, std::vector{AppCommand::undo})
          << frames_after;
    for (const Chord& chord : chords(ImGuiMod_Shift, ImGuiKey_P))
      EXPECT_EQ(strike(chord, frames_after).commands, std::vector{AppCommand::unpin})
          << frames_after;
  }
}

TEST_F(QuickKeys, ABareKeyThatMeetsAModifierStaysBare) {
  for (unsigned frames_after = 0; frames_after < 16; ++frames_after) {
    const Chord before{
        {{ImGuiKey_3, true}, {ImGuiMod_Ctrl, true}, {ImGuiKey_3, false}, {ImGuiMod_Ctrl, false}}};
    const Result result = strike(before, frames_after);
    ASSERT_TRUE(result.choice) << frames_after;
    EXPECT_EQ(result.choice->variant, "register") << frames_after;
  }
}

TEST_F(QuickKeys, KeysOfOneFrameAreHandledInOrder) {
  const Chord two{
      {{ImGuiKey_R, true}, {ImGuiKey_B, true}, {ImGuiKey_R, false}, {ImGuiKey_B, false}}};
  EXPECT_EQ(strike(two, 0).commands, (std::vector{AppCommand::reset, AppCommand::measure_all}));
}

TEST_F(QuickKeys, AKeyThatIsHeldRepeatsWhereItMay) {
  app.dt = 0.05;
  ImGui::GetIO().AddKeyEvent(ImGuiKey_R, true);
  EXPECT_EQ(app.frames(model, 40).commands, std::vector{AppCommand::reset});
  ImGui::GetIO().AddKeyEvent(ImGuiKey_R, false);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_Z, true);
  EXPECT_GT(app.frames(model, 40).commands.size(), 3u);
}

}  // namespace
}  // namespace livewarp::ui
