/// An exercise in the tab Edit: how it is opened, what stands beside the editor, and what is said
/// of a solution.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "ui/edit/draft.h"
#include "ui/frame/actions.h"
#include "ui/frame/command_palette.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

SharedText shared_text(const std::string& text) {
  return std::make_shared<const std::string>(text);
}

constexpr const char* with_gap = "__global__ void forces(const float* in, float* out) {\n"
                                 "  // To do.\n"
                                 "}\n";

class ExerciseTab : public testing::Test {
 protected:
  ExerciseTab() { model.exercises = &offers; }
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
  }
  /// What the program around the panels does with a request to open it.
  void open() {
    exercise.name = "pad";
    exercise.title = "Pad the shared tile";
    exercise.after = "Harris";
    exercise.choice = model.choice;
    exercise.choice.variant = "shared";
    exercise.tasks = {"Lanes meet in a bank.", "Let them not."};
    exercise.all_hints = 2;
    exercise.points = {{.what = "it compiles"}, {.what = "shared loads take at most 1.1"}};
    view.start.choice = exercise.choice;
    view.start.exercise = "pad";
    view.start.kernel = "forces";
    view.start.text = shared_text(with_gap);
    view.opening = {view.opening.number + 1, "", exercise.choice};
    model.edit = &view;
    show();
  }
  void show() {
    view.exercise = std::make_shared<const ExerciseView>(exercise);
    app.frames(model, 4);
  }
  EditRequest asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.edit.has_value());
    return result.edit.value_or(EditRequest());
  }
  Result press(const char* control) {
    return app.activate(model, ids::path(ids::analysis, control));
  }
  /// A kernel that is right, of which the check is met or missed.
  void judge(bool met) {
    using State = ExercisePoint::State;
    exercise.judged = asked_for().text;
    exercise.points[0].state = State::met;
    exercise.points[1].state = met ? State::met : State::missed;
    exercise.points[1].text = met ? "" : "counted: 32.0, most at edited.cuh:9";
    exercise.points[1].advice = met ? "" : "32 lanes find their words in 32 banks";
    exercise.solved = met;
    EditVerdict verdict;
    verdict.text = exercise.judged;
    verdict.outcome = EditOutcome::right;
    verdict.head = "right: every output at 9 check sizes";
    view.verdict = std::make_shared<const EditVerdict>(verdict);
    show();
  }

  const FakeWorld world;
  Model model = running_model(world);
  const std::vector<ExerciseOffer> offers{
      {"guard", "Guard the last block", "basics, variant blocks"},
      {"pad", "Pad the shared tile", "transpose"}};
  ExerciseView exercise;
  EditView view;
  Headless app;
};

TEST_F(ExerciseTab, IsOpenedFromTheLineByNameAndByTitle) {
  const auto entries = [&](const char* typed) {
    return palette_entries(model, {}, model.choice, Theme::dark, typed);
  };
  for (const char* typed : {"exercise pad", "exercise: pad the", "Pad the shared", "shared tile"}) {
    const auto found = entries(typed);
    const bool there = std::ranges::any_of(found, [](const PaletteEntry& entry) {
      return entry.complete() && entry.exercise == "pad" && entry.note == "Pad the shared tile";
    });
    EXPECT_TRUE(there) << typed;
  }
  EXPECT_EQ(entries("exercise ").size(), 2u);
  app.type(model, "/");
  app.type(model, "exercise pad");
  const Result result = app.key(model, ImGuiKey_Enter);
  EXPECT_EQ(result.open_exercise, "pad");
}

TEST_F(ExerciseTab, TheTabListsThem) {
  app.key(model, ImGuiKey_K);
  app.activate(model, ids::path(ids::analysis, ids::edit_tab));
  view.start.choice = asked_for().choice;
  view.start.text = shared_text(with_gap);
  model.edit = &view;
  app.frames(model, 4);
  press(ids::exercises);
  const Result result = app.activate(model, ids::path(ids::analysis, ids::exercises, "pad"));
  EXPECT_EQ(result.open_exercise, "pad");
}

