#include "app/scene/scene_outline.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace livewarp {
namespace {

constexpr int seen_width = 640, seen_height = 480;

OrbitCamera camera_of(double extent) {
  OrbitCamera camera;
  camera.fit(extent);
  return camera;
}

TEST(SceneOutline, LinesLieWhereTheCameraSeesTheirEnds) {
  const OrbitCamera camera = camera_of(2);
  const Outline outline{{{{0.5f, -1, 0.25f}, {-1, 1, 0.5f}, LineKind::near}}, {}};
  const auto lines = seen_lines(outline, camera, seen_width, seen_height);
  ASSERT_EQ(lines.size(), 1u);
  const Vec3 from = camera.project({0.5, -1, 0.25}, seen_width, seen_height);
  const Vec3 to = camera.project({-1, 1, 0.5}, seen_width, seen_height);
  const std::array<double, 4> wanted{from.x, from.y, to.x, to.y};
  // Cut, a line may be told from its other end.
  const ui::SceneLine& line = lines[0];
  const bool turned = std::abs(line.x0 - from.x) > 1;
  const std::array<float, 4> found = turned ? std::array{line.x1, line.y1, line.x0, line.y0}
                                            : std::array{line.x0, line.y0, line.x1, line.y1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], wanted[i], 0.01) << i;
  EXPECT_EQ(line.kind, LineKind::near);
}

// One that goes by the camera ends on this side of it, and in its direction; behind there is none.
TEST(SceneOutline, WhatIsBehindTheCameraIsCutOff) {
  const OrbitCamera camera = camera_of(1);
  const Vec3 eye = camera.position();
  const auto along = [&](double share) {
    return std::array{float(share * eye.x), float(share * eye.y), float(share * eye.z + 0.1)};
  };
  const auto cut =
      seen_lines({{{along(0), along(3), LineKind::cell}}, {}}, camera, seen_width, seen_height);
  ASSERT_EQ(cut.size(), 1u);
  const auto whole =
      seen_lines({{{along(0), along(0.5), LineKind::cell}}, {}}, camera, seen_width, seen_height);
  ASSERT_EQ(whole.size(), 1u);
  const auto direction = [](const ui::SceneLine& line) {
    return std::atan2(line.y1 - line.y0, line.x1 - line.x0);
  };
  EXPECT_NEAR(std::remainder(direction(cut[0]) - direction(whole[0]), M_PI), 0, 1e-3);
  EXPECT_GT(std::hypot(cut[0].x1 - cut[0].x0, cut[0].y1 - cut[0].y0),
            std::hypot(whole[0].x1 - whole[0].x0, whole[0].y1 - whole[0].y0));
  EXPECT_TRUE(
      seen_lines({{{along(2), along(3), LineKind::cell}}, {}}, camera, seen_width, seen_height)
          .empty());
}

TEST(SceneOutline, WhatIsShorterThanHalfAPixelIsLeftOut) {
  const Outline outline{{{{0, 0, 0}, {1e-5f, 0, 0}, LineKind::cell},
                         {{0, 0, 0}, {0, 0, 0.5f}, LineKind::cell},
                         {{0, 0, 0}, {0, 0, NAN}, LineKind::cell}},
                        {}};
  EXPECT_EQ(seen_lines(outline, camera_of(1), seen_width, seen_height).size(), 1u);
}

}  // namespace
}  // namespace livewarp
