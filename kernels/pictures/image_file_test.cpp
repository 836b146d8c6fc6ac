// Pictures whose values are known by hand, in every form that the formats offer.
#include "kernels/core/model/image.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/image_file.h"
#include "kernels/pictures/testing/image_test_files.h"

namespace livewarp {
namespace {

using test::file_of;
using test::FileBytes;
using test::png_file;
using test::TemporaryImage;

Image decoded(const FileBytes& file) { return decode_image(file, "a.img"); }
Image decoded(const std::string& text) { return decoded(file_of(text)); }

std::vector<int> values_of(const Image& image) {
  std::vector<int> values;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) values.push_back(image.at(x, y, c));
  return values;
}

void expect_image(const Image& image, int width, int height, int channels, int bits,
                  const std::vector<int>& values) {
  EXPECT_EQ(image.width, width);
  EXPECT_EQ(image.height, height);
  EXPECT_EQ(image.channels, channels);
  EXPECT_EQ(image.bits, bits);
  ASSERT_EQ(image.pixels.size(), image.bytes());
  EXPECT_EQ(values_of(image), values);
}

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ImagePnm, ReadsGreyAsText) {
  expect_image(decoded("P2\n3 2\n255\n0 1 2\n253 254 255\n"), 3, 2, 1, 8, {0, 1, 2, 253, 254, 255});
  expect_image(decoded("P2 2 1 65535 0 65535"), 2, 1, 1, 16, {0, 65535});
}

TEST(ImagePnm, ReadsGreyAsBytes) {
  // The byte after the header's one blank is a pixel, also where it is itself a blank.
  expect_image(decoded("P5\n2 2\n255\n\x20\x0a#\xff"), 2, 2, 1, 8, {32, 10, 35, 255});
  expect_image(decoded(std::string("P5 2 1 65535\n\x12\x34\x00\xff", 17)), 2, 1, 1, 16,
               {0x1234, 0x00ff});
}

TEST(ImagePnm, ReadsColourAsOpaque) {
  expect_image(decoded("P3 2 1 255 1 2 3 4 5 6"), 2, 1, 4, 8, {1, 2, 3, 255, 4, 5, 6, 255});
  expect_image(decoded("P6 1 2 255\nabcdef"), 1, 2, 4, 8, {97, 98, 99, 255, 100, 101, 102, 255});
  expect_image(decoded(std::string("P6 1 1 65535\n\x01\x02\x03\x04\x05\x06", 19)), 1, 1, 4, 16,
               {0x0102, 0x0304, 0x0506, 0xffff});
}

TEST(ImagePnm, PassesOverComments) {
  expect_image(decoded("P2# a\n# b 9\n 1 # c\n#d\n1 255#e\n 7 # end"), 1, 1, 1, 8, {7});
  // After one blank a # is a pixel.
  expect_image(decoded("P5 1 1 255 # of the scanner\nA"), 1, 1, 1, 8, {'#'});
  expect_image(decoded("P5 1 1 255# of the scanner\nA"), 1, 1, 1, 8, {'A'});
}

// 1 of 3 is 85 of 255; 50 of 100 is 127.5, rounded up; 1 of 256 is 256 of 65,535 (255.996).
TEST(ImagePnm, WidensItsRangeToTheWholeOne) {
  expect_image(decoded("P2 4 1 3 0 1 2 3"), 4, 1, 1, 8, {0, 85, 170, 255});
  expect_image(decoded("P2 3 1 100 0 50 100"), 3, 1, 1, 8, {0, 128, 255});
  expect_image(decoded("P2 3 1 256 0 1 256"), 3, 1, 1, 16, {0, 256, 65535});
}

TEST(ImagePnm, SaysWhatIsWrongAndWhere) {
  const std::string begin = "cannot read a.img: ";
  struct Case {
    std::string text, what;
  };
  const Case cases[]{
      {"P2\n", "line 2: the file ends before the width"},
      {"P2\n-3 1 255 0", "line 2: the width is no whole number"},
      {"P5\n3.5 1 255 0", "line 2: the width is no whole number"},
      {"P5\n3\nx 255 0", "line 3: the height is no whole number"},
      {"P5 3 99999999999999999999 255 0", "line 1: the height is above 1,000,000"},
      {"P5 3 1 0 0", "line 1: the largest value is 0: it must be 1 \u2026 65,535"},
      {"P5 3 1 65536 0", "line 1: the largest value is 65,536: it must be 1 \u2026 65,535"},
      {"P5 0 5 255 abc", "its header says 0 \u00d7 5 pixels: that is none"},
      {"P5 3 2 255\nabcd", "the file ends at pixel 1 of row 1 of a picture of 3 \u00d7 2 pixels"},
      {"P6 2 1 255\nabcde", "the file ends at pixel 1 of row 0 of a picture of 2 \u00d7 1 pixels"},
      {"P5 900000 900000 255\nabc",
       "the file ends at pixel 3 of row 0 of a picture of 900,000 \u00d7 900,000 pixels"},
      {"P2 2 2 255\n1 2\n3      ", "line 3: the file ends before pixel 1 of row 1"},
      {"P2 2 1 255\n1 x", "line 2: pixel 1 of row 0 is no whole number"},
      {"P2 2 1 255\n1 256", "pixel 1 of row 0: the value 256 is above the largest, 255"},
      {"P5 2 1 9\nAB", "pixel 0 of row 0: the value 65 is above the largest, 9"}};
  for (const Case& c : cases)
    EXPECT_EQ(error_of([&] { decoded(c.text); }), begin + c.what) << c.text;
}

