#include "app/pictures/contact_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "render/gl/offscreen.h"
#include "ui/theme/tokens.h"

namespace livewarp {
namespace {

PixelImage plain(int width, int height, std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  PixelImage image{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    image.rgba.insert(image.rgba.end(), {red, green, blue, 255});
  return image;
}

class ContactPictureTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      gl_.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  static ContactPicture tile(std::optional<PixelImage> pixels) {
    return {{.title = "Heat",
             .made_by = "threads",
             .time = "8.37 ms",
             .verdict = "verified",
             .verified = true},
            std::move(pixels)};
  }
  /// Where the pixels of a sheet are that are red, green or blue: how many, and their
  /// middle in shares of its sides.
  struct Seen {
    double pixels = 0, x = 0, y = 0;
  };
  static std::array<Seen, 3> seen_on(const PixelImage& sheet) {
    std::array<Seen, 3> seen;
    for (int y = 0; y < sheet.height; ++y)
      for (int x = 0; x < sheet.width; ++x)
        for (std::size_t c = 0; c < 3; ++c) {
          const std::uint8_t* p = sheet.at(x, y);
          if (p[c] != 200 || p[(c + 1) % 3] > 20 || p[(c + 2) % 3] > 20) continue;
          ++seen[c].pixels;
          seen[c].x += x;
          seen[c].y += y;
        }
    for (Seen& one : seen) {
      one.x /= std::max(one.pixels, 1.0) * sheet.width;
      one.y /= std::max(one.pixels, 1.0) * sheet.height;
    }
    return seen;
  }
  std::optional<Offscreen> gl_;
};

// Of whatever count: all are there, none is wider than the sheet, and none stands alone in a row,
// unless the head is beside it.
TEST(ContactSheetPlan, NoPictureStandsAlone) {
  for (std::size_t tiles = 1; tiles <= 20; ++tiles) {
    const ui::SheetPlan plan = ui::contact_sheet_plan(tiles);
    int all = 0;
    for (std::size_t row = 0; row < plan.pictures.size(); ++row) {
      const bool head_beside = row == 0 && !plan.head_above;
      all += plan.pictures[row];
      EXPECT_LE(plan.pictures[row] + head_beside, plan.columns) << tiles;
      EXPECT_GT(plan.pictures[row], head_beside ? 0 : 1) << tiles << " pictures, row " << row;
    }
    EXPECT_EQ(all, int(tiles));
  }
  const ui::SheetPlan eight = ui::contact_sheet_plan(8), twelve = ui::contact_sheet_plan(12);
  EXPECT_EQ(eight.pictures, (std::vector<int>{2, 3, 3})) << "with the head a square";
  EXPECT_EQ(twelve.pictures, (std::vector<int>{4, 4, 4})) << "below the head";
  EXPECT_EQ(ui::contact_sheet_plan(16).pictures, (std::vector<int>{4, 4, 4, 4}));
}

// Pixels of each colour: as many as a picture of a third of the sheet's width has, in its cell.
TEST_F(ContactPictureTest, ShowsEachPictureInItsCell) {
  std::vector<ContactPicture> pictures{tile(plain(160, 90, 200, 10, 20)),
                                       tile(plain(160, 90, 10, 200, 20)), tile({}),
                                       tile(plain(90, 90, 20, 10, 200))};
  const PixelImage sheet = draw_contact_sheet({"Livewarp", {"Words."}}, pictures, 160, 90);
  const ui::SheetSize size = ui::contact_sheet_size(4, 160, 90);
  ASSERT_EQ(sheet.width, size.width);
  ASSERT_EQ(sheet.height, size.height);
  const std::array<Seen, 3> seen = seen_on(sheet);
  for (const Seen& one : seen) ASSERT_GT(one.pixels, 0);
  // Of 3 x 2 cells the first is the head's; the third picture is missing; the last is a square.
  EXPECT_NEAR(seen[0].x, 0.5, 0.03);
  EXPECT_NEAR(seen[1].x, 5.0 / 6, 0.03);
  EXPECT_NEAR(seen[2].x, 0.5, 0.03);
  EXPECT_LT(seen[0].y, 0.5);
  EXPECT_LT(seen[1].y, 0.5);
  EXPECT_GT(seen[2].y, 0.5);
  EXPECT_NEAR(seen[0].pixels, seen[1].pixels, 1);
  EXPECT_NEAR(seen[2].pixels / seen[0].pixels, 90.0 / 160, 0.02) << "its sides keep their ratio";
  EXPECT_NEAR(std::sqrt(seen[0].pixels * 16 / 9) / sheet.width, 0.31, 0.01);
}

// Below a head that has the whole width stand two pictures side by side.
TEST_F(ContactPictureTest, PutsTheHeadAboveWholeRows) {
  const PixelImage sheet = draw_contact_sheet(
      {"Livewarp", {"Words."}},
      {tile(plain(160, 90, 200, 10, 20)), tile(plain(160, 90, 10, 200, 20))}, 160, 90);
  const auto [red, green, blue] = seen_on(sheet);
  EXPECT_NEAR(red.x, 0.25, 0.02);
  EXPECT_NEAR(green.x, 0.75, 0.02);
  EXPECT_NEAR(red.y, green.y, 1e-6);
  EXPECT_GT(red.y, 0.5);
  EXPECT_NEAR(std::sqrt(red.pixels * 16 / 9) / sheet.width, 0.47, 0.01);
  EXPECT_EQ(blue.pixels, 0);
}

// The same sheet without a word differs only where words stand: below pictures, and in the head.
TEST_F(ContactPictureTest, WritesBelowThePictures) {
  const PixelImage said =
      draw_contact_sheet({"Livewarp", {}}, {tile(plain(1280, 720, 9, 9, 9))}, 1280, 720);
  const PixelImage mute =
      draw_contact_sheet({"Livewarp", {}}, {{{}, plain(1280, 720, 9, 9, 9)}}, 1280, 720);
  const ui::Color ok = ui::dark_tokens.ok;
  int differing = 0, as_verified = 0;
  for (int y = 0; y < said.height; ++y)
    for (int x = 0; x < said.width; ++x) {
      const std::uint8_t *p = said.at(x, y), *q = mute.at(x, y);
      if (std::equal(p, p + 4, q)) continue;
      ++differing;
      as_verified += p[0] == ok.r && p[1] == ok.g && p[2] == ok.b;
      EXPECT_GT(x, said.width / 2 - 30) << "in the head's cell";
      EXPECT_GT(y, said.height * 3 / 4) << "over the picture";
    }
  EXPECT_GT(differing, 500);
  EXPECT_GT(as_verified, 50) << "the tick and its word have the colour of what is verified";
}

TEST_F(ContactPictureTest, ThatHasNoRoomIsTold) {
  const Fault fault("glTextureStorage2D");
  try {
    draw_contact_sheet({"Livewarp", {}}, {tile(plain(16, 9, 1, 2, 3))}, 16, 9);
    FAIL() << "drawn without a texture";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("16 x 9 pixels"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace livewarp
