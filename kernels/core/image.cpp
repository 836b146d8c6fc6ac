#include "kernels/core/image.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>

#include "kernels/core/error.h"
#include "kernels/core/image_format.h"
#include "kernels/core/text.h"

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

std::vector<std::uint8_t> bytes_of_file(const std::string& path) {
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) refuse(path, "there is no such file");
  if (failure) refuse(path, failure.message());
  if (std::filesystem::is_directory(status)) refuse(path, "it is a folder");
  // A pipe or a device may never end.
  if (!std::filesystem::is_regular_file(status)) refuse(path, "it is no ordinary file");
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (failure) refuse(path, failure.message());
  if (size > most_file_bytes)
    refuse(path, "a picture may have " + memory_size(most_file_bytes) + ", this file has " +
                     memory_size(size));
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    refuse(path, errno ? std::system_category().message(errno) : "it cannot be opened",
           "Look at its permissions.");
  std::vector<std::uint8_t> bytes(size);
  stream.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(size));
  if (stream.bad()) refuse(path, "reading failed at byte " + grouped(stream.gcount()));
  bytes.resize(std::size_t(stream.gcount()));
  return bytes;
}

const ImageFormat& format_of(ImageBytes file, const std::string& name) {
  if (file.empty()) refuse(name, "the file is empty");
  for (const ImageFormat* format : formats())
    if (format->recognised(file)) return *format;
  refuse(name, "by its first bytes it is none of " + known_formats(), "Convert it to PNG.");
}

}  // namespace

Image blank_image(std::uint64_t width, std::uint64_t height, int channels, int bits) {
  // Either side alone is below this, so that the product cannot overflow.
  constexpr std::uint64_t most_side = most_image_bytes;
  const std::string size =
      grouped(std::int64_t(width)) + " \u00d7 " + grouped(std::int64_t(height)) + " pixels";
  if (width == 0 || height == 0) throw Error("its header says " + size + ": that is none");
  const std::uint64_t pixel = std::uint64_t(channels) * std::uint64_t(bits / 8);
  if (width > most_side || height > most_side || width * height > most_image_bytes / pixel)
    throw Error("its header says " + size + ": a picture may take " +
                memory_size(most_image_bytes) + " of memory");
  Image image{int(width), int(height), channels, bits, {}};
  try {
    image.pixels.resize(image.bytes());
  } catch (const std::bad_alloc&) {
    throw Error("there is no memory for " + size);
  }
  return image;
}

Image decode_image(std::span<const std::uint8_t> file, const std::string& name) {
  const ImageFormat& format = format_of(file, name);
  try {
    return format.decode(file);
  } catch (const Error& error) {
    refuse(name, error.what(), error.advice());
  }
}

Image read_image(const std::string& path) {
  if (path.empty()) throw Error("no picture is named");
  try {
    return decode_image(bytes_of_file(path), path);
  } catch (const std::bad_alloc&) {
    refuse(path, "there is not memory enough");
  }
}

const std::vector<std::string>& image_suffixes() {
  static const std::vector<std::string> suffixes = [] {
    std::vector<std::string> all;
    for (const ImageFormat* format : formats())
      all.insert(all.end(), format->suffixes.begin(), format->suffixes.end());
    return all;
  }();
  return suffixes;
}

}  // namespace livewarp
