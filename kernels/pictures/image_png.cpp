// PNG, through libpng's reader of rows: its simpler interface gives 16 bits only as linear light.
#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <memory>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/image_format.h"

namespace livewarp {

namespace {

/// What libpng's callbacks see. It reports an error by a jump, so nothing that it jumps over may
/// own anything: the functions below that run guarded have plain locals alone.
struct Source {
  ImageBytes file;
  std::size_t at = 0;
  std::int64_t row = -1;  ///< being read; -1: still in the header
  char message[128] = {};
};

Source& source_of(png_structp png) { return *static_cast<Source*>(png_get_io_ptr(png)); }

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
  Source& source = source_of(png);
  if (count > source.file.size() - source.at) png_error(png, "the file ends too early");
  std::copy_n(source.file.data() + source.at, count, to);
  source.at += count;
}

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto& source = *static_cast<Source*>(png_get_error_ptr(png));
  std::snprintf(source.message, sizeof source.message, "%s", message);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

class Reader {
 public:
  explicit Reader(ImageBytes file) : source_{file} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source_, on_error, on_warning);
    info_ = png_ ? png_create_info_struct(png_) : nullptr;
    if (!info_) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw Error("there is not memory enough");
    }
    png_set_read_fn(png_, &source_, read_bytes);
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Of a file of that many bytes, whose beginning at least is here.
  ImageSize read_header(std::uint64_t file_bytes) {
    guarded([](Reader& self) { png_read_info(self.png_, self.info_); });
    const png_uint_32 width = png_get_image_width(png_, info_),
                      height = png_get_image_height(png_, info_);
    check_length(width, height, file_bytes);
    const bool grey = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_GRAY &&
                      !png_get_valid(png_, info_, PNG_INFO_tRNS);
    return checked_size(width, height, grey ? 1 : 4, png_get_bit_depth(png_, info_) == 16 ? 16 : 8);
  }

  Image read() {
    Image image = blank_image(read_header(source_.file.size()));
    channels_ = image.channels;
    bits_ = image.bits;
    pixels_ = image.pixels.data();
    guarded([](Reader& self) { self.read_rows(); });
    return image;
  }

 private:
  template <class F>
  void guarded(F some) {
    if (!within(some)) throw Error(place() + source_.message);
  }

  /// False if libpng jumped out.
  template <class F>
  bool within(F some) {
    if (setjmp(png_jmpbuf(png_))) return false;
    some(*this);
    return true;
  }

  void read_rows() {
    png_set_expand(png_);  // palettes, 1 to 4 bits, and a transparent colour into alpha
    if (channels_ == 4) {
      png_set_gray_to_rgb(png_);
      png_set_add_alpha(png_, bits_ == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
    }
    if (bits_ == 16 && std::endian::native == std::endian::little) png_set_swap(png_);
    const int passes = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    const std::size_t bytes = png_get_rowbytes(png_, info_);
    const std::int64_t height = png_get_image_height(png_, info_);
    if (bytes != std::size_t(png_get_image_width(png_, info_)) * std::size_t(channels_ * bits_ / 8))
      png_error(png_, "its rows have another length than its header says");
    for (int pass = 0; pass < passes; ++pass)
      for (std::int64_t y = 0; y < height; ++y) {
        source_.row = y;
        png_read_row(png_, reinterpret_cast<png_bytep>(pixels_) + std::size_t(y) * bytes, nullptr);
      }
  }

  /// Deflate makes of a byte 1032 at most: a header that promises more is not believed, and no
  /// memory is taken for it.
  void check_length(png_uint_32 width, png_uint_32 height, std::uint64_t file_bytes) const {
    constexpr std::uint64_t most_from_byte = 1032;
    const std::uint64_t packed = png_get_rowbytes(png_, info_);
    if (packed <= most_from_byte * file_bytes / std::max<std::uint64_t>(height, 1)) return;
    throw Error("its header says " + grouped(width) + " \u00d7 " + grouped(height) +
                " pixels: the file, of " + grouped(std::int64_t(file_bytes)) +
                " bytes, is too short for them");
  }

  std::string place() const {
    if (source_.row < 0) return "in its header: ";
    return "in row " + grouped(source_.row) + " of " + grouped(png_get_image_height(png_, info_)) +
           ": ";
  }

  Source source_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  int channels_ = 0, bits_ = 0;
  std::byte* pixels_ = nullptr;
};

bool recognised(ImageBytes file) {
  constexpr std::size_t signature = 8;
  return file.size() >= signature && png_sig_cmp(file.data(), 0, signature) == 0;
}

ImageSize size(ImageBytes head, std::uint64_t file_bytes) {
  return Reader(head).read_header(file_bytes);
}

Image decode(ImageBytes file) { return Reader(file).read(); }

}  // namespace

const ImageFormat& png_format() {
  static const ImageFormat format{"PNG", {"png"}, recognised, size, decode};
  return format;
}

}  // namespace livewarp
