#include "app/live/live_blocks.h"

#include "app/live/tint_hues.h"

namespace livewarp {

namespace {

bool is_about(const std::shared_ptr<const ui::BlocksView>& view, const ui::BlocksRequest& request) {
  ui::BlocksRequest asked = request;
  if (view) asked.measure = view->request.measure;
  return view && view->request == asked;
}

}  // namespace

bool LiveBlocks::shows_what_is_asked() const { return request_ && is_about(shown_, *request_); }

void LiveBlocks::want(const Session& session, const ui::Result& result, bool quiet) {
  request_ = result.blocks;
  tint_request_ = result.tint;
  const Workload& workload = session.workload();
  const bool asks = request_ && !quiet && request_->choice.workload == workload.info().name;
  const bool known = shows_what_is_asked() && !shown_->counting;
  worker_.want(&workload, asks && !known ? request_ : std::nullopt);
  follow_tint();
}

void LiveBlocks::begin(Session& session) {
  if (shows_what_is_asked() && shown_->refusal.empty() && !shown_->counting)
    session.trace_blocks(*shown_, device_);
}

/// A tint is made when another one is asked for, or of another view.
void LiveBlocks::follow_tint() {
  if (!tint_request_ || tint_request_->by == TintBy::off || !shows_what_is_asked() ||
      shown_->counting)
    return tinted_.reset();
  if (tinted_ && tinted_->view == shown_ && tinted_->by == tint_request_->by) return;
  tinted_ = Tinted{.view = shown_, .by = tint_request_->by};
  const ui::BlocksView& view = *shown_;
  if (!view.refusal.empty())
    tinted_->refusal = view.refusal;
  else if (!view.regions)
    tinted_->refusal = view.regions_reason;
  else
    tinted_->refusal = tint_refusal(*view.regions, tinted_->by, view.trace());
  if (!tinted_->refusal.empty() || !view.hues) return;
  tinted_->elements = tint_of(*view.regions, *view.hues, tinted_->by, view.trace());
  tinted_->elements.generation = ++tints_;
}

SceneTint LiveBlocks::tint() const {
  if (!tinted_ || tinted_->elements.elements.empty()) return {};
  SceneTint tint{.elements = &tinted_->elements, .now = tint_request_->now};
  put_hues(tint, tint_request_->hues);
  return tint;
}

std::string LiveBlocks::tint_reason(const PictureSpec& picture) const {
  if (!tinted_) return {};
  if (!tinted_->refusal.empty()) return tinted_->refusal;
  if (!is_of(tinted_->elements, picture)) return "the picture does not show what is written";
  return {};
}

void LiveBlocks::describe(const Session& session, const PictureSpec& picture, ui::Model& model) {
  const View timed = session.traced_blocks();
  const View seen = worker_.seen_shared();
  const bool is_timed = request_ && is_about(timed, *request_);
  if (is_timed || seen) shown_ = is_timed ? timed : seen;
  model.blocks = shown_.get();
  model.tint_reason = tint_reason(picture);
}

}  // namespace livewarp
