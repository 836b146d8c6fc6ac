// JPEG, by libturbojpeg; turned as the camera says that it was held.
#include <turbojpeg.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/image_format.h"

namespace livewarp {

namespace {

struct CloseDecoder {
  void operator()(void* decoder) const { tjDestroy(decoder); }
};
using Decoder = std::unique_ptr<void, CloseDecoder>;

[[noreturn]] void refuse(const Decoder& decoder) {
  throw Error(std::string("the JPEG decoder says: ") + tjGetErrorStr2(decoder.get()));
}

/// A part of a file whose numbers have two or four bytes, in either order.
class Fields {
 public:
  Fields(ImageBytes bytes, bool highest_first) : bytes_(bytes), highest_first_(highest_first) {}
  std::optional<std::uint32_t> number(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return {};
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value = value << 8 | bytes_[at + (highest_first_ ? i : size - 1 - i)];
    return value;
  }

 private:
  ImageBytes bytes_;
  bool highest_first_;
};

/// The entry "orientation" of a TIFF directory, as Exif 2.3 embeds it: 1 ... 8, and 1 where there
/// is none.
int orientation_in(ImageBytes tiff) {
  constexpr std::uint32_t tag = 0x0112;
  constexpr std::size_t entry_bytes = 12;
  if (tiff.size() < 8) return 1;
  const Fields fields(tiff, tiff[0] == 'M');
  const std::size_t directory = fields.number(4, 4).value_or(0);
  const std::uint32_t entries = fields.number(directory, 2).value_or(0);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = directory + 2 + i * entry_bytes;
    const auto found = fields.number(at, 2);
    if (!found) return 1;
    if (*found != tag) continue;
    const std::uint32_t value = fields.number(at + 8, 2).value_or(1);
    return value >= 1 && value <= 8 ? int(value) : 1;
  }
  return 1;
}

/// What the segments before the picture say.
struct Segments {
  int orientation = 1;  ///< 1 ... 8, as Exif counts
  bool arithmetic = false;
};

Segments segments_of(ImageBytes file) {
  constexpr std::array<std::uint8_t, 6> exif{'E', 'x', 'i', 'f', 0, 0};
  constexpr std::uint8_t app1 = 0xE1, start_of_scan = 0xDA, filler = 0xFF;
  const Fields fields(file, true);
  Segments segments;
  for (std::size_t at = 2; at + 4 <= file.size() && file[at] == 0xFF;) {
    const std::uint8_t marker = file[at + 1];
    if (marker == filler) {
      ++at;
      continue;
    }
    const std::size_t length = fields.number(at + 2, 2).value_or(0);
    if (marker == start_of_scan || length < 2 || length > file.size() - at - 2) break;
    const ImageBytes content = file.subspan(at + 4, length - 2);
    if (marker == app1 && content.size() > exif.size() &&
        std::equal(exif.begin(), exif.end(), content.begin()))
      segments.orientation = orientation_in(content.subspan(exif.size()));
    // Frames of the kinds 9 ... 15; 0xCC holds tables of such a one.
    if (marker >= 0xC9 && marker <= 0xCF) segments.arithmetic = true;
    at += 2 + length;
  }
  return segments;
}

/// 5 ... 8: width and height change places.
bool lies(int orientation) { return orientation >= 5; }

/// The picture as it is seen. Orientation 2, 4: mirrored; 3: upside down; 5 ... 8: lying.
Image upright(Image stored, int orientation) {
  if (orientation == 1) return stored;
  const bool from_right =
      orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_below =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const bool lying = lies(orientation);
  Image image = blank_image({lying ? stored.height : stored.width,
                             lying ? stored.width : stored.height, stored.channels, stored.bits});
  const auto pixel = std::size_t(stored.channels);
  for (std::int64_t y = 0; y < image.height; ++y)
    for (std::int64_t x = 0; x < image.width; ++x) {
      std::int64_t i = lying ? y : x, j = lying ? x : y;
      if (from_right) i = stored.width - 1 - i;
      if (from_below) j = stored.height - 1 - j;
      std::copy_n(stored.pixels.data() + std::size_t(j * stored.width + i) * pixel, pixel,
                  image.pixels.data() + std::size_t(y * image.width + x) * pixel);
    }
  return image;
}

bool recognised(ImageBytes file) {
  return file.size() >= 3 && file[0] == 0xFF && file[1] == 0xD8 && file[2] == 0xFF;
}

/// Every 8 x 8 pixels take a bit at least: a header that promises more is not believed, and no
/// memory is taken for it.
void check_length(int width, int height, std::uint64_t bytes) {
  constexpr std::uint64_t most_from_byte = 8 * 64;
  if (std::uint64_t(width) * std::uint64_t(height) <= most_from_byte * bytes) return;
  throw Error("its header says " + grouped(width) + " \u00d7 " + grouped(height) +
              " pixels: the file, of " + grouped(std::int64_t(bytes)) +
              " bytes, is too short for them");
}

Decoder new_decoder() {
  Decoder decoder(tjInitDecompress());
  if (!decoder) throw Error("there is not memory enough");
  return decoder;
}

struct Header {
  ImageSize stored;  ///< not turned
  int orientation = 1;
};

Header read_header(const Decoder& decoder, ImageBytes head, std::uint64_t file_bytes) {
  int width = 0, height = 0, sampling = 0, colours = 0;
  if (tjDecompressHeader3(decoder.get(), head.data(), head.size(), &width, &height, &sampling,
                          &colours) != 0)
    refuse(decoder);
  if (width == 0 || height == 0) throw Error("it ends before its picture begins");
  if (colours == TJCS_CMYK || colours == TJCS_YCCK)
    throw Error("its colours are those of print (CMYK)", "Convert it to RGB.");
  const Segments segments = segments_of(head);
  // Then pixels may take next to no bits, and no length would be too short.
  if (segments.arithmetic) throw Error("it is a JPEG with arithmetic coding", "Convert it to PNG.");
  check_length(width, height, file_bytes);
  const int channels = colours == TJCS_GRAY ? 1 : 4;
  return {checked_size(std::uint64_t(width), std::uint64_t(height), channels, 8),
          segments.orientation};
}

ImageSize size(ImageBytes head, std::uint64_t file_bytes) {
  Header header = read_header(new_decoder(), head, file_bytes);
  if (lies(header.orientation)) std::swap(header.stored.width, header.stored.height);
  return header.stored;
}

Image decode(ImageBytes file) {
  const Decoder decoder = new_decoder();
  const Header header = read_header(decoder, file, file.size());
  Image image = blank_image(header.stored);
  // A file that ends too early gives a warning and half a picture: that is refused too. The scans
  // of a progressive file are limited to 500: an empty one costs a few bytes and a pass over the
  // picture.
  if (tjDecompress2(decoder.get(), file.data(), file.size(),
                    reinterpret_cast<unsigned char*>(image.pixels.data()), image.width, 0,
                    image.height, image.channels == 1 ? TJPF_GRAY : TJPF_RGBA,
                    TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS) != 0)
    refuse(decoder);
  return upright(std::move(image), header.orientation);
}

}  // namespace

const ImageFormat& jpeg_format() {
  static const ImageFormat format{"JPEG", {"jpg", "jpeg"}, recognised, size, decode};
  return format;
}

}  // namespace livewarp
