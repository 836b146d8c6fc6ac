#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/scene/frame_stats.h"
#include "app/scene/screen.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// Why a way that the user wants is not even tried, with what to do; its reason is empty if it is
/// tried. The program's own choice needs no reason.
DisplayStatus not_tried(DisplayPath wanted, bool cuda, bool no_interop);

/// The ways that there are; those that share memory with their reason where they cannot work.
std::vector<Option> display_options(bool cuda, const std::string& interop_reason);

/// The way of published pictures to the screen, and the newest of them.
class LiveDisplay {
 public:
  /// `no_interop`: the copy path is taken even where interop works. `interop_reason`: why it cannot
  /// work; empty if it can.
  LiveDisplay(Screen& screen, bool no_interop, std::string interop_reason);

  /// Takes the way that the session asks for, made anew only where it is another one.
  /// `plain_points`: one by one, so that they can be tinted.
  void follow(Session& session, bool interop_fails, bool plain_points, FrameStats& frame_stats);
  /// Publishes what is new, has points drawn as `look` says, and takes what has arrived. Throws
  /// `Error` when the device failed.
  void publish(Session& session, const PointsLook& look, FrameStats& frame_stats);

  /// All that was drawn, as far as it is known by now. How long pictures took goes into the
  /// statistics, as told by who draws them.
  FrameDrawings take_drawings(Drawings by_screen, FrameStats& frame_stats) const;

  const GlPicture& picture() const { return picture_; }
  /// Whether a picture is being drawn beside the frames; waits for it.
  bool draws() const { return display_ && display_->draws(); }
  void settle() {
    if (display_) display_->settle();
  }
  DisplayStatus status() const;
  /// Why interop cannot be made to fail; empty if it can: only what is shared can.
  std::string interop_fail_reason() const;
  void describe(ui::Model& model) const;
  int made() const { return made_; }  ///< ways so far

 private:
  void take_times(FrameStats& frame_stats) const;

  /// What a way was made for.
  struct Way {
    DisplayPath wanted = DisplayPath::automatic;
    bool cuda = false, fails = false, plain_points = false;
    bool operator==(const Way&) const = default;
  };

  Screen& screen_;
  bool no_interop_;
  std::string interop_reason_;
  std::unique_ptr<Display> display_;
  Way way_;
  std::string refused_;      ///< why the display that was asked for was not made; empty: it was
  DisplayStatus not_tried_;  ///< where the way that was asked for is another one
  bool publish_all_ = true;
  int made_ = 0;
  GlPicture picture_;
};

}  // namespace livewarp
