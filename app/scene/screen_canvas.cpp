// OpenGL's loader first: the back end brings declarations of its own.
#include <glad/gl.h>

#include "app/scene/screen_canvas.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "kernels/core/base/error.h"

namespace livewarp {

ScreenCanvas::BackEnd::BackEnd() {
  if (!ImGui_ImplOpenGL3_Init("#version 450"))
    throw Error("the user interface could not start on this OpenGL");
}

ScreenCanvas::BackEnd::~BackEnd() { ImGui_ImplOpenGL3_Shutdown(); }

ScreenCanvas::ScreenCanvas() {
  const auto try_to = [this](const char* without, const auto& make) {
    try {
      make();
    } catch (const Error& error) {
      lost_ += std::string(lost_.empty() ? "" : "; ") + without + ": " + error.what();
    }
  };
  try_to("no time of drawing is measured", [this] { timers_.emplace(); });
  try_to("no values are shown under the pointer", [this] { prober_.emplace(); });
}

std::optional<Probe> ScreenCanvas::probe(const GlPicture& picture,
                                         const std::optional<ImagePoint>& place) {
  probed_ = {picture, place};
  return prober_ ? prober_->answer() : std::nullopt;
}

bool ScreenCanvas::draw_scene(const SceneRequest& request, unsigned framebuffer) {
  const auto& [picture, view, camera, width, height, fills_window, tint] = request;
  if (!fills_window && scene_.shows(picture, view, camera, width, height, tint)) return false;
  if (timers_) timers_->scenes.begin();
  if (fills_window) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    scene_.draw_to_window(picture, view, camera, width, height, tint);
  } else {
    scene_.draw(picture, view, camera, width, height, tint);
  }
  if (timers_) timers_->scenes.end();
  return true;
}

void ScreenCanvas::begin_panels() { ImGui_ImplOpenGL3_NewFrame(); }

void ScreenCanvas::draw_panels(bool over_scene, unsigned framebuffer, int width, int height) {
  if (timers_) timers_->panels.begin();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  glDisable(GL_FRAMEBUFFER_SRGB);
  if (!over_scene) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (timers_) timers_->panels.end();
  // Not sooner: software OpenGL would begin to draw, on the cores that make the panels.
  if (prober_) prober_->ask(probed_.first, probed_.second);
}

Drawings ScreenCanvas::drawings() {
  Drawings drawings;
  if (!timers_) {
    drawings.unknown_since = 0;  // whatever was drawn, nobody knows when
    return drawings;
  }
  drawings.scenes = timers_->scenes.collect();
  drawings.panels = timers_->panels.collect();
  note_unknown(drawings, timers_->scenes);
  note_unknown(drawings, timers_->panels);
  return drawings;
}

void note_unknown(Drawings& drawings, const DrawTimer& timer) {
  drawings.unknown_since = std::min(drawings.unknown_since, timer.unknown_since());
  drawings.uncertainty = std::max(drawings.uncertainty, timer.uncertainty_ms());
}

PixelImage framebuffer_pixels(unsigned framebuffer, int width, int height) {
  PixelImage image{width, height, {}};
  const auto row_bytes = 4 * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> upward(row_bytes * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
  image.rgba.reserve(upward.size());
  for (int y = height - 1; y >= 0; --y) {
    const auto row = upward.begin() + static_cast<std::ptrdiff_t>(row_bytes) * y;
    image.rgba.insert(image.rgba.end(), row, row + static_cast<std::ptrdiff_t>(row_bytes));
  }
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

}  // namespace livewarp
