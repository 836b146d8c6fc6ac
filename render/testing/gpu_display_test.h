#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstring>
  #include <memory>
  #include <optional>
  #include <string>
  #include <vector>

  #include <glad/gl.h>
  #include <gtest/gtest.h>

  #include <cuda_runtime_api.h>

  #include "kernels/core/base/error.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "render/displays/display.h"
  #include "render/gl/offscreen.h"
  #include "render/testing/gpu_display_writer.h"

/// Pictures that a GPU writes and OpenGL has, for tests.
namespace livewarp {

using Bytes = std::vector<std::uint8_t>;

inline PictureSpec points_of(std::int64_t count) { return {PictureKind::points, count, 0, 0}; }
inline PictureSpec image_of(int width, int height) {
  return {PictureKind::image, 0, width, height};
}
inline PictureSpec field_of(int width, int height) {
  return field_picture(width, height, {{0, 0, double(width), double(height)}, width, height});
}
inline PictureSpec volume_of(int width, int height, int depth) {
  PictureSpec spec{.kind = PictureKind::volume, .width = width, .height = height, .depth = depth};
  spec.full_width = width;
  spec.full_height = height;
  spec.full_depth = depth;
  return spec;
}
/// One of each kind.
inline std::vector<PictureSpec> every_kind() {
  return {points_of(4099), image_of(64, 33), field_of(641, 33), volume_of(33, 17, 9)};
}
inline bool has_surface(const PictureSpec& spec) {
  return spec.kind == PictureKind::field || spec.kind == PictureKind::volume;
}
inline std::string text_of(const PictureSpec& spec) {
  return "kind " + std::to_string(int(spec.kind)) + ", " + std::to_string(spec.count) +
         " points, " + std::to_string(spec.width) + " x " + std::to_string(spec.height) + " x " +
         std::to_string(spec.depth);
}

inline constexpr DisplayPath cuda_paths[] = {DisplayPath::interop, DisplayPath::buffer,
                                             DisplayPath::copy};

/// An OpenGL context of the first GPU, and an executor whose kernels write.
class GpuDisplay : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
      cudaGetLastError();
      GTEST_SKIP() << "no CUDA device";
    }
    try {
      gl_.emplace(OffscreenOptions{.cuda_device = 0, .debug = true});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    const GlCudaDevice drawing = cuda_device_of_gl_context();
    if (drawing.index < 0) GTEST_SKIP() << drawing.reason;
    ASSERT_EQ(cudaSetDevice(drawing.index), cudaSuccess);
    exec_ = CudaExec::create();
    stream_ = static_cast<cudaStream_t>(exec_->stream());
  }
  void TearDown() override {
    if (!exec_) return;
    exec_.reset();
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    gl_->poll_errors();
    EXPECT_EQ(gl_->gl_errors(), 0) << gl_->first_gl_error();
  }

  /// A picture without order; of a field its values are numbers, its marks marks.
  static Bytes pattern(const PictureSpec& spec, unsigned seed) {
    Bytes pattern(spec.bytes());
    for (std::size_t k = 0; k < pattern.size(); ++k)
      pattern[k] = static_cast<std::uint8_t>((k * 31 + k / 253 + seed * 7) % 256);
    if (spec.kind != PictureKind::field) return pattern;
    for (std::size_t k = 0; k < pattern.size() / 8; ++k) {
      const float pixel[2] = {0.001f * float((k * 37 + k / 101 + seed * 7) % 1009),
                              float((k / 5 + seed) % 3)};
      std::memcpy(pattern.data() + 8 * k, pixel, sizeof pixel);
    }
    return pattern;
  }
  static Buffer on_device(const Bytes& bytes) {
    Buffer buffer(bytes.size(), MemoryMode::device);
    buffer.write(bytes.data(), bytes.size());
    return buffer;
  }
  void publish(Display& display, const PictureSpec& spec, const Buffer& source) {
    const PicturePlace place = display.begin(spec, stream_);
    write_picture(*exec_, spec, place, source.data());
    display.end(stream_);
  }
  /// What is in the picture once it has arrived.
  Bytes shown(Display& display, const PictureSpec& spec, const Bytes& bytes) {
    const Buffer source = on_device(bytes);
    publish(display, spec, source);
    return bytes_of(display.finish());
  }
  static Bytes bytes_of(const GlPicture& picture) {
    const PictureSpec& spec = picture.spec;
    Bytes bytes(spec.bytes());
    if (picture.texture == 0) {
      glGetNamedBufferSubData(picture.buffer, 0, GLsizeiptr(bytes.size()), bytes.data());
      return bytes;
    }
    const bool field = spec.kind == PictureKind::field;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureSubImage(picture.texture, 0, 0, 0, 0, spec.width, spec.height, spec.depth,
                         field ? GL_RG : GL_RED, field ? GL_FLOAT : GL_UNSIGNED_SHORT,
                         GLsizei(bytes.size()), bytes.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    return bytes;
  }

  std::optional<Offscreen> gl_;
  std::unique_ptr<CudaExec> exec_;
  cudaStream_t stream_ = nullptr;
};

}  // namespace livewarp

#endif
