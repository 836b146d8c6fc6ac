#pragma once

#include <optional>
#include <vector>

#include "app/session/session.h"
#include "render/passes/element_tints.h"
#include "ui/model/model.h"

namespace livewarp {

/// The parts that devices share a problem in: told to the panels, and tinted on the picture.
class LiveParts {
 public:
  void want(const ui::Result& result) { hues_ = result.parts_tint; }
  void describe(const Session& session, const PictureSpec& picture, ui::Model& model);

  SceneTint tint() const;
  /// Whether points are to be drawn one by one, so that each has its colour.
  bool wants_plain_points(const View& view) const {
    return tint().elements && view.kind == PictureKind::points;
  }

 private:
  void follow(const PictureSpec& picture);

  std::optional<ui::Hues> hues_;
  Choice choice_;
  std::vector<PlacedPart> parts_;  ///< of that
  /// What was made, and of what.
  struct Tinted {
    std::vector<PlacedPart> parts;
    std::int64_t width = 0, height = 0;
    bool operator==(const Tinted&) const = default;
  };
  Tinted tinted_;
  ElementTint elements_;
  std::uint64_t tints_ = 0;  ///< made so far
};

}  // namespace livewarp
