#include "render/passes/field_pass.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <glad/gl.h>

#include "render/testing/field_test.h"
#include "render/testing/probe_test.h"

namespace livewarp {
namespace {

using Cell = TestCell;

TEST_F(FieldTest, CellsHaveTheColourOfTheirValueInEveryMap) {
  for (const ColorMap map : {ColorMap::viridis, ColorMap::inferno, ColorMap::turbo,
                             ColorMap::coolwarm, ColorMap::grey}) {
    view_.map = map;
    const PixelImage image = drawn(noise, 37, 23, 64, 41);  // 64 / 37 rounds down to 1
    for (int y = 0; y < 41; ++y)
      for (int x = 0; x < 64; ++x) {
        const int cx = x - 13, cy = y - 9;
        const bool inside = cx >= 0 && cx < 37 && cy >= 0 && cy < 23;
        ASSERT_TRUE(inside ? has_color_of(image.at(x, y), noise(cx, cy).value)
                           : is_ground(image.at(x, y)))
            << int(map) << " at " << x << ", " << y;
        ASSERT_EQ(image.at(x, y)[3], 255);
      }
  }
}

TEST_F(FieldTest, MagnifiedCellsAreSquaresOfWholePixels) {
  const PixelImage image = drawn(noise, 5, 7, 17, 22);  // scale 3
  for (int y = 0; y < 21; ++y)
    for (int x = 0; x < 15; ++x)
      ASSERT_TRUE(has_color_of(image.at(x + 1, y), noise(x / 3, y / 3).value)) << x << ", " << y;
}

TEST_F(FieldTest, InfiniteValuesAreTheEndsOfTheRange) {
  const double infinity = std::numeric_limits<double>::infinity();
  const PixelImage image =
      drawn([&](std::int64_t x, std::int64_t) { return Cell{x == 0 ? -infinity : infinity}; }, 2, 2,
            2, 2);
  EXPECT_TRUE(has_color_of(image.at(0, 0), -1e9));
  EXPECT_TRUE(has_color_of(image.at(1, 1), 1e9));
}

TEST_F(FieldTest, WhatTheCameraSeesOfAHugeFieldIsExact) {
  const std::int64_t cells = 32'768;
  const int width = 201, height = 163;
  PictureSpec all = field_picture(cells, cells, {});
  camera_.follow(all, view_);
  for (int k = 0; k < 200; ++k)
    camera_.apply({.over = true, .x = 0.8 * width, .y = 0.7 * height, .wheel = 1}, width, height);
  const int scale = int(camera_.pixels_per_cell(width, height));
  ASSERT_GE(scale, 16);
  const Viewport seen = camera_.visible(width, height);
  ASSERT_GT(seen.region.x, 20'000);
  ASSERT_LE(seen.width, width / scale + 2);
  const PixelImage image = drawn(publish(noise, cells, cells, seen), width, height);
  const ImagePlacement place = camera_.image().place(width, height, int(cells), int(cells));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto cx = std::int64_t(std::floor((x - place.x) / scale));
      const auto cy = std::int64_t(std::floor((y - place.y) / scale));
      ASSERT_TRUE(has_color_of(image.at(x, y), noise(cx, cy).value)) << x << ", " << y;
    }
}

TEST_F(FieldTest, APartStandsWhereItsCellsBelongAfterTheCameraHasMoved) {
  const int width = 120, height = 90;  // 40 x 30 cells, 3 pixels each
  const GlPicture part = publish(noise, 40, 30, {{10, 5, 8, 6}, 8, 6});
  const auto expect_part = [&](const char* when) {
    const PixelImage image = drawn(part, width, height);
    const ImagePlacement p = camera_.image().place(width, height, 40, 30);
    int of_part = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int cx = int(std::floor((x - p.x) / p.scale));
        const int cy = int(std::floor((y - p.y) / p.scale));
        const bool inside = cx >= 10 && cx < 18 && cy >= 5 && cy < 11;
        of_part += inside;
        ASSERT_TRUE(inside ? has_color_of(image.at(x, y), noise(cx, cy).value)
                           : is_ground(image.at(x, y)))
            << when << ", " << x << ", " << y;
      }
    EXPECT_GT(of_part, 100) << when;
  };
  expect_part("fitted");
  for (int k = 0; k < 6; ++k)
    camera_.apply({.over = true, .x = 40, .y = 20, .wheel = 1}, width, height);
  expect_part("magnified");
  camera_.apply({.over = true, .dx = 17, .dy = -9, .middle = true}, width, height);
  expect_part("moved");
}

TEST_F(FieldTest, AReducedFieldIsAveraged) {
  const auto checker = [](std::int64_t x, std::int64_t y) {
    return Cell{(x + y) % 2 == 0 ? 0.1 : 0.5};
  };
  const PixelImage image = drawn(checker, 256, 256, 64, 64);
  for (int k = 0; k < 64 * 64; ++k) ASSERT_TRUE(has_color_of(image.at(k % 64, k / 64), 0.3)) << k;
}

TEST_F(FieldTest, ATextureIsDrawnAndReadLikeABuffer) {
  const auto field = [](std::int64_t x, std::int64_t y) {
    return TestCell{0.01 * double(x * y % 70), CellMark((x / 9 + y / 11) % 3)};
  };
  for (const Viewport& viewport :
       {Viewport{}, {{30, 20, 10, 8}, 10, 8}, {{-5.5, 20, 50, 40}, 25, 20}})
    for (const int contours : {0, 4}) {
      view_.contours = contours;
      view_.tile_width = view_.tile_height = contours > 0 ? 9 : 0;
      const GlPicture buffer = publish(field, 100, 80, viewport);
      const GlPicture texture = in_texture(buffer);
      for (const int side : {37, 240}) {  // fewer and more pixels than cells
        const PixelImage expected = drawn(buffer, side, side);
        EXPECT_EQ(drawn(texture, side, side).rgba, expected.rgba) << side << ", " << contours;
        EXPECT_EQ(drawn(buffer, side, side).rgba, expected.rgba) << "a buffer after a texture";
      }
      for (int y = -1; y <= 80; ++y)
        for (int x = -1; x <= 100; x += 3) {
          const auto from_buffer = test::probe(buffer, x + 0.3, y + 0.9);
          const auto from_texture = test::probe(texture, x + 0.3, y + 0.9);
          ASSERT_EQ(from_texture.has_value(), from_buffer.has_value()) << x << ", " << y;
          if (!from_buffer) continue;
          EXPECT_EQ(from_texture->value, from_buffer->value) << x << ", " << y;
          EXPECT_EQ(from_texture->mark, from_buffer->mark) << x << ", " << y;
        }
    }
}

TEST_F(FieldTest, AWindowGetsTheSamePictureWithItsTopInTheLastRow) {
  const int width = 90, height = 70;
  Canvas window;
  window.resize(GL_RGBA8, width, height, false);
  view_.contours = 4;
  view_.tile_width = view_.tile_height = 9;
  const GlPicture picture = publish(
      [](std::int64_t x, std::int64_t y) {
        return Cell{0.01 * double(x * y % 70), CellMark(x / 9 % 3)};
      },
      41, 33);
  const PixelImage expected = drawn(picture, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, window.framebuffer());
  scene_->draw_to_window(picture, view_, camera_, width, height);
  std::vector<std::uint8_t> rows(expected.rgba.size());
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  for (int y = 0; y < height; ++y)
    ASSERT_EQ(std::memcmp(rows.data() + std::size_t(4 * width * y), expected.at(0, height - 1 - y),
                          std::size_t(4 * width)),
              0)
        << y;
}

TEST_F(FieldTest, NothingPublishedIsGroundAndNothingStaysBound) {
  GlPicture none;
  none.spec.kind = PictureKind::field;
  const PixelImage image = drawn(none, 33, 17);
  for (int k = 0; k < 33 * 17; ++k) ASSERT_TRUE(is_ground(image.at(k % 33, k / 33)));
  drawn(noise, 20, 20, 50, 50);
  for (const GLenum name :
       {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING,
        GL_TEXTURE_BINDING_BUFFER, GL_TEXTURE_BINDING_2D, GL_PIXEL_UNPACK_BUFFER_BINDING}) {
    GLint bound = -1;
    glGetIntegerv(name, &bound);
    EXPECT_EQ(bound, 0) << std::hex << name;
  }
}

TEST_F(FieldTest, AProbeReadsWhatWasPublishedThere) {
  const auto field = [](std::int64_t x, std::int64_t y) {
    return Cell{double(100 * y + x), x == 33 ? CellMark::held : CellMark::none};
  };
  const GlPicture part = publish(field, 100, 80, {{30, 20, 10, 8}, 10, 8});
  const auto read = test::probe(part, 33.9, 25.2);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->value, 2533);
  EXPECT_EQ(read->x, 33);
  EXPECT_EQ(read->y, 25);
  EXPECT_EQ(read->mark, CellMark::held);
  ASSERT_TRUE(test::probe(part, 39.99, 27.99));
  EXPECT_EQ(test::probe(part, 39.99, 27.99)->value, 2739);
  EXPECT_FALSE(test::probe(part, 29.9, 25));
  EXPECT_FALSE(test::probe(part, 33, 28.1));
  EXPECT_FALSE(test::probe({}, 0, 0));
}

}  // namespace
}  // namespace livewarp
