#include "kernels/pictures/fuzz/image_fuzz.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/core/base/error.h"
#include "kernels/pictures/image_file.h"

namespace livewarp::fuzz {

void expect(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

void expect_one_line(const std::string& text) {
  const bool prints = std::all_of(text.begin(), text.end(),
                                  [](char c) { return std::uint8_t(c) >= ' ' && c != 127; });
  expect(prints && !text.empty(), "it was refused with a text that is not one line");
}

namespace {

void expect_sound(const Image& image, const ImageSize& promised) {
  const ImageSize size{image.width, image.height, image.channels, image.bits};
  expect(size == promised, "the picture has another size than its header gave");
  expect(image.pixels.size() == image.bytes(), "the picture has another length than its size");
  const std::size_t pixels = std::size_t(image.width) * std::size_t(image.height);
  expect(as_bytes(image, 1).size() == pixels, "as grey bytes it has another length");
  expect(as_bytes(image, 4).size() == 4 * pixels, "as bytes of RGBA it has another length");
}

}  // namespace

bool read_as(const ImageFormat& format, ImageBytes file) {
  constexpr std::int64_t most_pixels = std::int64_t{4} << 20;
  if (!format.recognised(file)) return false;
  try {
    const ImageSize size = format.size(file, file.size());
    if (std::int64_t(size.width) * size.height > most_pixels) return false;
    expect_sound(format.decode(file), size);
    return true;
  } catch (const Error& error) {
    expect_one_line(error.what());
    return false;
  }
}

}  // namespace livewarp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  livewarp::fuzz::read({data, size});
  return 0;
}
