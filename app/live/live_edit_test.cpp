// A kernel that is rewritten in the window, without the window: what is asked for in a frame, and
// what the panels then read.
#include "app/live/live_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "app/testing/program_of_build.h"
#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::SessionTest;

constexpr const char* nowhere = "/nowhere";

class LiveEditTest : public SessionTest {
 protected:
  static EditSetup without_compilers() {
    return {{}, {}, std::vector<std::string>{"/nowhere/g++"}, std::vector<std::string>{nowhere}};
  }
  static EditSetup with_host_compiler() {
    return {{test::program_of_build().string(), "checkkernel"},
            test::edit_cache() / "livewarp",
            std::nullopt,
            std::vector<std::string>{nowhere}};
  }
  static bool can_compile() {
#if defined(LIVEWARP_SANITIZED)
    return false;
#else
    return fs::exists(test::program_of_build()) && !find_program({"g++"}).empty();
#endif
  }
  Choice heat(const std::string& variant = "naive") const {
    return default_choice(*registry_.find("heat"), variant, Backend::cuda);
  }
  /// Frames in which the tab asks for that, until the panels read what is waited for.
  bool frames(const ui::EditRequest& request, const std::function<bool()>& done) {
    return run(session_, 120s, [&] {
      edit_->poll(session_);
      model_ = {};
      edit_->describe(model_);
      ui::Result result;
      result.edit = request;
      edit_->want(session_, result, quiet_);
      return done();
    });
  }
  const ui::EditView& view() const { return *model_.edit; }
  /// The kernel as the project has it, once it was looked up.
  std::string begin(const ui::EditRequest& request) {
    EXPECT_TRUE(frames(request, [&] { return view().start.choice == request.choice; }));
    return view().start.text ? *view().start.text : "";
  }
  /// What becomes of a text.
  const ui::EditVerdict* verdict_of(ui::EditRequest request, const std::string& text) {
    request.text = std::make_shared<const std::string>(text);
    frames(request, [] { return true; });
    edit_->check();
    EXPECT_TRUE(frames(request, [&] {
      return !view().checking && view().verdict && view().verdict->text == request.text;
    }));
    return view().verdict.get();
  }
  static std::string replaced(std::string text, const std::string& from, const std::string& by) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), by);
    return text;
  }
  static int line_of(const std::string& text, const std::string& what) {
    return 1 + int(std::count(text.begin(), text.begin() + long(text.find(what)), '\n'));
  }
  void use(EditSetup setup) {
    edit_ = std::make_unique<LiveEdit>(registry_, machine_, 0, dialog_, std::move(setup));
  }

  Session session_{registry_, machine_, choice("vector", 256)};
  FileDialog dialog_;
  std::unique_ptr<LiveEdit> edit_;
  ui::Model model_;
  bool quiet_ = false;
};

TEST_F(LiveEditTest, WithoutAnyCompilerAKernelCanStillBeWrittenAndSaved) {
  use(without_compilers());
  const ui::EditRequest request{heat(), nullptr, {}};
  const std::string text = begin(request);
  EXPECT_NE(text.find("__global__ void heat_naive("), std::string::npos) << text;
  EXPECT_EQ(view().start.kernel, "heat_naive");
  EXPECT_FALSE(view().start.can_check);
  EXPECT_NE(view().start.hindrance.find("written and saved here, and not tried"),
            std::string::npos);
  EXPECT_NE(view().start.hindrance.find("g++"), std::string::npos) << view().start.hindrance;
  EXPECT_NE(view().start.hindrance.find("NVRTC"), std::string::npos) << view().start.hindrance;
  const ui::EditVerdict* const verdict = verdict_of(request, text);
  EXPECT_EQ(verdict->outcome, ui::EditOutcome::unknown);
  EXPECT_EQ(verdict->head, "not tried");
  EXPECT_EQ(verdict->time, "");
}

/// Whether what every unit begins with lies there, read already.
bool is_precompiled(const std::string& cache) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(cache, ignored))
    if (entry.path().filename() == "common.h.gch") return true;
  return false;
}

