// The tab Timeline of a live loop: what it keeps, what it shows, and what that costs.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/handover/live_timeline.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "kernels/core/base/milliseconds.h"
#include "ui/widgets/widgets.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class TimelineLoop : public testing::Test {
 protected:
  static LiveOptions quiet() {
    LiveOptions options;
    options.keep_settings = false;
    options.cuda_executor = Executor::emulator;
    return options;
  }
  void begin(const std::string& variant) {
    Choice choice = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    choice.problem["n"] = std::int64_t{300};
    live_.emplace(screen_, ui_, registry_, machine_, choice, options_);
    live_->note_words(&words_);
    frames(3);
  }
  void frame() {
    live_->frame();
    live_->after_frame();
    std::this_thread::sleep_for(1ms);
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  void key(ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      frames(2);
    }
  }
  /// Frames until `done`.
  template <class F>
  void until(F&& done) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!done() && std::chrono::steady_clock::now() < end) frame();
    EXPECT_TRUE(done());
  }
  const ui::FramesView* shown() const { return live_->model().last_frames; }
  bool has_lane(const char* lane) const {
    return shown() && std::ranges::count(shown()->timeline.lanes, lane) > 0;
  }
  std::ptrdiff_t shows(const char* name) const {
    return shown() ? std::ranges::count(shown()->timeline.spans, name, &TimelineSpan::name) : 0;
  }
  bool says(const std::string& text) const { return ui::says(words_, text); }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_ = quiet();
  ui::Ui ui_{ui_options(options_)};
  HeadlessScreen screen_{1280, 720};
  std::vector<ui::Written> words_;
  std::optional<LiveLoop> live_;
};

TEST_F(TimelineLoop, ShowsTheHostAndTheStepsOnceTheyAreVerified) {
  begin("vector");
  EXPECT_FALSE(live_->session().spans().wanted()) << "nobody looks";
  key(ImGuiKey_M);
  EXPECT_TRUE(live_->session().spans().wanted());
  until([&] { return live_->session().check().ok() && shows("nbody vector") > 0; });
  EXPECT_EQ(shown()->timeline.lanes.front(), "Host");
  EXPECT_EQ(shown()->frames, 3);
  EXPECT_TRUE(has_lane("CPU steps"));
  EXPECT_EQ(shows("panels"), 3);
  EXPECT_EQ(shows("frame"), 3);
  frame();
  EXPECT_TRUE(says("CPU steps"));
  EXPECT_TRUE(says("host waits"));
  key(ImGuiKey_M);
  EXPECT_FALSE(live_->session().spans().wanted()) << "the panel is closed";
}

TEST_F(TimelineLoop, ExecutionFromSourceHasNoTimes) {
  begin("shared");
  key(ImGuiKey_M);
  until([&] { return shown() && live_->session().check().ok(); });
  frames(30);
  EXPECT_FALSE(has_lane("CPU steps"));
  EXPECT_FALSE(has_lane("Kernels"));
  EXPECT_NE(shown()->note, "");
}

TEST_F(TimelineLoop, APictureStandsForAMomentAndAsLongAsItIsHeld) {
  begin("vector");
  key(ImGuiKey_M);
  until([&] { return shows("nbody vector") > 0; });
  const auto picture = [&] { return shown() ? shown()->frame_ms : 0; };
  const auto begun = std::chrono::steady_clock::now();
  const double before = picture();
  until([&] { return picture() != before; });
  const double first = picture();
  until([&] { return picture() != first; });
  EXPECT_GE(ms_since(begun), LiveTimeline::picture_ms);
  key(ImGuiKey_H);
  frames(3);
  const double held = picture();
  const auto holding = std::chrono::steady_clock::now();
  while (ms_since(holding) < 3 * LiveTimeline::picture_ms) frame();
  EXPECT_EQ(picture(), held);
  key(ImGuiKey_H);
  until([&] { return picture() != held; });
}

