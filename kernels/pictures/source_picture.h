// The picture that a workload of pictures starts from: a chart that is drawn, or a file that is
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/model/param.h"

namespace livewarp {

/// What is drawn; the order is that of the parameter `chart`.
enum class Chart { mixed, zone, star, checker, gradients, text, noise, fractal, scene, image };

inline constexpr std::int64_t most_texels_a_side = 16'384;

/// A picture of 8 bits a channel, grey or RGBA, row by row, without padding.
struct SourcePicture {
  std::int64_t width = 1, height = 1;
  int channels = 4;  ///< 1 or 4, a byte each
  Chart chart = Chart::mixed;
  std::uint64_t seed = 1;
  std::string image;  ///< path of the picture of that chart; empty: a zone plate

  /// From the values of the parameters below.
  static SourcePicture from(const Values& values);
  std::int64_t texels() const { return width * height; }
  std::int64_t values_a_row() const { return width * channels; }
  std::size_t bytes() const { return std::size_t(values_a_row()) * std::size_t(height); }
  bool operator==(const SourcePicture&) const = default;
};

/// Its parameters: "width", "height" and "pixels", of the problem; "chart", "image" and "seed", of
/// the start. By default 3840 x 2160 texels of the mixed chart in RGBA.
std::vector<Param> picture_size_params();
std::vector<Param> picture_start_params();

/// The problem with the size of the picture that it names. Throws `Error` where there is none, or
/// it is larger than `most_texels_a_side`. A problem with the picture and the size of one that is
/// complete is so, too.
Values with_picture_size(Values problem, const Values* complete = nullptr);

/// Its texels. Throws `Error` where the file cannot be read, or is no longer of that size.
std::vector<std::byte> source_texels(const SourcePicture& picture);

}  // namespace livewarp
