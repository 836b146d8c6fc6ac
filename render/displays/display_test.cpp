#include "render/displays/display.h"

#include <atomic>
#include <cstring>
#include <optional>
#include <thread>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "render/gl/draw_timer.h"
#include "render/testing/offscreen_test.h"

namespace livewarp {
namespace {

class DisplayTest : public test::OffscreenTest {
 protected:
  static PictureSpec points(std::int64_t count) { return {PictureKind::points, count, 0, 0}; }
  static std::vector<std::uint8_t> bytes_of(const GlPicture& picture) {
    std::vector<std::uint8_t> bytes(picture.spec.bytes());
    glGetNamedBufferSubData(picture.buffer, 0, GLsizeiptr(bytes.size()), bytes.data());
    return bytes;
  }
  static void write(Display& display, const PictureSpec& spec, int byte) {
    std::memset(display.begin(spec, nullptr).memory, byte, spec.bytes());
    display.end(nullptr);
  }
};

TEST_F(DisplayTest, UploadBringsEveryByte) {
  const auto display = make_display({});
  EXPECT_EQ(display->status().path, DisplayPath::upload);
  EXPECT_EQ(display->status().reason, "");
  EXPECT_EQ(display->latest().buffer, 0u) << "nothing was published";
  for (const PictureSpec& spec :
       {points(1), points(4099), PictureSpec{PictureKind::image, 0, 31, 33}, points(77)}) {
    std::vector<std::uint8_t> expected(spec.bytes());
    for (std::size_t k = 0; k < expected.size(); ++k)
      expected[k] = static_cast<std::uint8_t>(k * 7 + k / 251);
    void* memory = display->begin(spec, nullptr).memory;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
    std::memcpy(memory, expected.data(), expected.size());
    display->end(nullptr);
    const GlPicture picture = display->latest();
    EXPECT_EQ(picture.spec, spec);
    EXPECT_EQ(bytes_of(picture), expected);
  }
  EXPECT_GT(display->times().upload, 0);
}

TEST_F(DisplayTest, TheDrawnPictureStaysWhileTheNextIsWritten) {
  const auto display = make_display({});
  write(*display, points(1000), 17);
  const GlPicture first = display->latest();
  std::memset(display->begin(points(2000), nullptr).memory, 34, points(2000).bytes());
  EXPECT_EQ(display->latest().generation, first.generation);
  EXPECT_EQ(bytes_of(first), std::vector<std::uint8_t>(16'000, 17));
  display->end(nullptr);
  const GlPicture second = display->latest();
  EXPECT_GT(second.generation, first.generation);
  EXPECT_EQ(bytes_of(second), std::vector<std::uint8_t>(32'000, 34));
}

TEST_F(DisplayTest, OnlyTheNewestPictureIsTaken) {
  const auto display = make_display({});
  for (int k = 1; k <= 5; ++k) write(*display, points(100 + k), k);
  const GlPicture picture = display->latest();
  EXPECT_EQ(picture.spec.count, 105);
  EXPECT_EQ(bytes_of(picture), std::vector<std::uint8_t>(105 * 16, 5));
  EXPECT_EQ(display->latest().generation, picture.generation) << "taken twice";
}

TEST_F(DisplayTest, AnotherThreadMayWriteAllTheTime) {
  const auto display = make_display({});
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int k = 1; k <= 400; ++k) write(*display, points(500 + 97 * (k % 13)), k % 251);
    done = true;
  });
  int torn = 0;
  bool last = false;
  while (!last) {
    last = done;
    const GlPicture picture = display->latest();
    if (picture.buffer == 0) continue;
    const auto bytes = bytes_of(picture);
    for (const std::uint8_t byte : bytes) torn += byte != bytes.front();
  }
  writer.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(bytes_of(display->latest()).front(), 400 % 251);
}

TEST_F(DisplayTest, TwoDisplaysNeverCountAlike) {
  const auto one = make_display({}), other = make_display({});
  write(*one, points(3), 1);
  write(*other, points(3), 2);
  EXPECT_NE(one->latest().generation, other->latest().generation);
}

TEST_F(DisplayTest, CudaWithoutItsOpenGlHasAReason) {
  const GlCudaDevice device = cuda_device_of_gl_context();
  if (device.index >= 0) GTEST_SKIP() << "CUDA device " << device.index << " draws here";
#if LIVEWARP_HAS_CUDA
  EXPECT_NE(device.reason.find("interop failed (GL error "), std::string::npos) << device.reason;
  EXPECT_NE(device.reason.find(gl_->gl().renderer), std::string::npos) << device.reason;
  try {
    const auto display = make_display({.wanted = DisplayPath::interop, .cuda = true});
    EXPECT_EQ(display->status().path, DisplayPath::copy);
    EXPECT_EQ(display->status().reason, device.reason);
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");  // no device at all: not even a copy is possible
  }
#else
  EXPECT_THROW(make_display({.cuda = true}), Error);
#endif
}

TEST_F(DisplayTest, DrawTimesArriveWithoutWaiting) {
  const double begun = steady_ms();
  DrawTimer timer;
  EXPECT_TRUE(timer.collect().empty());
  std::size_t arrived = 0;
  for (int k = 0; k < 30; ++k) {
    timer.begin();
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, GL_RGBA8, 512, 512);
    glClearTexImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glDeleteTextures(1, &texture);
    timer.end();
    for (const TimeSpan& span : timer.collect()) {
      EXPECT_GE(span.ms(), 0);
      EXPECT_GE(span.begin, begun - timer.uncertainty_ms() - 1) << "before it was asked for";
      EXPECT_LE(span.end, steady_ms() + timer.uncertainty_ms() + 1) << "in the future";
      ++arrived;
    }
    EXPECT_GE(timer.unknown_since(), begun);
  }
  glFinish();
  arrived += timer.collect().size();
  EXPECT_GE(arrived, 8u);
  EXPECT_LE(arrived, 30u);
}

}  // namespace
}  // namespace livewarp
