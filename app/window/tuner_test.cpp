// The search for the fastest setting in the window, without a window.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "kernels/core/base/text.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class WindowTunerTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;

  WindowTunerTest() { options_.keep_settings = false; }

  Choice start() const {
    Choice choice = default_choice(*registry_.find("heat"), "blocked", Backend::cpu);
    for (const char* side : {"nx", "ny"}) choice.problem[side] = std::int64_t{64};
    return choice;
  }
  static void frame(LiveLoop& live) {
    if (!live.wait()) return;
    live.frame();
    live.after_frame();
  }
  static bool frames_until(LiveLoop& live, std::chrono::seconds limit,
                           const std::function<bool()>& done) {
    const auto end = SteadyClock::now() + limit;
    while (SteadyClock::now() < end) {
      if (done()) return true;
      frame(live);
    }
    return done();
  }
  static void press(LiveLoop& live, ImGuiKey key, bool shift = false) {
    for (const bool down : {true, false}) {
      if (shift) ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, down);
      ImGui::GetIO().AddKeyEvent(key, down);
      live.frame();
      live.after_frame();
    }
  }
  static void use(LiveLoop& live, const std::string& path) {
    ImGui::ActivateItemByID(ui::ids::id_of(path));
    for (int i = 0; i < 3; ++i) {
      live.frame();
      live.after_frame();
    }
  }
  static std::string control(const std::string& name) {
    return std::string(ui::ids::analysis) + "/" + name;
  }
  /// Opens the tab; the run is verified by then.
  static void open(LiveLoop& live) {
    ASSERT_TRUE(frames_until(
        live, 120s, [&] { return live.session().check().ok() && !live.session().checking(); }));
    press(live, ImGuiKey_G);
    use(live, control(ui::ids::tuner_tab));
    for (int i = 0; i < 3; ++i) frame(live);
  }
  static void vary(LiveLoop& live, const std::string& id) {
    use(live, control(std::string(ui::ids::tune_vary) + "/" + id));
  }
  static const ui::TunerView& tuner(const LiveLoop& live) { return live.model().tuner; }
};

TEST_F(WindowTunerTest, OffersWhatCanBeVariedAndCountsTheSettings) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1920, 1080);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  open(live);
  const auto find = [&](const std::string& id) -> const ui::TunerDimension& {
    const auto& all = tuner(live).dimensions;
    const auto found = std::ranges::find(all, id, &ui::TunerDimension::id);
    EXPECT_NE(found, all.end()) << id;
    return found == all.end() ? all.front() : *found;
  };
  EXPECT_TRUE(find("variant").varied);
  EXPECT_TRUE(find("strip").varied);
  EXPECT_FALSE(find("precision").varied) << "that is another computation";
  const std::size_t usual = tuner(live).settings;
  EXPECT_GT(usual, find("variant").values);
  vary(live, "variant");
  EXPECT_FALSE(find("variant").varied);
  EXPECT_LT(tuner(live).settings, usual);
  vary(live, "precision");
  EXPECT_EQ(tuner(live).reason, "");
  EXPECT_GT(tuner(live).settings, 4u);
  for (const ui::TunerDimension& dimension : std::vector(tuner(live).dimensions))
    if (dimension.varied) vary(live, dimension.id);
  EXPECT_NE(tuner(live).reason, "") << "nothing is varied";
  EXPECT_FALSE(live.session().tuning());
}

TEST_F(WindowTunerTest, FindsTheBestShowsItAndRunsIt) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1920, 1080);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  open(live);
  vary(live, "variant");
  vary(live, "threads");
  vary(live, "depth");
  press(live, ImGuiKey_Enter);
  ASSERT_TRUE(live.session().tuning());
  EXPECT_TRUE(tuner(live).searching);
  ASSERT_TRUE(frames_until(live, 200s, [&] { return !live.session().tuning(); }));
  for (int i = 0; i < 3; ++i) frame(live);
  const ui::TunerView& found = tuner(live);
  EXPECT_FALSE(found.partial);
  EXPECT_NE(found.best, "");
  EXPECT_TRUE(std::ranges::any_of(
      std::vector{"FASTER than ", "SAME as ", "UNDECIDED against "},
      [&](const std::string& words) { return found.verdict.starts_with(words); }))
      << found.verdict;
  EXPECT_NE(found.seen.find("seen "), std::string::npos);
  EXPECT_EQ(std::set({found.x, found.y}), std::set<std::string>({"isa", "strip"}));
  ASSERT_TRUE(found.map.best);
  std::size_t timed = 0;
  for (const HeatCell& cell : found.map.cells) timed += std::size_t(cell.has_time());
  EXPECT_GE(timed, 2u);
  ASSERT_TRUE(found.best_place);
  const std::string best = found.best;
  if (!found.best_runs) use(live, control(ui::ids::tune_run));
  ASSERT_TRUE(frames_until(live, 60s, [&] { return tuner(live).best_runs; })) << best;
  EXPECT_NE(
      best.find("strip width " + grouped(get_integer(live.session().choice().launch, "strip"))),
      std::string::npos);
  EXPECT_TRUE(live.session().result_cache().sizes_known(live.session().choice(), Executor::cpu))
      << "it was verified by the search";
}

// A long search: the frames go on, Esc is heard, what was found stays, and the run goes on.
TEST_F(WindowTunerTest, ASearchOfHundredsOfSettingsLetsTheWindowAnswerAndIsStoppedByEsc) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1920, 1080);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  open(live);
  vary(live, "size");
  vary(live, "precision");
  ASSERT_GE(tuner(live).settings, 200u);
  use(live, control(std::string(ui::ids::tune_seconds) + "/all"));
  ASSERT_EQ(tuner(live).seconds, 0);
  press(live, ImGuiKey_Enter);
  ASSERT_TRUE(live.session().tuning());
  const auto seen = [&] {
    std::size_t cells = 0;
    for (const HeatCell& cell : tuner(live).map.cells) cells += std::size_t(cell.has_time());
    return cells;
  };
  ASSERT_TRUE(frames_until(live, 200s, [&] { return seen() >= 3; }));
  // The panels answer meanwhile: other axes, at once.
  const std::string before = tuner(live).x, other = tuner(live).y;
  use(live, control(ui::ids::tune_x));
  use(live, control(std::string(ui::ids::tune_x) + "/" + other));
  EXPECT_TRUE(live.session().tuning());
  const auto asked = SteadyClock::now();
  press(live, ImGuiKey_Escape);
  ASSERT_TRUE(frames_until(live, 60s, [&] { return !live.session().tuning(); }));
  const std::chrono::duration<double> took = SteadyClock::now() - asked;
  RecordProperty("seconds_until_stopped", std::to_string(took.count()));
  for (int i = 0; i < 3; ++i) frame(live);
  EXPECT_TRUE(tuner(live).partial);
  EXPECT_TRUE(tuner(live).map.partial);
  EXPECT_NE(tuner(live).best, "") << "what was found stays";
  EXPECT_GE(seen(), 3u);
  const std::int64_t steps = live.session().steps();
  EXPECT_TRUE(frames_until(live, 60s, [&] { return live.session().steps() > steps; }))
      << "the run goes on";
  EXPECT_EQ(live.session().choice().problem, start().problem);
}

}  // namespace
}  // namespace livewarp
