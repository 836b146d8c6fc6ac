#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/blocks/blocks_worker.h"
#include "app/session/session.h"
#include "render/passes/element_tints.h"
#include "ui/model/model.h"

namespace livewarp {

/// Blocks of a launch in the window: what is looked at beside the frames, what a job has timed, and
/// the tint of the picture by either.
class LiveBlocks {
 public:
  /// The machine outlives it. `device`: the GPU that computes.
  LiveBlocks(const Machine& machine, int device) : device_(device), worker_(machine, device) {}

  /// What panels asked for in this frame; `quiet`: nothing may compute beside what is measured.
  void want(const Session& session, const ui::Result& result, bool quiet);
  /// Times the blocks of what was asked for last, while the run rests.
  void begin(Session& session);
  void describe(const Session& session, const PictureSpec& picture, ui::Model& model);
  bool has_news() const { return worker_.has_news(); }

  SceneTint tint() const;
  /// Whether points are to be drawn one by one, so that each has its colour.
  bool wants_plain_points(const View& view) const {
    return tint().elements && view.kind == PictureKind::points;
  }

 private:
  using View = std::shared_ptr<const ui::BlocksView>;
  bool shows_what_is_asked() const;
  void follow_tint();
  std::string tint_reason(const PictureSpec& picture) const;

  int device_;
  BlocksWorker worker_;
  std::optional<ui::BlocksRequest> request_;
  std::optional<ui::TintRequest> tint_request_;
  View shown_;
  struct Tinted {
    View view;  ///< and by what of it
    TintBy by = TintBy::off;
    std::string refusal;
    ElementTint elements;
  };
  std::optional<Tinted> tinted_;
  std::uint64_t tints_ = 0;  ///< made so far
};

}  // namespace livewarp
