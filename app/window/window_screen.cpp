// OpenGL's loader first: GLFW's header takes whichever it finds.
#include <glad/gl.h>

#include <algorithm>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/lecture/notes_window.h"
#include "app/pictures/graph_picture.h"
#include "app/window/window_screen.h"
#include "kernels/core/base/error.h"

namespace livewarp {

WindowScreen::Input::Input(const Window& window) {
  if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), true))
    throw Error("the user interface could not start in this window");
}

WindowScreen::Input::~Input() { ImGui_ImplGlfw_Shutdown(); }

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
          .drawn_by_cpu = window_.gl().software,
          .lost = canvas_.lost()};
}

ScreenReport WindowScreen::report() const {
  return {window_.system(), window_.gl_errors(), window_.first_gl_error()};
}

std::unique_ptr<Display> WindowScreen::make_display(const DisplayRequest& request) {
  return make_drawing_display(request);
}

void WindowScreen::begin_panels() {
  canvas_.begin_panels();
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
  Drawings drawings = canvas_.drawings();
  // The GPU has work at both ends of a swap, to copy the frame and to go on; what lies between may
  // be no more than waiting for the screen.
  for (const TimeSpan& span : swap_timer_.collect()) {
    drawings.panels.push_back({span.begin, std::min(span.end, span.begin + longest_copy_ms)});
    drawings.panels.push_back({std::max(span.begin, span.end - longest_copy_ms), span.end});
  }
  note_unknown(drawings, swap_timer_);
  return drawings;
}

void WindowScreen::draw_panels(bool over_scene) {
  canvas_.draw_panels(over_scene, the_window, window_.framebuffer_width(),
                      window_.framebuffer_height());
}

PixelImage WindowScreen::pixels() const {
  return framebuffer_pixels(the_window, window_.framebuffer_width(), window_.framebuffer_height());
}

PixelImage WindowScreen::draw_graphs(const std::vector<Graph>& graphs, const std::string& origin,
                                     int width, int height) {
  return livewarp::draw_graphs(graphs, origin, width, height);
}

bool WindowScreen::settle(std::chrono::nanoseconds limit) { return GlFence().reached(limit); }

void WindowScreen::finish() { glFinish(); }

}  // namespace livewarp
