#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/model/ids.h"
#include "ui/ui.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// The user interface without window and OpenGL: frames are built and thrown away, input is made
/// up. One at a time: Dear ImGui has one current context. What it complains of fails the test.
class Headless {
 public:
  explicit Headless(const UiOptions& options = {}) : ui_(options) {
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.ConfigErrorRecoveryEnableAssert = false;
    io.ConfigErrorRecoveryEnableTooltip = false;
    io.ConfigInputTrickleEventQueue = false;
    ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void*, const char* message) {
      ADD_FAILURE() << "Dear ImGui: " << message;
    };
  }
  ~Headless() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
  }

  void resize(int width, int height) {
    width_ = width;
    height_ = height;
  }

  Result frame(const Model& model) {
    written.clear();
    helped.clear();
    FrameInfo info{.window_width = width_,
                   .window_height = height_,
                   .monitor_height = monitor_,
                   .dt = dt,
                   .written = &written,
                   .helped = &helped};
    Result result = ui_.frame(model, info);
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
      if (texture->Status != ImTextureStatus_WantDestroy) texture->SetStatus(ImTextureStatus_OK);
      if (texture->Status == ImTextureStatus_WantDestroy) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
      }
    }
    return result;
  }

  /// Several frames; what any of them asked for, taken together (the last choice wins).
  Result frames(const Model& model, int count) {
    Result all;
    for (int i = 0; i < count; ++i) add(all, frame(model));
    return all;
  }

  /// Presses and releases a key; what was asked for meanwhile.
  Result key(const Model& model, ImGuiKey key, bool shift = false, bool ctrl = false) {
    ImGuiIO& io = ImGui::GetIO();
    Result all;
    if (shift) io.AddKeyEvent(ImGuiMod_Shift, true);
    if (ctrl) io.AddKeyEvent(ImGuiMod_Ctrl, true);
    add(all, frame(model));
    io.AddKeyEvent(key, true);
    add(all, frame(model));
    io.AddKeyEvent(key, false);
    io.AddKeyEvent(ImGuiMod_Shift, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    add(all, frame(model));
    return all;
  }

  Result type(const Model& model, const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    return frame(model);
  }

  /// Presses a control by its path, wherever it stands.
  Result activate(const Model& model, const std::string& path) {
    ImGui::ActivateItemByID(ids::id_of(path));
    return frames(model, 3);
  }

  Result mouse_to(const Model& model, float x, float y) {
    ImGui::GetIO().AddMousePosEvent(x, y);
    return frame(model);
  }

  Result click(const Model& model, float x, float y) {
    Result all = mouse_to(model, x, y);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    add(all, frame(model));
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    add(all, frame(model));
    return all;
  }

  /// Looks down the column `x` for a control; its place, or {-1, -1}.
  ImVec2 find(const Model& model, const std::string& path, float x) {
    for (float y = 4; y < float(height_); y += 4) {
      mouse_to(model, x, y);
      frame(model);
      if (ImGui::GetCurrentContext()->HoveredId == ids::id_of(path)) return {x, y};
    }
    ADD_FAILURE() << path << " is nowhere at x = " << x;
    return {-1, -1};
  }

  /// Whether the last frame wrote that anywhere.
  bool says(std::string_view text) const { return ui::says(written, text); }
  /// What the last frame wrote only in part, or not within its window.
  std::vector<std::string> cut() const {
    std::vector<std::string> texts;
    for (const Written& each : written)
      if (each.cut) texts.push_back(each.text);
    return texts;
  }

  Ui& ui() { return ui_; }
  std::vector<Written> written;
  std::vector<Helped> helped;
  double dt = 1 / 60.0;

  /// What two frames asked for, taken together.
  static void add(Result& all, Result now) {
    if (now.choice) all.choice = now.choice;
    all.commands.insert(all.commands.end(), now.commands.begin(), now.commands.end());
    if (now.tuner) all.tuner = now.tuner;
    if (now.slide) all.slide = now.slide;
    if (now.open_exercise) all.open_exercise = now.open_exercise;
    if (now.run_fault) all.run_fault = now.run_fault;
    if (now.save_preset) all.save_preset = now.save_preset;
    if (now.lab) all.lab = now.lab;
    if (now.frames) all.frames = now.frames;
    if (now.copy_line_of) {
      all.copy_line_of = now.copy_line_of;
      all.copied_line = now.copied_line;
    }
    all.files.insert(all.files.end(), now.files.begin(), now.files.end());
    all.dismissed.insert(all.dismissed.end(), now.dismissed.begin(), now.dismissed.end());
    all.pointer = now.pointer;
    all.scene_width = now.scene_width;
    all.scene_height = now.scene_height;
    all.scene_fills_window = now.scene_fills_window;
    all.animating = now.animating;
  }

 private:
  struct Alone {
    Alone() { EXPECT_EQ(ImGui::GetCurrentContext(), nullptr) << "one user interface at a time"; }
  } alone_;
  Ui ui_;
  int width_ = 1280, height_ = 720, monitor_ = 1080;
};

inline bool asked(const Result& result, AppCommand command) {
  return std::find(result.commands.begin(), result.commands.end(), command) !=
         result.commands.end();
}

/// Whether the last frame wrote that in full.
inline bool whole(const Headless& app, const std::string& text) {
  return std::ranges::any_of(app.written,
                             [&](const Written& each) { return each.text == text && !each.cut; });
}

}  // namespace livewarp::ui
