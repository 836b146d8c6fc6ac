// OpenGL's loader first: the back end brings declarations of its own.
#include <glad/gl.h>

#include "app/graph_picture.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstring>

#include "app/platform.h"
#include "kernels/core/error.h"
#include "ui/graph_sheet.h"

/// Loads the functions that the back ends call. Shutting one down forgets them for all.
bool ImGui_ImplOpenGL3_InitLoader();

namespace livewarp {

namespace {

/// A texture to draw into, bound while it lives.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, GL_RGBA8, width, height);
    glCreateFramebuffers(1, &framebuffer_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, width, height);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  ~Canvas() {
    glBindFramebuffer(GL_FRAMEBUFFER, unsigned(before_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  PixelImage pixels() const {
    PixelImage image{width_, height_, {}};
    const std::size_t row = 4 * std::size_t(width_);
    std::vector<std::uint8_t> upward(row * std::size_t(height_));
    GLint bound = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glGetTextureImage(texture_, 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(upward.size()),
                      upward.data());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, GLuint(bound));
    image.rgba.resize(upward.size());
    for (std::size_t y = 0; y < std::size_t(height_); ++y)
      std::memcpy(image.rgba.data() + y * row, upward.data() + (std::size_t(height_) - 1 - y) * row,
                  row);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
  }

 private:
  int width_, height_;
  GLint before_ = 0, viewport_[4]{};
  GLuint texture_ = 0, framebuffer_ = 0;
};

/// The back end of the sheet's own context.
class BackEnd {
 public:
  BackEnd() {
    if (!ImGui_ImplOpenGL3_Init("#version 450"))
      throw Error("the graph cannot be drawn: the user interface could not start on this OpenGL");
  }
  ~BackEnd() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_InitLoader();  // a window has a back end too
  }
  BackEnd(const BackEnd&) = delete;
  BackEnd& operator=(const BackEnd&) = delete;
};

}  // namespace

PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& footer, int width,
                       int height) {
  ui::GraphSheet sheet(font_folders(), width, height);
  const BackEnd back_end;
  const Canvas canvas(width, height);
  // The second frame knows the sizes that the first found.
  for (int frame = 0; frame < 2; ++frame) {
    ImGui_ImplOpenGL3_NewFrame();
    sheet.frame(graphs, footer);
  }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return canvas.pixels();
}

Image as_image(const PixelImage& pixels) {
  Image image{pixels.width, pixels.height, 4, 8, {}};
  image.pixels.resize(pixels.rgba.size());
  std::memcpy(image.pixels.data(), pixels.rgba.data(), pixels.rgba.size());
  return image;
}

}  // namespace livewarp
