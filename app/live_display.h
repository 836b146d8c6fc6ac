#pragma once

#include <memory>

#include "app/model_builder.h"
#include "app/screen.h"
#include "app/session.h"

namespace livewarp {

/// The way of published pictures to the screen, and the newest of them.
class LiveDisplay {
 public:
  explicit LiveDisplay(Screen& screen) : screen_(screen) {}

  /// Takes the way that the session asks for, made anew only where it is another one.
  void follow(Session& session, bool no_interop, bool interop_fails, FrameMeters& meters);
  /// Publishes what is new, and takes what has arrived. Throws `Error` when the device failed.
  void publish(Session& session, FrameMeters& meters);

  const GlPicture& picture() const { return picture_; }
  DisplayStatus status() const { return display_->status(); }
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
  bool publish_all_ = true;
  int made_ = 0;
  GlPicture picture_;
};

}  // namespace livewarp