TEST_F(ExerciseTab, ItsTextStandsBesideTheEditorAndItsChecksAreOpen) {
  open();
  const EditRequest request = asked_for();
  EXPECT_EQ(request.exercise, "pad");
  EXPECT_EQ(request.choice, exercise.choice);
  EXPECT_EQ(*request.text, with_gap);
  for (const char* words : {"Pad the shared tile", "Lanes meet in a bank.", "Let them not.",
                            "after Harris", "shared loads take at most 1.1", "Write result"})
    EXPECT_TRUE(app.says(words)) << words;
  EXPECT_FALSE(app.says("Save patch")) << "a solution is no patch of the project's";
  EXPECT_TRUE(app.says("not checked yet"));
}

TEST_F(ExerciseTab, HintsComeOneAtATime) {
  open();
  EXPECT_FALSE(app.says("Hint 1"));
  EXPECT_TRUE(asked(press(ids::next_hint), AppCommand::next_hint));
  exercise.hints = {"One word more."};
  show();
  EXPECT_TRUE(app.says("Hint 1 of 2: One word more."));
  EXPECT_TRUE(app.says("Next hint"));
  exercise.hints.emplace_back("tile[32][33]");
  show();
  EXPECT_TRUE(app.says("Hint 2 of 2: tile[32][33]"));
  EXPECT_FALSE(app.says("Next hint")) << "there are no more";
}

TEST_F(ExerciseTab, SaysWhichCheckIsMissedAndPlainlyThatAllAreMet) {
  open();
  EXPECT_FALSE(asked(press(ids::save_exercise), AppCommand::save_exercise))
      << "nothing was checked yet";
  judge(false);
  EXPECT_TRUE(app.says("not solved yet: shared loads take at most 1.1 \u00b7 counted: 32.0"));
  EXPECT_TRUE(app.says("32 lanes find their words in 32 banks"));
  EXPECT_FALSE(app.says("solved: all"));
  EXPECT_TRUE(asked(press(ids::save_exercise), AppCommand::save_exercise));
  judge(true);
  EXPECT_TRUE(app.says("solved: all 2 points are met"));
  EXPECT_FALSE(app.says("not solved yet"));
}

TEST_F(ExerciseTab, AChangedTextIsNotWhatWasFoundSolved) {
  open();
  judge(true);
  app.key(model, ImGuiKey_E, false, true);
  app.frames(model, 2);
  app.type(model, "x");
  app.frames(model, 3);
  EXPECT_TRUE(app.says("of an older text: solved: all 2 points are met"));
  EXPECT_TRUE(app.says("of an older text:"));
  EXPECT_FALSE(asked(press(ids::save_exercise), AppCommand::save_exercise));
}

TEST_F(ExerciseTab, IsLeftForTheVariantsKernels) {
  open();
  press(ids::exercises);
  const Result result = app.activate(model, ids::path(ids::analysis, ids::exercises, "none"));
  EXPECT_TRUE(asked(result, AppCommand::close_exercise));
  view.exercise.reset();
  app.frames(model, 4);
  EXPECT_EQ(asked_for().exercise, "");
  EXPECT_EQ(asked_for().choice.variant, model.choice.variant);
  EXPECT_FALSE(app.says("Lanes meet in a bank."));
}

TEST_F(ExerciseTab, HasAllOfALowWindow) {
  app.resize(1280, 720);
  open();
  app.frames(model, 4);
  for (const char* words : {"Check", "Diff", "Revert", "Write result\u2026", "Hint"})
    EXPECT_TRUE(whole(app, words)) << words;
  EXPECT_TRUE(app.says("Let them not."));
  model.notices = {{1, Severity::info, "result written: here", "", 0}};
  app.frames(model, 2);
  EXPECT_TRUE(whole(app, "result written: here"));
  app.key(model, ImGuiKey_Escape);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("Variants")) << "Esc brings the panels back";
}

TEST_F(ExerciseTab, AVariantThatCannotRunHereIsLookedAtWhenAFileIsNamedForIt) {
  const FakeWorld cpu_world;
  model = cpu_model(cpu_world);
  Choice meant = model.choice;
  meant.variant = "naive";
  meant.launch = std::ranges::find(model.variants, "naive", [](const VariantEntry& variant) {
                   return variant.info->name;
                 })->choice.launch;
  view.opening = {1, "/tmp/mine.cuh", meant};
  model.edit = &view;
  app.frames(model, 4);
  EXPECT_EQ(asked_for().watch, "/tmp/mine.cuh");
  EXPECT_EQ(asked_for().choice.variant, "naive");
}

}  // namespace
}  // namespace livewarp::ui
