#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/lecture/notes_screen.h"
#include "app/session/notices.h"

namespace livewarp {

/// The lecturer's notes beside a window: open while a lecture is given and somebody wants them, and
/// drawn when they say something new, ten times a second at most. Why they cannot be shown becomes
/// a notice.
class LiveNotes {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Opens the window; throws `Error` where there can be none.
  using Make = std::function<std::unique_ptr<NotesScreen>()>;

  /// `notices` outlives it.
  LiveNotes(Make make, Notices& notices, bool wanted)
      : make_(std::move(make)), notices_(notices), wanted_(wanted) {}

  void toggle() { wanted_ = !wanted_; }
  bool wanted() const { return wanted_; }
  bool shown() const { return window_ != nullptr; }

  /// Hands its keys on; says whether a frame is due because of it.
  bool take_input();
  /// Once a frame; without a lecture there is no view. Says from when to when something was drawn.
  std::optional<TimeSpan> follow(const std::optional<ui::LecturerView>& view, Time now);

 private:
  void open();
  std::optional<TimeSpan> draw(ui::LecturerView view);

  Make make_;
  Notices& notices_;
  bool wanted_ = false;
  std::unique_ptr<NotesScreen> window_;
  std::optional<ui::LecturerView> drawn_;  ///< empty: it must be drawn
  Time drawn_at_{};
};

}  // namespace livewarp
