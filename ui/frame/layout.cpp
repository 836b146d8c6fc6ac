#include "ui/frame/layout.h"

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

Arrangement arrangement_of(double width, double height) {
  if (width < 32 || height < 18) return Arrangement::bare;
  if (width < 58 || height < 30) return Arrangement::drawer;
  if (width < 76) return Arrangement::merged;
  return width < 104 ? Arrangement::normal : Arrangement::wide;
}

}  // namespace

Columns arrange(double width, double height) {
  // Sizes that should fall on a limit may miss it by the rounding of the font size.
  width += 1e-3;
  height += 1e-3;
  Columns columns;
  columns.arrangement = arrangement_of(width, height);
  switch (columns.arrangement) {
  case Arrangement::bare: break;
  case Arrangement::drawer: columns.left = std::min(23.5, width - 4); break;
  case Arrangement::merged: columns.left = 23.5; break;
  case Arrangement::normal: columns.left = 20, columns.right = 23.5; break;
  case Arrangement::wide: columns.left = 24, columns.right = 31; break;
  }
  columns.key_caps = width >= 74;
  columns.chip_words = width >= 66;
  columns.plot = height >= 40;
  columns.minimum = width >= 58;
  columns.count = width >= 52;
  columns.lesson_lines = height >= 36 ? 3 : 1;
  columns.open_folds = height >= 56;
  columns.analysis = std::clamp(0.4 * height, 13.0, 26.0);
  return columns;
}

double display_scale(double content_scale, int monitor_height) {
  const double guess =
      content_scale > 1.001 ? content_scale : std::round(monitor_height / 1080.0 * 4) / 4;
  return std::clamp(guess, 1.0, 3.0);
}

double next_text_scale(double scale, int direction) {
  const double quarters = std::round(scale * 4) + direction;
  return std::clamp(quarters / 4, 0.75, 3.0);
}

}  // namespace livewarp::ui
