// Exercises in the window, without the window: each opens with its gap, its checks are told apart,
// and its result is what the command line writes.
#include "app/live/live_exercise.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "app/base/child_process.h"
#include "app/exercise/shipped_exercises.h"
#include "app/live/live_edit.h"
#include "app/testing/program_of_build.h"
#include "app/testing/session_fixture.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::SessionTest;

const fs::path solutions = fs::path(LIVEWARP_SOURCE_DIR) / "app/exercise/testing/solutions";

class LiveExerciseTest : public SessionTest {
 protected:
  void use(EditSetup setup) {
    edit_ = std::make_unique<LiveEdit>(registry_, machine_, 0, *dialog_, std::move(setup),
                                       folder_.file("settings"));
  }
  void use_no_compiler() {
    use({{}, {}, std::vector<std::string>{"/nowhere/g++"}, std::vector<std::string>{"/nowhere"}});
  }
  bool use_host_compiler() {
#if defined(LIVEWARP_SANITIZED)
    return false;
#endif
    if (!fs::exists(test::program_of_build()) || find_program({"g++"}).empty()) return false;
    use({{test::program_of_build().string(), "checkkernel"},
         test::edit_cache() / "livewarp",
         std::nullopt,
         std::vector<std::string>{"/nowhere"}});
    return true;
  }
  /// Frames in which the tab asks for what the panels show, until that is so.
  bool frames(const std::function<bool()>& done) {
    return run(session_, 120s, [&] {
      edit_->poll(session_);
      model_ = {};
      edit_->describe(model_);
      ui::Result result;
      result.edit = ui::EditRequest{exercise().choice, text_, watch_, exercise().name};
      edit_->want(session_, result, false);
      return done();
    });
  }
  const ui::EditView& view() const { return *model_.edit; }
  const ui::ExerciseView& exercise() const {
    static const ui::ExerciseView none;
    return model_.edit && model_.edit->exercise ? *model_.edit->exercise : none;
  }
  void open(Exercise exercise) {
    edit_->open(std::move(exercise));
    edit_->describe(model_);
    text_.reset();
    EXPECT_TRUE(frames([&] {
      return view().start.exercise == this->exercise().name && view().start.kernel != "";
    })) << view().start.refusal;
  }
  void check(const std::string& text) {
    text_ = std::make_shared<const std::string>(text);
    frames([] { return true; });
    edit_->check();
    ASSERT_TRUE(frames(
        [&] { return !view().checking && view().verdict && view().verdict->text == text_; }));
  }
  void check_solution(const std::string& name) {
    check(test::content_of((solutions / (name + ".cuh")).string()));
  }

  /// What is saved into the present folder; empty: nothing was.
  std::string saved(LiveEdit::Item item = LiveEdit::Item::result) {
    const fs::path before = fs::current_path(), here = folder_.file("here");
    fs::remove_all(here);
    fs::create_directory(here);
    fs::current_path(here);
    edit_->save(session_, item);
    fs::current_path(before);
    for (const auto& entry : fs::directory_iterator(here))
      return test::content_of(entry.path().string());
    return {};
  }
  /// One that finds no program that shows dialogs.
  static std::unique_ptr<FileDialog> no_dialog() {
    const char* const programs = std::getenv("PATH");
    const std::string before = programs ? programs : "";
    setenv("PATH", "/nowhere", 1);
    auto dialog = std::make_unique<FileDialog>();
    setenv("PATH", before.c_str(), 1);
    return dialog;
  }

  const test::TemporaryFolder folder_;
  Session session_{registry_, machine_, choice("vector", 256)};
  const std::unique_ptr<FileDialog> dialog_ = no_dialog();
  std::unique_ptr<LiveEdit> edit_;
  ui::Model model_;
  ui::SharedText text_;
  std::string watch_;
};

TEST_F(LiveExerciseTest, AllThatShipOpenWithTheirGap) {
  use_no_compiler();
  ASSERT_EQ(shipped_exercises().size(), 12u);
  std::uint64_t openings = 0;
  for (const Exercise& each : shipped_exercises()) {
    SCOPED_TRACE(each.name);
    open(each);
    EXPECT_EQ(view().start.refusal, "");
    EXPECT_EQ(view().start.kernel, each.kernel);
    ASSERT_TRUE(view().start.text);
    EXPECT_EQ(*view().start.text, each.starter);
    EXPECT_EQ(exercise().title, each.title);
    EXPECT_EQ(exercise().tasks, each.tasks);
    EXPECT_EQ(exercise().points.size(), 3 + each.checks.size());
    EXPECT_FALSE(exercise().solved);
    EXPECT_EQ(view().opening.number, ++openings) << "the tab is opened for it";
    ASSERT_TRUE(model_.exercises);
    EXPECT_EQ((*model_.exercises)[openings - 1].name, each.name);
  }
}

TEST_F(LiveExerciseTest, WithoutACompilerTheSentenceIsTheSame) {
  use_no_compiler();
  open(find_exercise("border"));
  EXPECT_FALSE(view().start.can_check);
  EXPECT_NE(view().start.hindrance.find("written and saved here, and not tried"),
            std::string::npos);
  check(exercise().name);
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::unknown);
  EXPECT_FALSE(exercise().judged) << "nobody could";
}

