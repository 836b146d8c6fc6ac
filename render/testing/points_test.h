#pragma once

#include <random>
#include <vector>

#include "kernels/core/base/dim.h"
#include "render/passes/points_pass.h"

/// Points to be drawn, for tests.
namespace livewarp::test {

/// A ball of bodies whose values grow along x.
inline std::vector<Float4> cloud(int count) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 0.4f);
  std::vector<Float4> points(static_cast<std::size_t>(count));
  for (Float4& p : points) {
    p = {normal(random), normal(random), normal(random), 0};
    p.w = 0.5f + 0.4f * std::tanh(p.x);
  }
  return points;
}

inline View view_of_cloud() {
  View view;
  view.kind = PictureKind::points;
  view.extent = 1.2;
  view.point_size = 0.006f;
  return view;
}

/// From +x, y to the right, z up.
inline OrbitCamera camera_at_cloud() {
  OrbitCamera camera;
  camera.fit(view_of_cloud().extent);
  camera.look(0, 0);
  return camera;
}

inline PointsLook look_at_cloud(int width, int height) {
  return points_look(view_of_cloud(), camera_at_cloud(), width, height);
}

}  // namespace livewarp::test
