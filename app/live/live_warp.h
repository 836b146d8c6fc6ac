#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/warps/warp_worker.h"
#include "render/passes/element_tints.h"
#include "ui/model/model.h"

namespace livewarp {

/// A warp in the window: followed beside the frames, and lit on the picture at the step that is
/// shown.
class LiveWarp {
 public:
  /// What panels asked for in this frame; `quiet`: nothing may compute beside what is measured.
  void want(const Session& session, const ui::Result& result, bool quiet);
  void describe(const PictureSpec& picture, ui::Model& model);
  bool has_news() const { return worker_.has_news(); }

  /// Nothing while no access is shown, or none of it on the picture.
  SceneTint tint() const;
  /// Whether points are to be drawn one by one, so that some are lit.
  bool wants_plain_points(const View& view) const {
    return asked_ && view.kind == PictureKind::points;
  }

 private:
  using WarpOf = std::shared_ptr<const ui::WarpView>;
  void light(PictureKind kind);
  std::string tint_reason(const PictureSpec& picture) const;

  WarpWorker worker_;
  WarpOf shown_;
  bool asked_ = false;  ///< in the last frame
  std::optional<ui::WarpTint> tint_request_;
  /// What the lit elements were made of.
  struct Lit {
    WarpOf view;
    ui::WarpTint tint;
    bool operator==(const Lit&) const = default;
  };
  std::optional<Lit> lit_;
  ElementTint elements_;
  /// Tints, and choices of lit elements, so far; those of blocks are counted from 0.
  std::uint64_t made_ = std::uint64_t{1} << 32;
};

}  // namespace livewarp
