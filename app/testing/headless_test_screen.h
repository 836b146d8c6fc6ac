#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/screen.h"
#include "render/displays/host_pictures.h"
#include "render/gl/generation.h"

namespace livewarp {

/// Pictures that stay in memory.
class HeadlessDisplay final : public Display {
 public:
  HeadlessDisplay() { newest_.generation = first_generation(); }
  PicturePlace begin(const PictureSpec& spec, void*) override { return pictures_.begin(spec); }
  void end(void*) override { pictures_.end(); }
  GlPicture latest() override {
    if (pictures_.take()) {
      newest_ = {pictures_.spec(), 1, newest_.generation + 1, 0};
      expect_finite();
    }
    return newest_;
  }
  GlPicture finish() override { return latest(); }
  DisplayStatus status() const override { return {DisplayPath::upload, {}, {}}; }
  DisplayTimes times() const override { return {}; }

 private:
  void expect_finite() const {
    const PictureKind kind = newest_.spec.kind;
    if (kind != PictureKind::points && kind != PictureKind::field) return;
    const auto* values = static_cast<const float*>(pictures_.memory());
    const std::size_t count = newest_.spec.bytes() / sizeof(float);
    EXPECT_TRUE(std::all_of(values, values + count, [](float v) { return std::isfinite(v); }))
        << "the picture holds a value that is no number";
  }

  HostPictures pictures_;
  GlPicture newest_;
};

/// Notes that nobody sees.
class HeadlessNotes final : public NotesScreen {
 public:
  explicit HeadlessNotes(std::vector<ui::LecturerView>& drawn) : drawn_(drawn) {}
  bool take_input() override { return false; }
  bool should_close() const override { return false; }
  std::string settle() override { return {}; }
  TimeSpan draw(const ui::LecturerView& view) override {
    drawn_.push_back(view);
    const double now = steady_ms();
    return {now - 1, now};
  }

 private:
  std::vector<ui::LecturerView>& drawn_;
};

/// Where the live loop runs without window and OpenGL: pictures stay in memory, panels are built
/// whole and looked at, but not drawn. Whatever Dear ImGui complains about fails the test.
class HeadlessScreen : public Screen {
 public:
  HeadlessScreen(int width, int height) : width_(width), height_(height) {
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.BackendPlatformName = io.BackendRendererName = "headless";
    ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void*, const char* message) {
      ADD_FAILURE() << "Dear ImGui: " << message;
    };
  }
  ~HeadlessScreen() override {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) destroy(*texture);
  }
  HeadlessScreen(const HeadlessScreen&) = delete;
  HeadlessScreen& operator=(const HeadlessScreen&) = delete;

  // -- what a test does --------------------------------------------------------------------------
  void resize(int width, int height) {
    width_ = width;
    height_ = height;
  }
  const std::vector<ui::LecturerView>& notes_drawn() const { return notes_drawn_; }
  void drop(const std::string& path) { dropped_.push_back(path); }
  const std::string& clipboard() const { return clipboard_; }
  /// Called at the end of every frame.
  std::function<void()> after_swap;

  // -- what the loop asks for --------------------------------------------------------------------
  // `after_swap` and from tests themselves: nobody has to wait for it.
  bool poll(double) override { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }
  bool should_close() const override { return false; }
  bool escape_held() const override { return false; }
  std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }
  void toggle_fullscreen() override {
    std::swap(width_, other_width_);
    std::swap(height_, other_height_);
  }
  std::unique_ptr<NotesScreen> make_notes() override {
    return std::make_unique<HeadlessNotes>(notes_drawn_);
  }
  void set_clipboard(const std::string& text) override { clipboard_ = text; }
  ScreenFacts facts() const override {
    return {.width = width_, .height = height_, .monitor_height = 1080, .renderer = "none"};
  }
  ScreenReport report() const override { return {"headless", 0, {}}; }

  std::unique_ptr<Display> make_display(const DisplayRequest&) override {
    return std::make_unique<HeadlessDisplay>();
  }
  std::optional<Probe> probe(const GlPicture& picture,
                             const std::optional<ImagePoint>& place) override {
    if (!place || picture.empty() || picture.spec.kind == PictureKind::points) return {};
    Probe probe{.x = std::int64_t(std::floor(place->x)),
                .y = std::int64_t(std::floor(place->y)),
                .value = 0.5};
    if (picture.spec.kind == PictureKind::image) probe.color = {1, 2, 3, 255};
    return probe;
  }
  bool draw_scene(const SceneRequest& request) override {
    EXPECT_GE(request.width, 1);
    EXPECT_GE(request.height, 1);
    const Mat4 matrix = request.camera.orbit().view_projection(request.width, request.height);
    EXPECT_TRUE(std::ranges::all_of(matrix, [](float v) { return std::isfinite(v); }))
        << "the camera looks nowhere";
    if (!request.fills_window) scene_ = {1, request.width, request.height};
    return true;
  }
  SceneTexture scene() const override { return scene_; }
  Drawings drawings() override {
    const double now = steady_ms();
    return {.scenes = {{now - 1, now}}};
  }

  void begin_panels() override {
    ImGuiIO& io = ImGui::GetIO();
    // In every frame: the test engine has its own wishes. What is complained about goes to the
    // callback.
    io.ConfigErrorRecoveryEnableAssert = io.ConfigErrorRecoveryEnableTooltip = false;
    io.DisplaySize = {float(width_), float(height_)};
    const auto now = std::chrono::steady_clock::now();
    io.DeltaTime = std::max(1e-4f, std::chrono::duration<float>(now - last_).count());
    last_ = now;
  }
  void draw_panels(bool) override {
    const ImDrawData* data = ImGui::GetDrawData();
    for (const auto* list : data->CmdLists) expect_finite(list->VtxBuffer, list->_OwnerName);
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
      if (texture->Status == ImTextureStatus_WantDestroy)
        destroy(*texture);
      else
        texture->SetStatus(ImTextureStatus_OK);
    }
  }
  PixelImage pixels() const override { return {1, 1, {0, 0, 0, 255}}; }
  PixelImage draw_graphs(const std::vector<Graph>&, const std::string&, int, int) override {
    return {1, 1, {0, 0, 0, 255}};
  }
  bool settle(std::chrono::nanoseconds) override { return true; }
  void swap() override {
    if (after_swap) after_swap();
  }
  void finish() override {}

 private:
  static void destroy(ImTextureData& texture) {
    texture.SetTexID(ImTextureID_Invalid);
    texture.SetStatus(ImTextureStatus_Destroyed);
  }
  static void expect_finite(const ImVector<ImDrawVert>& vertices, const char* owner) {
    const bool finite = std::ranges::all_of(vertices, [](const ImDrawVert& vertex) {
      return std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y);
    });
    EXPECT_TRUE(finite) << owner << " draws at no place";
  }

  int width_, height_, other_width_ = 1920, other_height_ = 1080;
  SceneTexture scene_;
  std::vector<std::string> dropped_;
  std::string clipboard_;
  std::vector<ui::LecturerView> notes_drawn_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace livewarp
