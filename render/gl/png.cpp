#include "render/gl/png.h"

#include <memory>
#include <vector>

#include <fmt/format.h>
#include <png.h>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

png_image empty_image() {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

std::string compressed(int width, int height, png_uint_32 format, const std::uint8_t* bytes) {
  if (width <= 0 || height <= 0)
    throw Error(fmt::format("a picture of {} x {} pixels is empty", width, height));
  png_image image = empty_image();
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  // At most so much, as the library says; pages that are not needed are never touched.
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  const auto file = std::make_unique_for_overwrite<char[]>(size);
  if (!png_image_write_to_memory(&image, file.get(), &size, 0, bytes, 0, nullptr))
    throw Error(fmt::format("a picture of {} x {} pixels cannot be compressed: {}", width, height,
                            image.message));
  return {file.get(), size};
}

}  // namespace

std::string png_bytes(int width, int height, const std::uint8_t* rgba) {
  return compressed(width, height, PNG_FORMAT_RGBA, rgba);
}

std::string png_bytes(const Image& image) {
  const std::vector<std::uint8_t> bytes = as_bytes(image, image.channels);
  return compressed(image.width, image.height,
                    image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGBA, bytes.data());
}

PixelImage read_png(const std::filesystem::path& path) {
  png_image image = empty_image();
  PixelImage pixels;
  if (png_image_begin_read_from_file(&image, path.c_str())) {
    image.format = PNG_FORMAT_RGBA;
    pixels.width = static_cast<int>(image.width);
    pixels.height = static_cast<int>(image.height);
    pixels.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr)) return pixels;
  }
  png_image_free(&image);
  throw Error(fmt::format("cannot read {}: {}", path.string(), image.message),
              "Name an existing PNG file.");
}

}  // namespace livewarp
