#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <functional>

#include "app/window/window_app.h"

namespace livewarp {

/// A run that leaves nothing behind and executes CUDA variants from their source.
inline LiveOptions quiet_options() {
  LiveOptions options;
  options.keep_settings = false;
  options.vsync = false;
  options.cuda_executor = Executor::emulator;
  options.edit = {
      {}, {}, std::vector<std::string>{"/nowhere/g++"}, std::vector<std::string>{"/nowhere"}};
  return options;
}

/// Mouse and keyboard of a test, by Dear ImGui Test Engine. Stands before the user interface that
/// it drives, whose context must end before the engine's.
class TestUser {
 public:
  TestUser() : engine_(ImGuiTestEngine_CreateContext()) {}
  ~TestUser() { ImGuiTestEngine_DestroyContext(engine_); }
  TestUser(const TestUser&) = delete;
  TestUser& operator=(const TestUser&) = delete;

  /// Takes hold of the current context, and lets it go.
  void start() {
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigLogToTTY = true;
    io.ConfigNoThrottle = true;
    io.ConfigWatchdogKillTest = 300;
    ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
  }
  void stop() { ImGuiTestEngine_Stop(engine_); }

  /// To be called at the end of every frame.
  void after_swap() { ImGuiTestEngine_PostSwap(engine_); }

  /// Does what `acts` says, while `frame` is called again and again.
  void drive(const std::function<void(ImGuiTestContext&)>& acts,
             const std::function<void()>& frame) {
    ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "window", "drive", __FILE__, __LINE__);
    test->TestFunc = [&acts](ImGuiTestContext* context) { acts(*context); };
    ImGuiTestEngine_QueueTest(engine_, test);
    while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) frame();
    ImGuiTestEngineResultSummary summary;
    ImGuiTestEngine_GetResultSummary(engine_, &summary);
    EXPECT_EQ(summary.CountTested, summary.CountSuccess)
        << "a control was not found or not reached";
    ImGuiTestEngine_UnregisterTest(engine_, test);
  }

 private:
  ImGuiTestEngine* engine_;
};

}  // namespace livewarp
