// Small files of each format, for tests that damage them and for fuzzing.
#pragma once

#include <random>

#include "kernels/pictures/testing/image_test_files.h"
#include "kernels/pictures/testing/image_test_jpeg.h"

namespace livewarp::test {

struct Sample {
  std::string name;
  FileBytes file;
};

inline FileBytes noise(std::size_t count) {
  std::mt19937 random(1);
  FileBytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
  return bytes;
}

inline FileBytes with(const std::string& header, const FileBytes& data) {
  FileBytes file = file_of(header);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

inline std::vector<Sample> pnm_samples() {
  return {{"P2", file_of("P2\n# grey\n3 2\n255\n0 1 2\n253 254 255\n")},
          {"P3", file_of("P3 2 1 1023 0 1 2 1021 1022 1023")},
          {"P5", with("P5 5 7 255\n", noise(35))},
          {"P5 of 16 bits", with("P5 5 7 65535\n", noise(70))},
          {"P6", with("P6 5 7 255 #\n", noise(105))}};
}

inline std::vector<Sample> png_samples() {
  const std::vector<FileBytes> grey(7, noise(5)), colour(7, noise(20)), deep(7, noise(40));
  PngSpec palette{.width = 5, .height = 7, .color_type = PNG_COLOR_TYPE_PALETTE};
  palette.palette.assign(256, {1, 2, 3});
  palette.alphas = {1, 2, 3};
  return {{"grey PNG", png_file({.width = 5, .height = 7}, grey)},
          {"interlaced PNG", png_file({.width = 5, .height = 7, .interlaced = true}, grey)},
          {"palette PNG", png_file(palette, grey)},
          {"RGBA PNG",
           png_file({.width = 5, .height = 7, .color_type = PNG_COLOR_TYPE_RGB_ALPHA}, colour)},
          {"RGBA PNG of 16 bits",
           png_file({.width = 5, .height = 7, .bits = 16, .color_type = PNG_COLOR_TYPE_RGB_ALPHA},
                    deep)}};
}

inline std::vector<Sample> jpeg_samples() {
  const FileBytes blocks{block_by_hand(40), block_by_hand(-40), block_by_hand(36)};
  const JpegSpec colour{.width = 19, .height = 11, .sampling = TJSAMP_420, .quality = 80};
  JpegSpec progressive = colour, grey = colour;
  progressive.flags = TJFLAG_PROGRESSIVE;
  grey.sampling = TJSAMP_GRAY;
  const FileBytes pixels = noise(3 * 19 * 11);
  return {{"JPEG by hand", jpeg_by_hand(1, 3, blocks)},
          {"grey JPEG", jpeg_file(grey, pixels)},
          {"JPEG", jpeg_file(colour, pixels)},
          {"progressive JPEG", jpeg_file(progressive, pixels)},
          {"turned JPEG", turned(jpeg_by_hand(2, 1, {blocks[0], blocks[1]}), 6, false)}};
}

/// Of all formats.
inline std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const auto& some : {pnm_samples(), png_samples(), jpeg_samples()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace livewarp::test
