// Files that are cut off or have a wrong bit: each is read as a picture or refused with a sentence,
// and under AddressSanitizer nothing else happens.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <random>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"
#include "kernels/pictures/image_file.h"
#include "kernels/pictures/testing/image_test_samples.h"

namespace livewarp {
namespace {

using test::file_of;
using test::FileBytes;
using test::mend_checksums;
using test::Sample;
using test::samples;

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
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace livewarp
