#include "render/gl/png.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include <fmt/format.h>
#include <png.h>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

constexpr const char* write_advice = "Choose a folder that exists and may be written to.";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A file with a name of its own in the folder of `place`; gone again unless it is moved there.
class PartFile {
 public:
  explicit PartFile(const std::filesystem::path& place) : place_(place), part_(place) {
    part_ += fmt::format(".{:08x}.part", std::random_device{}());
    file_.reset(std::fopen(part_.c_str(), "wbx"));
    if (!file_) fail(std::strerror(errno));
  }
  ~PartFile() {
    if (done_) return;
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::FILE* file() const { return file_.get(); }

  void move_to_place() {
    if (std::fclose(file_.release()) != 0) fail(std::strerror(errno));
    std::error_code error;
    std::filesystem::rename(part_, place_, error);
    if (error) fail(error.message());
    done_ = true;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(fmt::format("cannot write {}: {}", place_.string(), why), write_advice);
  }

 private:
  std::filesystem::path place_, part_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  bool done_ = false;
};

png_image empty_image() {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

void write(const std::filesystem::path& path, int width, int height, png_uint_32 format,
           const std::uint8_t* bytes) {
  if (width <= 0 || height <= 0)
    throw Error(fmt::format("cannot write {}: a picture of {} x {} pixels is empty", path.string(),
                            width, height));
  PartFile part(path);
  png_image image = empty_image();
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  if (!png_image_write_to_stdio(&image, part.file(), 0, bytes, 0, nullptr))
    part.fail(image.message);
  part.move_to_place();
}

}  // namespace

void write_png(const std::filesystem::path& path, int width, int height, const std::uint8_t* rgba) {
  write(path, width, height, PNG_FORMAT_RGBA, rgba);
}

void write_png(const std::filesystem::path& path, const Image& image) {
  const std::vector<std::uint8_t> bytes = as_bytes(image, image.channels);
  write(path, image.width, image.height, image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGBA,
        bytes.data());
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
