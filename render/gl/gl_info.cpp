#include "render/gl/gl_info.h"

#include <algorithm>

#include <fmt/format.h>
#include <glad/gl.h>

namespace livewarp {
namespace {

std::string text_of(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace

GlInfo gl_info() {
  GlInfo info{text_of(GL_VENDOR), text_of(GL_RENDERER), text_of(GL_VERSION), 0, 0, false};
  glGetIntegerv(GL_MAJOR_VERSION, &info.major);
  glGetIntegerv(GL_MINOR_VERSION, &info.minor);
  info.software = draws_on_cpu(info.renderer);
  return info;
}

bool draws_on_cpu(const std::string& renderer) {
  const auto names = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"};
  return std::ranges::any_of(
      names, [&](const char* name) { return renderer.find(name) != std::string::npos; });
}

int drain_gl_errors() {
  int count = 0;
  // A lost context reports errors without end.
  while (count < 64 && glGetError() != GL_NO_ERROR) ++count;
  return count;
}

GlErrors::GlErrors() : log_(std::make_unique<Log>()) {
  GLint flags = 0;
  glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
  listening_ = (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
  if (!listening_) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // else drivers call from threads of their own
  glDebugMessageCallback(
      [](GLenum, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text,
         const void* user) {
        if (type != GL_DEBUG_TYPE_ERROR) return;
        auto& log = *static_cast<Log*>(const_cast<void*>(user));
        if (log.count++ == 0)
          log.first =
              length < 0 ? std::string(text) : std::string(text, static_cast<std::size_t>(length));
      },
      log_.get());
}

void GlErrors::poll() {
  if (listening_) {
    drain_gl_errors();
    return;
  }
  for (int k = 0; k < 64; ++k) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    if (log_->count++ == 0) log_->first = fmt::format("OpenGL error {:#06x}", error);
  }
}

}  // namespace livewarp
