#include "render/passes/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/passes/volume_box.h"

namespace livewarp {
namespace {

constexpr double zoom_per_notch = 0.88;
constexpr double nearest_zoom = 1e-3, furthest_zoom = 30;
constexpr double steepest = 0.497 * std::numbers::pi;  // short of the pole, where "up" is undefined
constexpr double turn_rate = 2 * std::numbers::pi / 90;  // radians a second

Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// So much is shown that the box keeps within the picture however it is turned. In perspective the
/// sphere round it is larger than its cut through the middle.
double volume_extent(const PictureSpec& spec) {
  const Vec3 corner = volume_corner(spec);
  return std::sqrt(dot(corner, corner)) / std::cos(OrbitCamera::half_field_of_view);
}

}  // namespace

void OrbitCamera::fit(double extent) {
  extent_ = extent > 0 ? extent : 1;
  zoom_ = 1;
  target_ = {};
}

void OrbitCamera::look(double yaw, double pitch) {
  yaw_ = std::remainder(yaw, 2 * std::numbers::pi);
  pitch_ = std::clamp(pitch, -steepest, steepest);
}

void OrbitCamera::turn(double radians) { look(yaw_ + radians, pitch_); }

void OrbitCamera::rotate(double dx, double dy, int width, int height) {
  const double per_pixel = std::numbers::pi / std::max(1, std::min(width, height));
  look(yaw_ - dx * per_pixel, pitch_ + dy * per_pixel);
}

void OrbitCamera::pan(double dx, double dy, int width, int height) {
  const Axes a = axes();
  const double scale = 1 / pixels_per_unit(width, height);
  target_ = target_ + (-dx * scale) * a.right + (dy * scale) * a.up;
}

void OrbitCamera::zoom_at(double notches, double x, double y, int width, int height) {
  const double old_scale = 1 / pixels_per_unit(width, height);
  zoom_ = std::clamp(zoom_ * std::pow(zoom_per_notch, notches), nearest_zoom, furthest_zoom);
  const double new_scale = 1 / pixels_per_unit(width, height);
  const double right = x - 0.5 * width, up = 0.5 * height - y;
  const Axes a = axes();
  target_ = target_ + (old_scale - new_scale) * (right * a.right + up * a.up);
}

OrbitCamera::Axes OrbitCamera::axes() const {
  const double cy = std::cos(yaw_), sy = std::sin(yaw_), cp = std::cos(pitch_),
               sp = std::sin(pitch_);
  return {{-sy, cy, 0}, {-sp * cy, -sp * sy, cp}, {cp * cy, cp * sy, sp}};
}

double OrbitCamera::distance() const { return zoom_ * extent_ / std::tan(half_field_of_view); }

Vec3 OrbitCamera::position() const { return target_ + distance() * axes().back; }

double OrbitCamera::pixels_per_unit(int width, int height) const {
  return 0.5 * std::max(1, std::min(width, height)) / (zoom_ * extent_);
}

Vec3 OrbitCamera::project(const Vec3& point, int width, int height) const {
  const Axes a = axes();
  const Vec3 from_target = point - target_;
  const double far = distance(), depth = far - dot(from_target, a.back);
  const double scale = pixels_per_unit(width, height) * far / depth;
  return {0.5 * width + scale * dot(from_target, a.right),
          0.5 * height - scale * dot(from_target, a.up), depth};
}

Mat4 OrbitCamera::view_projection(int width, int height) const {
  const Axes a = axes();
  const Vec3 eye = position();
  const double side = std::max(1, std::min(width, height)), cot = 1 / std::tan(half_field_of_view);
  const double near = 0.02 * distance();
  const auto row = [&eye](double s, const Vec3& axis) {
    return std::array<double, 4>{s * axis.x, s * axis.y, s * axis.z, -s * dot(axis, eye)};
  };
  std::array<std::array<double, 4>, 4> rows = {row(cot * side / std::max(1, width), a.right),
                                               row(cot * side / std::max(1, height), a.up),
                                               row(-1, a.back), row(-1, a.back)};
  rows[2][3] -= 2 * near;  // clip z = w - 2 near: the near plane cuts, a far plane does not exist
  Mat4 matrix{};
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) matrix[4 * c + r] = static_cast<float>(rows[r][c]);
  return matrix;
}

