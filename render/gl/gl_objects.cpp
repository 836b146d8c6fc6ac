#include "render/gl/gl_objects.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <glad/gl.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/base/text.h"
#include "render/gl/gl_info.h"
#include "render/gl/shader_text.h"

namespace livewarp {
namespace {

/// Owns what was just made. OpenGL makes nothing where memory is short or the context is lost.
GlObject owned(GLuint name, const char* kind, GlObject::Destroy destroy) {
  if (name != 0) return {name, destroy};
  drain_gl_errors();
  throw Error(fmt::format("{} makes no {}", gl_info().renderer, kind),
              "Close other programs that draw, or choose a smaller problem.");
}

void check_storage(const GlObject& texture, const std::string& what) {
  GLint has_storage = 0;
  glGetTextureParameteriv(texture.name(), GL_TEXTURE_IMMUTABLE_FORMAT, &has_storage);
  if (has_storage) return;
  drain_gl_errors();
  throw Error(fmt::format("no room for {} on {}", what, gl_info().renderer),
              "Choose a smaller problem.");
}

std::string log_of(unsigned object, bool program) {
  GLint length = 0;
  (program ? glGetProgramiv : glGetShaderiv)(object, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  (program ? glGetProgramInfoLog : glGetShaderInfoLog)(object, length, nullptr, log.data());
  log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
  return log;
}

GlObject texture_of(GLenum kind) {
  GLuint name = 0;
  LIVEWARP_CALL(glCreateTextures, kind, 1, &name);
  return owned(name, "texture", [](unsigned n) { glDeleteTextures(1, &n); });
}

/// `defines` stands after the first line, which has to be the version's.
GlObject compile(GLenum kind, std::string_view file, std::string_view defines) {
  GlObject shader = owned(LIVEWARP_CALL(glCreateShader, kind), "shader",
                          [](unsigned name) { glDeleteShader(name); });
  const std::string_view text = shader_text(file);
  const std::size_t line = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::array<std::string_view, 4> parts = {text.substr(0, line), defines, "#line 2\n",
                                                 text.substr(line)};
  std::array<const char*, parts.size()> starts{};
  std::array<GLint, parts.size()> lengths{};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    starts[k] = parts[k].data();
    lengths[k] = static_cast<GLint>(parts[k].size());
  }
  glShaderSource(shader.name(), GLsizei{parts.size()}, starts.data(), lengths.data());
  LIVEWARP_CALL(glCompileShader, shader.name());
  GLint ok = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &ok);
  if (!ok)
    throw Error(fmt::format("shader {} does not compile on {}: {}", file, gl_info().renderer,
                            log_of(shader.name(), false)),
                "Update the graphics driver, or use software OpenGL: LIBGL_ALWAYS_SOFTWARE=1.");
  return shader;
}

}  // namespace

GlFence::GlFence() : fence_(LIVEWARP_CALL(glFenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) {}

bool GlFence::reached(std::chrono::nanoseconds limit) const {
  if (!fence_) {  // OpenGL made none: all that is left is to wait
    glFinish();
    return true;
  }
  const GLbitfield flush = limit.count() > 0 ? GL_SYNC_FLUSH_COMMANDS_BIT : 0;
  const GLenum state = LIVEWARP_FALLIBLE(
      "glClientWaitSync", GLenum{GL_WAIT_FAILED},
      glClientWaitSync(static_cast<GLsync>(fence_.get()), flush, GLuint64(limit.count())));
  if (state == GL_WAIT_FAILED) glFinish();
  return state != GL_TIMEOUT_EXPIRED;
}

void GlFence::Delete::operator()(void* fence) const { glDeleteSync(static_cast<GLsync>(fence)); }

GlObject make_buffer() {
  GLuint name = 0;
  LIVEWARP_CALL(glCreateBuffers, 1, &name);
  return owned(name, "buffer", [](unsigned n) { glDeleteBuffers(1, &n); });
}

GlObject make_vertex_array() {
  GLuint name = 0;
  LIVEWARP_CALL(glCreateVertexArrays, 1, &name);
  return owned(name, "vertex array", [](unsigned n) { glDeleteVertexArrays(1, &n); });
}

GlObject make_timestamp_query() {
  GLuint name = 0;
  LIVEWARP_CALL(glCreateQueries, GL_TIMESTAMP, 1, &name);
  return owned(name, "query", [](unsigned n) { glDeleteQueries(1, &n); });
}

GlObject make_framebuffer() {
  GLuint name = 0;
  LIVEWARP_CALL(glCreateFramebuffers, 1, &name);
  return owned(name, "framebuffer", [](unsigned n) { glDeleteFramebuffers(1, &n); });
}

GlObject make_buffer_texture() { return texture_of(GL_TEXTURE_BUFFER); }

GlObject make_texture(unsigned internal_format, int width, int height, bool linear, int levels) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width > largest || height > largest)
    throw Error(fmt::format("a picture of {} x {} pixels cannot be drawn: {} allows {}",
                            grouped(width), grouped(height), gl_info().renderer, grouped(largest)),
                "Choose a smaller picture.");
  GlObject texture = texture_of(GL_TEXTURE_2D);
  const GLuint name = texture.name();
  LIVEWARP_CALL(glTextureStorage2D, name, levels, internal_format, width, height);
  check_storage(texture,
                fmt::format("a picture of {} x {} pixels", grouped(width), grouped(height)));
  const GLint filter = linear ? GL_LINEAR : GL_NEAREST;
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, filter);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, filter);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

