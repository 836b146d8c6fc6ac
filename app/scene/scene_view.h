#pragma once

#include <chrono>
#include <utility>

#include "app/scene/screen.h"
#include "render/passes/camera.h"
#include "render/passes/points_pass.h"
#include "ui/model/model.h"

namespace livewarp {

/// How the picture is looked at: by which camera, and on how many pixels.
class SceneView {
 public:
  /// A new frame, on a screen as it is now.
  void begin(const ScreenFacts& screen);
  /// To be called before drawing: the camera follows what is shown.
  void follow(const PictureSpec& spec, const View& view) { camera_.follow(spec, view); }
  /// Takes the size that panels have for the picture. Its texture follows a moment after the last
  /// change, so that dragging a border does not make a texture a frame.
  void resize(const ui::Result& result);

  SceneRequest request(const GlPicture& picture, const View& view, const SceneTint& tint) const {
    return {picture, view, camera_, width(), height(), fills_window_, tint};
  }
  /// How points are seen.
  PointsLook points_look(const View& view) const {
    return livewarp::points_look(view, camera_.orbit(), width(), height());
  }
  /// What of a field or image is seen; without size where neither is shown.
  Viewport visible() const { return camera_.visible(width(), height()); }
  bool fills_window() const { return fills_window_; }
  int width() const { return fills_window_ ? window_.first : size_.first; }
  int height() const { return fills_window_ ? window_.second : size_.second; }
  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }
  void describe(ui::Model& model) const {
    model.scene_image = camera_.covered(width(), height());
    model.scene_pixels_per_cell = camera_.pixels_per_cell(width(), height());
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  Camera camera_;
  std::pair<int, int> window_, size_{640, 480}, wanted_;  ///< pixels
  Time wanted_since_{};
  bool fills_window_ = false, sized_ = false;
};

}  // namespace livewarp