void Camera::follow(const PictureSpec& spec, const View& view) {
  const bool field = spec.kind == PictureKind::field;
  const int width = field ? static_cast<int>(spec.full_width) : spec.width;
  const int height = field ? static_cast<int>(spec.full_height) : spec.height;
  const bool same_kind = spec.kind == kind_;
  const double extent = spec.kind == PictureKind::volume ? volume_extent(spec) : view.extent;
  kind_ = spec.kind;
  paints_ = field && view.paints;
  if (!view.handles.empty()) image_.fit();  // what was zoomed and moved is now another picture's
  if (same_kind && (flat() ? width == image_width_ && height == image_height_ : extent == extent_))
    return;
  extent_ = extent;
  image_width_ = width;
  image_height_ = height;
  fit();
}

void Camera::fit() {
  orbit_.fit(extent_);
  image_.fit();
}

void Camera::apply(const PointerInput& pointer, int width, int height) {
  if (!pointer.over || width <= 0 || height <= 0) return;
  if (pointer.double_click) return fit();
  if (!flat()) {
    if (pointer.left) orbit_.rotate(pointer.dx, pointer.dy, width, height);
    if (pointer.middle) orbit_.pan(pointer.dx, pointer.dy, width, height);
    if (pointer.wheel != 0) orbit_.zoom_at(pointer.wheel, pointer.x, pointer.y, width, height);
  } else {
    if ((pointer.left && !paints_) || pointer.middle)
      image_.pan(pointer.dx, pointer.dy, width, height, image_width_, image_height_);
    if (pointer.wheel != 0)
      image_.zoom_at(pointer.wheel, pointer.x, pointer.y, width, height, image_width_,
                     image_height_);
  }
}

std::optional<Stroke> Camera::stroke(const PointerInput& pointer, int width, int height) const {
  if (!paints_ || !pointer.left || width <= 0 || height <= 0) return std::nullopt;
  const auto at = [&](double x, double y) {
    return image_.point_at(x, y, width, height, image_width_, image_height_);
  };
  const ImagePoint from = at(pointer.x - pointer.dx, pointer.y - pointer.dy);
  const ImagePoint to = at(pointer.x, pointer.y);
  return Stroke{from.x, from.y, to.x, to.y};
}

std::optional<ImagePoint> Camera::point_under(const PointerInput& pointer, int width,
                                              int height) const {
  if (!flat() || !pointer.over || width <= 0 || height <= 0) return std::nullopt;
  const ImagePoint p =
      image_.point_at(pointer.x, pointer.y, width, height, image_width_, image_height_);
  const bool inside = p.x >= 0 && p.y >= 0 && p.x < image_width_ && p.y < image_height_;
  return inside ? std::optional(p) : std::nullopt;
}

ImagePoint Camera::share_at(double x, double y, int width, int height) const {
  if (!flat() || image_width_ <= 0 || image_height_ <= 0) return {};
  const ImagePoint p = image_.point_at(x, y, width, height, image_width_, image_height_);
  return {p.x / image_width_, p.y / image_height_};
}

Viewport Camera::visible(int width, int height) const {
  if (!flat()) return {};
  return image_.visible(width, height, image_width_, image_height_);
}

Region Camera::covered(int width, int height) const {
  if (!flat() || width <= 0 || height <= 0 || image_width_ <= 0 || image_height_ <= 0) return {};
  const ImagePlacement at = image_.place(width, height, image_width_, image_height_);
  return {at.x, at.y, at.scale * image_width_, at.scale * image_height_};
}

double Camera::pixels_per_cell(int width, int height) const {
  if (!flat() || width <= 0 || height <= 0) return 0;
  return image_.place(width, height, image_width_, image_height_).scale;
}

void Camera::advance(double seconds) {
  if (rotating_ && !flat()) orbit_.turn(turn_rate * seconds);
}

}  // namespace livewarp
