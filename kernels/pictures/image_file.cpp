#include "kernels/pictures/image_file.h"

#include <algorithm>
#include <new>

#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/image_format.h"

namespace livewarp {

namespace {

/// Text formats take four bytes and more for one.
constexpr std::uintmax_t most_file_bytes = 4 * std::uintmax_t{most_image_bytes};

std::vector<const ImageFormat*> formats() { return {&png_format(), &jpeg_format(), &pnm_format()}; }

std::string known_formats() {
  std::vector<std::string> names;
  for (const ImageFormat* format : formats()) names.push_back(format->name);
  return joined(names);
}

[[noreturn]] void refuse(const std::string& name, const std::string& why,
                         const std::string& advice = {}) {
  throw Error("cannot read " + (name.empty() ? "a picture" : name) + ": " + why, advice);
}

const ImageFormat& format_of(ImageBytes file, const std::string& name) {
  if (file.empty()) refuse(name, "the file is empty");
  for (const ImageFormat* format : formats())
    if (format->recognised(file)) return *format;
  refuse(name, "by its first bytes it is none of " + known_formats(), "Convert it to PNG.");
}

/// `f()`, its errors naming the file.
template <class F>
auto naming(const std::string& name, F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    refuse(name, error.what(), error.advice());
  } catch (const std::bad_alloc&) {
    refuse(name, "there is not memory enough");
  }
}

std::string in_pixels(std::int64_t width, std::int64_t height) {
  return grouped(width) + " \u00d7 " + grouped(height) + " pixels";
}

}  // namespace

ImageSize checked_size(std::uint64_t width, std::uint64_t height, int channels, int bits) {
  // Either side alone is below this, so that the product cannot overflow.
  constexpr std::uint64_t most_side = most_image_bytes;
  const std::string size = in_pixels(std::int64_t(width), std::int64_t(height));
  if (width == 0 || height == 0) throw Error("its header says " + size + ": that is none");
  const std::uint64_t pixel = std::uint64_t(channels) * std::uint64_t(bits / 8);
  if (width > most_side || height > most_side || width * height > most_image_bytes / pixel)
    throw Error("its header says " + size + ": a picture may take " +
                memory_size(most_image_bytes) + " of memory");
  return {int(width), int(height), channels, bits};
}

Image blank_image(const ImageSize& size) {
  Image image{size.width, size.height, size.channels, size.bits, {}};
  try {
    image.pixels.resize(image.bytes());
  } catch (const std::bad_alloc&) {
    throw Error("there is no memory for " + in_pixels(size.width, size.height));
  }
  return image;
}

Image decode_image(std::span<const std::uint8_t> file, const std::string& name) {
  const ImageFormat& format = format_of(file, name);
  return naming(name, [&] { return format.decode(file); });
}

Image read_image(const std::string& path) {
  const std::uintmax_t size = size_of_file(path, "picture", most_file_bytes);
  return decode_image(bytes_of_file(path, size), path);
}

ImageSize image_size(const std::string& path) {
  constexpr std::uintmax_t usual_header = std::uintmax_t{256}
                                          << 10;  // colour profile, small preview
  const std::uintmax_t size = size_of_file(path, "picture", most_file_bytes);
  std::vector<std::uint8_t> head = bytes_of_file(path, std::min(size, usual_header));
  const ImageFormat& format = format_of(head, path);
  if (size > usual_header) {
    try {
      return format.size(head, size);
    } catch (const Error&) {
      // A long header, or a wrong one: the whole file tells.
      head = bytes_of_file(path, size);
    }
  }
  return naming(path, [&] { return format.size(head, head.size()); });
}

const FileType& image_files() {
  static const FileType type = [] {
    FileType pictures{"picture", "Pictures", "test picture", {}, nullptr};
    for (const ImageFormat* format : formats())
      pictures.suffixes.insert(pictures.suffixes.end(), format->suffixes.begin(),
                               format->suffixes.end());
    pictures.check = [](const std::string& path) { read_image(path); };
    return pictures;
  }();
  return type;
}

Param image_file_param(std::string id, std::string label, Values selects, std::string help) {
  return file_param(std::move(id), std::move(label), image_files(), std::move(selects),
                    std::move(help));
}

}  // namespace livewarp
