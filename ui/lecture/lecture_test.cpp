// A lecture in the panels: its keys, a clicker's keys, the caption, the lists of the menu.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class LecturePanels : public testing::Test {
 protected:
  LecturePanels() {
    model.lecture = LectureView{.title = "Tiles",
                                .slides = {"One", "A tile", "Three"},
                                .slide = 1,
                                .arrivals = 1,
                                .hall = "A block loads a tile once.",
                                .question = "How much faster?",
                                .seconds = 75,
                                .planned = 600,
                                .slide_seconds = 15,
                                .slide_planned = 120};
  }
  static bool asks(const Result& result, AppCommand command) {
    return std::ranges::count(result.commands, command) == 1 && result.commands.size() == 1;
  }
  /// How the back row sees it: px of the line that holds the text, of a window of 1,280 px.
  static const Written* line(const Headless& app, std::string_view text) {
    const auto found = std::ranges::find_if(app.written, [&](const Written& each) {
      return each.text.find(text) != std::string::npos;
    });
    return found == app.written.end() ? nullptr : &*found;
  }

  const FakeWorld world;
  Model model = running_model(world);
};

TEST_F(LecturePanels, PageKeysAreTheLecturesWhileOneIsGiven) {
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(asks(app.key(model, ImGuiKey_PageDown), AppCommand::next_slide));
  EXPECT_TRUE(asks(app.key(model, ImGuiKey_PageUp), AppCommand::previous_slide));
  EXPECT_NE(app.key(model, ImGuiKey_Space).choice, std::nullopt) << "Space still pauses";
  model.lecture->slide = 2;
  EXPECT_TRUE(app.key(model, ImGuiKey_PageDown).commands.empty());
  EXPECT_TRUE(app.says("This is the last slide."));
  model.lecture.reset();
  const Result zoomed = app.key(model, ImGuiKey_PageDown);
  EXPECT_TRUE(zoomed.commands.empty());
}

TEST_F(LecturePanels, AClickersOtherKeysAreSaidAndHarmless) {
  for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_F5}) {
    Headless app;
    app.frames(model, 3);
    const Result result = app.key(model, key);
    EXPECT_TRUE(result.commands.empty()) << ImGui::GetKeyName(key);
    EXPECT_FALSE(result.choice) << ImGui::GetKeyName(key);
    EXPECT_TRUE(app.says("A clicker's")) << ImGui::GetKeyName(key);
  }
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(app.type(model, ".").commands.empty()) << "no single step";
  EXPECT_TRUE(app.says("A clicker's black screen"));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(app.key(model, ImGuiKey_Escape).commands.empty());
  EXPECT_TRUE(app.says("The lecture goes on"));
  EXPECT_TRUE(asks(app.key(model, ImGuiKey_Q, false, true), AppCommand::quit));
  model.lecture.reset();
  EXPECT_TRUE(asks(app.key(model, ImGuiKey_B), AppCommand::measure_all));
}

TEST_F(LecturePanels, TheHallReadsTheCaptionAndTheLecturerTheTime) {
  for (const double scale : {1.0, 1.5}) {
    Headless app({.text_scale = scale});
    app.resize(1280, 720);
    app.frames(model, 4);
    for (const char* text : {"A block loads a tile", "How much faster?"}) {
      const Written* const found = line(app, text);
      ASSERT_NE(found, nullptr) << text << " at " << scale;
      EXPECT_FALSE(found->cut) << text;
    }
    EXPECT_TRUE(app.says("Slide 2 of 3 \u00b7 0:15 of 2:00")) << scale;
    EXPECT_TRUE(app.says("lecture 1:15 of 10:00")) << scale;
  }
  Headless app;
  model.lecture->hall = "";
  model.lecture->question = "";
  app.frames(model, 4);
  EXPECT_FALSE(app.says("Back to the slide"));
}

TEST_F(LecturePanels, AGuessStandsBesideTheAnswer) {
  model.lecture->guess = GuessView{.factor = 2.5, .made = true};
  for (const double scale : {1.0, 1.5}) {
    Headless app({.text_scale = scale});
    app.resize(1280, 720);
    app.frames(model, 4);
    EXPECT_TRUE(app.says("Guess 2.5\u00d7 as fast")) << scale;
    EXPECT_FALSE(app.says("Measured")) << scale;
    EXPECT_TRUE(asks(app.type(model, ">"), AppCommand::guess_more));
    EXPECT_TRUE(asks(app.type(model, "<"), AppCommand::guess_less));
    EXPECT_TRUE(asks(app.key(model, ImGuiKey_Enter, false, true), AppCommand::show_guess));
    EXPECT_TRUE(
        asks(app.activate(model, ids::path(ids::scene, ids::show_guess)), AppCommand::show_guess));
  }
  model.lecture->guess = GuessView{.factor = 2.5,
                                   .made = true,
                                   .shown = true,
                                   .answer = GuessAnswer{{4.03, 4, 4.05}, 60},
                                   .close = 1,
                                   .counted = 3};
  for (const double scale : {1.0, 1.5}) {
    Headless app({.text_scale = scale});
    app.resize(1280, 720);
    app.frames(model, 4);
    for (const char* text :
         {"Guess 2.5\u00d7", "Measured 4.03\u00d7 as fast", "1 of 3 within 25 %"}) {
      const Written* const found = line(app, text);
      ASSERT_NE(found, nullptr) << text << " at " << scale;
      EXPECT_FALSE(found->cut) << text << " at " << scale;
    }
    EXPECT_TRUE(app.type(model, ">").commands.empty());
  }
}

