#include "app/lecture/live_notes.h"

namespace livewarp {

bool LiveNotes::take_input() {
  if (!window_) return false;
  if (window_->take_input()) drawn_.reset();
  return !drawn_ || window_->should_close();
}

std::optional<TimeSpan> LiveNotes::follow(const std::optional<ui::LecturerView>& view, Time now) {
  constexpr auto least = std::chrono::milliseconds(100);
  if (window_ && window_->should_close()) wanted_ = false;
  if (!view || !wanted_) {
    window_.reset();
    return {};
  }
  if (!window_) open();
  if (!window_ || drawn_ == view) return {};
  drawn_.reset();
  if (now - drawn_at_ < least) return {};
  drawn_ = view;
  drawn_at_ = now;
  return draw(*view);
}

/// What the hall may see is also said where the lecturer looks now.
void LiveNotes::open() {
  wanted_ = or_notice(notices_, "the lecturer's notes cannot be shown", [&] {
    window_ = make_();
    drawn_at_ = {};
    drawn_.reset();
    if (const std::string why = window_->settle(); !why.empty())
      notices_.add(Severity::info, "Lecturer's notes: " + why,
                   "Extend the desktop to a second monitor, and they go to the one that the "
                   "picture is not on.");
  });
}

std::optional<TimeSpan> LiveNotes::draw(ui::LecturerView view) {
  std::optional<TimeSpan> drawn;
  wanted_ = or_notice(notices_, "the lecturer's notes cannot be drawn", [&] {
    view.seen_by_all = window_->settle();
    drawn = window_->draw(view);
  });
  return drawn;
}

}  // namespace livewarp
