#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace livewarp {

/// Owner of one OpenGL object. Move-only; must die with its context current.
class GlObject {
 public:
  using Destroy = void (*)(unsigned name);
  GlObject() = default;
  GlObject(unsigned name, Destroy destroy) : name_(name), destroy_(destroy) {}
  GlObject(GlObject&& other) noexcept { *this = std::move(other); }
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  ~GlObject() {
    if (name_ != 0) destroy_(name_);
  }
  unsigned name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  unsigned name_ = 0;
  Destroy destroy_ = nullptr;
};

/// A place in OpenGL's command stream, put there by the constructor. Must die with its context
/// current.
class GlFence {
 public:
  GlFence();
  /// Whether all commands before it are done. To wait, for `limit` at most, commands are flushed
  /// first.
  bool reached(std::chrono::nanoseconds limit = {}) const;

 private:
  struct Delete {
    void operator()(void* fence) const;
  };
  std::unique_ptr<void, Delete> fence_;  ///< a GLsync
};

/// These throw `Error` where OpenGL makes nothing.
GlObject make_buffer();
GlObject make_vertex_array();
GlObject make_timestamp_query();
GlObject make_framebuffer();
/// A texture whose texels are a buffer's.
GlObject make_buffer_texture();
/// Clamped at its edges, one level unless `levels` says more. Throws `Error` when it is too large
/// for this OpenGL.
GlObject make_texture(unsigned internal_format, int width, int height, bool linear, int levels = 1);
/// The same in three dimensions, filtered linearly.
GlObject make_volume_texture(unsigned internal_format, int width, int height, int depth);
/// Compiles and links; throws `Error` with the compiler's words. The names are those of files in
/// assets/shaders, which are part of the program. Heads are lines like "#define LINES\n" that stand
/// before their text.
GlObject make_program(std::string_view vertex_file, std::string_view fragment_file,
                      std::string_view fragment_head = "", std::string_view vertex_head = "");

/// Gives a buffer new storage of `bytes` (what it held is gone, what draws from it draws on) and
/// fills it unless `data` is null. Throws `Error` when memory is short.
void fill_buffer(unsigned buffer, std::size_t bytes, const void* data);

/// Fills a texture of RGBA8 with a buffer's pixels, row by row without padding.
void fill_texture(unsigned texture, unsigned buffer, int width, int height);

/// A texture that can be drawn into.
class Canvas {
 public:
  /// Makes it anew if size or format differ. Throws `Error`, and is then as it was.
  void resize(unsigned internal_format, int width, int height, bool linear);
  unsigned texture() const { return texture_.name(); }
  unsigned framebuffer() const { return framebuffer_.name(); }
  int width() const { return width_; }
  int height() const { return height_; }
  int made() const { return made_; }  ///< how often it was made anew

 private:
  GlObject texture_, framebuffer_;
  unsigned format_ = 0;
  int width_ = 0, height_ = 0, made_ = 0;
};

/// Puts back the viewport and the framebuffer that were bound, and unbinds or switches off all else
/// that drawing here touches: whoever draws next finds OpenGL as it was at the start.
class GlStateGuard {
 public:
  GlStateGuard();
  ~GlStateGuard();
  GlStateGuard(const GlStateGuard&) = delete;
  GlStateGuard& operator=(const GlStateGuard&) = delete;

 private:
  int viewport_[4] = {};
  int framebuffer_ = 0;
};

}  // namespace livewarp
