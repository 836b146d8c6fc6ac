#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "app/handover/frames_timeline.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The last frames of a window for its tab Timeline: reads what is noted while that is shown, keeps
/// as much of it as the frames need, and makes a new picture of them four times a second.
class LiveTimeline {
 public:
  static constexpr int late_frames = 10;             ///< until a frame's drawings are known
  static constexpr double picture_ms = 250;          ///< that a picture stands, to be read
  static constexpr std::size_t most_spans = 20'000;  ///< that are kept

  explicit LiveTimeline(Session& session) : session_(session) {}

  /// What the tab wants; empty: it is not shown, and nothing is noted for it.
  void want(const std::optional<ui::FramesRequest>& request);
  /// To be called at the end of every frame; `drawn_by_cpu`: OpenGL is software.
  void frame_ends(bool drawn_by_cpu);
  /// The picture, if there is one.
  void describe(ui::Model& model) const;

  std::size_t kept() const { return spans_.size(); }

 private:
  void forget();
  void drop_old();
  void make(double now);
  bool verified() const;
  std::vector<NotedSpan> known(const TimeSpan& frames, double now) const;
  std::array<bool, frame_lanes> lanes_seen(const std::vector<NotedSpan>& known, double now);

  Session& session_;
  ui::FramesRequest request_;
  std::optional<SpanReader> reader_;           ///< while the tab is shown
  std::deque<NotedSpan> spans_;                ///< as they ended
  std::deque<double> begins_;                  ///< of frames
  std::array<double, frame_lanes> seen_ = {};  ///< when a lane had something last
  int restarts_ = 0;                           ///< of the session's statistics
  bool drawn_by_cpu_ = false;
  ui::FramesView view_;
  bool made_ = false;       ///< there is a picture
  bool has_steps_ = false;  ///< in it, whose result was verified then
  double made_ms_ = 0;
};

}  // namespace livewarp