TEST_F(TimelineLoop, AnotherVariantBeginsAnew) {
  begin("vector");
  key(ImGuiKey_M);
  until([&] { return has_lane("CPU steps"); });
  key(ImGuiKey_H);
  Choice other = default_choice(*registry_.find("nbody"), "scalar", Backend::cpu);
  other.problem = live_->session().choice().problem;
  live_->session().apply(other);
  until([&] { return live_->session().variant().name == "scalar"; });
  until([&] {
    return shown() == nullptr || shown()->timeline.title.find("ector") == std::string::npos;
  });
  until([&] { return has_lane("CPU steps"); });
  EXPECT_EQ(shows("nbody vector"), 0) << "held or not, no step of another variant stands there";
}

TEST_F(TimelineLoop, APausedRunKeepsTheLastFrames) {
  begin("vector");
  key(ImGuiKey_M);
  until([&] { return has_lane("CPU steps"); });
  key(ImGuiKey_Space);
  frames(3);
  ASSERT_TRUE(shown());
  const double before = shown()->frame_ms;
  frames(300);
  ASSERT_TRUE(shown());
  EXPECT_EQ(shown()->frame_ms, before);
}

/// The log has two readers: a trace, and the tab.
TEST(SpanReaders, EachGetsAllThatEndsWhileItLives) {
  SpanLog log;
  log.add({Track::frame, "before", {1, 2}});
  std::optional<SpanReader> one, other;
  one.emplace(log);
  log.add({Track::frame, "a", {1, 2}});
  other.emplace(log);
  log.add({Track::frame, "b", {2, 3}});
  EXPECT_EQ(one->take().size(), 2u);
  EXPECT_EQ(one->take().size(), 0u);
  EXPECT_EQ(other->take().size(), 1u);
  one.reset();
  EXPECT_TRUE(log.wanted());
  log.add({Track::frame, "c", {3, 4}});
  EXPECT_EQ(other->take().front().name, "c");
  other.reset();
  EXPECT_FALSE(log.wanted());
}

/// What a frame costs that has the tab open: collecting, and now and then a new picture.
TEST(LiveTimelineCost, IsFarBelowAFrame) {
  Registry registry;
  const Machine machine = test::machine_without_gpu();
  Choice choice = default_choice(*registry.find("nbody"), "vector", Backend::cpu);
  choice.problem["n"] = std::int64_t{300};
  Session session(registry, machine, choice, Executor::emulator);
  LiveTimeline timeline(session);
  timeline.want(ui::FramesRequest{10, false});
  std::vector<double> costs;
  constexpr int count = 600, steps = 100;  // more than a GPU's frame has
  for (int i = 0; i < count; ++i) {
    const double at = steady_ms() - 16;
    for (int k = 0; k < steps; ++k) {
      const double step = at + 0.15 * k;
      session.spans().add({Track::stream, "toy", {step, step + 0.12}, 0.001});
      session.spans().add({Track::stream, "copy in", {step, step + 0.02}, 0.001, Stage::upload});
      session.spans().add({Track::stream, "kernel", {step + 0.02, step + 0.1}, 0, Stage::kernel});
      session.spans().add(
          {Track::stream, "copy out", {step + 0.1, step + 0.12}, 0, Stage::download});
    }
    session.spans().add({Track::frame, "frame", {at, at + 16}});
    const auto begin = std::chrono::steady_clock::now();
    timeline.frame_ends(false);
    costs.push_back(ms_since(begin));
    EXPECT_LE(timeline.kept(), LiveTimeline::most_spans);
    std::this_thread::sleep_for(1ms);
  }
  double sum = 0;
  for (const double ms : costs) sum += ms;
  std::ranges::sort(costs);
  std::printf("%d intervals a frame: %.3f ms a frame in the mean, %.3f ms at most\n", 4 * steps + 1,
              sum / count, costs.back());
  EXPECT_LT(sum / count, 20 * 0.3);
  ui::Model model;
  timeline.describe(model);
  ASSERT_TRUE(model.last_frames);
  timeline.want({});
  EXPECT_EQ(timeline.kept(), 0u) << "nobody looks";
}

}  // namespace
}  // namespace livewarp