TEST(ImagePng, ReadsGreyOfEveryDepth) {
  const auto grey = [](std::uint32_t width, int bits, const FileBytes& row) {
    return decoded(png_file({.width = width, .bits = bits}, {row}));
  };
  expect_image(grey(3, 8, {0, 100, 255}), 3, 1, 1, 8, {0, 100, 255});
  expect_image(grey(2, 16, {0x12, 0x34, 0xff, 0x01}), 2, 1, 1, 16, {0x1234, 0xff01});
  expect_image(grey(5, 1, {0b10110000}), 5, 1, 1, 8, {255, 0, 255, 255, 0});
  expect_image(grey(4, 2, {0b00011011}), 4, 1, 1, 8, {0, 85, 170, 255});
  expect_image(grey(2, 4, {0x0f}), 2, 1, 1, 8, {0, 255});
}

TEST(ImagePng, ReadsColourWithAndWithoutAlpha) {
  const auto one = [](int bits, int type, const FileBytes& row) {
    return decoded(png_file({.bits = bits, .color_type = type}, {row}));
  };
  expect_image(one(8, PNG_COLOR_TYPE_RGB, {1, 2, 3}), 1, 1, 4, 8, {1, 2, 3, 255});
  expect_image(one(8, PNG_COLOR_TYPE_RGB_ALPHA, {1, 2, 3, 4}), 1, 1, 4, 8, {1, 2, 3, 4});
  expect_image(one(8, PNG_COLOR_TYPE_GRAY_ALPHA, {9, 4}), 1, 1, 4, 8, {9, 9, 9, 4});
  expect_image(one(16, PNG_COLOR_TYPE_RGB, {1, 2, 3, 4, 5, 6}), 1, 1, 4, 16,
               {0x0102, 0x0304, 0x0506, 0xffff});
  expect_image(one(16, PNG_COLOR_TYPE_RGB_ALPHA, {1, 2, 3, 4, 5, 6, 7, 8}), 1, 1, 4, 16,
               {0x0102, 0x0304, 0x0506, 0x0708});
}

TEST(ImagePng, ReadsPalettesAndATransparentColour) {
  expect_image(decoded(png_file({.width = 4,
                                 .bits = 2,
                                 .color_type = PNG_COLOR_TYPE_PALETTE,
                                 .palette = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}},
                                 .alphas = {0, 128}},
                                {{0b00011000}})),
               4, 1, 4, 8, {1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255, 1, 2, 3, 0});
  png_color_16 clear{};
  clear.gray = 7;
  expect_image(decoded(png_file({.width = 2, .clear = {clear}}, {{7, 8}})), 2, 1, 4, 8,
               {7, 7, 7, 0, 8, 8, 8, 255});
}

TEST(ImagePng, PutsInterlacedRowsInOrder) {
  std::vector<FileBytes> rows;
  std::vector<int> values;
  for (int y = 0; y < 9; ++y) {
    rows.emplace_back();
    for (int x = 0; x < 11; ++x) {
      rows.back().push_back(std::uint8_t(20 * y + x));
      values.push_back(20 * y + x);
    }
  }
  for (const bool interlaced : {false, true})
    expect_image(decoded(png_file({.width = 11, .height = 9, .interlaced = interlaced}, rows)), 11,
                 9, 1, 8, values);
}

TEST(ImageFile, IsToldByItsFirstBytesNotByItsName) {
  const TemporaryImage file("called.png", file_of("P2 1 1 255 3"));
  expect_image(read_image(file.path()), 1, 1, 1, 8, {3});
}

TEST(ImageFile, ErrorsNameFileAndReason) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(error_of([] { read_image(""); }), "no picture is named");
  EXPECT_EQ(error_of([] { read_image("/no/such/a.png"); }),
            "cannot read /no/such/a.png: there is no such file");
  EXPECT_EQ(error_of([] { read_image("/dev/zero"); }),
            "cannot read /dev/zero: it is no ordinary file");
  EXPECT_EQ(error_of([&] { read_image(folder); }), "cannot read " + folder + ": it is a folder");
  const TemporaryImage empty("empty.png", {});
  EXPECT_EQ(error_of([&] { read_image(empty.path()); }),
            "cannot read " + empty.path() + ": the file is empty");
  const TemporaryImage text("text.png", file_of("Dear all,\n"));
  EXPECT_EQ(error_of([&] { read_image(text.path()); }),
            "cannot read " + text.path() +
                ": by its first bytes it is none of PNG, JPEG, PGM and PPM");
}

TEST(ImageFile, OneThatMayNotBeReadSaysSo) {
  const TemporaryImage locked("locked.pgm", file_of("P2 1 1 255 3"));
  chmod(locked.path().c_str(), 0);
  if (access(locked.path().c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(error_of([&] { read_image(locked.path()); }),
            "cannot read " + locked.path() + ": Permission denied");
}

TEST(ImageFile, APromisedSizeIsNotBelieved) {
  // A small file with the header of a huge picture, its checksum right.
  FileBytes file = png_file({.width = 999'999, .height = 1}, {FileBytes(999'999)});
  EXPECT_EQ(decoded(file).width, 999'999);
  FileBytes huge = png_file({.width = 999'999, .height = 1}, {FileBytes(999'999)});
  const std::uint8_t height[4] = {0, 0x0f, 0x42, 0x3f};  // 999,999
  std::copy_n(height, 4, huge.begin() + 20);
  const auto check = std::uint32_t(crc32(0, huge.data() + 12, 17));
  for (int i = 0; i < 4; ++i) huge[29 + i] = std::uint8_t(check >> (24 - 8 * i));
  EXPECT_EQ(error_of([&] { decoded(huge); }),
            "cannot read a.img: its header says 999,999 \u00d7 999,999 pixels: the file, of " +
                grouped(std::int64_t(huge.size())) + " bytes, is too short for them");
}

}  // namespace
}  // namespace livewarp
