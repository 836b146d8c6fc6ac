#pragma once

#include <memory>

#include "app/model_builder.h"
#include "app/screen.h"
#include "app/session.h"

namespace livewarp {

inline constexpr const char* no_interop_reason = "started with --no-interop";
/// Why a way that a person wants is not even tried, with what to do; its reason is empty if it is tried. The program's
/// own choice needs no reason.
DisplayStatus not_tried(DisplayPath wanted, bool cuda, bool no_interop);

/// The way of published pictures to the screen, and the newest of them.
class LiveDisplay {
 public:
  explicit LiveDisplay(Screen& screen) : screen_(screen) {}

  /// Takes the way that the session asks for, made anew only where it is another one.
  void follow(Session& session, bool no_interop, bool interop_fails, FrameMeters& meters);
  /// Publishes what is new, and takes what has arrived. Throws `Error` when the device failed.
  void publish(Session& session, FrameMeters& meters);

  const GlPicture& picture() const { return picture_; }
  DisplayStatus status() const;
  int made() const { return made_; }  ///< ways so far

 private:
  /// What a way was made for.
  struct Way {
    DisplayPath wanted = DisplayPath::automatic;
    bool cuda = false, fails = false;
    bool operator==(const Way&) const = default;
  };

  Screen& screen_;
  std::unique_ptr<Display> display_;
  Way way_;
  DisplayStatus not_tried_;  ///< where the way that was asked for is another one
  bool publish_all_ = true;
  int made_ = 0;
  GlPicture picture_;
};

}  // namespace livewarp