TEST_F(LiveExerciseTest, OneThatIsAboutNothingHereIsRefused) {
  use_no_compiler();
  Exercise strange = find_exercise("border");
  strange.workload = "weather";
  EXPECT_THROW(edit_->open(strange), Error);
  strange = find_exercise("border");
  strange.given["variant"] = "nobodys";
  EXPECT_THROW(edit_->open(strange), Error);
  edit_->describe(model_);
  EXPECT_FALSE(model_.edit->exercise);
  EXPECT_EQ(model_.edit->opening.number, 0u);
}

TEST_F(LiveExerciseTest, HintsComeOneAtATimeAndAreRemembered) {
  use_no_compiler();
  open(find_exercise("border"));
  const std::vector<std::string> all = find_exercise("border").hints;
  EXPECT_TRUE(exercise().hints.empty());
  for (std::size_t given = 1; given <= all.size() + 1; ++given) {
    edit_->hint();
    edit_->describe(model_);
    EXPECT_EQ(exercise().hints.size(), std::min(given, all.size()));
  }
  EXPECT_EQ(exercise().hints, all);
  EXPECT_EQ(exercise().all_hints, int(all.size()));
  use_no_compiler();  // the next time
  open(find_exercise("border"));
  EXPECT_EQ(exercise().hints, all);
  open(find_exercise("pad"));
  EXPECT_TRUE(exercise().hints.empty());
}

TEST_F(LiveExerciseTest, TheCheckThatIsMissedIsNamedUntilAllAreMet) {
  if (!use_host_compiler()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  using State = ui::ExercisePoint::State;
  open(find_exercise("coalesce"));
  edit_->hint();
  check(*view().start.text);  // the gap: right, and as slow as it begins
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::right) << view().verdict->head;
  ASSERT_EQ(exercise().points.size(), 5u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(exercise().points[i].state, State::met) << i;
  EXPECT_EQ(exercise().points[4].state, State::missed);
  EXPECT_NE(exercise().points[4].text.find("counted: 32.0"), std::string::npos)
      << exercise().points[4].text;
  EXPECT_EQ(exercise().points[4].advice, "a warp's writes take 4 sectors");
  EXPECT_FALSE(exercise().solved);

  check_solution("coalesce_wrong");
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::wrong);
  EXPECT_EQ(exercise().points[1].state, State::missed);
  EXPECT_EQ(exercise().points[4].state, State::open);

  check_solution("coalesce_right");
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::right) << view().verdict->head;
  EXPECT_TRUE(exercise().solved);
  EXPECT_EQ(exercise().judged, text_);
  EXPECT_TRUE(exercise().hints.empty()) << "the next time begins with the first";

  // Another one has its own verdict, and the first keeps its.
  open(find_exercise("pad"));
  EXPECT_FALSE(view().verdict);
  EXPECT_FALSE(exercise().judged);
  open(find_exercise("coalesce"));
  EXPECT_TRUE(exercise().solved);
}

TEST_F(LiveExerciseTest, AWatchedFileIsTriedAsItsSolution) {
  if (!use_host_compiler()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  open(find_exercise("guard"));
  watch_ = folder_.file("mine.cuh");
  fs::copy_file(solutions / "guard_right.cuh", watch_);
  ASSERT_TRUE(frames([&] { return exercise().solved; }));
  EXPECT_EQ(view().verdict->file, watch_);
}

TEST_F(LiveExerciseTest, TheResultIsThatOfTheCommandLine) {
  if (!use_host_compiler()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  open(find_exercise("guard"));
  const fs::path source = solutions / "guard_right.cuh";
  const std::string by_line = folder_.file("line.json");
  text_ = view().start.text;
  frames([] { return true; });
  EXPECT_EQ(saved(), "") << "nothing was checked";
  EXPECT_NE(told(session_).find("no exercise whose solution was checked"), std::string::npos);
  check(test::content_of(source.string()));
  ASSERT_TRUE(exercise().solved);
  auto one = nlohmann::json::parse(saved());
  const ChildOutput output = run_child(
      test::compiling_program({"exercise", "guard", "--with", source.string(), "--result", by_line},
                              {"XDG_CONFIG_HOME=" + folder_.file("other")}),
      {}, 5min);
  ASSERT_EQ(output.status, 0) << output.out << output.error;
  auto other = nlohmann::json::parse(test::content_of(by_line));
  for (auto* each : {&one, &other})
    for (const char* differs : {"file", "machine", "date", "version"}) {
      EXPECT_TRUE(each->contains(differs)) << differs;
      each->erase(differs);
    }
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.at("solved"), true);
}

TEST_F(LiveExerciseTest, AStarterIsWrittenAndWatched) {
  use_no_compiler();
  open(find_exercise("guard"));
  text_ = std::make_shared<const std::string>("// mine");
  frames([] { return true; });
  EXPECT_EQ(saved(LiveEdit::Item::starter), find_exercise("guard").starter);
  edit_->describe(model_);
  EXPECT_EQ(view().opening.number, 2u);
  EXPECT_TRUE(view().opening.watch.starts_with(folder_.file("here/livewarp-exercise-guard")))
      << view().opening.watch;
  EXPECT_EQ(exercise().name, "guard") << "it is the exercise's file";
}

}  // namespace
}  // namespace livewarp
