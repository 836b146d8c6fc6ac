// What the loop tells its panels about the machine and its screen, and what becomes of failures.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <new>
#include <thread>

#include <nlohmann/json.hpp>

#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class LiveLoopTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;

  LiveLoopTest() {
    options_.keep_settings = false;
    options_.cuda_executor = Executor::emulator;
  }
  /// Presses a key and lets it go.
  static void press(LiveLoop& live, ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      live.frame();
    }
  }
  /// Uses a control wherever it stands.
  static void use(LiveLoop& live, const std::string& path) {
    ImGui::ActivateItemByID(ui::ids::id_of(path));
    for (int i = 0; i < 3; ++i) live.frame();
  }
  static bool says(LiveLoop& live, const std::string& text) {
    return std::ranges::any_of(live.session().notices().current(), [&](const Notice& notice) {
      return notice.text.find(text) != std::string::npos;
    });
  }
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    choice.problem["n"] = std::int64_t{300};
    return choice;
  }
};

TEST_F(LiveLoopTest, TheClockOfTheGpuReachesThePanels) {
  options_.gpu_state = [] {
    GpuReading reading;
    reading.sm_mhz = 1785;
    reading.throttle = throttle_power_cap;
    return reading;
  };
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  live.frame();
  while (!live.model().gpu_state) live.frame();
  EXPECT_EQ(live.model().gpu_state->sm_mhz, 1785);
  const FrameReport report = live.report();
  EXPECT_EQ(report.gpu.sm_mhz.median, 1785);
  EXPECT_EQ(report.gpu.throttle, unsigned(throttle_power_cap));
  const auto json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json["gpu"]["throttled"][0], "power cap");
  EXPECT_TRUE(json["energy_j"].is_null());
  EXPECT_TRUE(json["no_energy"].is_string());
}

TEST_F(LiveLoopTest, WithoutAnyoneWhoReadsTheClockNothingIsSaidOfIt) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 5; ++i) live.frame();
  EXPECT_FALSE(live.model().gpu_state);
  EXPECT_EQ(nlohmann::json::parse(to_json(live.report()))["gpu"]["unknown"],
            "not measured on a GPU");
  EXPECT_FALSE(live.model().kernel_use) << "registers of a CPU variant";
}

/// The present folder while it lives.
class PresentFolder {
 public:
  PresentFolder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.file(""));
  }
  ~PresentFolder() { std::filesystem::current_path(before_); }
  PresentFolder(const PresentFolder&) = delete;
  PresentFolder& operator=(const PresentFolder&) = delete;
  static std::size_t files() {
    return std::size_t(std::distance(std::filesystem::directory_iterator("."), {}));
  }

 private:
  std::filesystem::path before_;
  test::TemporaryFolder folder_;
};

TEST_F(LiveLoopTest, EveryPictureOfOneSecondIsKept) {
  const PresentFolder folder;
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 4; ++i) live.frame();
  for (int i = 0; i < 3; ++i) press(live, ImGuiKey_F12);
  EXPECT_EQ(PresentFolder::files(), 3u);
}

/// A screen that has no memory left for a picture of itself, nor for those of the run.
class FullScreen final : public HeadlessScreen {
 public:
  using HeadlessScreen::HeadlessScreen;
  PixelImage pixels() const override { throw std::bad_alloc(); }
  std::unique_ptr<Display> make_display(const DisplayRequest& request) override {
    class Full final : public Display {
     public:
      Full(std::unique_ptr<Display> real, const bool& full) : real_(std::move(real)), full_(full) {}
      PicturePlace begin(const PictureSpec& spec, void* stream) override {
        if (full_) throw std::bad_alloc();
        return real_->begin(spec, stream);
      }
      void end(void* stream) override { real_->end(stream); }
      GlPicture latest() override { return real_->latest(); }
      GlPicture finish() override { return real_->finish(); }
      DisplayStatus status() const override { return real_->status(); }
      DisplayTimes times() const override { return real_->times(); }
      void look_at_points(const PointsLook& look) override { real_->look_at_points(look); }
      Drawing drawing() const override { return real_->drawing(); }
      Drawings drawings() override { return real_->drawings(); }

     private:
      std::unique_ptr<Display> real_;
      const bool& full_;
    };
    return std::make_unique<Full>(HeadlessScreen::make_display(request), full);
  }
  bool full = true;
};

