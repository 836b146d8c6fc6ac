#include <cmath>
#include <set>

#include "render/testing/field_test.h"

namespace livewarp {
namespace {

using Cell = TestCell;

TEST_F(FieldTest, ValuesThatAreNoneShowANeutralHatch) {
  const PixelImage image =
      drawn([](std::int64_t, std::int64_t) { return Cell{std::nan("")}; }, 40, 40, 40, 40);
  int dark = 0, light = 0;
  for (int k = 0; k < 1600; ++k) {
    const std::uint8_t* p = image.at(k % 40, k / 40);
    ASSERT_TRUE(neutral(p));
    dark += luma(p) < 50;
    light += luma(p) > 200;
  }
  EXPECT_EQ(dark + light, 1600);
  EXPECT_GT(light, 200);
  EXPECT_GT(dark, 800);
}

TEST_F(FieldTest, InsulatorsAreDarkHatchedGreyWhateverTheirValue) {
  for (const double value : {0.0, 0.5, 1e9, std::nan("")}) {
    const PixelImage image = drawn(
        [&](std::int64_t, std::int64_t) {
          return Cell{value, CellMark::insulator};
        },
        40, 40, 40, 40);
    std::set<int> tones;
    for (int k = 0; k < 1600; ++k) {
      const std::uint8_t* p = image.at(k % 40, k / 40);
      ASSERT_TRUE(neutral(p) && luma(p) < 120);
      tones.insert(p[1]);
    }
    EXPECT_EQ(tones.size(), 2u) << value;
  }
}

TEST_F(FieldTest, HeldCellsKeepTheirColourAndShowARimAndDots) {
  for (const double value : {-0.2, 0.7}) {  // dark and bright in the map
    const auto field = [&](std::int64_t x, std::int64_t y) {
      const bool in_square = x >= 20 && x < 60 && y >= 20 && y < 60;
      return Cell{value, in_square ? CellMark::held : CellMark::none};
    };
    const PixelImage image = drawn(field, 80, 80, 80, 80);
    int plain = 0, marked = 0;
    for (int y = 0; y < 80; ++y)
      for (int x = 0; x < 80; ++x) {
        const bool inside = x >= 20 && x < 60 && y >= 20 && y < 60;
        const bool is_plain = has_color_of(image.at(x, y), value);
        if (!inside) {
          ASSERT_TRUE(is_plain) << x << ", " << y;
        } else if (x == 20 || x == 59 || y == 20 || y == 59) {
          ASSERT_GT(std::abs(luma(image.at(x, y)) - luma(image.at(2, 2))), 60) << x << ", " << y;
        } else {
          (is_plain ? plain : marked) += 1;
        }
      }
    EXPECT_GT(plain, 8 * marked) << "the temperature is hidden";
    EXPECT_GT(plain, 0);
    EXPECT_GT(marked, 40) << "no dots";
  }
}

TEST_F(FieldTest, AThinHeldLineIsNotAllRim) {
  const auto field = [](std::int64_t x, std::int64_t) {
    return Cell{0.7, x == 20 || x == 21 ? CellMark::held : CellMark::none};
  };
  const PixelImage image = drawn(field, 40, 40, 40, 40);
  int plain = 0;
  for (int k = 0; k < 80; ++k) plain += has_color_of(image.at(20 + k % 2, k / 2), 0.7);
  EXPECT_GT(plain, 60);
}

TEST_F(FieldTest, ContoursStandWhereTheFieldHasTheirValue) {
  view_.contours = 3;  // at 0, 50 and 100 of -50..150 degrees: at a quarter, half, three quarters
  view_.map = ColorMap::grey;
  for (const int scale : {1, 20}) {
    const int cells = 200 / scale;
    const auto ramp = [&](std::int64_t x, std::int64_t) {
      return Cell{(double(x) + 0.5) / cells - 0.25};
    };
    const PixelImage image = drawn(ramp, cells, cells, 200, 200);
    for (int x = 0; x < 200; ++x) {
      const double to_line = std::abs(std::remainder(x + 0.5, 50.0));
      const bool near_end = x < 25 || x >= 175;
      const bool plain = has_color_of(image.at(x, 100), ramp(x / scale, 0).value);
      if (to_line < 0.6 && !near_end) {
        EXPECT_FALSE(plain) << "no line at " << x << ", scale " << scale;
      } else if (to_line > 1.5 || near_end) {
        EXPECT_TRUE(plain) << "a line at " << x << ", scale " << scale;
      }
    }
    EXPECT_GT(luma(image.at(50, 7)), luma(image.at(45, 7)) + 60) << "light on dark";
    EXPECT_LT(luma(image.at(150, 7)), luma(image.at(155, 7)) - 60) << "dark on bright";
  }
}

TEST_F(FieldTest, NoContourHugsAnInsulator) {
  view_.contours = 9;
  const auto field = [](std::int64_t x, std::int64_t y) {
    const bool wall = x >= 15 && x < 25 && y >= 10 && y < 30;
    return wall ? Cell{0, CellMark::insulator} : Cell{0.71};
  };
  for (const int side : {40, 160}) {
    const PixelImage image = drawn(field, 40, 40, side, side);
    for (int k = 0; k < side * side; ++k) {
      const int x = k % side, y = k / side;
      const Cell cell = field(x * 40 / side, y * 40 / side);
      const bool wall = cell.mark == CellMark::insulator;
      ASSERT_TRUE(wall || has_color_of(image.at(x, y), 0.71)) << x << ", " << y;
    }
  }
}

TEST_F(FieldTest, TilesAreDrawnOnceTheyAreLargeEnough) {
  const auto flat = [](std::int64_t, std::int64_t) { return Cell{0.1}; };
  view_.tile_width = 8;
  view_.tile_height = 6;
  PixelImage image = drawn(flat, 40, 30, 40, 30);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x)
      ASSERT_EQ(has_color_of(image.at(x, y), 0.1), x % 8 != 0 && y % 6 != 0) << x << ", " << y;
  view_.tile_height = 5;
  image = drawn(flat, 40, 30, 40, 30);
  for (int k = 0; k < 1200; ++k) ASSERT_TRUE(has_color_of(image.at(k % 40, k / 40), 0.1));
  image = drawn(flat, 40, 30, 80, 60);
  EXPECT_FALSE(has_color_of(image.at(16, 3), 0.1));
  EXPECT_FALSE(has_color_of(image.at(3, 10), 0.1));
  EXPECT_TRUE(has_color_of(image.at(17, 11), 0.1));
}

}  // namespace
}  // namespace livewarp
