// What a window hands over to other tools.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include <nlohmann/json.hpp>

#include "app/handover/frame_watch.h"
#include "app/report/session_report.h"
#include "app/reports/saved_report.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/test_context.h"
#include "app/testing/trace_test.h"
#include "app/window/live_loop.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using test::of_track;

/// A screen whose clipboard can be read.
class ClipboardScreen final : public HeadlessScreen {
 public:
  using HeadlessScreen::HeadlessScreen;
  void set_clipboard(const std::string& text) override { clipboard = text; }
  std::string clipboard;
};

class HandoverLoop : public testing::Test {
 protected:
  HandoverLoop() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.file(""));
  }
  ~HandoverLoop() override { std::filesystem::current_path(before_); }

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
    for (int i = 0; i < 3; ++i) frame();
  }
  void frame() {
    live_->frame();
    live_->after_frame();
  }
  /// Types the name of an action into the line "/", and Enter.
  void act(const char* name) {
    for (const char* text : {"/", name}) {
      ImGui::GetIO().AddInputCharactersUTF8(text);
      for (int i = 0; i < 2; ++i) frame();
    }
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, down);
      frame();
    }
    for (int i = 0; i < 2; ++i) frame();
  }
  std::string noticed(const std::string& beginning) {
    for (const Notice& notice : live_->session().notices().current())
      if (notice.text.starts_with(beginning)) return notice.text.substr(beginning.size());
    return {};
  }
  /// Frames until a notice says so, however long that takes.
  std::string wait_for(const std::string& beginning) {
    for (std::string text;; frame()) {
      if (text = noticed(beginning); !text.empty()) return text;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_ = quiet();
  ui::Ui ui_{ui_options(options_)};
  ClipboardScreen screen_{1280, 720};
  std::optional<LiveLoop> live_;
  test::TemporaryFolder folder_;
  std::filesystem::path before_;
};

TEST_F(HandoverLoop, ATraceHasTheFramesAndWhatWasDoneMeanwhile) {
  begin("vector");
  // Frames without a display pass in a moment: traced again until a step ended within 120 of them.
  nlohmann::json trace;
  int written = 0;
  do {
    for (const Notice& notice : live_->session().notices().current())
      live_->session().notices().dismiss(notice.id);
    act("trace 120 frames");
    EXPECT_NE(noticed("tracing"), "");
    trace = nlohmann::json::parse(test::content_of(wait_for("trace written: ")));
    // The file is that of the notice, and no other is left.
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator("."), {}), ++written);
  } while (of_track(trace, "Steps on the CPU").empty());
  EXPECT_EQ(test::trace_problems(trace), "");
  const auto frames = of_track(trace, "Frames");
  std::map<std::string, int> counts;
  for (const auto& event : frames) ++counts[event["name"].get<std::string>()];
  EXPECT_EQ(counts["frame"], 120);
  for (const char* phase : {"input", "collect", "publish", "draw", "panels", "steps", "swap"})
    EXPECT_EQ(counts[phase], 120) << phase;
  const auto steps = of_track(trace, "Steps on the CPU");
  EXPECT_EQ(steps.front()["name"], "nbody vector");
  EXPECT_EQ(trace["otherData"]["variant"], "vector");
}

// It ends while the drawings of the last frames are still waited for.
TEST_F(HandoverLoop, WhatEndsAfterTheLastFrameIsToldOnce) {
  begin("vector");
  std::optional<Noting> work;
  work.emplace(&live_->session().spans(), Track::job, "work");
  act("trace 120 frames");
  for (int i = 0; i < FrameWatch::frames + 1; ++i) frame();
  work.reset();
  const auto trace = nlohmann::json::parse(test::content_of(wait_for("trace written: ")));
  const auto told = of_track(trace, "Measuring");
  ASSERT_EQ(told.size(), 1u) << trace.dump(1);
  EXPECT_EQ(told.front()["name"], "work");
}

