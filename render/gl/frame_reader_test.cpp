// Frames on their way to host memory, without a display.
#include "render/gl/frame_reader.h"

#include <optional>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "render/gl/offscreen.h"

namespace livewarp {
namespace {

class FrameReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      gl_.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    canvas_.emplace();
  }
  /// Left half dark, right half of that brightness, with a mark in the lower left corner.
  void draw(int width, int height, int brightness) {
    canvas_->resize(GL_RGBA8, width, height, false);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas_->framebuffer());
    const auto fill = [](int x, int y, int w, int h, int value) {
      glEnable(GL_SCISSOR_TEST);
      glScissor(x, y, w, h);
      glClearColor(float(value) / 255, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
    };
    fill(0, 0, width, height, 0);
    fill(width / 2, 0, width - width / 2, height, brightness);
    fill(0, 0, 1, 1, 99);
  }
  std::shared_ptr<const ReadFrame> read() {
    if (!reader_.begin(canvas_->framebuffer(), canvas_->width(), canvas_->height())) return nullptr;
    glFinish();
    return reader_.take();
  }
  static int red(const ReadFrame& frame, int x, int y) {
    return frame.rgba[std::size_t(4 * (y * frame.width + x))];
  }

  std::optional<Offscreen> gl_;
  std::optional<Canvas> canvas_;
  FrameReader reader_;
};

TEST_F(FrameReaderTest, BringsWhatWasDrawn) {
  for (const auto& [width, height, brightness] :
       {std::tuple{7, 5, 200}, std::tuple{64, 33, 50}, std::tuple{7, 5, 120}}) {
    draw(width, height, brightness);
    const auto frame = read();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->width, width);
    EXPECT_EQ(frame->height, height);
    EXPECT_EQ(red(*frame, width - 1, height - 1), brightness);
    EXPECT_EQ(red(*frame, 1, height - 1), 0);
    EXPECT_EQ(red(*frame, 0, 0), 99) << "the bottom row comes first";
  }
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}

TEST_F(FrameReaderTest, GivesTheNewestOnceAndReusesWhatIsLetGo) {
  draw(8, 8, 10);
  ASSERT_TRUE(reader_.begin(canvas_->framebuffer(), 8, 8));
  draw(8, 8, 20);
  ASSERT_TRUE(reader_.begin(canvas_->framebuffer(), 8, 8));
  EXPECT_TRUE(reader_.reading());
  glFinish();
  auto frame = reader_.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(red(*frame, 7, 7), 20);
  EXPECT_FALSE(reader_.take()) << "the one before is lost";
  EXPECT_FALSE(reader_.reading());
  std::vector<std::shared_ptr<const ReadFrame>> held{frame, read(), read()};
  EXPECT_TRUE(held[1] && held[2]);
  EXPECT_FALSE(reader_.begin(canvas_->framebuffer(), 8, 8)) << "all are in use";
  draw(8, 8, 30);
  EXPECT_EQ(red(*held[0], 7, 7), 20) << "nobody writes into what is held";
  frame.reset();
  held.clear();
  ASSERT_TRUE(reader_.begin(canvas_->framebuffer(), 8, 8));
  glFinish();
  frame = reader_.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(red(*frame, 7, 7), 30);
}

}  // namespace
}  // namespace livewarp
