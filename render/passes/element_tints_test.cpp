// Pictures whose elements are tinted: every pixel has the hue of who writes the element below it.
#include "render/passes/element_tints.h"

#include <cmath>
#include <cstring>
#include <string>

#include "kernels/core/base/dim.h"
#include "render/testing/field_test.h"

namespace livewarp {
namespace {

/// Squares of 4 x 4 elements, two wide; the last row and column are nobody's.
ElementTint squares(int width, int height) {
  ElementTint tint{.generation = 7, .width = width, .height = height};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int block = y / 4 * 2 + x / 4;
      tint.elements.push_back(x == width - 1 || y == height - 1 ? no_warp
                                                                : tint_code(block, block % 12));
    }
  return tint;
}

/// Hue k is all red, green or blue.
SceneTint tint_with(const ElementTint& elements) {
  SceneTint tint{.elements = &elements};
  for (int k = 0; k < tint_hues; ++k) tint.hues[std::size_t(3 * k + k % 3)] = 1;
  return tint;
}

int strongest(const std::uint8_t* pixel) { return int(std::max_element(pixel, pixel + 3) - pixel); }

class ElementTintsTest : public FieldTest {
 protected:
  PixelImage tinted(const GlPicture& picture, const SceneTint& tint, int width, int height) {
    camera_.follow(picture.spec, view_);
    scene_->draw(picture, view_, camera_, width, height, tint);
    EXPECT_TRUE(scene_->shows(picture, view_, camera_, width, height, tint));
    return scene_->read_pixels();
  }
  GlPicture grey_image(int width, int height) {
    const PictureSpec spec{.kind = PictureKind::image,
                           .width = width,
                           .height = height,
                           .full_width = width,
                           .full_height = height};
    std::memset(display_->begin(spec, nullptr).memory, 100, spec.bytes());
    display_->end(nullptr);
    return display_->latest();
  }
};

TEST_F(ElementTintsTest, CellsAndPixelsAreMixedWithTheHueOfTheirBlock) {
  const ElementTint elements = squares(8, 12);
  view_.map = ColorMap::grey;
  for (const GlPicture& picture :
       {publish([](auto, auto) { return TestCell{0.25}; }, 8, 12), grey_image(8, 12)}) {
    const PixelImage plain = drawn(picture, 80, 120);
    const PixelImage image = tinted(picture, tint_with(elements), 80, 120);
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 8; ++x) {
        const std::uint8_t* const before = plain.at(10 * x + 5, 10 * y + 5);
        const std::uint8_t* const pixel = image.at(10 * x + 5, 10 * y + 5);
        const bool nobodys = x == 7 || y == 11;
        for (int c = 0; c < 3; ++c) {
          const bool hue = (y / 4 * 2 + x / 4) % 3 == c;
          const double expected = nobodys ? before[c] : 0.65 * before[c] + (hue ? 0.35 * 255 : 0);
          ASSERT_NEAR(pixel[c], expected, 1.5) << x << ", " << y << ", channel " << c;
        }
      }
  }
}

// Block 0 has ended, 1 runs, the others wait.
TEST_F(ElementTintsTest, AtATimeWhatRunsIsBrightAndWhatWaitsIsDark) {
  ElementTint elements = squares(8, 12);
  elements.times = {0, 1, 1, 2, 1.5, 3, 2, 3, 2, 3, 2, 3};
  const GlPicture picture = publish([](auto, auto) { return TestCell{0.25}; }, 8, 12);
  const PixelImage plain = drawn(picture, 80, 120);
  SceneTint tint = tint_with(elements);
  tint.now = 1.25;
  const PixelImage image = tinted(picture, tint, 80, 120);
  const auto light = [](const PixelImage& of, int x, int y) { return luma(of.at(x, y)); };
  EXPECT_EQ(strongest(image.at(15, 15)), 0) << "the hue of block 0";
  EXPECT_GT(light(image, 55, 15), light(plain, 55, 15) + 40) << "it runs";
  EXPECT_NEAR(light(image, 15, 55), 0.2 * light(plain, 15, 55), 2) << "it has not begun";
  const SceneTint before = tint;
  tint.now = 2.5;
  EXPECT_FALSE(scene_->shows(picture, view_, camera_, 80, 120, tint)) << "another time";
  EXPECT_TRUE(scene_->shows(picture, view_, camera_, 80, 120, before));
}

