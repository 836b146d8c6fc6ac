#pragma once

#include <memory>
#include <vector>

#include "app/scene/scene_view.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// An outline as a camera sees it on a picture of that many pixels: what is behind the camera is
/// cut off, and lines shorter than half a pixel are left out.
std::vector<ui::SceneLine> seen_lines(const Outline& outline, const OrbitCamera& camera, int width,
                                      int height);

/// What a workload draws over its points, as lines on the picture.
class SceneOutline {
 public:
  /// Writes it into what panels read: it stays there until the next call.
  void describe(const Session& session, const SceneView& scene, ui::Model& model);

 private:
  std::shared_ptr<const Outline> shown_;
  OrbitCamera from_;
  int width_ = 0, height_ = 0;
  std::vector<ui::SceneLine> lines_;
};

}  // namespace livewarp
