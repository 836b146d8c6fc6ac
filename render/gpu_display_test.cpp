#include <gtest/gtest.h>

#if !LIVEWARP_HAS_CUDA
TEST(GpuDisplay, SharesBuffersWithOpenGl) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include <chrono>
  #include <cstring>
  #include <optional>

  #include <glad/gl.h>

  #include <cuda_runtime_api.h>

  #include "kernels/core/buffer.h"
  #include "kernels/core/error.h"
  #include "render/display.h"
  #include "render/offscreen.h"

namespace livewarp {
namespace {

/// An OpenGL context of the first GPU, and a stream. Pictures are written by copies, which stand for
/// kernels here.
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
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override {
    if (!stream_) return;
    cudaStreamDestroy(stream_);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    gl_->poll_errors();
    EXPECT_EQ(gl_->gl_errors(), 0) << gl_->first_gl_error();
  }

  static std::vector<std::uint8_t> pattern(std::size_t bytes, unsigned seed) {
    std::vector<std::uint8_t> pattern(bytes);
    for (std::size_t k = 0; k < bytes; ++k)
      pattern[k] = static_cast<std::uint8_t>((k * 31 + k / 253 + seed) % 256);
    return pattern;
  }
  void publish(Display& display, const PictureSpec& spec, const std::vector<std::uint8_t>& bytes) {
    void* memory = display.begin(spec, stream_).memory;
    ASSERT_EQ(cudaMemcpyAsync(memory, bytes.data(), spec.bytes(), cudaMemcpyHostToDevice, stream_),
              cudaSuccess);
    display.end(stream_);
  }
  static std::vector<std::uint8_t> bytes_of(const GlPicture& picture) {
    std::vector<std::uint8_t> bytes(picture.spec.bytes());
    glGetNamedBufferSubData(picture.buffer, 0, GLsizeiptr(bytes.size()), bytes.data());
    return bytes;
  }

