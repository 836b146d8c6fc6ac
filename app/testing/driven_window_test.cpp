// A window in use: every test clicks and types, then asks the session and the picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// Chooses one of several, which stand side by side or, where they need more room, in a list that
/// opens.
void pick(ImGuiTestContext& user, const std::string& place, const std::string& option) {
  if (!user.ItemExists((place + "/" + option).c_str())) user.ItemClick(place.c_str());
  user.Yield(2);
  user.ItemClick((place + "/" + option).c_str());
}

class LiveWindowTest : public NbodyWindowTest {
 protected:
  static std::string block_of(Session& session) {
    return get_text(session.choice().launch, "block");
  }

  /// Mean difference of two pictures of one size, per channel.
  static double difference(const PixelImage& a, const PixelImage& b) {
    if (a.rgba.size() != b.rgba.size()) return 255;
    double sum = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i)
      sum += std::abs(int(a.rgba[i]) - int(b.rgba[i]));
    return sum / static_cast<double>(a.rgba.size());
  }
};

TEST_F(LiveWindowTest, ClicksSwitchVariantBlockMemoryAndState) {
  DrivenWindow driven(registry_, machine_, nbody("naive", 300));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 2; }));

  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Variants/row/shared"); });
  EXPECT_EQ(session.variant().name, "shared");

  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Controls/block/64"); });
  EXPECT_EQ(block_of(session), "64");

  driven.drive([](ImGuiTestContext& user) { pick(user, "//Controls/memory", "pinned"); });
  EXPECT_EQ(session.choice().memory, MemoryMode::pinned);
  const std::int64_t steps = session.steps();
  EXPECT_GT(steps, 2) << "a change of variant, block or memory keeps the state";
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > steps; }));

  const PixelImage before = driven.screen().scene_pixels();
  driven.drive([](ImGuiTestContext& user) {
    if (!user.ItemExists("//Controls/start") && !user.ItemExists("//Controls/start/galaxies"))
      user.ItemClick("//Controls/start-group");
    user.Yield(2);
    pick(user, "//Controls/start", "galaxies");
  });
  EXPECT_EQ(get_text(session.choice().problem, "start"), "galaxies");
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 0; }));
  driven.frame();
  EXPECT_GT(difference(before, driven.screen().scene_pixels()), 0.5)
      << "another state, another picture";
  EXPECT_TRUE(driven.live().model().step.count == 0) << "execution from source yields no time";
}

TEST_F(LiveWindowTest, AnOldNumberIsGoneInTheNextFrame) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 500));
  const auto shows_time = [&] { return driven.live().model().step.count >= 20; };
  ASSERT_TRUE(driven.frames_until(60s, shows_time));
  EXPECT_TRUE(driven.live().model().check.ok());
  Choice scalar = nbody("scalar", 500);
  driven.session().apply(scalar);
  driven.frame();
  EXPECT_EQ(driven.live().model().step.count, 0u);
  EXPECT_EQ(driven.live().model().variant->name, "scalar");
  ASSERT_TRUE(driven.frames_until(60s, shows_time));
}

TEST_F(LiveWindowTest, KeysPauseStepAndSwitch) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  // Space pauses wherever the last click was.
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Variants/row/vector");
    user.KeyPress(ImGuiKey_Space);
  });
  EXPECT_TRUE(session.choice().paused);
  const std::int64_t steps = session.steps();
  driven.drive([](ImGuiTestContext& user) { user.KeyChars("."); });
  ASSERT_TRUE(driven.frames_until(10s, [&] { return session.steps() == steps + 1; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_2); });
  ASSERT_TRUE(driven.frames_until(10s, [&] { return session.variant().name == "scalar"; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Space); });
  EXPECT_FALSE(session.choice().paused);
}

TEST_F(LiveWindowTest, AGreyedVariantDoesNotRunAndThePictureGoesOn) {
  LiveOptions options = DrivenWindow::quiet();
  options.cuda_executor = Executor::cuda;
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), options);
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  const std::int64_t steps = session.steps();
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Variants/row/shared"); });
  EXPECT_EQ(session.variant().name, "vector");
  ASSERT_TRUE(driven.frames_until(10s, [&] { return session.steps() > steps; }));
  const auto& variants = driven.live().model().variants;
  const auto shared = std::find_if(variants.begin(), variants.end(), [](const auto& variant) {
    return variant.info->name == "shared";
  });
  ASSERT_NE(shared, variants.end());
  EXPECT_EQ(shared->reason, "no CUDA device: hidden by this test");
}

