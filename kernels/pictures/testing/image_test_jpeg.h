// JPEG files in memory, for tests: by hand, where a value follows from the standard by a closed
// form, and by libturbojpeg's encoder from pixels that are known.
#pragma once

#include <turbojpeg.h>

#include <memory>
#include <stdexcept>

#include "kernels/pictures/testing/image_test_files.h"

namespace livewarp::test {

inline void append(FileBytes& file, const FileBytes& bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
}

/// The byte of a block of `jpeg_by_hand` whose mean differs from that of the block before it, in
/// its component, by `difference`: 32 ... 63 or -63 ... -32. One bit says that six bits follow,
/// which are the number (less one and in two's complement if negative); a last bit ends the block.
inline std::uint8_t block_by_hand(int difference) {
  return std::uint8_t((difference < 0 ? difference + 63 : difference) << 1);
}

/// A baseline file of even blocks of 8 x 8 pixels, side by side. Per block and component a byte in
/// `data`, see `block_by_hand`; the first difference is to 128. `frame` is the marker of its kind:
/// 0xC0 is baseline.
inline FileBytes jpeg_by_hand(int blocks, int components, const FileBytes& data,
                              std::uint8_t frame = 0xC0) {
  const auto count = std::uint8_t(components);
  FileBytes file{0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0};
  append(file, FileBytes(64, 8));  // steps of 8: of the mean, which stands in eighths, of 1
  append(file, {0xFF, frame, 0, std::uint8_t(8 + 3 * count), 8, 0, 8, 0, std::uint8_t(8 * blocks)});
  file.push_back(count);
  for (std::uint8_t i = 1; i <= count; ++i) append(file, {i, 0x11, 0});
  // Two codes of one bit: "six bits follow" for means, "the block ends" for what varies.
  append(file, {0xFF, 0xC4, 0, 20, 0x00, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6});
  append(file, {0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  append(file, {0xFF, 0xDA, 0, std::uint8_t(6 + 2 * count), count});
  for (std::uint8_t i = 1; i <= count; ++i) append(file, {i, 0});
  append(file, {0, 63, 0});
  append(file, data);
  append(file, {0xFF, 0xD9});
  return file;
}

/// Pixels for libturbojpeg's encoder: grey if `sampling` is TJSAMP_GRAY, else red, green, blue.
struct JpegSpec {
  int width = 1, height = 1;
  int sampling = TJSAMP_444;
  int flags = 0;  ///< TJFLAG_PROGRESSIVE
  int quality = 100;
};

inline FileBytes jpeg_file(const JpegSpec& spec, const FileBytes& pixels) {
  const std::unique_ptr<void, int (*)(void*)> encoder(tjInitCompress(), tjDestroy);
  unsigned char* bytes = nullptr;
  unsigned long count = 0;
  const int failed =
      tjCompress2(encoder.get(), pixels.data(), spec.width, 0, spec.height,
                  spec.sampling == TJSAMP_GRAY ? TJPF_GRAY : TJPF_RGB, &bytes, &count,
                  spec.sampling, spec.quality, TJFLAG_ACCURATEDCT | spec.flags);
  const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owner(bytes, tjFree);
  if (failed) throw std::runtime_error(tjGetErrorStr2(encoder.get()));
  return {bytes, bytes + count};
}

/// The same file with a segment of Exif that says how the camera was held (1 ... 8); its numbers'
/// highest byte first or last.
inline FileBytes turned(const FileBytes& file, std::uint8_t orientation, bool highest_first) {
  FileBytes with(file.begin(), file.begin() + 2);
  append(with, {0xFF, 0xE1, 0, 34, 'E', 'x', 'i', 'f', 0, 0});
  if (highest_first)
    append(with,
           {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0});
  else
    append(with,
           {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0});
  append(with, {0, 0, 0, 0});  // no directory follows
  with.insert(with.end(), file.begin() + 2, file.end());
  return with;
}

}  // namespace livewarp::test
