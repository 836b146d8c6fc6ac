// OpenGL's loader first: GLFW's header takes whichever it finds.
#include <algorithm>

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/lecture/notes_window.h"
#include "app/pictures/graph_picture.h"
#include "app/window/window_screen.h"
#include "kernels/core/base/error.h"

namespace livewarp {

WindowScreen::BackEnds::BackEnds(const Window& window) {
  if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), true) ||
      !ImGui_ImplOpenGL3_Init("#version 450"))
    throw Error("the user interface could not start on this OpenGL");
}

WindowScreen::BackEnds::~BackEnds() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
}

bool WindowScreen::poll(double wait_seconds) {
  const auto has_input = [] { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); };
  window_.poll(has_input() ? 0 : wait_seconds);
  const bool changed = window_.take_changed();
  return changed || has_input();
}

bool WindowScreen::escape_held() const {
  return glfwGetKey(window_.handle(), GLFW_KEY_ESCAPE) == GLFW_PRESS;
}

std::unique_ptr<NotesScreen> WindowScreen::make_notes() {
  return std::make_unique<NotesWindow>(window_);
}

void WindowScreen::set_clipboard(const std::string& text) { ImGui::SetClipboardText(text.c_str()); }

ScreenFacts WindowScreen::facts() const {
  return {.width = window_.framebuffer_width(),
          .height = window_.framebuffer_height(),
          .content_scale = window_.content_scale(),
          .monitor_height = window_.monitor_height(),
          .refresh_hz = window_.refresh_hz(),
          .vsync = window_.vsync(),
          .renderer = window_.gl().renderer,
          .drawn_by_cpu = window_.gl().software};
}

ScreenReport WindowScreen::report() const {
  return {window_.system(), window_.gl_errors(), window_.first_gl_error()};
}

std::unique_ptr<Display> WindowScreen::make_display(const DisplayRequest& request) {
  return make_drawing_display(request);
}

std::optional<Probe> WindowScreen::probe(const GlPicture& picture,
                                         const std::optional<ImagePoint>& place) {
  probed_ = {picture, place};
  return prober_.answer();
}

bool WindowScreen::draw_scene(const SceneRequest& request) {
  const auto& [picture, view, camera, width, height, fills_window, tint] = request;
  if (!fills_window && scene_.shows(picture, view, camera, width, height, tint)) return false;
  scene_timer_.begin();
  if (fills_window) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    scene_.draw_to_window(picture, view, camera, width, height, tint);
  } else {
    scene_.draw(picture, view, camera, width, height, tint);
  }
  scene_timer_.end();
  return true;
}

SceneTexture WindowScreen::scene() const {
  return {scene_.texture(), scene_.width(), scene_.height()};
}

void WindowScreen::begin_panels() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
}

void WindowScreen::swap() {
  swap_timer_.begin();
  window_.swap();
  swap_timer_.end();
  glFlush();  // or the end would be that of the next frame's first commands
}

Drawings WindowScreen::drawings() {
  constexpr double longest_copy_ms = 0.5;
  Drawings drawings;
  drawings.scenes = scene_timer_.collect();
  drawings.panels = panel_timer_.collect();
  // The GPU has work at both ends of a swap, to copy the frame and to go on; what lies between may
  // be no more than waiting for the screen.
  for (const TimeSpan& span : swap_timer_.collect()) {
    drawings.panels.push_back({span.begin, std::min(span.end, span.begin + longest_copy_ms)});
    drawings.panels.push_back({std::max(span.begin, span.end - longest_copy_ms), span.end});
  }
  for (const DrawTimer* const timer : {&scene_timer_, &panel_timer_, &swap_timer_}) {
    drawings.unknown_since = std::min(drawings.unknown_since, timer->unknown_since());
    drawings.uncertainty = std::max(drawings.uncertainty, timer->uncertainty_ms());
  }
  return drawings;
}

void WindowScreen::draw_panels(bool over_scene) {
  panel_timer_.begin();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, window_.framebuffer_width(), window_.framebuffer_height());
  glDisable(GL_FRAMEBUFFER_SRGB);
  if (!over_scene) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  panel_timer_.end();
  // Not sooner: software OpenGL would begin to draw, on the cores that make the panels.
  prober_.ask(probed_.first, probed_.second);
}

PixelImage WindowScreen::pixels() const {
  PixelImage image{window_.framebuffer_width(), window_.framebuffer_height(), {}};
  const auto row_bytes = 4 * static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> upward(row_bytes * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
  image.rgba.reserve(upward.size());
  for (int y = image.height - 1; y >= 0; --y) {
    const auto row = upward.begin() + static_cast<std::ptrdiff_t>(row_bytes) * y;
    image.rgba.insert(image.rgba.end(), row, row + static_cast<std::ptrdiff_t>(row_bytes));
  }
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

PixelImage WindowScreen::draw_graphs(const std::vector<Graph>& graphs, const std::string& origin,
                                     int width, int height) {
  return livewarp::draw_graphs(graphs, origin, width, height);
}

bool WindowScreen::settle(std::chrono::nanoseconds limit) { return GlFence().reached(limit); }

void WindowScreen::finish() { glFinish(); }

}  // namespace livewarp
