#include "kernels/heat/heat_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <string>

#include <tbb/parallel_for.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

// The transfer function of IEC 61966-2-1 (sRGB), both ways.
double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double encoded(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Where the pixels that a stretch of a row or column covers begin and end, and how much of each.
struct Covered {
  std::int64_t first, last;  ///< pixels [first, last)
  double from, to;
  Covered(double begin, double length, std::int64_t pixels)
      : from(std::max(begin, 0.0)), to(std::min(begin + length, double(pixels))) {
    first = std::int64_t(std::floor(from));
    last = std::min(std::int64_t(std::ceil(to)), pixels);
  }
  double share(std::int64_t i) const {
    return std::min(double(i + 1), to) - std::max(double(i), from);
  }
};

}  // namespace

std::vector<float> brightness_of(const Image& image) {
  const std::size_t pixels = std::size_t(image.width) * std::size_t(image.height);
  std::vector<float> brightness;
  try {
    brightness.resize(pixels);
  } catch (const std::bad_alloc&) {
    throw Error("the brightness of " + grouped(image.width) + " x " + grouped(image.height) +
                    " pixels takes " + memory_size(pixels * sizeof(float)) +
                    ": there is not memory enough",
                "choose a smaller picture");
  }
  const double full = image.full();
  std::vector<double> light(std::size_t(image.full()) + 1);
  for (std::size_t i = 0; i < light.size(); ++i) light[i] = linear(double(i) / full);
  tbb::parallel_for(0, image.height, [&](int y) {
    float* row = brightness.data() + std::size_t(y) * std::size_t(image.width);
    for (int x = 0; x < image.width; ++x) {
      const auto channel = [&](int c) { return image.at(x, y, c); };
      const int r = channel(0);
      if (image.channels == 1) {
        row[x] = float(r / full);
        continue;
      }
      const int g = channel(1), b = channel(2);
      const bool grey = r == g && g == b;
      const auto at = [&](int value) { return light[std::size_t(value)]; };
      const double bright =
          grey ? r / full : encoded(0.2126 * at(r) + 0.7152 * at(g) + 0.0722 * at(b));
      row[x] = float(bright * channel(3) / full);
    }
  });
  return brightness;
}

ImageOnPlate::ImageOnPlate(const Image& image, std::int64_t nx, std::int64_t ny)
    : width_(image.width), height_(image.height), brightness_(brightness_of(image)),
      pitch_(std::max(double(width_) / double(nx), double(height_) / double(ny))),
      left_((double(width_) - pitch_ * double(nx)) / 2),
      top_((double(height_) - pitch_ * double(ny)) / 2) {}

float ImageOnPlate::temperature(std::int64_t x, std::int64_t y) const {
  const double left = left_ + pitch_ * double(x), top = top_ + pitch_ * double(y);
  return pitch_ >= 1 ? mean(left, top) : interpolated(left + pitch_ / 2, top + pitch_ / 2);
}

/// Of the square of one cell; what of it lies beside the picture is cold.
float ImageOnPlate::mean(double left, double top) const {
  const Covered columns(left, pitch_, width_), rows(top, pitch_, height_);
  double sum = 0;
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    double line = 0;
    for (std::int64_t x = columns.first; x < columns.last; ++x)
      line += columns.share(x) * pixel(x, y);
    sum += rows.share(y) * line;
  }
  return float(sum / (pitch_ * pitch_));
}

/// At a point, between the centres of the nearest pixels; at the edge the last one goes on.
float ImageOnPlate::interpolated(double x, double y) const {
  if (x < 0 || y < 0 || x > double(width_) || y > double(height_)) return 0;
  const auto place = [](double at, std::int64_t pixels, std::int64_t& first, double& share) {
    const double from_center = std::clamp(at - 0.5, 0.0, double(pixels - 1));
    first = std::min(std::int64_t(from_center), std::max<std::int64_t>(pixels - 2, 0));
    share = from_center - double(first);
  };
  std::int64_t i = 0, j = 0;
  double u = 0, v = 0;
  place(x, width_, i, u);
  place(y, height_, j, v);
  const std::int64_t right = std::min(i + 1, width_ - 1), below = std::min(j + 1, height_ - 1);
  const double upper = (1 - u) * pixel(i, j) + u * pixel(right, j);
  const double lower = (1 - u) * pixel(i, below) + u * pixel(right, below);
  return float((1 - v) * upper + v * lower);
}

}  // namespace livewarp
