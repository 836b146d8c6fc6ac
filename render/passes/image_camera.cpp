#include <algorithm>
#include <cmath>

#include "render/passes/camera.h"

namespace livewarp {
namespace {

constexpr double zoom_per_notch = 1 / 0.88;
constexpr double largest_scale = 64;  // picture pixels an image pixel

double fitted_scale(int width, int height, int image_width, int image_height) {
  const double scale = std::min(double(width) / image_width, double(height) / image_height);
  return scale >= 1 ? std::floor(scale) : scale;
}

double effective_scale(double wanted) { return wanted >= 1 ? std::floor(wanted + 0.5) : wanted; }

/// Top left corner along one axis. A side that fits stands in the middle, a longer one leaves no
/// gap.
double corner(double side, double image_side, double scale, double shift) {
  const double length = image_side * scale;
  if (length <= side) return std::floor(0.5 * (side - length));
  const double at = 0.5 * side - (0.5 * image_side + shift) * scale;
  return std::floor(std::clamp(at, side - length, 0.0) + 0.5);
}

/// The shift that puts an image point under a pixel, kept where it has an effect.
double shift_for(double side, double image_side, double scale, double point, double pixel) {
  const double room = std::max(0.0, 0.5 * (image_side - side / scale));
  return std::clamp(point - 0.5 * image_side - (pixel - 0.5 * side) / scale, -room, room);
}

/// Whole image pixels of one axis that lie within the picture, and the picture pixels they need.
struct Span {
  double from = 0, length = 0;
  int pixels = 0;
};

Span visible_span(double side, double image_side, double scale, double corner) {
  const double from = std::clamp(std::floor(-corner / scale), 0.0, image_side - 1);
  const double to = std::clamp(std::ceil((side - corner) / scale), from + 1, image_side);
  const double pixels = (to - from) * std::min(scale, 1.0);
  return {from, to - from, std::max(1, static_cast<int>(std::lround(pixels)))};
}

}  // namespace

ImagePlacement ImageCamera::place(int width, int height, int image_width, int image_height) const {
  if (image_width <= 0 || image_height <= 0) return {};
  const double scale =
      effective_scale(zoom_ * fitted_scale(width, height, image_width, image_height));
  return {scale, corner(width, image_width, scale, shift_x_),
          corner(height, image_height, scale, shift_y_)};
}

ImagePoint ImageCamera::point_at(double x, double y, int width, int height, int image_width,
                                 int image_height) const {
  const ImagePlacement p = place(width, height, image_width, image_height);
  return {(x - p.x) / p.scale, (y - p.y) / p.scale};
}

Viewport ImageCamera::visible(int width, int height, int image_width, int image_height) const {
  if (width <= 0 || height <= 0 || image_width <= 0 || image_height <= 0) return {};
  const ImagePlacement p = place(width, height, image_width, image_height);
  const Span x = visible_span(width, image_width, p.scale, p.x);
  const Span y = visible_span(height, image_height, p.scale, p.y);
  return {{x.from, y.from, x.length, y.length}, x.pixels, y.pixels};
}

void ImageCamera::pan(double dx, double dy, int width, int height, int image_width,
                      int image_height) {
  if (image_width <= 0 || image_height <= 0) return;
  const double scale = place(width, height, image_width, image_height).scale;
  shift_x_ =
      shift_for(width, image_width, scale, 0.5 * image_width + shift_x_ - dx / scale, 0.5 * width);
  shift_y_ = shift_for(height, image_height, scale, 0.5 * image_height + shift_y_ - dy / scale,
                       0.5 * height);
}

void ImageCamera::zoom_at(double notches, double x, double y, int width, int height,
                          int image_width, int image_height) {
  if (image_width <= 0 || image_height <= 0 || width <= 0 || height <= 0) return;
  const ImagePlacement old = place(width, height, image_width, image_height);
  const double fitted = fitted_scale(width, height, image_width, image_height);
  zoom_ = std::clamp(zoom_ * std::pow(zoom_per_notch, notches), 0.25,
                     std::max(1.0, largest_scale / fitted));
  const double scale = place(width, height, image_width, image_height).scale;
  shift_x_ = shift_for(width, image_width, scale, (x - old.x) / old.scale, x);
  shift_y_ = shift_for(height, image_height, scale, (y - old.y) / old.scale, y);
}

}  // namespace livewarp
