// JPEG: values that follow by a closed form, ramps whose pixels are known, and another program's
// decoder.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"
#include "kernels/pictures/image_file.h"
#include "kernels/pictures/testing/image_test_files.h"
#include "kernels/pictures/testing/image_test_jpeg.h"

namespace livewarp {
namespace {

using test::block_by_hand;
using test::FileBytes;
using test::jpeg_by_hand;
using test::jpeg_file;
using test::TemporaryImage;
using test::turned;

constexpr int width = 24, height = 16;

/// A picture whose corners all differ: red to the right, green downwards.
std::array<int, 3> colour_at(int x, int y) { return {10 * x, 15 * y, 40}; }

FileBytes ramp(int sampling, int flags = 0) {
  FileBytes pixels;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto [r, g, b] = colour_at(x, y);
      pixels.push_back(std::uint8_t(r));
      if (sampling == TJSAMP_GRAY) continue;
      pixels.insert(pixels.end(), {std::uint8_t(g), std::uint8_t(b)});
    }
  return jpeg_file({.width = width, .height = height, .sampling = sampling, .flags = flags},
                   pixels);
}

Image decoded(const FileBytes& file) { return decode_image(file, "a.jpg"); }

void expect_near(const Image& image, int x, int y, const std::array<double, 3>& colour,
                 double tolerance) {
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(image.at(x, y, c), colour[std::size_t(c)], tolerance)
        << x << ", " << y << ": channel " << c;
  EXPECT_EQ(image.at(x, y, 3), 255);
}

void expect_ramp(const Image& image, int x, int y, int stored_x, int stored_y, double tolerance) {
  const auto [r, g, b] = colour_at(stored_x, stored_y);
  expect_near(image, x, y, {double(r), double(g), double(b)}, tolerance);
}

// A block's mean is all that its file holds: 128 + 40, and from there 50 down.
TEST(ImageJpeg, ReadsGreyBlocksWrittenByHand) {
  const Image image = decoded(jpeg_by_hand(2, 1, {block_by_hand(40), block_by_hand(-50)}));
  ASSERT_EQ(image.width, 16);
  ASSERT_EQ(image.height, 8);
  ASSERT_EQ(image.channels, 1);
  ASSERT_EQ(image.bits, 8);
  ASSERT_EQ(image.pixels.size(), image.bytes());
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 16; ++x) EXPECT_EQ(image.at(x, y, 0), x < 8 ? 168 : 118);
}

// R = Y + 1.402 Cr, G = Y - 0.344136 Cb - 0.714136 Cr, B = Y + 1.772 Cb (JFIF 1.02, page 3).
TEST(ImageJpeg, ReadsAColourBlockWrittenByHand) {
  const double y = 168, cb = -40, cr = 36;
  const Image image =
      decoded(jpeg_by_hand(1, 3, {block_by_hand(40), block_by_hand(-40), block_by_hand(36)}));
  ASSERT_EQ(image.channels, 4);
  expect_near(image, 3, 5, {y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb}, 1);
}

// At the best quality 8 x 8 values are rounded to whole steps of their cosines: a pixel moves by 1
// or 2, in colour by a little more; colours stored at half the resolution lie off a ramp's by half
// a step of it.
TEST(ImageJpeg, ReadsRampsOfKnownColour) {
  struct Case {
    int sampling, flags;
    double tolerance;
  };
  for (const Case& c : {Case{TJSAMP_444, 0, 3}, Case{TJSAMP_444, TJFLAG_PROGRESSIVE, 3},
                        Case{TJSAMP_422, 0, 8}, Case{TJSAMP_420, 0, 8}}) {
    SCOPED_TRACE("sampling " + std::to_string(c.sampling));
    const Image image = decoded(ramp(c.sampling, c.flags));
    ASSERT_EQ(image.width, width);
    ASSERT_EQ(image.height, height);
    ASSERT_EQ(image.channels, 4);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) expect_ramp(image, x, y, x, y, c.tolerance);
  }
  const Image grey = decoded(ramp(TJSAMP_GRAY));
  ASSERT_EQ(grey.channels, 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) EXPECT_NEAR(grey.at(x, y, 0), 10 * x, 2);
}

/// What the program djpeg makes of it.
Image by_djpeg(const FileBytes& file) {
  const TemporaryImage from("from.jpg", file), to("to.pnm", {});
  const std::string command = "djpeg -pnm -outfile '" + to.path() + "' '" + from.path() + "'";
  if (std::system(command.c_str()) != 0) throw Error("djpeg failed");
  return read_image(to.path());
}