TEST_F(LiveLoopTest, WhatCannotBePublishedOrSavedIsSaid) {
  const PresentFolder folder;
  ui::Ui ui(ui_options(options_));
  FullScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  EXPECT_NO_THROW(live.frame());
  EXPECT_TRUE(says(live, "the picture could not be published: there is not enough memory"));
  for (int i = 0; i < 3; ++i) live.frame();
  EXPECT_NO_THROW(press(live, ImGuiKey_F12));
  EXPECT_TRUE(says(live, "the picture could not be saved: there is not enough memory"));
  EXPECT_EQ(PresentFolder::files(), 0u);
  screen.full = false;
  const std::uint64_t before = live.display().picture().generation;
  for (int i = 0; i < 100 && live.display().picture().generation == before; ++i) live.frame();
  EXPECT_NE(live.display().picture().generation, before) << "the run is seen no more";
}

/// A screen whose OpenGL refuses what it is asked for, as often as it is told.
class RefusingScreen final : public HeadlessScreen {
 public:
  using HeadlessScreen::HeadlessScreen;
  bool draw_scene(const SceneRequest& request) override {
    if (scenes > 0 && scenes--) throw Error("OpenGL makes no texture");
    ++drawn;
    return HeadlessScreen::draw_scene(request);
  }
  std::unique_ptr<Display> make_display(const DisplayRequest& request) override {
    if (displays > 0 && displays--) throw Error("OpenGL makes no buffer");
    return HeadlessScreen::make_display(request);
  }
  ScreenFacts facts() const override {
    ScreenFacts facts = HeadlessScreen::facts();
    facts.lost = "no time of drawing is measured: OpenGL makes no query";
    return facts;
  }
  int scenes = 0, displays = 0;  ///< that are refused
  int drawn = 0;
};

TEST_F(LiveLoopTest, WhereOpenGlRefusesSomethingTheRunGoesOn) {
  ui::Ui ui(ui_options(options_));
  RefusingScreen screen(1280, 720);
  screen.displays = 1;
  screen.scenes = 2;
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  EXPECT_TRUE(says(live, "no time of drawing is measured"));
  EXPECT_EQ(live.display().status().reason, "OpenGL makes no buffer") << "a plainer one was made";
  EXPECT_NO_THROW(live.frame());
  EXPECT_TRUE(says(live, "OpenGL makes no texture"));
  EXPECT_EQ(screen.drawn, 0);
  Choice paused = live.session().choice();
  paused.paused = true;
  live.session().apply(paused);
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (screen.drawn == 0 && std::chrono::steady_clock::now() < end)
    if (live.wait()) live.frame();
  EXPECT_GT(screen.drawn, 0) << "it is tried again, also where nothing moves";
  EXPECT_EQ(live.report().notices.size(), 2u) << "each is said once";
  screen.displays = 2;
  EXPECT_THROW(LiveLoop(screen, ui, registry_, machine_, start(), options_), Error)
      << "without any there is nothing to be seen";
}

TEST_F(LiveLoopTest, WithoutAnyDisplayTheRunGoesOnUntilOneCanBeMade) {
  ui::Ui ui(ui_options(options_));
  RefusingScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  live.frame();
  Choice other = live.session().choice();
  other.display = DisplayPath::copy;
  live.session().apply(other);
  screen.displays = 2;  // the one that is wanted, and the plain one
  EXPECT_NO_THROW(live.frame());
  EXPECT_TRUE(says(live, "OpenGL makes no buffer"));
  EXPECT_TRUE(live.display().picture().empty());
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (live.display().picture().empty() && std::chrono::steady_clock::now() < end) live.frame();
  EXPECT_FALSE(live.display().picture().empty());
}