// Both read what is noted: neither takes it from the other, nor ends it for the other.
TEST_F(HandoverLoop, ATraceAndTheTabTimelineGoTogether) {
  begin("vector");
  for (const bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(ImGuiKey_M, down);
    frame();
  }
  act("trace 120 frames");
  const auto trace = nlohmann::json::parse(test::content_of(wait_for("trace written: ")));
  const auto frames = of_track(trace, "Frames");
  EXPECT_EQ(
      std::ranges::count_if(frames, [](const auto& event) { return event["name"] == "swap"; }),
      120);
  EXPECT_TRUE(live_->session().spans().wanted()) << "the tab is still shown";
  ASSERT_TRUE(live_->model().last_frames);
  EXPECT_FALSE(live_->model().last_frames->timeline.empty());
  for (const bool down : {true, false}) {
    ImGui::GetIO().AddKeyEvent(ImGuiKey_M, down);
    frame();
  }
  EXPECT_FALSE(live_->session().spans().wanted());
}

TEST_F(HandoverLoop, AFolderThatCannotBeWrittenIsOneLine) {
  begin("vector");
  const std::string gone = folder_.file("gone");
  std::filesystem::create_directory(gone);
  std::filesystem::current_path(gone);
  std::filesystem::remove(gone);
  act("write a report");
  std::string text;
  for (const Notice& notice : live_->session().notices().current())
    if (notice.severity == Severity::error) text = notice.text;
  EXPECT_NE(text, "");
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

TEST_F(HandoverLoop, AReportOfTheWindowReadsBack) {
  begin("vector");
  live_->session().measure("vector");
  while (live_->session().job()) {
    if (live_->session().job()->wait_for_turn(std::chrono::milliseconds(1))) frame();
  }
  frame();
  act("write a report");
  const std::string path = wait_for("report written: ");
  const std::string page = test::content_of(path);
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("data:image/png;base64,"), std::string::npos) << "the window";
  const SavedReport saved =
      read_times(std::filesystem::path(path).replace_extension("json").string());
  ASSERT_EQ(saved.results.size(), 1u) << "what was measured, and no more";
  EXPECT_EQ(saved.results[0].variant, "vector");
  EXPECT_TRUE(saved.results[0].is_timed());
}

TEST_F(HandoverLoop, AReportTellsWhatHardwareCountersSaid) {
  begin("vector");
  live_->session().read_counters();
  while (live_->session().job()) {
    if (live_->session().job()->wait_for_turn(std::chrono::milliseconds(1))) frame();
  }
  frame();
  const ReportContent content = session_report(live_->session(), 0, {});
  const auto vector = std::ranges::find(content.results, "vector", [](const VariantResult& result) {
    return result.variant.info->name;
  });
  ASSERT_NE(vector, content.results.end());
  ASSERT_TRUE(vector->counters);
  EXPECT_EQ(vector->counters->why_absent, "only steps on a GPU are counted by its hardware");
}

TEST_F(HandoverLoop, AReportHasNoVerdictOnAnotherProblem) {
  begin("vector");
  Choice scalar = default_choice(*registry_.find("nbody"), "scalar", Backend::cpu);
  scalar.problem = live_->session().choice().problem;
  live_->session().compare(scalar);
  while (live_->session().job()) {
    if (live_->session().job()->wait_for_turn(std::chrono::milliseconds(1))) frame();
  }
  frame();
  ASSERT_TRUE(live_->session().compared());
  EXPECT_TRUE(session_report(live_->session(), 0, {}).verdict);
  Choice other = live_->session().choice();
  other.problem["n"] = std::int64_t{600};
  live_->session().apply(other);
  while (get_integer(live_->session().choice().problem, "n") != 600) frame();
  EXPECT_FALSE(session_report(live_->session(), 0, {}).verdict);
}

TEST_F(HandoverLoop, CommandsForProfilersGoToTheClipboard) {
  begin("shared");
  act("copy ncu command");
  EXPECT_TRUE(screen_.clipboard.starts_with("ncu ")) << screen_.clipboard;
  EXPECT_NE(screen_.clipboard.find(" livewarp bench nbody --variant shared"), std::string::npos);
  EXPECT_NE(screen_.clipboard.find(" --n 300 "), std::string::npos);
  EXPECT_EQ(noticed("copied: "), screen_.clipboard);
  act("copy nsys command");
  EXPECT_TRUE(screen_.clipboard.starts_with("nsys profile ")) << screen_.clipboard;
}

TEST_F(HandoverLoop, AVariantWithoutKernelsAndAMachineWithoutGpuSayWhy) {
  begin("vector");
  act("copy ncu command");
  act("capture 120 frames");
  EXPECT_EQ(screen_.clipboard, "");
  EXPECT_EQ(noticed("capturing"), "");
}

}  // namespace
}  // namespace livewarp
