#include "app/scene/brush_figure.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace livewarp {

namespace {

/// A Lissajous figure over nine tenths of the field.
std::pair<double, double> place(const PictureSpec& field, int frame) {
  constexpr double frames_round = 600;
  const double angle = 2 * std::numbers::pi * frame / frames_round;
  return {(0.5 + 0.45 * std::sin(3 * angle)) * double(field.full_width),
          (0.5 + 0.45 * std::sin(2 * angle + 0.4)) * double(field.full_height)};
}

}  // namespace

Stroke BrushFigure::next(const PictureSpec& field) {
  const auto [x0, y0] = place(field, frame_);
  const auto [x1, y1] = place(field, ++frame_);
  return {x0, y0, x1, y1};
}

}  // namespace livewarp
