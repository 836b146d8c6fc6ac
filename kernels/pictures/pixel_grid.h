// Results that are pictures of 8 bits a channel: how they are compared, damaged for a test, shown
// and told of.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/image.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A picture of bytes, row by row, channels side by side.
struct PixelGrid {
  std::int64_t width = 1, height = 1;
  int channels = 4;
  std::size_t bytes() const {
    return std::size_t(width) * std::size_t(height) * std::size_t(channels);
  }
};

/// Of the file that it is saved as.
inline ImageSize saved_size(const PixelGrid& grid) {
  return {int(grid.width), int(grid.height), grid.channels, 8};
}

/// The image that shows it: at most 4,096 pixels a side.
PictureSpec image_picture(const PixelGrid& grid);

inline const std::uint8_t* field_bytes(const HostState& state, std::size_t field) {
  return reinterpret_cast<const std::uint8_t*>(state.fields.at(field).data());
}

/// What pixels should be, in fp64 and not rounded.
struct ExactPixels {
  std::function<void(std::int64_t y, double* out)> row;                    ///< width * channels
  std::function<void(std::int64_t x, std::int64_t y, double* out)> pixel;  ///< channels
  /// Whether a pixel counts as right as it is, whatever the others say. May be empty: none does.
  std::function<bool(const std::uint8_t* now, std::int64_t x, std::int64_t y)> accepts;
};

/// The discrepancy "value" in levels: half a level is the rounding to bytes. Rows are asked for
/// when all is compared, pixels where the scope samples.
std::vector<Discrepancy> compare_pixels(const PixelGrid& grid, const std::uint8_t* result,
                                        const ExactPixels& exact, const CompareScope& scope,
                                        const Job& job);

/// The sound state with, in its field 0, one pixel changed by half the range; a row of them; a
/// column.
std::vector<HostState> picture_mutants(const PixelGrid& source, const HostState& sound);

/// Mean and standard deviation of a picture's levels, its alpha left out.
std::vector<Readout> level_readouts(const PixelGrid& grid, const std::uint8_t* pixels,
                                    const Job& job);

}  // namespace livewarp
