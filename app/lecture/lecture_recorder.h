#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/lecture/lecture.h"
#include "app/session/session.h"

namespace livewarp {

/// Writes one's own session as a lecture: what stands for a while becomes a slide, and what is
/// asked for. The file is whole after every slide.
class LectureRecorder {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// So long a choice stands until it is a slide by itself.
  static constexpr std::chrono::seconds standing{5};

  explicit LectureRecorder(Session& session) : session_(session) {}

  /// Begins a file, with what runs as its first slide, or ends it.
  void toggle(Time now);
  /// What runs is the next slide, of a file that is begun where there is none yet.
  void add(Time now);
  /// Once a frame.
  void follow(Time now);
  /// The file that slides are made in by themselves; empty: in none.
  std::string recording() const { return by_itself_ ? path_ : std::string(); }

 private:
  void begin(Time now);
  void write();
  std::string title() const;

  Session& session_;
  std::string path_;
  bool by_itself_ = false;  ///< slides are made of what stands
  Lecture lecture_;
  std::optional<Choice> standing_;  ///< what ran in the last frame, and since when
  Time since_, slide_since_;
};

}  // namespace livewarp
