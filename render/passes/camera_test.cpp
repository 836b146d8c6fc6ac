#include "render/passes/camera.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

constexpr int width = 1280, height = 720;

View points_view(double extent) {
  View view;
  view.extent = extent;
  return view;
}

/// A pinhole camera written down independently: pixel of `p` seen from `eye`, looking at `target`,
/// z up.
Vec3 pinhole(const Vec3& eye, const Vec3& target, const Vec3& p, double focal) {
  const auto minus = [](const Vec3& a, const Vec3& b) {
    return Vec3{a.x - b.x, a.y - b.y, a.z - b.z};
  };
  const auto dot = [](const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const auto cross = [](const Vec3& a, const Vec3& b) {
    return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  const auto unit = [&](const Vec3& a) {
    const double length = std::sqrt(dot(a, a));
    return Vec3{a.x / length, a.y / length, a.z / length};
  };
  const Vec3 forward = unit(minus(target, eye));
  const Vec3 right = unit(cross(forward, {0, 0, 1})), up = cross(right, forward);
  const Vec3 from_eye = minus(p, eye);
  const double depth = dot(from_eye, forward);
  return {0.5 * width + focal * dot(from_eye, right) / depth,
          0.5 * height - focal * dot(from_eye, up) / depth, depth};
}

TEST(OrbitCamera, FittedExtentReachesTheEdgeOfTheShorterSide) {
  OrbitCamera camera;
  camera.fit(3.5);
  camera.look(0, 0);  // from +x: y points right, z up
  for (const auto& [w, h] : {std::pair{1280, 720}, std::pair{600, 1000}, std::pair{333, 333}}) {
    const double half = 0.5 * std::min(w, h);
    EXPECT_NEAR(camera.project({0, 3.5, 0}, w, h).x, 0.5 * w + half, 1e-9);
    EXPECT_NEAR(camera.project({0, -3.5, 0}, w, h).x, 0.5 * w - half, 1e-9);
    EXPECT_NEAR(camera.project({0, 0, 3.5}, w, h).y, 0.5 * h - half, 1e-9);
    EXPECT_NEAR(camera.pixels_per_unit(w, h), half / 3.5, 1e-9);
  }
}

TEST(OrbitCamera, ProjectsAsAPinholeCameraAndAsItsMatrix) {
  OrbitCamera camera;
  camera.fit(2);
  camera.look(0.7, -0.4);
  camera.pan(31, -17, width, height);
  camera.zoom_at(4, 900, 200, width, height);
  const double focal = 0.5 * height / std::tan(OrbitCamera::half_field_of_view);
  for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{0.3, -0.8, 0.5}, Vec3{-1.1, 0.2, -0.9}}) {
    const Vec3 seen = camera.project(p, width, height);
    const Vec3 expected = pinhole(camera.position(), camera.target(), p, focal);
    EXPECT_NEAR(seen.x, expected.x, 1e-8);
    EXPECT_NEAR(seen.y, expected.y, 1e-8);
    EXPECT_NEAR(seen.z, expected.z, 1e-8);

    const Mat4 m = camera.view_projection(width, height);
    double clip[4];
    for (std::size_t row = 0; row < 4; ++row)
      clip[row] = double(m[row]) * p.x + double(m[4 + row]) * p.y + double(m[8 + row]) * p.z +
                  double(m[12 + row]);
    EXPECT_NEAR(0.5 * width * (1 + clip[0] / clip[3]), expected.x, 1e-3);
    EXPECT_NEAR(0.5 * height * (1 - clip[1] / clip[3]), expected.y, 1e-3);
    EXPECT_NEAR(clip[3], expected.z, 1e-5);
    EXPECT_LT(std::abs(clip[2]), clip[3]) << "clipped away";
  }
}

TEST(OrbitCamera, DragOfTheHeightIsHalfATurn) {
  OrbitCamera camera;
  camera.look(0, 0);
  camera.rotate(height, 0, width, height);
  EXPECT_NEAR(std::abs(camera.yaw()), std::numbers::pi, 1e-12);
  camera.rotate(-0.5 * height, 0.1 * height, width, height);
  EXPECT_NEAR(camera.pitch(), 0.1 * std::numbers::pi, 1e-12);
  camera.rotate(0, 1e6, width, height);
  EXPECT_LT(camera.pitch(), 0.5 * std::numbers::pi) << "over the pole";
  EXPECT_TRUE(std::isfinite(camera.project({1, 1, 1}, width, height).x));
}

