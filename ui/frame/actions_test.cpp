#include "ui/frame/actions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The table of actions, and that whatever reads it takes every entry.
namespace livewarp::ui {
namespace {

TEST(ActionTable, NoTwoEntriesShareAChordOrAnId) {
  std::map<std::tuple<int, char32_t, bool>, std::string> chords;  // a lecture has its own
  std::set<std::string> ids;
  for (const Action& action : actions()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id;
    for (const Chord& chord : action.chords) {
      EXPECT_NE(chord.key == 0, chord.character == 0) << action.id << ": a key or a character";
      const auto [taken, is_new] =
          chords.try_emplace({chord.key, chord.character, action.in_lecture}, action.id);
      EXPECT_TRUE(is_new) << ImGui::GetKeyChordName(chord.key) << ": taken by " << taken->second
                          << " and " << action.id;
    }
  }
  EXPECT_GE(chords.size(), 80u);
}

TEST(ActionTable, EveryEntrySaysWhatItIsAndDoesSomething) {
  const FakeWorld world;
  for (const Action& action : actions()) {
    EXPECT_STRNE(action.id, "");
    EXPECT_STRNE(action.label, "") << action.id;
    EXPECT_TRUE(action.run || action.command) << action.id;
    EXPECT_TRUE(!action.only_by_key() || action.line.group != HelpGroup::none) << action.id;
  }
  EXPECT_THROW(action("no such thing"), std::logic_error);
  EXPECT_TRUE(changes_run(AppCommand::reset));
  EXPECT_FALSE(changes_run(AppCommand::pin));
}

TEST(ActionTable, ShiftCountsOnlyWhereItMakesAnotherAction) {
  const auto found = [](int key, int modifiers, bool repeats = false) {
    const Action* action = action_of(actions(), KeyPress{key, modifiers, repeats}).action;
    return action ? std::string(action->id) : "none";
  };
  EXPECT_EQ(found(ImGuiKey_R, 0), "reset");
  EXPECT_EQ(found(ImGuiKey_R, ImGuiMod_Shift), "reset");
  EXPECT_EQ(found(ImGuiKey_R, ImGuiMod_Ctrl), "none");
  EXPECT_EQ(found(ImGuiKey_R, ImGuiMod_Alt), "none");
  EXPECT_EQ(found(ImGuiKey_R, 0, true), "none") << "a held R resets once";
  EXPECT_EQ(found(ImGuiKey_P, ImGuiMod_Shift), "unpin");
  EXPECT_EQ(found(ImGuiKey_Equal, ImGuiMod_Ctrl | ImGuiMod_Shift, true), "text-larger");
  EXPECT_EQ(found(ImGuiKey_1, ImGuiMod_Shift), "tab-by-number") << "no variant";
  EXPECT_EQ(found(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift), "redo");
  EXPECT_EQ(action_of(actions(), KeyPress{ImGuiKey_7, ImGuiMod_Ctrl}).argument, 7);
  EXPECT_EQ(action_of(actions(), U']').argument, 1);
}

class Actions : public testing::Test {
 protected:
  /// Presses what leads to an action; what was asked for.
  static Result strike(Headless& app, const Model& model, const Chord& chord) {
    if (chord.key == 0) return app.type(model, std::string(1, char(chord.character)).c_str());
    return app.key(model, ImGuiKey(chord.key & ~ImGuiMod_Mask_), (chord.key & ImGuiMod_Shift) != 0,
                   (chord.key & ImGuiMod_Ctrl) != 0);
  }
  static std::string lower(std::string text) {
    for (char& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
    return text.substr(0, text.find("\u2026"));
  }

  const FakeWorld world;
  Model model = running_model(world);
};

TEST_F(Actions, EachIsFoundInTheLineOrInTheHelp) {
  Headless app;
  app.frames(model, 3);
  for (const Action& action : actions()) {
    app.type(model, "/");
    app.type(model, lower(action.label).c_str());
    app.frames(model, 2);
    const auto entry = std::ranges::count(app.written, std::string(action.label), &Written::text) +
                       app.says(std::string(action.label) + ": ");
    const bool helped = std::ranges::any_of(app.helped, [&](const Helped& each) {
      return each.name == action.label && !each.text.empty();
    });
    EXPECT_TRUE(action.only_by_key() || (entry > 0 && helped)) << action.id;
    app.key(model, ImGuiKey_Escape);
  }
  app.key(model, ImGuiKey_F1);
  app.frames(model, 2);
  const auto helped = [&](const Action& action) {
    return app.says(*action.line.text ? action.line.text : action.label);
  };
  for (const Action& action : actions())
    EXPECT_TRUE(action.line.group == HelpGroup::none || action.line.group == HelpGroup::lecture ||
                helped(action))
        << action.id;
  model.lecture = LectureView{.title = "Tiles", .slides = {"One"}};
  app.frames(model, 2);
  for (const Action& action : actions())
    EXPECT_TRUE(action.line.group != HelpGroup::lecture || helped(action)) << action.id;
}

TEST_F(Actions, WhatWouldDisturbAMeasurementSaysWhyNot) {
  model.can_undo = model.can_redo = true;
  model.pinned = Pinned{.choice = model.choice};
  model.job = JobStrip{"Sweep, live", 1, 20, 0.05, 30, false, true};
  for (const Action& action : actions()) {
    if (!action.changes_run || action.chords.empty()) continue;
    for (const Chord& chord : action.chords) {
      Headless app;
      app.frames(model, 3);
      EXPECT_TRUE(strike(app, model, chord).commands.empty()) << action.id;
      EXPECT_TRUE(app.says("A measurement is running: Esc stops it.")) << action.id;
    }
  }
}

TEST_F(Actions, WhatIsNotPossibleSaysWhy) {
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(app.key(model, ImGuiKey_X).commands.empty());
  EXPECT_TRUE(app.says("No A is pinned"));
  EXPECT_TRUE(app.key(model, ImGuiKey_Y, false, true).commands.empty());
  EXPECT_TRUE(app.says("Nothing to redo"));
  app.type(model, "/");
  app.type(model, "save csv");
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Save CSV: No sweep was measured"));
  EXPECT_TRUE(app.key(model, ImGuiKey_Enter).commands.empty());
}

/// All that an action needs is one entry.
TEST_F(Actions, AnEntryOfAnyTableHasKeyMenuButtonHelpAndName) {
  std::vector<Action> mine = actions();
  mine.push_back({.id = "wave",
                  .label = "Wave to the hall",
                  .chords = {{ImGuiKey_F7}, {.argument = 0, .character = '~'}},
                  .line = {HelpGroup::leaving, "Greets whoever is there"},
                  .menus = {{Menu::end}},
                  .bar = {Icon::more, "Wave"},
                  .help = "Greets.",
                  .run = [](Frame& frame, int) { frame.result.dismissed.push_back(4711); }});
  Headless app({.actions = &mine});
  app.frames(model, 3);
  const auto waved = [](const Result& result) {
    return result.dismissed == std::vector<std::uint64_t>{4711};
  };
  EXPECT_TRUE(waved(app.key(model, ImGuiKey_F7)));
  EXPECT_TRUE(waved(app.type(model, "~")));
  EXPECT_TRUE(waved(app.activate(model, ids::path(ids::top, "wave"))));
  app.activate(model, ids::path(ids::top, ids::menu));
  EXPECT_TRUE(app.says("F7"));
  EXPECT_TRUE(waved(app.activate(model, ids::path(ids::top, ids::menu, "wave"))));
  app.type(model, "/");
  app.type(model, "to the hall");
  EXPECT_TRUE(waved(app.key(model, ImGuiKey_Enter)));
  app.key(model, ImGuiKey_F1);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Greets whoever is there"));
}

}  // namespace
}  // namespace livewarp::ui
