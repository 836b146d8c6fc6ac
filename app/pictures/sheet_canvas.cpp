// OpenGL's loader first: the back end brings declarations of its own.
#include <glad/gl.h>

#include "app/pictures/sheet_canvas.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstring>
#include <vector>

#include "kernels/core/base/error.h"
#include "render/gl/gl_objects.h"

/// Loads the functions that the back ends call. Shutting one down forgets them for all.
bool ImGui_ImplOpenGL3_InitLoader();

namespace livewarp {

namespace {

/// A texture to draw into, bound while it lives.
class BoundCanvas {
 public:
  BoundCanvas(int width, int height) {
    canvas_.resize(GL_RGBA8, width, height, false);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
    glViewport(0, 0, width, height);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  ~BoundCanvas() {
    glBindFramebuffer(GL_FRAMEBUFFER, unsigned(before_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  }
  BoundCanvas(const BoundCanvas&) = delete;
  BoundCanvas& operator=(const BoundCanvas&) = delete;

  PixelImage pixels() const {
    PixelImage image{canvas_.width(), canvas_.height(), {}};
    const std::size_t row = 4 * std::size_t(image.width), rows = std::size_t(image.height);
    std::vector<std::uint8_t> upward(row * rows);
    GLint bound = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glGetTextureImage(canvas_.texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(upward.size()),
                      upward.data());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, GLuint(bound));
    image.rgba.resize(upward.size());
    for (std::size_t y = 0; y < rows; ++y)
      std::memcpy(image.rgba.data() + y * row, upward.data() + (rows - 1 - y) * row, row);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
  }

 private:
  Canvas canvas_;
  GLint before_ = 0, viewport_[4]{};
};

/// The back end of the sheet's own context.
class BackEnd {
 public:
  explicit BackEnd(const std::string& what) {
    if (!ImGui_ImplOpenGL3_Init("#version 450"))
      throw Error(what + " cannot be drawn: the user interface could not start on this OpenGL");
  }
  ~BackEnd() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_InitLoader();  // a window has a back end too
  }
  BackEnd(const BackEnd&) = delete;
  BackEnd& operator=(const BackEnd&) = delete;
};

}  // namespace

PixelImage drawn_off_screen(int width, int height, const std::string& what,
                            const std::function<void()>& frame) {
  const BackEnd back_end(what);
  const BoundCanvas canvas(width, height);
  // The second frame knows the sizes that the first found.
  for (int i = 0; i < 2; ++i) {
    ImGui_ImplOpenGL3_NewFrame();
    frame();
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return canvas.pixels();
}

}  // namespace livewarp