TEST(OrbitCamera, PanMovesThePictureWithThePointer) {
  OrbitCamera camera;
  camera.fit(5);
  camera.look(1.2, 0.3);
  camera.pan(40, -25, width, height);
  const Vec3 origin = camera.project({0, 0, 0}, width, height);
  EXPECT_NEAR(origin.x, 0.5 * width + 40, 1e-9);
  EXPECT_NEAR(origin.y, 0.5 * height - 25, 1e-9);
}

TEST(OrbitCamera, WhatLiesUnderThePointerStaysThereWhileZooming) {
  OrbitCamera camera;
  camera.fit(4);
  camera.look(0, 0);
  const Vec3 p{0, 1.5, -0.7};  // in the plane of the target
  const Vec3 before = camera.project(p, width, height);
  camera.zoom_at(3, before.x, before.y, width, height);
  const Vec3 after = camera.project(p, width, height);
  EXPECT_NEAR(after.x, before.x, 1e-9);
  EXPECT_NEAR(after.y, before.y, 1e-9);
  EXPECT_GT(camera.magnification(), 1.3);
}

TEST(OrbitCamera, ZoomHasLimits) {
  OrbitCamera camera;
  camera.zoom_at(1e5, 640, 360, width, height);
  const double near = camera.magnification();
  camera.zoom_at(-1e5, 640, 360, width, height);
  EXPECT_LE(near, 1000);
  EXPECT_GE(camera.magnification(), 0.03);
  for (const float element : camera.view_projection(width, height))
    EXPECT_TRUE(std::isfinite(element));
}

TEST(Camera, FitsWhenSomethingElseIsShownAndOnlyThen) {
  Camera camera;
  const PictureSpec spec{PictureKind::points, 100, 0, 0};
  camera.follow(spec, points_view(2));
  camera.orbit().zoom_at(5, 0, 0, width, height);
  const double magnification = camera.orbit().magnification();
  camera.follow({PictureKind::points, 5000, 0, 0}, points_view(2));
  EXPECT_EQ(camera.orbit().magnification(), magnification);
  const double yaw = camera.orbit().yaw();
  camera.follow(spec, points_view(3));
  EXPECT_EQ(camera.orbit().magnification(), 1);
  EXPECT_EQ(camera.orbit().extent(), 3);
  EXPECT_EQ(camera.orbit().yaw(), yaw);
}

TEST(Camera, PointerRotatesPansZoomsAndFits) {
  Camera camera;
  camera.follow({PictureKind::points, 10, 0, 0}, points_view(2));
  const double yaw = camera.orbit().yaw();
  camera.apply({.over = false, .dx = 50, .left = true}, width, height);
  EXPECT_EQ(camera.orbit().yaw(), yaw) << "the pointer is elsewhere";
  camera.apply({.over = true, .dx = 50, .left = true}, width, height);
  EXPECT_NE(camera.orbit().yaw(), yaw);
  EXPECT_EQ(camera.orbit().target(), Vec3{});
  camera.apply({.over = true, .dx = 50, .middle = true}, width, height);
  EXPECT_NE(camera.orbit().target(), Vec3{});
  camera.apply({.over = true, .x = 3, .y = 4, .wheel = 2}, width, height);
  EXPECT_GT(camera.orbit().magnification(), 1);
  camera.apply({.over = true, .left = true, .double_click = true}, width, height);
  EXPECT_EQ(camera.orbit().magnification(), 1);
  EXPECT_EQ(camera.orbit().target(), Vec3{});
}

TEST(Camera, TurnsByItselfOnlyWhenAsked) {
  Camera camera;
  camera.follow({PictureKind::points, 10, 0, 0}, points_view(2));
  const double yaw = camera.orbit().yaw();
  camera.advance(3);
  EXPECT_EQ(camera.orbit().yaw(), yaw);
  camera.set_auto_rotation(true);
  camera.advance(3);
  EXPECT_GT(camera.orbit().yaw(), yaw);
}

}  // namespace
}  // namespace livewarp
