// The tab Faults in the window's loop, without a screen: a fault is planted, found and mended while
// the live run goes on, and the quiz is played by keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/fault/shipped_faults.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/widgets/widgets.h"

namespace livewarp {
namespace {

class FaultsLoop : public testing::Test {
 protected:
  FaultsLoop() {
    options_.keep_settings = false;
    options_.edit = {
        {}, {}, std::vector<std::string>{"/nowhere"}, std::vector<std::string>{"/nowhere"}};
  }
  void begin() {
    Choice start = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    start.problem["n"] = std::int64_t{256};
    live_ = std::make_unique<LiveLoop>(screen_, ui_, registry_, machine_, start, options_);
    live_->note_words(&words_);
    live_->frame();
  }
  bool comes_true(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      live_->frame();
      live_->after_frame();
    }
    return true;
  }
  bool says(const std::string& text) const { return ui::says(words_, text); }
  void key(ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      live_->frame();
    }
    live_->frame();
  }
  void type(const char* line) {
    for (const char* const text : {"/", line}) {
      ImGui::GetIO().AddInputCharactersUTF8(text);
      for (int i = 0; i < 2; ++i) live_->frame();
    }
    key(ImGuiKey_Enter);
  }
  const ui::FaultsView& view() const { return *live_->model().faults; }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;
  ui::Ui ui_{ui_options(options_)};
  HeadlessScreen screen_{1920, 1080};
  std::vector<ui::Written> words_;
  std::unique_ptr<LiveLoop> live_;
};

TEST_F(FaultsLoop, WithoutACompilerKernelsAreShownAndASentenceSaysWhyNoMore) {
  begin();
  type("fault lost-update");
  ASSERT_TRUE(comes_true([&] { return view().source && view().source->name == "lost-update"; }));
  EXPECT_NE(view().source->planted->find("+= 1u"), std::string::npos);
  EXPECT_TRUE(comes_true([&] { return says("there is no g++ on the PATH"); }));
}

TEST_F(FaultsLoop, TheQuizIsPlayedByKeys) {
  begin();
  key(ImGuiKey_U);
  ASSERT_TRUE(comes_true([&] { return says("Question 1: which fault is in it?"); }));
  const std::size_t right = view().questions[0].fault;
  const ui::FaultOffer asked = view().offers[right];
  ASSERT_TRUE(comes_true([&] { return view().source && view().source->name == asked.name; }));
  EXPECT_FALSE(says(asked.mended.substr(0, 20)));
  EXPECT_FALSE(says("compute-sanitizer --tool"));
  const auto& choices = view().questions[0].choices;
  const auto place = std::ranges::find(choices, right) - choices.begin();
  for (int i = 0; i < place; ++i) key(ImGuiKey_C);
  key(ImGuiKey_Enter);
  EXPECT_TRUE(comes_true([&] { return says("right: " + asked.title); }));
  EXPECT_TRUE(says("1 of 1 right"));
  key(ImGuiKey_Enter);
  EXPECT_TRUE(comes_true([&] { return says("Question 2: which fault is in it?"); }));
}

#if !defined(LIVEWARP_SANITIZED)
TEST_F(FaultsLoop, APlantedFaultIsFoundAndMendedWhileTheRunGoesOn) {
  if (!std::filesystem::exists(test::program_of_build()) ||
      !HostCompiler(std::filesystem::path()).hindrance().empty())
    GTEST_SKIP() << "there is no program or no compiler";
  options_.edit = EditSetup();
  options_.edit.child = {test::program_of_build().string(), "checkkernel"};
  options_.edit.cache = test::edit_cache() / "livewarp";
  begin();
  type("fault lost-update");
  ASSERT_TRUE(comes_true([&] { return view().source && view().source->name == "lost-update"; }));
  const auto before = live_->model().steps;
  key(ImGuiKey_Enter);
  const auto found = [&](bool planted) {
    return view().verdicts.find({"lost-update", planted}) != view().verdicts.end();
  };
  ASSERT_TRUE(comes_true([&] { return found(true); }));
  EXPECT_GT(live_->model().steps, before) << "the live run went on";
  const ui::FaultVerdict& verdict = *view().verdicts.at({"lost-update", true});
  EXPECT_TRUE(verdict.found);
  EXPECT_EQ(verdict.line, view().source->lines.front().first);
  EXPECT_TRUE(comes_true([&] { return says("planted \u00b7 found by the checker"); }));
  key(ImGuiKey_Enter);
  ASSERT_TRUE(comes_true([&] { return found(false); }));
  EXPECT_FALSE(view().verdicts.at({"lost-update", false})->found);
}
#endif

}  // namespace
}  // namespace livewarp
