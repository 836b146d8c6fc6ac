#include "app/scene/scene_outline.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace livewarp {

namespace {

/// A place as the camera sees it: right, up, and the depth that both are divided by.
struct Seen {
  float x = 0, y = 0, depth = 0;
};

Seen seen(const Mat4& matrix, const std::array<float, 3>& at) {
  const auto row = [&](std::size_t k) {
    return matrix[k] * at[0] + matrix[4 + k] * at[1] + matrix[8 + k] * at[2] + matrix[12 + k];
  };
  return {row(0), row(1), row(3)};
}

/// Cuts off what is nearer; false where nothing is left.
bool cut(Seen& a, Seen& b, float nearest) {
  if (a.depth < b.depth) return cut(b, a, nearest);
  if (!(a.depth > nearest)) return false;
  if (b.depth >= nearest) return true;
  const float share = (a.depth - nearest) / (a.depth - b.depth);
  b = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), nearest};
  return true;
}

}  // namespace

std::vector<ui::SceneLine> seen_lines(const Outline& outline, const OrbitCamera& camera, int width,
                                      int height) {
  constexpr float least = 0.5f;
  const Mat4 matrix = camera.view_projection(width, height);
  const float nearest = 0.02f * float(camera.distance());
  const auto x = [&](const Seen& at) { return (1 + at.x / at.depth) / 2 * float(width); };
  const auto y = [&](const Seen& at) { return (1 - at.y / at.depth) / 2 * float(height); };
  std::vector<ui::SceneLine> lines;
  for (const OutlineLine& line : outline.lines) {
    Seen from = seen(matrix, line.from), to = seen(matrix, line.to);
    if (!cut(from, to, nearest)) continue;
    const ui::SceneLine put{x(from), y(from), x(to), y(to), line.kind};
    if (std::hypot(put.x1 - put.x0, put.y1 - put.y0) >= least) lines.push_back(put);
  }
  return lines;
}

void SceneOutline::describe(const Session& session, const SceneView& scene, ui::Model& model) {
  std::shared_ptr<const Outline> outline = session.outline();
  const OrbitCamera& camera = scene.camera().orbit();
  if (outline != shown_ || camera != from_ || scene.width() != width_ ||
      scene.height() != height_) {
    shown_ = std::move(outline);
    from_ = camera;
    width_ = scene.width();
    height_ = scene.height();
    lines_.clear();
    if (shown_) lines_ = seen_lines(*shown_, from_, width_, height_);
  }
  if (model.view.kind == PictureKind::points && !lines_.empty()) model.scene_lines = &lines_;
}

}  // namespace livewarp