TEST_F(LiveWindowTest, MeasureAllKeepsWhatItMeasuredAndEndsAtOnce) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 500));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_B); });
  ASSERT_NE(session.job(), nullptr);
  ASSERT_GE(session.job()->progress().total, 3);
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.job()->progress().done >= 1; }));
  // Each variant takes its warm-up at least, so that two of them cannot have ended meanwhile.
  ASSERT_FALSE(session.job()->progress().finished);
  const auto start = std::chrono::steady_clock::now();
  session.cancel_job();
  while (!session.job()->progress().finished) std::this_thread::sleep_for(1ms);
  EXPECT_LE(std::chrono::steady_clock::now() - start, 200ms);
  ASSERT_TRUE(driven.frames_until(10s, [&] { return session.job() == nullptr; }));
  driven.frame();
  const auto variants = driven.live().model().variants;
  EXPECT_GE(std::ranges::count_if(
                variants,
                [](const auto& variant) { return variant.bench.has_value() && !variant.partial; }),
            1)
      << "what was measured stays";
}

TEST_F(LiveWindowTest, TabsHidePanelsAndBringThemBack) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  const auto picture = [&] {
    const PixelImage now = driven.screen().scene_pixels();
    return std::pair(now.width, now.height);
  };
  // A variant of the table can be found as long as its panel is there.
  const auto has_panels = [&] {
    bool found = false;
    driven.drive([&](ImGuiTestContext& user) {
      found = user.ItemExists("//Variants/row/vector") && user.ItemExists("//Controls/n");
    });
    return found;
  };
  ASSERT_TRUE(driven.frames_until(30s, [&] { return driven.session().steps() > 2; }));
  // The first frames lay the panels out, and a new size counts 100 ms after the last change.
  for (int i = 0; i < 10; ++i) driven.frame();
  std::this_thread::sleep_for(150ms);
  for (int i = 0; i < 2; ++i) driven.frame();
  const auto before = picture();
  ASSERT_TRUE(has_panels());
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Tab); });
  for (int i = 0; i < 20; ++i) driven.frame();
  EXPECT_FALSE(has_panels()) << "Tab hides them";
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Tab); });
  EXPECT_TRUE(driven.frames_until(10s, [&] { return picture() == before; }))
      << picture().first << " x " << picture().second << ", before " << before.first << " x "
      << before.second;
  EXPECT_TRUE(has_panels());
}

TEST_F(LiveWindowTest, APausedWindowRestsAlthoughANoticeIsOpen) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.check().verdict == Verdict::here; }));
  session.notices().add(Severity::error, "an error stays until it is closed");
  Choice paused = session.choice();
  paused.paused = true;
  session.apply(paused);
  const auto rests = [&] {
    const auto start = std::chrono::steady_clock::now();
    driven.frame();
    return std::chrono::steady_clock::now() - start >= 45ms &&  // nearly as long as it naps
           driven.live().model().frames_per_second == 0;
  };
  EXPECT_TRUE(driven.frames_until(20s, rests));
  EXPECT_FALSE(session.notices().current().empty());
}

TEST_F(LiveWindowTest, UploadsAreThoseOfThePicturesShown) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  ASSERT_TRUE(driven.frames_until(30s, [&] { return driven.session().steps() > 20; }));
  for (int i = 0; i < 5; ++i) driven.frame();
  const Summary upload = driven.live().report().upload;
  EXPECT_GT(upload.count, 0u);
  EXPECT_GT(upload.min, 0) << "read before the first picture was uploaded";
}

TEST_F(LiveWindowTest, AFrameThatWritesAPictureCountsInNoFigure) {
  const test::TemporaryFolder folder;
  LiveOptions options = DrivenWindow::quiet();
  options.for_seconds = 1.3;
  options.report = folder.file("a.json");
  options.screenshot = folder.file("a.png");
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), options);
  std::size_t frames = 0, before = 0, counted = 0;
  while (!driven.live().finished()) {
    before = counted;
    driven.frame();
    counted = driven.live().report().frames.size();
    ++frames;
  }
  EXPECT_TRUE(std::filesystem::exists(options.screenshot));
  ASSERT_GT(counted, 1u) << "no frame after the first second, of " << frames;
  EXPECT_EQ(counted, before);
}

TEST_F(LiveWindowTest, AnotherWorkloadRunsAtAClick) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  driven.frame();
  driven.drive([](ImGuiTestContext& user) { pick(user, "//Top/workload", "basics"); });
  EXPECT_EQ(driven.session().workload().info().name, "basics");
  ASSERT_TRUE(driven.frames_until(30s, [&] { return driven.session().steps() > 2; }));
  EXPECT_TRUE(driven.session().notices().current().empty());
}

}  // namespace
}  // namespace livewarp