TEST_F(LiveEditTest, WhatIsLookedAtIsTriedBeforeItIsSavedAndNothingIsSaidOfThat) {
  if (!can_compile()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  const test::TemporaryFolder cache;
  EditSetup setup = with_host_compiler();
  setup.cache = cache.file("livewarp");
  use(setup);
  const ui::EditRequest request{heat(), nullptr, {}};
  const std::string text = begin(request);
  EXPECT_TRUE(frames(request, [&] { return is_precompiled(setup.cache.string()); }));
  EXPECT_FALSE(view().checking);
  EXPECT_FALSE(view().verdict);
  const ui::EditVerdict* const verdict = verdict_of(request, text);
  EXPECT_EQ(verdict->outcome, ui::EditOutcome::right) << verdict->head;
}

TEST_F(LiveEditTest, WhatCannotBeEditedSaysWhy) {
  use(without_compilers());
  const Choice constant = default_choice(*registry_.find("nbody"), "constant", Backend::cuda);
  EXPECT_EQ(begin({constant, nullptr, {}}), "");
  EXPECT_NE(view().start.refusal.find("constant memory"), std::string::npos)
      << view().start.refusal;
}

TEST_F(LiveEditTest, ARightOneIsCountedBesideTheOriginalAndAWrongOneNamedAtItsLine) {
  if (!can_compile()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  use(with_host_compiler());
  const ui::EditRequest request{heat(), nullptr, {}};
  const std::string text = begin(request);
  EXPECT_TRUE(view().start.can_check);
  EXPECT_NE(view().start.hindrance.find("not compiled for a GPU"), std::string::npos);

  const ui::EditVerdict right =
      *verdict_of(request, replaced(text, "at(i - 1) + at(i + 1)", "at(i + 1) + at(i - 1)"));
  EXPECT_EQ(right.outcome, ui::EditOutcome::right) << right.head << right.reason;
  EXPECT_TRUE(right.head.starts_with("right: ")) << right.head;
  EXPECT_EQ(right.time, "");
  EXPECT_NE(right.no_time, "");
  const auto sectors =
      std::ranges::find(right.figures, "sectors a request", &ui::EditFigure::label);
  ASSERT_NE(sectors, right.figures.end());
  EXPECT_EQ(sectors->original, sectors->edited) << "the order of a sum moves nothing";
  EXPECT_GT(std::stod(sectors->edited), 0);
  EXPECT_FALSE(sectors->worse);

  const std::string unguarded = replaced(text, "  if (x >= nx || y >= ny) return;\n", "");
  const ui::EditVerdict wrong = *verdict_of(request, unguarded);
  EXPECT_EQ(wrong.outcome, ui::EditOutcome::wrong);
  EXPECT_TRUE(wrong.figures.empty()) << "nothing is counted of a wrong one";
  ASSERT_FALSE(wrong.messages.empty());
  EXPECT_EQ(wrong.messages[0].line, line_of(unguarded, "real_of(in[cell])"));
  EXPECT_NE(wrong.messages[0].text.find("reads 4 bytes"), std::string::npos)
      << wrong.messages[0].text;
  EXPECT_NE(wrong.advice.find("out of range"), std::string::npos) << wrong.advice;

  const std::string misspelt = replaced(text, "store_real(", "stare_real(");
  const ui::EditVerdict broken = *verdict_of(request, misspelt);
  EXPECT_EQ(broken.head, "does not compile");
  ASSERT_FALSE(broken.messages.empty());
  EXPECT_EQ(broken.messages[0].line, line_of(misspelt, "stare_real("));
  EXPECT_EQ(broken.messages[0].mark, ui::EditMark::error);
}

TEST_F(LiveEditTest, AWatchedFileIsTriedAtEachSaveAndMayVanish) {
  if (!can_compile()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  use(with_host_compiler());
  const test::TemporaryFolder folder;
  ui::EditRequest request{heat(), nullptr, {}};
  const std::string text = begin(request);
  request.watch = folder.file("mine.cuh");
  ASSERT_TRUE(frames(request, [&] { return !view().watched_trouble.empty(); }));
  EXPECT_NE(view().watched_trouble.find("is not there"), std::string::npos);
  std::ofstream(request.watch) << replaced(text, "store_real(", "stare_real(");
  ASSERT_TRUE(frames(request, [&] { return view().verdict && !view().checking; }));
  EXPECT_EQ(view().watched_trouble, "");
  EXPECT_EQ(view().verdict->file, request.watch);
  EXPECT_EQ(view().verdict->head, "does not compile");
  std::ofstream(request.watch) << text;
  ASSERT_TRUE(frames(request, [&] {
    return !view().checking && view().verdict->outcome == ui::EditOutcome::right;
  }));
  fs::remove(request.watch);
  ASSERT_TRUE(frames(request, [&] { return !view().watched_trouble.empty(); }));
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::right) << "the last verdict stays";
  EXPECT_EQ(*view().watched_text, text);
}

// A window's plate has marks on it, for which the variant has a kernel of its own.
TEST_F(LiveEditTest, AWatchedFileIsTriedWithTheProblemThatItsKernelIsFor) {
  if (!can_compile()) GTEST_SKIP() << "there is nothing that compiles kernels here";
  use(with_host_compiler());
  const test::TemporaryFolder folder;
  const std::string plain = begin({heat(), nullptr, {}});
  Choice marked = heat();
  for (const auto& [id, value] : registry_.find("heat")->info().window_start(Backend::cuda))
    marked.problem[id] = value;
  ui::EditRequest request{marked, nullptr, {}};
  const std::string general = begin(request);
  EXPECT_EQ(view().start.kernel, "heat_general");
  request.watch = folder.file("mine.cuh");
  std::ofstream(request.watch) << plain;
  ASSERT_TRUE(frames(request, [&] { return view().verdict && !view().checking; }));
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::right) << view().verdict->head;
  EXPECT_EQ(view().start.kernel, "heat_naive");
  std::ofstream(request.watch) << general;
  ASSERT_TRUE(
      frames(request, [&] { return !view().checking && *view().verdict->text == general; }));
  EXPECT_EQ(view().verdict->outcome, ui::EditOutcome::right) << view().verdict->head;
  EXPECT_EQ(view().start.kernel, "heat_general");
}

TEST_F(LiveEditTest, NothingIsTriedWhileTimesAreMeasured) {
  use(without_compilers());
  ui::EditRequest request{heat(), nullptr, {}};
  request.text = std::make_shared<const std::string>(begin(request));
  quiet_ = true;
  frames(request, [] { return true; });
  edit_->check();
  int seen = 0;
  EXPECT_TRUE(frames(request, [&] { return ++seen == 50; }));
  EXPECT_TRUE(view().checking);
  EXPECT_FALSE(view().verdict);
  quiet_ = false;
  EXPECT_TRUE(frames(request, [&] { return view().verdict && !view().checking; }));
}

TEST_F(LiveEditTest, ItIsWrittenAsASourceAndAsAPatch) {
  const test::TemporaryFolder folder;
  const fs::path before = fs::current_path();
  const char* const programs = std::getenv("PATH");
  const std::string path_before = programs ? programs : "";
  fs::current_path(folder.file(""));
  setenv("PATH", folder.file("").c_str(), 1);  // without a program that shows dialogs
  {
    FileDialog none;
    LiveEdit edit(registry_, machine_, 0, none, without_compilers());
    edit_.reset();
    const auto both = [&](const ui::EditRequest& request, const std::function<bool()>& done) {
      return run(session_, 60s, [&] {
        edit.poll(session_);
        model_ = {};
        edit.describe(model_);
        ui::Result result;
        result.edit = request;
        edit.want(session_, result, false);
        return done();
      });
    };
    ui::EditRequest request{heat(), nullptr, {}};
    ASSERT_TRUE(both(request, [&] { return view().start.text != nullptr; }));
    const std::string text =
        replaced(*view().start.text, "if (x >= nx || y >= ny) return;", "if (x >= nx) return;");
    request.text = std::make_shared<const std::string>(text);
    both(request, [] { return true; });
    edit.save(session_, LiveEdit::Item::kernel);
    edit.save(session_, LiveEdit::Item::patch);
    EXPECT_NE(told(session_).find("-edited-"), std::string::npos) << told(session_);
    int found = 0;
    for (const auto& entry : fs::directory_iterator(".")) {
      const std::string content = test::content_of(entry.path().string());
      found += entry.path().extension() == ".cuh" && content == text;
      found += entry.path().extension() == ".patch" &&
               content.find("+  if (x >= nx) return;\n") != std::string::npos &&
               content.find("edited: ") != std::string::npos;
    }
    EXPECT_EQ(found, 2);
  }
  setenv("PATH", path_before.c_str(), 1);
  fs::current_path(before);
}

}  // namespace
}  // namespace livewarp
