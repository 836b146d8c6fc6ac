#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/live_window.h"
#include "app/test_context.h"
#include "ui/widgets.h"

namespace livewarp {

/// A real window, large enough for the whole layout on the large screen of the tests, whose mouse and
/// keyboard are driven by Dear ImGui Test Engine. CUDA rows are executed from their source, so that their
/// controls can be driven without a GPU.
class DrivenWindow {
 public:
  DrivenWindow(const Registry& registry, const Machine& machine, const Choice& start,
               const LiveOptions& options = quiet(), int width = 2560, int height = 1440)
      : window_(look(width, height)), engine_(ImGuiTestEngine_CreateContext()),
        live_(std::make_unique<LiveWindow>(window_, registry, machine, start, options)) {
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigLogToTTY = true;
    io.ConfigNoThrottle = true;
    io.ConfigWatchdogKillTest = 300;
    ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
    live_->note_words(&words_);
  }
  ~DrivenWindow() {
    ImGuiTestEngine_Stop(engine_);
    live_.reset();  // ends the ImGui context, which must go before the engine's
    ImGuiTestEngine_DestroyContext(engine_);
  }

  LiveWindow& live() { return *live_; }
  GLFWwindow* handle() const { return window_.handle(); }
  Session& session() { return live_->session(); }

  /// Whether the last frame wrote that anywhere.
  bool says(std::string_view text) const {
    return std::ranges::any_of(
        words_, [&](const ui::Written& each) { return each.text.find(text) != std::string::npos; });
  }

  void frame() {
    live_->wait();
    live_->frame();
    ImGuiTestEngine_PostSwap(engine_);
    live_->after_frame();
  }

  /// Frames until `done` or for that long.
  bool frames_until(std::chrono::seconds limit, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      frame();
    }
    return true;
  }

  /// Runs what a person does, frame by frame.
  void drive(const std::function<void(ImGuiTestContext&)>& person) {
    ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "window", "drive", __FILE__, __LINE__);
    test->TestFunc = [&person](ImGuiTestContext* context) { person(*context); };
    ImGuiTestEngine_QueueTest(engine_, test);
    while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) frame();
    ImGuiTestEngineResultSummary summary;
    ImGuiTestEngine_GetResultSummary(engine_, &summary);
    EXPECT_EQ(summary.CountTested, summary.CountSuccess)
        << "a control was not found or not reached";
    ImGuiTestEngine_UnregisterTest(engine_, test);
  }

  static LiveOptions quiet() {
    LiveOptions options;
    options.keep_settings = false;
    options.vsync = false;
    options.cuda_rows = Executor::simt;
    return options;
  }

 private:
  static WindowOptions look(int width, int height) {
    WindowOptions options;
    options.width = width;
    options.height = height;
    options.vsync = false;
    return options;
  }

  std::vector<ui::Written> words_;
  Window window_;
  ImGuiTestEngine* engine_;
  std::unique_ptr<LiveWindow> live_;
};

/// What tests need that drive N-body on a machine without a GPU.
class NbodyWindowTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();

  Choice nbody(const std::string& variant, std::int64_t n) const {
    Choice choice = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    choice.problem["n"] = n;
    return choice;
  }
};

}  // namespace livewarp
