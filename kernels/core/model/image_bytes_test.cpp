// Pixels as bytes, against the definitions in doubles.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"

namespace livewarp {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put(Image& image, std::size_t i, int value) {
  if (image.bits == 8)
    image.pixels[i] = std::byte(value);
  else
    reinterpret_cast<std::uint16_t*>(image.pixels.data())[i] = std::uint16_t(value);
}

Image of_values(int width, int height, int channels, int bits, const std::vector<int>& values) {
  Image image{width, height, channels, bits, {}};
  image.pixels.resize(image.bytes());
  for (std::size_t i = 0; i < values.size(); ++i) put(image, i, values[i]);
  return image;
}

Image at_random(int channels, int bits) {
  std::mt19937 random(3);
  std::vector<int> values(std::size_t(13 * 7 * channels));
  for (int& value : values) value = int(random() % (bits == 8 ? 256 : 65'536));
  return of_values(13, 7, channels, bits, values);
}

TEST(ImageBytes, EveryValueOf16BitsIsRoundedToTheNearest) {
  std::vector<int> values(65'536);
  for (int i = 0; i < 65'536; ++i) values[std::size_t(i)] = i;
  const Bytes bytes = as_bytes(of_values(256, 256, 1, 16, values), 1);
  ASSERT_EQ(bytes.size(), values.size());
  for (int i = 0; i < 65'536; ++i)
    ASSERT_EQ(bytes[std::size_t(i)], std::lround(i * 255.0 / 65'535.0)) << i;
}

TEST(ImageBytes, BytesStayAsTheyAre) {
  for (const int channels : {1, 4}) {
    const Image image = at_random(channels, 8);
    const Bytes bytes = as_bytes(image, channels);
    ASSERT_EQ(bytes.size(), image.pixels.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
      ASSERT_EQ(bytes[i], std::uint8_t(image.pixels[i]));
  }
}

TEST(ImageBytes, AlphaIsRoundedLikeTheColours) {
  EXPECT_EQ(as_bytes(of_values(1, 1, 4, 16, {0, 128, 129, 65'535}), 4), (Bytes{0, 0, 1, 255}));
}

TEST(ImageBytes, GreyBecomesAnOpaqueColour) {
  EXPECT_EQ(as_bytes(of_values(2, 1, 1, 8, {0, 200}), 4),
            (Bytes{0, 0, 0, 255, 200, 200, 200, 255}));
  EXPECT_EQ(as_bytes(of_values(1, 1, 1, 16, {65'535}), 4), (Bytes{255, 255, 255, 255}));
}

TEST(ImageBytes, AColourBecomesItsLuma) {
  // 0.2126 * 255 = 54.2, 0.7152 * 255 = 182.4, 0.0722 * 255 = 18.4
  const std::vector<int> colours{255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9, 255, 255, 255, 0};
  EXPECT_EQ(as_bytes(of_values(4, 1, 4, 8, colours), 1), (Bytes{54, 182, 18, 255}));
  for (const int bits : {8, 16}) {
    const Image image = at_random(4, bits);
    const Bytes bytes = as_bytes(image, 1);
    ASSERT_EQ(bytes.size(), 13u * 7u);
    for (int y = 0; y < 7; ++y)
      for (int x = 0; x < 13; ++x) {
        const double luma =
            0.2126 * image.at(x, y, 0) + 0.7152 * image.at(x, y, 1) + 0.0722 * image.at(x, y, 2);
        EXPECT_EQ(bytes[std::size_t(13 * y + x)], std::lround(luma * 255 / image.full()));
      }
  }
}

TEST(ImageBytes, OtherChannelsAreRefused) {
  EXPECT_THROW(as_bytes(at_random(4, 8), 3), Error);
  EXPECT_TRUE(as_bytes(Image{}, 4).empty());
}

}  // namespace
}  // namespace livewarp
