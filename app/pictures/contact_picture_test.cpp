#include "app/pictures/contact_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  std::optional<Offscreen> gl_;
};

// Pixels of each colour: as many as a picture of a third of the sheet's width has, in its cell.
TEST_F(ContactPictureTest, ShowsEachPictureInItsCell) {
  std::vector<ContactPicture> pictures{tile(plain(160, 90, 200, 10, 20)),
                                       tile(plain(160, 90, 10, 200, 20)), tile({}),
                                       tile(plain(90, 90, 20, 10, 200))};
  const PixelImage sheet = draw_contact_sheet({"Livewarp", {"Words."}}, pictures, 160, 90);
  const ui::SheetSize size = ui::contact_sheet_size(4, 160, 90);
  ASSERT_EQ(sheet.width, size.width);
  ASSERT_EQ(sheet.height, size.height);
  struct Seen {
    double pixels = 0, x = 0, y = 0;
  } seen[3];
  for (int y = 0; y < sheet.height; ++y)
    for (int x = 0; x < sheet.width; ++x)
      for (int c = 0; c < 3; ++c) {
        const std::uint8_t* p = sheet.at(x, y);
        if (p[c] != 200 || p[(c + 1) % 3] > 20 || p[(c + 2) % 3] > 20) continue;
        ++seen[c].pixels;
        seen[c].x += x;
        seen[c].y += y;
      }
  for (Seen& one : seen) {
    ASSERT_GT(one.pixels, 0);
    one.x /= one.pixels * sheet.width;
    one.y /= one.pixels * sheet.height;
  }
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
