// What a window says and does not say in each state of a variant: no stale time, no time of a wrong
// result.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class StatesWindowTest : public NbodyWindowTest {
 protected:
  /// From the menu; the picture goes on, the chip says why it is copied, and undo brings interop
  /// back.
  static void fails_and_comes_back(DrivenWindow& driven) {
    const DisplayPath shared = driven.live().display().status().path;
    driven.drive([](ImGuiTestContext& user) {
      user.ItemClick("//Top/menu");
      user.Yield(2);
      user.ItemClick("//Top/menu/view");
      user.Yield(2);
      user.ItemClick("//Top/menu/fail-interop");
    });
    ASSERT_TRUE(driven.frames_until(20s, [&] {
      return driven.live().display().status().path == DisplayPath::copy && driven.says("copy path");
    }));
    EXPECT_FALSE(driven.live().display().status().reason.empty());
    const std::int64_t steps = driven.session().steps();
    const PixelImage before = driven.screen().scene_pixels();
    ASSERT_TRUE(driven.frames_until(20s, [&] { return driven.session().steps() > steps + 200; }));
    for (int i = 0; i < 5; ++i) driven.frame();
    EXPECT_NE(driven.screen().scene_pixels().rgba, before.rgba) << "the picture stopped";
    driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z); });
    EXPECT_TRUE(driven.frames_until(20s, [&] {
      return driven.live().display().status().path == shared && !driven.says("copy path");
    })) << "undo brings interop back";
  }
  static bool shows_time(DrivenWindow& driven) { return driven.live().model().step.count > 0; }

  /// One way to another variant: in the frame after, the old time is gone; then it is checked and
  /// timed.
  static void switch_by(DrivenWindow& driven, const std::string& variant,
                        const std::function<void(ImGuiTestContext&)>& user) {
    ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.live().model().step.count >= 20; }));
    bool stale = false;
    driven.drive([&](ImGuiTestContext& context) {
      user(context);
      for (int i = 0; i < 200 && driven.session().variant().name != variant; ++i) context.Yield();
      // The first frame that names the new variant.
      context.Yield();
      const ui::Model& model = driven.live().model();
      stale = model.variant->name == variant && model.step.count > 0 && !model.check.ok();
    });
    ASSERT_EQ(driven.session().variant().name, variant);
    EXPECT_FALSE(stale);
    bool checked = false;
    EXPECT_TRUE(driven.frames_until(60s, [&] {
      const ui::Model& model = driven.live().model();
      checked = checked || model.check.verdict == Verdict::checking || model.check.ok();
      EXPECT_TRUE(model.check.ok() || model.step.count == 0) << "a time without a verified result";
      return model.check.ok() && model.step.count >= 20;
    }));
    EXPECT_TRUE(checked);
  }
};

TEST_F(StatesWindowTest, ByNumberArrowAndClickNoOldTimeIsSeen) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  const auto variants = driven.session().workload().variants();
  std::vector<std::string> cpu;
  for (const VariantInfo* variant : variants)
    if (variant->backend == Backend::cpu) cpu.push_back(variant->name);
  ASSERT_GE(cpu.size(), 3u);
  switch_by(driven, cpu[1], [](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_2); });
  switch_by(driven, cpu[2], [](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_DownArrow); });
  const std::string place = "//Variants/row/" + cpu[0];
  switch_by(driven, cpu[0], [&](ImGuiTestContext& user) { user.ItemClick(place.c_str()); });
}

TEST_F(StatesWindowTest, AWrongResultHasACrossAndNoTimeAnywhere) {
  std::vector<std::unique_ptr<Workload>> workloads;
  workloads.push_back(test::make_wrong_toy());
  const Registry registry(std::move(workloads));
  DrivenWindow driven(registry, machine_,
                      default_choice(*registry.find("toy"), "wrong", Backend::cpu));
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(
      60s, [&] { return session.check().verdict == Verdict::failed && session.steps() > 30; }));
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Enter); });
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.job() == nullptr; }));
  for (int i = 0; i < 30; ++i) driven.frame();
  EXPECT_TRUE(driven.says("wrong result"));
  EXPECT_TRUE(driven.says("no time is shown"));
  EXPECT_FALSE(driven.says("median of"));
  const ui::Model& model = driven.live().model();
  EXPECT_FALSE(shows_time(driven));
  EXPECT_TRUE(model.recent_steps.empty());
  for (const ui::VariantEntry& variant : model.variants) {
    EXPECT_FALSE(variant.info->name == "wrong" && variant.bench) << "in the table";
  }
  for (const ui::IntervalRow& row : model.intervals) {
    const bool of_step = row.slot == ui::Slot::kernel || row.slot == ui::Slot::copy;
    EXPECT_FALSE(of_step && row.times.count > 0) << row.label;
  }
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_P); });
  driven.frame();
  EXPECT_FALSE(driven.live().model().pinned) << "and nothing is compared with it";
}

