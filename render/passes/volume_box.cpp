#include "render/passes/volume_box.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace livewarp {
namespace {

constexpr double letter_distance = 1.1;  // of a letter's middle from the corner, in letter heights
constexpr double nearest_depth = 1e-3;   // of the camera's distance: what lies nearer is cut off

using Point = std::array<double, 3>;

Vec3 vector(const Point& p) { return {p[0], p[1], p[2]}; }

/// The part of an edge that lies before the camera, on the screen.
std::optional<ScreenLine> seen(Point a, Point b, const OrbitCamera& camera, int width, int height) {
  const double least = nearest_depth * camera.distance();
  const double da = camera.project(vector(a), width, height).z;
  const double db = camera.project(vector(b), width, height).z;
  if (da < least && db < least) return std::nullopt;
  const auto cut = [&](Point& p, double depth, const Point& other, double other_depth) {
    if (depth >= least) return;
    const double t = (least - depth) / (other_depth - depth);
    for (std::size_t k = 0; k < 3; ++k) p[k] += t * (other[k] - p[k]);
  };
  const Point from = a;
  cut(a, da, b, db);
  cut(b, db, from, da);
  const Vec3 p = camera.project(vector(a), width, height);
  const Vec3 q = camera.project(vector(b), width, height);
  return ScreenLine{p.x, p.y, q.x, q.y};
}

/// Strokes of a letter in a square from -1 to 1, y downwards.
std::vector<ScreenLine> strokes(std::size_t axis) {
  constexpr double w = 0.62;
  if (axis == 0) return {{-w, -1, w, 1}, {w, -1, -w, 1}};
  if (axis == 1) return {{-w, -1, 0, 0}, {w, -1, 0, 0}, {0, 0, 0, 1}};
  return {{-w, -1, w, -1}, {w, -1, -w, 1}, {-w, 1, w, 1}};
}

}  // namespace

Vec3 volume_corner(const PictureSpec& spec) {
  const auto side = [](std::int64_t full, int published) {
    return static_cast<double>(full > 0 ? full : std::max(published, 1));
  };
  const double x = side(spec.full_width, spec.width), y = side(spec.full_height, spec.height);
  // One layer is what a picture without a third side has.
  const double z = side(spec.full_depth > 1 ? spec.full_depth : 0, spec.depth);
  const double longest = std::max({x, y, z});
  return {x / longest, y / longest, z / longest};
}

BoxLines box_lines(const Vec3& corner, const OrbitCamera& camera, int width, int height,
                   double letter_height) {
  BoxLines lines;
  const Point half{corner.x, corner.y, corner.z};
  const Vec3 position = camera.position();
  const Point eye{position.x, position.y, position.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const double su : {-1.0, 1.0})
      for (const double sv : {-1.0, 1.0}) {
        Point a{}, b{};
        a[axis] = -half[axis];
        b[axis] = half[axis];
        a[u] = b[u] = su * half[u];
        a[v] = b[v] = sv * half[v];
        // Before the values if one of its two faces is turned to the eye.
        const bool front = su * eye[u] > half[u] || sv * eye[v] > half[v];
        if (const auto line = seen(a, b, camera, width, height))
          (front ? lines.front : lines.behind).push_back(*line);
      }
  }
  const Vec3 middle = camera.project({}, width, height);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Point end{-half[0], -half[1], -half[2]};
    end[axis] = half[axis];
    const Vec3 at = camera.project(vector(end), width, height);
    if (at.z < nearest_depth * camera.distance()) continue;
    // Outwards from the box's middle, so that no letter stands on the values.
    const double away = std::max(std::hypot(at.x - middle.x, at.y - middle.y), 1e-9);
    const double x = at.x + (at.x - middle.x) / away * letter_distance * letter_height;
    const double y = at.y + (at.y - middle.y) / away * letter_distance * letter_height;
    const double s = 0.5 * letter_height;
    for (const ScreenLine& stroke : strokes(axis))
      lines.front.push_back(
          {x + s * stroke.x0, y + s * stroke.y0, x + s * stroke.x1, y + s * stroke.y1});
  }
  return lines;
}

}  // namespace livewarp