TEST_F(LecturePanels, AnAnswerFromLittleSaysHowSureItIs) {
  const auto said_of = [&](const GuessAnswer& answer, const char* sureness) {
    model.lecture->guess = GuessView{.factor = 2, .made = true, .shown = true, .answer = answer};
    Headless app({.text_scale = 1.5});
    app.resize(1280, 720);
    app.frames(model, 4);
    EXPECT_NE(line(app, "Measured 1.90\u00d7 as fast"), nullptr);
    const Written* const found = line(app, sureness);
    return found && !found->cut;
  };
  EXPECT_TRUE(said_of({{1.9, 1.7, 2.2}, 5}, "1.70\u00d7 to 2.20\u00d7, from 5 samples"));
  EXPECT_TRUE(said_of({{1.9, 1.5, 2.2}, 60}, "from 60 samples")) << "many, but they disagree";
  EXPECT_FALSE(said_of({{1.9, 1.88, 1.92}, 60}, "samples")) << "nothing to doubt";
}

TEST_F(LecturePanels, OneOfSeveralVariantsIsGuessed) {
  GuessView guess{.candidates = {"Naive", "Shared-memory tile", "Register tile"}};
  const auto shows = [&](const GuessView& shown, std::vector<const char*> texts) {
    model.lecture->guess = shown;
    Headless app({.text_scale = 1.5});
    app.resize(1280, 720);
    app.frames(model, 4);
    for (const char* text : texts) {
      const Written* const found = line(app, text);
      EXPECT_TRUE(found && !found->cut) << text;
    }
  };
  shows(guess, {"Which is the fastest?", "Naive \u00b7 Shared-memory tile \u00b7 Register tile"});
  guess.made = true;
  guess.picked = 1;
  shows(guess, {"Guess Shared-memory tile"});
  guess.shown = true;
  guess.timed = 2;
  shows(guess, {"2 of 3 measured"});
  guess.answer = GuessAnswer{{1.5, 1.4, 1.6}, 30};
  guess.fastest = 2;
  guess.counted = 1;
  shows(guess, {"Fastest: Register tile", "1.50\u00d7 as fast as the next one"});
}

TEST_F(LecturePanels, LongNotesAreWholeInEveryWindow) {
  model.lecture->question = "";
  model.lecture->hall =
      "Eighty characters are what a few lines hold so large that the last row reads it.";
  ASSERT_EQ(model.lecture->hall.size(), 80u);
  for (const std::pair<int, int>& size :
       std::vector<std::pair<int, int>>{{1280, 720}, {1920, 1080}, {1003, 777}}) {
    Headless app;
    app.resize(size.first, size.second);
    app.frames(model, 4);
    const Written* const last = line(app, "reads it.");
    ASSERT_NE(last, nullptr) << size.first;
    EXPECT_FALSE(last->cut) << size.first;
  }
}

TEST_F(LecturePanels, FromFreePlayAButtonLeadsBack) {
  Headless app;
  model.lecture->away = true;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("Page \u2191 brings the slide back"));
  EXPECT_TRUE(asks(app.activate(model, ids::path(ids::scene, ids::back_to_slide)),
                   AppCommand::back_to_slide));
}

TEST_F(LecturePanels, ASlideIsFoundByNumberAndByTitle) {
  Headless app;
  app.frames(model, 3);
  app.type(model, "/");
  app.type(model, "slide 3");
  EXPECT_EQ(app.key(model, ImGuiKey_Enter).slide, 2);
  app.type(model, "/");
  app.type(model, "slide tile");
  EXPECT_EQ(app.key(model, ImGuiKey_Enter).slide, 1);
}

TEST_F(LecturePanels, NamedChoicesAreChosenAndSaved) {
  std::vector<PresetEntry> presets{{"Mine", model.choice, "", true}};
  presets.front().choice.problem["n"] = std::int64_t{777};
  model.presets = &presets;
  Headless app;
  app.frames(model, 3);
  app.type(model, "/");
  app.type(model, "preset mine");
  EXPECT_EQ(app.key(model, ImGuiKey_Enter).choice, presets.front().choice);
  app.type(model, "/");
  app.type(model, "save preset After lunch");
  EXPECT_EQ(app.key(model, ImGuiKey_Enter).save_preset, "After lunch");
}

TEST_F(LecturePanels, ASlideOpensItsTabAndTheNextClosesIt) {
  Headless app;
  app.frames(model, 3);
  EXPECT_EQ(app.frame(model).lens, std::nullopt);
  model.lecture->tab = ids::lens_tab;
  ++model.lecture->arrivals;
  app.frames(model, 3);
  EXPECT_NE(app.frame(model).lens, std::nullopt) << "its tab is open";
  model.lecture->tab = "";
  ++model.lecture->arrivals;
  app.frames(model, 3);
  EXPECT_EQ(app.frame(model).lens, std::nullopt);
}

TEST_F(LecturePanels, HelpNamesTheKeysThatCountNow) {
  Headless app;
  app.resize(1920, 1080);
  app.frames(model, 3);
  app.key(model, ImGuiKey_F1);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Next slide"));
  EXPECT_TRUE(app.says("A clicker's: nothing"));
}

}  // namespace
}  // namespace livewarp::ui