TEST_F(StatesWindowTest, ArrowsReadGreyedVariantsWhileThePictureRuns) {
  LiveOptions options = DrivenWindow::quiet();
  options.cuda_executor = Executor::cuda;
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), options);
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  const auto down = [](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_DownArrow); };
  std::size_t cpu_variants = 0;
  for (const VariantInfo* variant : session.workload().variants())
    cpu_variants += variant->backend == Backend::cpu;
  const auto greyed_is_read = [&] { return driven.says("running: "); };
  for (std::size_t i = 0; i < cpu_variants + 2 && !greyed_is_read(); ++i) {
    driven.drive(down);
    for (int k = 0; k < 3; ++k) driven.frame();
  }
  ASSERT_TRUE(greyed_is_read()) << "no greyed variant was reached";
  const std::string running = session.variant().name;
  const std::int64_t steps = session.steps();
  ASSERT_TRUE(driven.frames_until(20s, [&] { return session.steps() > steps + 5; }));
  EXPECT_EQ(session.variant().name, running);
  EXPECT_TRUE(driven.says("no CUDA device: hidden by this test")) << "the reason in full";
  driven.drive(down);
  EXPECT_EQ(session.variant().backend, Backend::cpu);
}

TEST_F(StatesWindowTest, SpacePausesAfterWhateverWasDoneButNotWhileTyping) {
  DrivenWindow driven(registry_, machine_, nbody("shared", 300));
  Session& session = driven.session();
  driven.frame();
  const auto pauses = [&](const char* after) {
    const bool before = session.choice().paused;
    driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Space); });
    EXPECT_NE(session.choice().paused, before) << after;
  };
  for (const char* control :
       {"//Variants/row/shared", "//Controls/block/64", "//Variants/sort/title"}) {
    driven.drive([&](ImGuiTestContext& user) { user.ItemClick(control); });
    pauses(control);
  }
  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_DownArrow); });
  pauses("an arrow in Variants");
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Top/menu");
    user.KeyPress(ImGuiKey_Escape);
  });
  pauses("a list that was closed");
  const bool before = session.choice().paused;
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Controls/typed-block");
    user.KeyPress(ImGuiKey_Space);
    user.KeyPress(ImGuiKey_Escape);
  });
  EXPECT_EQ(session.choice().paused, before) << "a blank was typed";
  pauses("typing");
}

TEST_F(StatesWindowTest, InteropThatFailsNowIsSaidAndThePictureGoesOn) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  LiveOptions options = DrivenWindow::quiet();
  options.cuda_executor = Executor::cuda;
  Choice start = default_choice(*registry_.find("nbody"), "shared", Backend::cuda);
  DrivenWindow driven(registry_, machine, start, options);
  Session& session = driven.session();
  ASSERT_TRUE(driven.frames_until(60s, [&] { return session.steps() > 5; }));
  if (!shares_memory(driven.live().display().status().path))
    GTEST_SKIP() << driven.live().display().status().reason;
  fails_and_comes_back(driven);
}

// The same without a GPU: the way says that it shares memory, and what follows is the program's.
TEST_F(StatesWindowTest, InteropThatFailsNowIsRehearsedWithoutAGpu) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400), DrivenWindow::quiet(), 1280, 720,
                      true);
  ASSERT_TRUE(driven.frames_until(60s, [&] { return driven.session().steps() > 5; }));
  ASSERT_EQ(driven.live().display().status().path, DisplayPath::interop);
  EXPECT_TRUE(driven.live().model().interop_fail_reason.empty());
  fails_and_comes_back(driven);
}

TEST_F(StatesWindowTest, WhereNothingIsSharedInteropCannotBeMadeToFail) {
  DrivenWindow driven(registry_, machine_, nbody("vector", 400));
  driven.frame();
  EXPECT_FALSE(driven.live().model().interop_fail_reason.empty());
  driven.drive([](ImGuiTestContext& user) {
    user.ItemClick("//Top/menu");
    user.Yield(2);
    user.ItemClick("//Top/menu/view");
    user.Yield(2);
    EXPECT_TRUE(user.ItemInfo("//Top/menu/fail-interop").ItemFlags & ImGuiItemFlags_Disabled);
    user.KeyPress(ImGuiKey_Escape);
  });
}

}  // namespace
}  // namespace livewarp