  std::optional<Offscreen> gl_;
  cudaStream_t stream_ = nullptr;
};

TEST_F(GpuDisplay, InteropAndCopyBringTheSameBytes) {
  for (const DisplayPath path : {DisplayPath::interop, DisplayPath::copy}) {
    const auto display = make_display({.wanted = path, .cuda = true});
    ASSERT_EQ(display->status().path, path) << display->status().reason;
    EXPECT_EQ(display->status().reason, "");
    EXPECT_EQ(display->latest().buffer, 0u);
    for (const PictureSpec& spec :
         {PictureSpec{PictureKind::points, 4099, 0, 0}, PictureSpec{PictureKind::image, 0, 641, 33},
          PictureSpec{PictureKind::points, 1'000'003, 0, 0},
          PictureSpec{PictureKind::points, 1, 0, 0}}) {
      const auto expected = pattern(spec.bytes(), static_cast<unsigned>(path));
      publish(*display, spec, expected);
      const GlPicture picture = display->finish();
      EXPECT_EQ(picture.spec, spec);
      EXPECT_EQ(bytes_of(picture), expected);
    }
  }
}

TEST_F(GpuDisplay, AHundredSizesLeaveNoError) {
  for (const DisplayPath path : {DisplayPath::interop, DisplayPath::copy}) {
    const auto display = make_display({.wanted = path, .cuda = true});
    for (unsigned k = 0; k < 100; ++k) {
      const PictureSpec spec{PictureKind::points, 1 + std::int64_t{k} * k * 37 % 200'000, 0, 0};
      const auto expected = pattern(spec.bytes(), k);
      publish(*display, spec, expected);
      ASSERT_EQ(bytes_of(display->finish()), expected) << k;
    }
    EXPECT_EQ(display->status().path, path) << display->status().reason;
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  }
}

TEST_F(GpuDisplay, ALongStepDoesNotHoldUpAFrame) {
  using namespace std::chrono_literals;
  for (const DisplayPath path : {DisplayPath::interop, DisplayPath::copy}) {
    const auto display = make_display({.wanted = path, .cuda = true});
    const PictureSpec spec{PictureKind::points, 1003, 0, 0};
    const auto first = pattern(spec.bytes(), 1), second = pattern(spec.bytes(), 2);
    // Every buffer once: the driver waits for the device when it gets to know a new one.
    for (int k = 0; k < 3; ++k) {
      publish(*display, spec, first);
      display->finish();
    }
    const Buffer work(std::size_t{4} << 30, MemoryMode::device);
    const Buffer source(spec.bytes(), MemoryMode::pinned);  // a copy from other memory might wait
    std::memcpy(source.shadow(), second.data(), second.size());
    // A long step, made of real work: a host function would hold the driver's own thread.
    cudaEvent_t step_end = nullptr;
    ASSERT_EQ(cudaEventCreate(&step_end), cudaSuccess);
    for (int k = 0; k < 300; ++k)
      ASSERT_EQ(cudaMemsetAsync(work.data(), k, work.bytes(), stream_), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(step_end, stream_), cudaSuccess);
    const auto start = std::chrono::steady_clock::now();
    void* memory = display->begin(spec, stream_).memory;
    ASSERT_EQ(
        cudaMemcpyAsync(memory, source.shadow(), spec.bytes(), cudaMemcpyHostToDevice, stream_),
        cudaSuccess);
    display->end(stream_);
    const GlPicture shown = display->latest();
    EXPECT_EQ(cudaEventQuery(step_end), cudaErrorNotReady)
        << "somebody waited on path " << name_of(path);
    cudaGetLastError();  // "not ready" is no error
    EXPECT_LT(std::chrono::steady_clock::now() - start, 100ms);
    EXPECT_EQ(bytes_of(shown), first);
    cudaEventDestroy(step_end);
    EXPECT_EQ(bytes_of(display->finish()), second);
  }
}

TEST_F(GpuDisplay, ManyPicturesInARowEndWithTheLast) {
  for (const DisplayPath path : {DisplayPath::interop, DisplayPath::copy}) {
    const auto display = make_display({.wanted = path, .cuda = true});
    const PictureSpec spec{PictureKind::points, 50'021, 0, 0};
    std::vector<std::vector<std::uint8_t>> all;
    for (unsigned k = 0; k < 20; ++k) all.push_back(pattern(spec.bytes(), k));
    for (const auto& bytes : all) publish(*display, spec, bytes);
    EXPECT_EQ(bytes_of(display->finish()), all.back());
  }
}

TEST_F(GpuDisplay, APictureThatNeverEndsIsForgotten) {
  for (const DisplayPath path : {DisplayPath::interop, DisplayPath::copy}) {
    const auto display = make_display({.wanted = path, .cuda = true});
    const PictureSpec spec{PictureKind::points, 1003, 0, 0};
    const auto expected = pattern(spec.bytes(), 3);
    publish(*display, spec, expected);
    display->finish();
    display->begin(spec, stream_);
    EXPECT_EQ(bytes_of(display->finish()), expected);
    const auto next = pattern(spec.bytes(), 4);
    publish(*display, spec, next);
    EXPECT_EQ(bytes_of(display->finish()), next);
    display->begin(spec, stream_);  // and the display dies like that
  }
}

TEST_F(GpuDisplay, FailedInteropTakesTheCopyPathAndSaysWhy) {
  const PictureSpec spec{PictureKind::points, 4099, 0, 0};
  const auto first = pattern(spec.bytes(), 5), second = pattern(spec.bytes(), 6);
  for (const int at : {0, 1, 3}) {
    const auto display = make_display({.cuda = true, .fail_interop_at = at});
    EXPECT_EQ(display->status().path, at == 0 ? DisplayPath::copy : DisplayPath::interop);
    for (int k = 0; k < 2; ++k) {
      publish(*display, spec, first);
      ASSERT_EQ(bytes_of(display->finish()), first);
    }
    publish(*display, spec, second);
    EXPECT_NE(display->latest().buffer, 0u) << "the picture is gone meanwhile";
    EXPECT_EQ(bytes_of(display->finish()), second);
    EXPECT_EQ(display->status().path, DisplayPath::copy);
    EXPECT_EQ(display->status().reason,
              "interop failed (GL error 304, " + gl_->gl().renderer + ")");
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
}

TEST_F(GpuDisplay, MapTimesAreMeasured) {
  const auto display = make_display({.cuda = true});
  ASSERT_EQ(display->status().path, DisplayPath::interop) << display->status().reason;
  const PictureSpec spec{PictureKind::points, 131'072, 0, 0};
  const auto bytes = pattern(spec.bytes(), 7);
  for (int k = 0; k < 5; ++k) {
    publish(*display, spec, bytes);
    display->finish();
  }
  EXPECT_GT(display->times().map, 0);
  EXPECT_GT(display->times().unmap, 0);
  EXPECT_LT(display->times().map + display->times().unmap, 5);
}

}  // namespace
}  // namespace livewarp
#endif
