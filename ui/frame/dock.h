#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Where the panels stand: a docking layout built from the window's size in em, locked unless the
/// user unlocks it. The only user of Dear ImGui's docking internals.
class DockLayout {
 public:
  /// Draws the dock for this frame; panels follow.
  void submit(Frame& frame);
  /// Instead of `submit` while the panels are hidden: they come back exactly where they were.
  void keep_alive();
  /// Builds the layout anew at the next frame.
  void rebuild() { built_ = false; }

 private:
  void build(const Frame& frame);
  void build_columns(const Frame& frame);
  void build_middle(const Frame& frame, unsigned rest);
  void scale_sides(float ratio) const;
  void note_dragged(Frame& frame);
  void apply_lock(bool unlocked) const;
  void submit_drawer(Frame& frame) const;

  bool built_ = false;
  Arrangement arrangement_ = Arrangement::normal;
  float em_ = 0, width_ = 0, height_ = 0;
  unsigned left_ = 0, right_ = 0, timing_ = 0, analysis_ = 0;
  float left_px_ = 0, right_px_ = 0, timing_px_ = 0, analysis_px_ = 0;
};

/// True if the current window's title stands on a tab, so that it needs no heading of its own.
bool has_tab();
/// Which panels there are to draw in this arrangement.
bool panels_visible(const Frame& frame);

}  // namespace livewarp::ui