TEST_F(LiveLoopTest, TheCommandLineGoesToTheScreensClipboard) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  for (int i = 0; i < 4; ++i) live.frame();
  use(live, ui::ids::path(ui::ids::top, ui::ids::menu));
  use(live, ui::ids::path(ui::ids::top, ui::ids::menu, "copy-command-line"));
  EXPECT_EQ(screen.clipboard(), "livewarp nbody --variant vector --n 300");
}

TEST_F(LiveLoopTest, ThePointerMayLieOnTheRunBeforeWhileTheNextOneIsMade) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  Choice scaling = default_choice(*registry_.find("scaling"), "", Backend::cpu);
  scaling.problem["result_width"] = scaling.problem["result_height"] = std::int64_t{100};
  LiveLoop live(screen, ui, registry_, machine_, scaling, options_);
  ImGui::GetIO().AddMousePosEvent(640, 300);
  for (int i = 0; i < 100 && live.model().probe_text.empty(); ++i) live.frame();
  ASSERT_NE(live.model().probe_text, "") << "the pointer is not on the picture";
  ASSERT_FALSE(live.session().view().handles.empty());
  Choice large = start();
  large.problem["n"] = std::int64_t{1'000'000};  // takes longer to make than a frame waits
  live.session().apply(large);
  ASSERT_TRUE(live.session().preparing());
  EXPECT_NO_THROW(live.frame());
  EXPECT_TRUE(live.session().preparing()) << "nothing was tested";
}

class IdleLoopTest : public LiveLoopTest {
 protected:
  ui::Ui ui_{ui_options(options_)};
  HeadlessScreen screen_{1280, 720};

  Choice paused(const std::string& workload) const {
    Choice choice = default_choice(*registry_.find(workload), "", Backend::cpu);
    for (const std::string& id : registry_.find(workload)->info().size_params)
      choice.problem[id] = std::int64_t{64};
    choice.paused = true;
    return choice;
  }
  /// Frames that are drawn in that time.
  static int frames(LiveLoop& live, std::chrono::milliseconds time) {
    int count = 0;
    for (const auto end = std::chrono::steady_clock::now() + time;
         std::chrono::steady_clock::now() < end;) {
      if (live.wait()) {
        live.frame();
        live.after_frame();
        ++count;
      } else {
        std::this_thread::sleep_for(1ms);  // this screen does not sleep
      }
    }
    return count;
  }
  static bool comes_true(LiveLoop& live, std::chrono::seconds limit,
                         const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!done() && std::chrono::steady_clock::now() < end) frames(live, 20ms);
    return done();
  }
  /// Waits until it rests: what was asked for at the start is done. What goes on beside has the
  /// processor meanwhile, not the frames.
  static bool comes_to_rest(LiveLoop& live) {
    for (int i = 0; i < 600; ++i) {
      if (frames(live, 100ms) == 0) return true;
      std::this_thread::sleep_for(100ms);
    }
    return false;
  }
};

TEST_F(IdleLoopTest, APausedRunDrawsNoFrameUntilSomethingComes) {
  for (const char* workload : {"nbody", "heat", "scaling"}) {
    LiveLoop live(screen_, ui_, registry_, machine_, paused(workload), options_);
    ASSERT_TRUE(comes_to_rest(live)) << workload;
    EXPECT_EQ(frames(live, 1s), 0) << workload;
    EXPECT_EQ(live.model().frames_per_second, 0) << "the last frame says that it rests";
    ImGui::GetIO().AddMousePosEvent(300, 300);
    EXPECT_GT(frames(live, 200ms), 2) << "the pointer has moved";
    ImGui::GetIO().AddMousePosEvent(-1, -1);
    ASSERT_TRUE(comes_to_rest(live)) << workload;
  }
}