TEST_F(ElementTintsTest, FewAreLitOverTheRestAndGoOutAgain) {
  ElementTint elements{.generation = 9, .width = 8, .height = 12};
  elements.others = tint_code(0, 0);
  elements.times = {1, 1, 0, 1};
  elements.lit = {{8 * 5 + 3, tint_code(1, 2)}};
  elements.lit_generation = 1;
  const GlPicture picture = publish([](auto, auto) { return TestCell{0.25}; }, 8, 12);
  const PixelImage plain = drawn(picture, 80, 120);
  SceneTint tint = tint_with(elements);
  tint.now = 0.5;
  const auto light = [](const PixelImage& of, int x, int y) {
    return luma(of.at(10 * x + 5, 10 * y + 5));
  };
  const PixelImage first = tinted(picture, tint, 80, 120);
  EXPECT_GT(light(first, 3, 5), light(plain, 3, 5) + 40);
  EXPECT_NEAR(light(first, 6, 2), 0.2 * light(plain, 6, 2), 2);
  elements.lit = {{8 * 2 + 6, tint_code(1, 2)}};
  elements.lit_generation = 2;
  EXPECT_FALSE(scene_->shows(picture, view_, camera_, 80, 120, tint)) << "others are lit";
  const PixelImage second = tinted(picture, tint, 80, 120);
  EXPECT_NEAR(light(second, 3, 5), 0.2 * light(plain, 3, 5), 2);
  EXPECT_GT(light(second, 6, 2), light(plain, 6, 2) + 40);
}

// A quarter of the field is seen, larger: cells keep their writers.
TEST_F(ElementTintsTest, FollowsThePartOfAFieldThatIsSeen) {
  const ElementTint elements = squares(8, 12);
  const GlPicture picture = publish([](auto, auto) { return TestCell{0.25}; }, 8, 12,
                                    {.region = {4, 4, 4, 8}, .width = 40, .height = 80});
  const PixelImage image = tinted(picture, tint_with(elements), 80, 120);
  EXPECT_EQ(strongest(image.at(55, 55)), 3 % 3) << "block 3 lies at cell 5, 5";
  EXPECT_EQ(strongest(image.at(55, 95)), 5 % 3) << "block 5 lies at cell 5, 9";
}

// Of two arrays beside each other one is tinted, a column below the top: the other stays as it is.
TEST_F(ElementTintsTest, OfAPartOfAPictureAreInThatPart) {
  ElementTint elements = squares(8, 12);
  elements.part = {.x = 5, .y = 1, .width = 14, .height = 14};
  const GlPicture picture = grey_image(14, 14);
  ASSERT_TRUE(is_of(elements, picture.spec));
  const PixelImage plain = drawn(picture, 140, 140);
  const PixelImage image = tinted(picture, tint_with(elements), 140, 140);
  for (int y = 0; y < 14; ++y)
    for (int x = 0; x < 14; ++x) {
      const int column = x - 5, row = y - 1;
      const bool inside = column >= 0 && column < 7 && row >= 0 && row < 11;
      const std::uint8_t* const before = plain.at(10 * x + 5, 10 * y + 5);
      const std::uint8_t* const pixel = image.at(10 * x + 5, 10 * y + 5);
      if (inside) {
        ASSERT_EQ(strongest(pixel), (row / 4 * 2 + column / 4) % 3) << x << ", " << y;
        continue;
      }
      for (int c = 0; c < 3; ++c) ASSERT_EQ(pixel[c], before[c]) << x << ", " << y;
    }
  elements.part.width = 15;
  EXPECT_FALSE(is_of(elements, picture.spec)) << "of a larger picture";
}

TEST_F(ElementTintsTest, PointsHaveTheHueOfTheirBlock) {
  view_ = {};
  view_.extent = 2;
  view_.point_size = 0.2f;
  const std::vector<Float4> points{{0, -1, 0, 0.5f}, {0, 1, 0, 0.5f}};
  const PictureSpec spec{.kind = PictureKind::points, .count = 2};
  std::memcpy(display_->begin(spec, nullptr).memory, points.data(), spec.bytes());
  display_->end(nullptr);
  const GlPicture picture = display_->latest();
  camera_.follow(spec, view_);
  camera_.orbit().look(0, 0);  // from +x: y to the right
  ElementTint elements{.generation = 3, .width = 2, .elements = {tint_code(0, 0), tint_code(1, 2)}};
  const PixelImage image = tinted(picture, tint_with(elements), 400, 300);
  const double scale = 0.5 * 300 / 2;
  EXPECT_EQ(strongest(image.at(200 - int(scale), 150)), 0);
  EXPECT_EQ(strongest(image.at(200 + int(scale), 150)), 2);
}

TEST_F(ElementTintsTest, OfAnotherPictureIsNone) {
  const ElementTint elements = squares(8, 12);
  const GlPicture picture = publish([](auto, auto) { return TestCell{0.25}; }, 12, 8);
  EXPECT_FALSE(is_of(elements, picture.spec));
  EXPECT_EQ(tinted(picture, tint_with(elements), 90, 90).rgba, drawn(picture, 90, 90).rgba);
  PictureSpec volume{.kind = PictureKind::volume, .width = 8, .height = 12};
  EXPECT_FALSE(is_of(elements, volume));
}

}  // namespace
}  // namespace livewarp
