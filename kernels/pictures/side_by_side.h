#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/model/view.h"
#include "kernels/pictures/pixel_grid.h"

namespace livewarp {

/// Two pictures beside each other in one, each in the middle of its height, with a gap between.
struct SideBySide {
  PixelGrid left, right;

  std::int64_t gap() const { return std::max<std::int64_t>(1, (left.width + right.width) / 64); }
  std::int64_t right_begins() const { return left.width + gap(); }
  PixelGrid whole() const {
    return {right_begins() + right.width, std::max(left.height, right.height), left.channels};
  }
  /// Row of the whole in which a picture begins.
  std::int64_t top_of(const PixelGrid& picture) const {
    return (whole().height - picture.height) / 2;
  }
  std::vector<ImagePart> parts(std::string left_name, std::string right_name) const {
    const PixelGrid all = whole();
    const auto part = [&](std::string name, std::int64_t begins, const PixelGrid& picture) {
      return ImagePart{std::move(name), double(begins) / double(all.width),
                       double(top_of(picture)) / double(all.height),
                       double(picture.width) / double(all.width),
                       double(picture.height) / double(all.height)};
    };
    return {part(std::move(left_name), 0, left),
            part(std::move(right_name), right_begins(), right)};
  }
};

}  // namespace livewarp