GlObject make_volume_texture(unsigned internal_format, int width, int height, int depth) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &largest);
  if (std::max({width, height, depth}) > largest)
    throw Error(fmt::format("a volume of {} x {} x {} cells cannot be drawn: {} allows {} a side",
                            grouped(width), grouped(height), grouped(depth), gl_info().renderer,
                            grouped(largest)),
                "Choose a smaller problem.");
  GlObject texture = texture_of(GL_TEXTURE_3D);
  const GLuint name = texture.name();
  LIVEWARP_CALL(glTextureStorage3D, name, 1, internal_format, width, height, depth);
  check_storage(texture, fmt::format("a volume of {} x {} x {} cells", grouped(width),
                                     grouped(height), grouped(depth)));
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(name, filter, GL_LINEAR);
  for (const GLenum side : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTextureParameteri(name, side, GL_CLAMP_TO_EDGE);
  return texture;
}

GlObject make_program(std::string_view vertex_file, std::string_view fragment_file,
                      std::string_view fragment_head, std::string_view vertex_head) {
  const GlObject vertex = compile(GL_VERTEX_SHADER, vertex_file, vertex_head);
  const GlObject fragment = compile(GL_FRAGMENT_SHADER, fragment_file, fragment_head);
  GlObject program = owned(LIVEWARP_CALL(glCreateProgram), "program",
                           [](unsigned name) { glDeleteProgram(name); });
  for (const GlObject* shader : {&vertex, &fragment})
    glAttachShader(program.name(), shader->name());
  LIVEWARP_CALL(glLinkProgram, program.name());
  for (const GlObject* shader : {&vertex, &fragment})
    glDetachShader(program.name(), shader->name());
  GLint ok = 0;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &ok);
  if (!ok)
    throw Error(fmt::format("shaders {} and {} do not link on {}: {}", vertex_file, fragment_file,
                            gl_info().renderer, log_of(program.name(), true)),
                "Update the graphics driver, or use software OpenGL: LIBGL_ALWAYS_SOFTWARE=1.");
  return program;
}

void fill_buffer(unsigned buffer, std::size_t bytes, const void* data) {
  LIVEWARP_CALL(glNamedBufferData, buffer, static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
  GLint64 got = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &got);
  if (got == static_cast<GLint64>(bytes)) return;
  drain_gl_errors();
  throw Error(
      fmt::format("no room for a picture of {} on {}", memory_size(bytes), gl_info().renderer),
      "Choose a smaller problem.");
}

void fill_texture(unsigned texture, unsigned buffer, int width, int height) {
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
  glTextureSubImage2D(texture, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void Canvas::resize(unsigned internal_format, int width, int height, bool linear) {
  if (texture_ && format_ == internal_format && width_ == width && height_ == height) return;
  GlObject texture = make_texture(internal_format, width, height, linear);
  GlObject framebuffer = make_framebuffer();
  glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, texture.name(), 0);
  const GLenum status =
      LIVEWARP_CALL(glCheckNamedFramebufferStatus, framebuffer.name(), GL_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE)
    throw Error(fmt::format("{} cannot draw into a texture of {} x {} (status {:#x})",
                            gl_info().renderer, width, height, status));
  ++made_;
  texture_ = std::move(texture);
  framebuffer_ = std::move(framebuffer);
  format_ = internal_format;
  width_ = width;
  height_ = height;
}

GlStateGuard::GlStateGuard() {
  glGetIntegerv(GL_VIEWPORT, viewport_);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_BLEND);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

GlStateGuard::~GlStateGuard() {
  glDisable(GL_BLEND);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glUseProgram(0);
  glBindVertexArray(0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (GLuint unit = 0; unit < 5; ++unit) {
    glBindTextureUnit(unit, 0);
    glBindSampler(unit, 0);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
}

}  // namespace livewarp
