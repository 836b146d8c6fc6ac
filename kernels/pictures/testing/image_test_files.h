// Pictures in memory as files, for tests: written by hand or by libpng, never by what reads them.
#pragma once

#include <png.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace livewarp::test {

using FileBytes = std::vector<std::uint8_t>;

inline FileBytes file_of(const std::string& text) { return {text.begin(), text.end()}; }

/// A PNG file, by libpng's row writer. `rows` are as PNG stores them: packed below 8 bits, the
/// higher byte first at 16.
struct PngSpec {
  std::uint32_t width = 1, height = 1;
  int bits = 8, color_type = PNG_COLOR_TYPE_GRAY;
  bool interlaced = false;
  std::vector<png_color> palette = {};
  std::vector<std::uint8_t> alphas = {};  ///< of the palette
  std::vector<png_color_16> clear = {};   ///< the transparent colour, if any
};

inline FileBytes png_file(const PngSpec& spec, const std::vector<FileBytes>& rows) {
  FileBytes file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &file,
      [](png_structp self, png_bytep bytes, std::size_t count) {
        auto& to = *static_cast<FileBytes*>(png_get_io_ptr(self));
        to.insert(to.end(), bytes, bytes + count);
      },
      nullptr);
  png_set_IHDR(png, info, spec.width, spec.height, spec.bits, spec.color_type,
               spec.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (!spec.palette.empty()) png_set_PLTE(png, info, spec.palette.data(), int(spec.palette.size()));
  if (!spec.alphas.empty())
    png_set_tRNS(png, info, spec.alphas.data(), int(spec.alphas.size()), nullptr);
  if (!spec.clear.empty()) png_set_tRNS(png, info, nullptr, 0, spec.clear.data());
  png_write_info(png, info);
  const int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; ++pass)
    for (const FileBytes& row : rows) png_write_row(png, row.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return file;
}

/// The checksums of a PNG made right again, so that damage reaches what lies behind them.
inline void mend_checksums(FileBytes& file) {
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

/// A file in the folder for temporary ones, gone again at the end.
class TemporaryImage {
 public:
  TemporaryImage(const std::string& name, const FileBytes& bytes)
      : path_(std::filesystem::temp_directory_path() /
              ("livewarp-" + std::to_string(getpid()) + "-" + name)) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  }
  ~TemporaryImage() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryImage(const TemporaryImage&) = delete;
  TemporaryImage& operator=(const TemporaryImage&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace livewarp::test