TEST(ImageJpeg, AgreesWithDjpeg) {
  if (std::system("command -v djpeg >/dev/null") != 0)
    GTEST_SKIP() << "there is no djpeg here (Debian: libjpeg-turbo-progs)";
  for (const int sampling : {TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_GRAY})
    for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
      const FileBytes file = ramp(sampling, flags);
      const Image ours = decoded(file), theirs = by_djpeg(file);
      ASSERT_EQ(ours.width, theirs.width);
      ASSERT_EQ(ours.height, theirs.height);
      ASSERT_EQ(ours.channels, theirs.channels);
      int apart = 0;
      for (std::size_t i = 0; i < ours.pixels.size(); ++i)
        apart = std::max(apart, std::abs(int(ours.pixels[i]) - int(theirs.pixels[i])));
      EXPECT_LE(apart, 1) << "sampling " << sampling << ", flags " << flags;
    }
}

// Exif 2.3, the tag 0x0112: on which sides row 0 and column 0 of what is stored are seen.
TEST(ImageJpeg, IsTurnedAsTheCameraSays) {
  struct Case {
    std::uint8_t orientation;
    int left, top;  ///< of the stored pixel that is seen in the upper left corner
    bool lies;
  };
  constexpr int right = width - 1, below = height - 1;
  for (const Case& c :
       {Case{1, 0, 0, false}, Case{2, right, 0, false}, Case{3, right, below, false},
        Case{4, 0, below, false}, Case{5, 0, 0, true}, Case{6, 0, below, true},
        Case{7, right, below, true}, Case{8, right, 0, true}})
    for (const bool highest_first : {false, true}) {
      SCOPED_TRACE(int(c.orientation));
      const Image image = decoded(turned(ramp(TJSAMP_444), c.orientation, highest_first));
      EXPECT_EQ(image.width, c.lies ? height : width);
      EXPECT_EQ(image.height, c.lies ? width : height);
      expect_ramp(image, 0, 0, c.left, c.top, 3);
      // Along the upper edge the stored picture goes on in its other direction if it lies.
      const int step_x = c.left == 0 ? 1 : -1, step_y = c.top == 0 ? 1 : -1;
      expect_ramp(image, 5, 0, c.lies ? c.left : c.left + 5 * step_x,
                  c.lies ? c.top + 5 * step_y : c.top, 3);
    }
  const Image grey = decoded(turned(ramp(TJSAMP_GRAY), 6, true));
  EXPECT_NEAR(grey.at(0, 9, 0), 90, 2);
  for (const std::uint8_t none : {std::uint8_t{0}, std::uint8_t{9}})
    EXPECT_EQ(decoded(turned(ramp(TJSAMP_444), none, true)).width, width);
}

std::string error_of(const FileBytes& file) {
  try {
    decoded(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_begins(const std::string& text, const std::string& begin) {
  EXPECT_EQ(text.substr(0, begin.size()), begin);
}

TEST(ImageJpeg, RefusesHalfAPicture) {
  const std::string begin = "cannot read a.jpg: the JPEG decoder says: ";
  FileBytes beginning = ramp(TJSAMP_420);
  beginning.resize(30);
  EXPECT_EQ(error_of(beginning), "cannot read a.jpg: it ends before its picture begins");
  for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
    FileBytes half = ramp(TJSAMP_420, flags);
    half.resize(half.size() * 3 / 4);
    expect_begins(error_of(half), begin + "Premature end of JPEG file");
  }
}

TEST(ImageJpeg, RefusesSizesThatCannotBe) {
  FileBytes file = jpeg_by_hand(1, 1, {block_by_hand(40)});
  const std::size_t height_at = 2 + 2 + 67 + 2 + 3;  // behind SOI, DQT, and the frame's first bytes
  for (std::size_t i = 0; i < 4; ++i) file[height_at + i] = 0x3F;
  EXPECT_EQ(error_of(file), "cannot read a.jpg: its header says 16,191 \u00d7 16,191 pixels: the "
                            "file, of " +
                                std::to_string(file.size()) + " bytes, is too short for them");
  // Long enough for its promise, but more than a picture may take.
  for (std::size_t i = 0; i < 4; ++i) file[height_at + i] = 0xF0;
  file.resize(std::size_t{8} << 20);
  EXPECT_EQ(error_of(file),
            "cannot read a.jpg: its header says 61,680 \u00d7 61,680 pixels: a picture may take "
            "1 GiB of memory");
}

TEST(ImageJpeg, RefusesKindsThatItDoesNotKnow) {
  const FileBytes ink(4, block_by_hand(40));
  EXPECT_EQ(error_of(jpeg_by_hand(1, 4, ink)),
            "cannot read a.jpg: its colours are those of print (CMYK)");
  EXPECT_EQ(error_of(jpeg_by_hand(1, 1, {block_by_hand(40)}, 0xC9)),
            "cannot read a.jpg: it is a JPEG with arithmetic coding");
  expect_begins(error_of(jpeg_by_hand(1, 1, {block_by_hand(40)}, 0xC3)),  // lossless
                "cannot read a.jpg: the JPEG decoder says: Unsupported JPEG process");
}

}  // namespace
}  // namespace livewarp
