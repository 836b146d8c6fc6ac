// Exercises and files of kernels in the window's loop, without a screen and without a compiler:
// what opens, what then runs, and what is said of what cannot be opened.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/exercise/shipped_exercises.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/widgets/widgets.h"

namespace livewarp {
namespace {

class ExerciseLoop : public testing::Test {
 protected:
  ExerciseLoop() {
    options_.keep_settings = false;
    options_.edit = {
        {}, {}, std::vector<std::string>{"/nowhere"}, std::vector<std::string>{"/nowhere"}};
  }
  void begin() {
    live_ = std::make_unique<LiveLoop>(screen_, ui_, registry_, machine_, start(), options_);
    live_->note_words(&words_);
    live_->frame();
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    choice.problem["n"] = std::int64_t{256};
    return choice;
  }
  /// Frames until that is so.
  bool comes_true(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      live_->frame();
      live_->after_frame();
    }
    return true;
  }
  bool says(const std::string& text) const { return ui::says(words_, text); }
  /// Types a line into "/" and takes what fits first.
  void type(const char* line) {
    ImGuiIO& io = ImGui::GetIO();
    for (const char* text : {"/", line}) {
      io.AddInputCharactersUTF8(text);
      for (int i = 0; i < 2; ++i) live_->frame();
    }
    for (const bool down : {true, false}) {
      io.AddKeyEvent(ImGuiKey_Enter, down);
      live_->frame();
    }
  }
  const ui::EditView& view() const { return *live_->model().edit; }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;
  ui::Ui ui_{ui_options(options_)};
  HeadlessScreen screen_{1920, 1080};
  std::vector<ui::Written> words_;
  std::unique_ptr<LiveLoop> live_;
};

TEST_F(ExerciseLoop, OneThatWasNamedAtTheStartStandsInTheTab) {
  options_.exercise = find_exercise("pad");
  begin();
  EXPECT_TRUE(comes_true([&] { return says("Pad the shared tile") && says("transpose_tile"); }));
  ASSERT_TRUE(comes_true([&] { return view().start.text != nullptr; }));
  EXPECT_EQ(*view().start.text, options_.exercise->starter);
  EXPECT_TRUE(says("written and saved here, and not tried")) << "there is no compiler";
}

TEST_F(ExerciseLoop, OneThatIsChosenBringsItsWorkloadAndStudiesItsVariant) {
  begin();
  ASSERT_TRUE(comes_true([&] { return live_->model().steps > 0; }));
  type("exercise coalesce");
  EXPECT_TRUE(comes_true([&] {
    const auto& studied = live_->model().studied;
    return live_->session().workload().info().name == "transpose" && studied &&
           studied->choice.variant == "naive";
  }));
  ASSERT_TRUE(view().exercise);
  EXPECT_EQ(view().exercise->name, "coalesce");
  EXPECT_EQ(live_->model().studied->choice.launch.at("block"), Value(std::string("32x32")));
  EXPECT_EQ(live_->session().variant().backend, Backend::cpu);
  type("leave the exercise");
  EXPECT_TRUE(comes_true([&] { return !view().exercise; }));
  EXPECT_TRUE(comes_true([&] { return view().start.exercise.empty() && view().start.text; }));
}

TEST_F(ExerciseLoop, AFileThatIsBrokenOrGoneIsASentence) {
  const test::TemporaryFolder folder;
  begin();
  std::ofstream(folder.file("bad.exercise")) << "exercise \"A title\"\nheat\n";
  screen_.drop(folder.file("bad.exercise"));
  EXPECT_TRUE(comes_true([&] { return says("bad.exercise:2: an exercise has no heat"); }));
  screen_.drop(folder.file("gone.exercise"));
  EXPECT_TRUE(comes_true([&] { return says("there is no exercise and no file"); }));
  EXPECT_FALSE(view().exercise);
  std::ofstream(folder.file("mine.exercise")) << find_exercise("guard").text.insert(0, "# mine\n");
  screen_.drop(folder.file("mine.exercise"));
  EXPECT_TRUE(comes_true([&] { return view().exercise && view().exercise->name == "mine"; }));
}

TEST_F(ExerciseLoop, AKernelThatWasNamedIsWatchedForItsVariant) {
  const test::TemporaryFolder folder;
  options_.kernel = folder.file("mine.cuh");
  options_.kernel_of = default_choice(*registry_.find("nbody"), "shared", Backend::cuda);
  options_.kernel_of->launch["block"] = std::string("64");
  std::ofstream(options_.kernel) << "// mine, for a while\n";
  begin();
  ASSERT_TRUE(comes_true([&] { return view().watched_text && view().start.text; }));
  EXPECT_EQ(view().watched, options_.kernel);
  EXPECT_EQ(*view().watched_text, "// mine, for a while\n");
  EXPECT_EQ(view().start.choice.variant, "shared");
  EXPECT_EQ(view().start.choice.launch.at("block"), Value(std::string("64")));
  std::filesystem::remove(options_.kernel);
  EXPECT_TRUE(comes_true([&] { return says("is not there any more"); }));
}

}  // namespace
}  // namespace livewarp
