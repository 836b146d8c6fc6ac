#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "app/scene/brush_figure.h"
#include "app/scene/scene_view.h"
#include "app/scene/screen.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// What the mouse does on the picture: it moves the camera, paints, or changes the problem.
class ScenePointer {
 public:
  /// Both outlive this. `paints`: a brush moves by itself.
  ScenePointer(Session& session, SceneView& scene, bool paints)
      : session_(session), scene_(scene), paints_(paints) {}

  /// A choice that a gesture asks for; all of one movement of the hand have the same number.
  struct Wanted {
    Choice choice;
    std::uint64_t gesture = 0;
  };
  /// `locked`: the run may not be changed.
  std::optional<Wanted> use(const ui::Pointer& pointer, const PictureSpec& shown, bool locked);
  /// Writes what lies under the pointer into what panels read; to be called every frame.
  void describe(Screen& screen, const GlPicture& picture, ui::Model& model) const;

 private:
  std::optional<Wanted> use_handles(const Handles& handles, const PointerInput& pointer,
                                    const PictureSpec& shown);
  std::optional<Probe> probed(Screen& screen, const GlPicture& picture) const;

  Session& session_;
  SceneView& scene_;
  bool paints_;
  BrushFigure brush_figure_;
  std::optional<ImagePoint> pointed_at_;  ///< of an image or field
  std::uint64_t hand_ = 0;                ///< counts movements on the picture
  std::chrono::steady_clock::time_point hand_moved_{};
};

}  // namespace livewarp