TEST_F(IdleLoopTest, WhatGoesOnIsSeenThoughItIsPaused) {
  LiveLoop live(screen_, ui_, registry_, machine_, paused("nbody"), options_);
  ASSERT_TRUE(comes_to_rest(live));
  const std::uint64_t before = live.display().picture().generation;
  live.session().single_step();
  EXPECT_TRUE(comes_true(live, 20s, [&] {
    return live.session().steps() == 1 && live.display().picture().generation != before;
  })) << "its step or its picture is not seen";
  ASSERT_TRUE(comes_to_rest(live));
  live.session().notices().add(Severity::info, "goes by itself");
  ASSERT_EQ(live.session().notices().current().size(), 1u);
  EXPECT_TRUE(comes_true(live, 30s, [&] { return live.model().notices.empty(); }))
      << "a notice stays for ever";
}

TEST_F(IdleLoopTest, TheEndComesThoughItIsPaused) {
  options_.for_seconds = 3;
  LiveLoop live(screen_, ui_, registry_, machine_, paused("nbody"), options_);
  const auto end = std::chrono::steady_clock::now() + 30s;
  while (!live.finished() && std::chrono::steady_clock::now() < end)
    if (live.wait()) live.frame();
  EXPECT_TRUE(live.finished());
}

TEST_F(IdleLoopTest, ReadoutsOfAPausedStateAreThereBeforeItRests) {
  LiveLoop live(screen_, ui_, registry_, machine_, paused("heat"), options_);
  ASSERT_TRUE(comes_to_rest(live));
  for (int i = 0; i < 3; ++i) {
    live.session().single_step();
    frames(live, 100ms);
    ASSERT_TRUE(comes_to_rest(live));
    ASSERT_FALSE(live.model().readouts.empty());
  }
  EXPECT_EQ(live.session().steps(),
            3 * live.session().workload().time_steps(live.session().choice()));
}

TEST_F(LiveLoopTest, AKeyBeginsARecordingAndEndsIt) {
  const test::TemporaryFolder folder;
  options_.record = folder.file("pictures");
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start(), options_);
  live.frame();
  EXPECT_TRUE(std::filesystem::is_directory(options_.record));
  live.frame();
  EXPECT_TRUE(live.model().filmed) << "the panels know";
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  press(live, ImGuiKey_F12);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  live.frame();
  EXPECT_FALSE(live.model().filmed);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (!says(live, "recorded: " + options_.record) && std::chrono::steady_clock::now() < until)
    live.frame();
  EXPECT_TRUE(says(live, "recorded: " + options_.record));
  EXPECT_TRUE(std::filesystem::exists(options_.record + "/frame-00000.png"));
}

TEST(NotTried, IsSaidOfAWayThatTheUserAskedFor) {
  for (const DisplayPath wanted : {DisplayPath::interop, DisplayPath::buffer}) {
    EXPECT_NE(not_tried(wanted, true, true).reason, "");
    EXPECT_NE(not_tried(wanted, true, true).advice, "");
    EXPECT_EQ(not_tried(wanted, true, false).reason, "");
    EXPECT_EQ(not_tried(wanted, false, true).reason, "") << "the host's pictures are uploaded";
  }
  EXPECT_EQ(not_tried(DisplayPath::automatic, true, true).reason, "") << "that is what was asked";
  EXPECT_EQ(not_tried(DisplayPath::copy, true, true).reason, "");
}

TEST(DisplayOptions, WaysThatCannotWorkAreGreyedWithTheReason) {
  const auto reasons = [](const std::string& reason) {
    int count = 0;
    for (const Option& option : display_options(true, reason))
      count += !option.reason.empty() && option.reason == reason;
    return count;
  };
  EXPECT_EQ(reasons(""), 0);
  EXPECT_EQ(reasons("started with --no-interop"), 2) << "interop and buffer";
  EXPECT_EQ(display_options(false, "").size(), 1u) << "the host's pictures have one way";
}

}  // namespace
}  // namespace livewarp
