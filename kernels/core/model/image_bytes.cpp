// Pixels of 8 bits from those of any kind.
#include <cstring>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"

namespace livewarp {

namespace {

std::uint8_t to_byte(std::uint8_t value) { return value; }
std::uint8_t to_byte(std::uint16_t value) {
  return std::uint8_t((std::uint32_t{value} * 255 + 32'767) / 65'535);
}

/// Luma as a byte: the weights are whole ten-thousandths, so that it is rounded once, and exactly.
template <class Sum>
std::uint8_t luma(Sum red, Sum green, Sum blue, Sum full) {
  const Sum sum = 2126 * red + 7152 * green + 722 * blue;
  return std::uint8_t((sum * 255 + full * 5000) / (full * 10'000));
}
std::uint8_t grey_of(const std::uint8_t* pixel) {
  return luma<std::uint32_t>(pixel[0], pixel[1], pixel[2], 0xFF);
}
std::uint8_t grey_of(const std::uint16_t* pixel) {
  return luma<std::uint64_t>(pixel[0], pixel[1], pixel[2], 0xFFFF);
}

/// `count` values of the file's depth: pixels if they are grey, else four of them a pixel.
template <class T>
std::vector<std::uint8_t> converted(const T* from, std::size_t count, bool from_grey,
                                    bool to_grey) {
  std::vector<std::uint8_t> bytes(from_grey == to_grey ? count : to_grey ? count / 4 : 4 * count);
  std::uint8_t* to = bytes.data();
  if (from_grey == to_grey)
    for (std::size_t i = 0; i < count; ++i) to[i] = to_byte(from[i]);
  else if (to_grey)
    for (std::size_t i = 0; i < count / 4; ++i) to[i] = grey_of(from + 4 * i);
  else
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t grey = to_byte(from[i]);
      const std::uint8_t pixel[4] = {grey, grey, grey, 0xFF};
      std::memcpy(to + 4 * i, pixel, sizeof pixel);
    }
  return bytes;
}

}  // namespace

std::vector<std::uint8_t> as_bytes(const Image& image, int channels) {
  if (channels != 1 && channels != 4)
    throw Error("a picture has 1 or 4 channels, not " + std::to_string(channels));
  const std::size_t count = image.bytes() / std::size_t(image.bits / 8);
  const bool from_grey = image.channels == 1, to_grey = channels == 1;
  const std::byte* pixels = image.pixels.data();
  if (image.bits == 8)
    return converted(reinterpret_cast<const std::uint8_t*>(pixels), count, from_grey, to_grey);
  return converted(reinterpret_cast<const std::uint16_t*>(pixels), count, from_grey, to_grey);
}

}  // namespace livewarp
