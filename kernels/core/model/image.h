#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace livewarp {

/// A picture in memory. A pixel has one channel (grey) or four (red, green, blue, alpha, the
/// colours not multiplied by alpha), each of 8 or 16 bits. Values are as they stand in the file,
/// sRGB-encoded in nearly all of them; a colour profile is not looked at.
struct Image {
  int width = 0, height = 0;
  int channels = 4;  ///< 1 or 4
  int bits = 8;      ///< 8 or 16 a channel
  /// Row by row, the top row first, channels side by side, nothing between. 16 bits in the order of
  /// this machine's bytes.
  std::vector<std::byte> pixels;

  std::int64_t values_a_row() const { return std::int64_t(width) * channels; }
  std::size_t bytes() const {
    return std::size_t(values_a_row()) * std::size_t(height) * std::size_t(bits / 8);
  }
  /// The largest value of a channel.
  int full() const { return bits == 8 ? 0xFF : 0xFFFF; }
  int at(std::int64_t x, std::int64_t y, int channel) const {
    const std::size_t i = std::size_t(y * values_a_row() + x * channels + channel);
    return bits == 8 ? int(pixels[i]) : reinterpret_cast<const std::uint16_t*>(pixels.data())[i];
  }
  bool operator==(const Image&) const = default;
};

/// What an `Image` may take of memory: 16,384 x 16,384 pixels of RGBA, 8 bits.
inline constexpr std::size_t most_image_bytes = std::size_t{1} << 30;

/// What a picture is, without its pixels: the fields of `Image` that go before them.
struct ImageSize {
  int width = 0, height = 0;
  int channels = 4;
  int bits = 8;
  bool operator==(const ImageSize&) const = default;
};

/// The pixels, each of 1 or 4 bytes as `channels` says: grey, or red, green, blue, alpha. 16 bits
/// are rounded to the nearest of 8. Grey becomes a colour of three equal parts, opaque. A colour
/// becomes grey by its luma, 0.2126 R + 0.7152 G + 0.0722 B of the values as they are encoded
/// (weights of ITU-R BT.709), rounded once; its alpha is left out. Throws `Error` for other
/// channels.
std::vector<std::uint8_t> as_bytes(const Image& image, int channels);

}  // namespace livewarp
