#include "app/scene/image_gesture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr double scale_per_notch = 1 / 0.88;  // as a finished picture is zoomed
constexpr double nearest_to_turn = 4;  // pixels: closer to the middle a pointer has no direction

struct Vector {
  double x = 0, y = 0;
};
Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }

double to_digits(double value, int digits) {
  if (value == 0) return 0;
  const double unit = std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}
double to_decimals(double value, double unit) { return std::round(value * unit) / unit; }

/// Which part of the whole an image shows, and how.
class Window {
 public:
  Window(const Handles& handles, const std::vector<Param>& params, Values& problem)
      : handles_(handles), params_(params), problem_(problem) {}

  double scale() const { return get_real(problem_, handles_.scale); }
  double turn() const { return get_real(problem_, handles_.rotation); }
  /// From the image's middle, in pixels.
  Vector pixels(ImagePoint share) const {
    return {(share.x - 0.5) * double(get_integer(problem_, handles_.pixels_x)),
            (share.y - 0.5) * double(get_integer(problem_, handles_.pixels_y))};
  }
  /// What so many pixels are in units of the whole: the image is turned clockwise, y points down.
  Vector units(Vector pixels) const {
    const double angle = turn() * std::numbers::pi / 180;
    const double along = std::cos(angle) / scale(), across = std::sin(angle) / scale();
    return {along * pixels.x + across * pixels.y, along * pixels.y - across * pixels.x};
  }
  Vector center() const {
    return {get_real(problem_, handles_.center_x) * handles_.whole_x,
            get_real(problem_, handles_.center_y) * handles_.whole_y};
  }

  void set_scale(double scale) { set(handles_.scale, to_digits(scale, 6)); }
  void set_turn(double degrees) {
    set(handles_.rotation, to_decimals(std::remainder(degrees, 360), 100));
  }
  void set_center(Vector center) {
    set(handles_.center_x, to_decimals(center.x / handles_.whole_x, 1e7));
    set(handles_.center_y, to_decimals(center.y / handles_.whole_y, 1e7));
  }
  void set_pixels(double x, double y) {
    const auto set_side = [&](const std::string& id, double side) {
      problem_[id] = std::max<std::int64_t>(1, std::llround(within(id, side)));
    };
    set_side(handles_.pixels_x, x);
    set_side(handles_.pixels_y, y);
  }
  double within(const std::string& id, double value) const {
    const Param* const param = find_param(params_, id);
    if (!param) throw Error("there is no parameter " + id);
    return std::clamp(value, param->min, param->max);
  }

 private:
  void set(const std::string& id, double value) { problem_[id] = within(id, value); }

  const Handles& handles_;
  const std::vector<Param>& params_;
  Values& problem_;
};

}  // namespace

Values after_gesture(const Handles& handles, const std::vector<Param>& params, Values problem,
                     const ImageGesture& gesture) {
  Window window(handles, params, problem);
  const Vector from = window.pixels(gesture.from), to = window.pixels(gesture.to);
  if (gesture.moves) window.set_center(window.center() - window.units(to - from));
  if (gesture.turns &&
      std::min(std::hypot(from.x, from.y), std::hypot(to.x, to.y)) > nearest_to_turn) {
    const double by = std::atan2(to.y, to.x) - std::atan2(from.y, from.x);
    window.set_turn(window.turn() + by * 180 / std::numbers::pi);
  }
  if (gesture.notches != 0) {
    const Vector under = window.center() + window.units(to);
    window.set_scale(window.scale() * std::pow(scale_per_notch, gesture.notches));
    window.set_center(under - window.units(to));
  }
  return problem;
}

ImagePoint whole_under(const Handles& handles, const std::vector<Param>& params,
                       const Values& problem, ImagePoint share) {
  Values present = problem;
  const Window window(handles, params, present);
  const Vector at = window.center() + window.units(window.pixels(share));
  return {at.x, at.y};
}

Values fitted_into(const Handles& handles, const std::vector<Param>& params, const Values& problem,
                   int width, int height) {
  const double across = width / handles.whole_x, down = height / handles.whole_y;
  const auto at = [&](double scale) {
    Values fitted = problem;
    Window window(handles, params, fitted);
    window.set_scale(scale);
    window.set_turn(0);
    window.set_center({handles.whole_x / 2, handles.whole_y / 2});
    // Cut, not rounded: the image must not be larger than its place, nor than the whole.
    window.set_pixels(std::floor(std::min(handles.whole_x * window.scale() + 0.01, width + 0.0)),
                      std::floor(std::min(handles.whole_y * window.scale() + 0.01, height + 0.0)));
    return fitted;
  };
  Values all = at(std::min(across, down));
  return all == problem ? at(std::max(across, down)) : all;
}

}  // namespace livewarp
