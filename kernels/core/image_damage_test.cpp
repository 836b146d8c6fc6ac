// Files that are cut off or have a wrong bit: each is read as a picture or refused with a sentence, and
// under AddressSanitizer nothing else happens.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <random>

#include "kernels/core/error.h"
#include "kernels/core/image.h"
#include "kernels/core/image_test_files.h"

namespace livewarp {
namespace {

using test::file_of;
using test::FileBytes;
using test::png_file;
using test::PngSpec;

struct Sample {
  std::string name;
  FileBytes file;
};

FileBytes noise(std::size_t count) {
  std::mt19937 random(1);
  FileBytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
  return bytes;
}

FileBytes with(const std::string& header, const FileBytes& data) {
  FileBytes file = file_of(header);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

std::vector<Sample> samples() {
  const std::vector<FileBytes> grey(7, noise(5)), colour(7, noise(20)), deep(7, noise(40));
  PngSpec palette{.width = 5, .height = 7, .color_type = PNG_COLOR_TYPE_PALETTE};
  palette.palette.assign(256, {1, 2, 3});
  palette.alphas = {1, 2, 3};
  return {{"P2", file_of("P2\n# grey\n3 2\n255\n0 1 2\n253 254 255\n")},
          {"P3", file_of("P3 2 1 1023 0 1 2 1021 1022 1023")},
          {"P5", with("P5 5 7 255\n", noise(35))},
          {"P5 of 16 bits", with("P5 5 7 65535\n", noise(70))},
          {"P6", with("P6 5 7 255 #\n", noise(105))},
          {"grey PNG", png_file({.width = 5, .height = 7}, grey)},
          {"interlaced PNG", png_file({.width = 5, .height = 7, .interlaced = true}, grey)},
          {"palette PNG", png_file(palette, grey)},
          {"RGBA PNG",
           png_file({.width = 5, .height = 7, .color_type = PNG_COLOR_TYPE_RGB_ALPHA}, colour)},
          {"RGBA PNG of 16 bits",
           png_file({.width = 5, .height = 7, .bits = 16, .color_type = PNG_COLOR_TYPE_RGB_ALPHA},
                    deep)}};
}

/// The checksums of a PNG made right again, so that damage reaches what lies behind them.
void mend_checksums(FileBytes& file) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | file[at + i];
    if (length > file.size() - at - 12) return;
    const auto check = std::uint32_t(crc32(0, file.data() + at + 4, length + 4));
    for (std::size_t i = 0; i < 4; ++i)
      file[at + 8 + length + i] = std::uint8_t(check >> (24 - 8 * i));
    at += 12 + length;
  }
}

/// The picture, or none if it was refused as it should be.
std::optional<Image> sound_or_refused(const FileBytes& file, const std::string& what) {
  // A copy without room behind it: a read too far is seen.
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[file.size()]);
  std::copy(file.begin(), file.end(), exact.get());
  try {
    Image image = decode_image({exact.get(), file.size()}, "x.img");
    EXPECT_GT(image.width, 0) << what;
    EXPECT_GT(image.height, 0) << what;
    EXPECT_TRUE(image.channels == 1 || image.channels == 4) << what;
    EXPECT_EQ(image.pixels.size(), image.bytes()) << what;
    return image;
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with("cannot read x.img: ")) << what << ": " << text;
    EXPECT_EQ(text.find('\n'), text.npos) << what << ": " << text;
    for (const char c : text)
      EXPECT_TRUE(std::uint8_t(c) >= ' ' && c != 127) << what << ": a byte that does not print";
    return {};
  }
}

TEST(ImageDamage, CutOffAnywhere) {
  for (const Sample& sample : samples()) {
    const Image whole = decode_image(sample.file, sample.name);
    std::size_t refused = 0;
    for (std::size_t length = 0; length < sample.file.size(); ++length) {
      const FileBytes cut(sample.file.begin(), sample.file.begin() + std::ptrdiff_t(length));
      const auto image = sound_or_refused(cut, sample.name + " of " + std::to_string(length));
      refused += std::size_t(!image);
      // What follows the last pixel may be missing; a text's last number may have lost digits.
      if (image && !sample.name.starts_with("P")) {
        EXPECT_EQ(*image, whole) << sample.name << " of " << length;
      }
    }
    EXPECT_GE(refused, sample.file.size() - 24) << sample.name << ": that was not the picture";
  }
}

TEST(ImageDamage, EveryBitTurned) {
  for (const Sample& sample : samples())
    for (std::size_t bit = 0; bit < 8 * sample.file.size(); ++bit) {
      FileBytes file = sample.file;
      file[bit / 8] ^= std::uint8_t(1 << bit % 8);
      const std::string what = sample.name + ", bit " + std::to_string(bit);
      sound_or_refused(file, what);
      if (sample.name.starts_with("P")) continue;
      mend_checksums(file);
      sound_or_refused(file, what + ", checksums mended");
    }
}

TEST(ImageDamage, BytesAtRandom) {
  std::mt19937 random(7);
  for (const Sample& sample : samples())
    for (int round = 0; round < 2000; ++round) {
      FileBytes file = sample.file;
      for (int i = 0; i < 1 + round % 6; ++i) file[random() % file.size()] = std::uint8_t(random());
      if (round % 2) mend_checksums(file);
      sound_or_refused(file, sample.name + ", round " + std::to_string(round));
    }
}

// Headers of all sizes before a few bytes: refused at once, not after taking gigabytes.
TEST(ImageDamage, AHeaderAloneTakesNoMemory) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* kind : {"P2", "P3", "P5", "P6"})
    for (const char* size : {"1000000 1000000", "1 1000000", "65536 65536", "40000 9"})
      for (const char* most : {" 255\n", " 65535\n"})
        EXPECT_FALSE(
            sound_or_refused(file_of(std::string(kind) + " " + size + most + "1 2 3 4"), kind));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace livewarp
