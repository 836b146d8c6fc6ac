#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/exec/profiler_capture.h"

namespace livewarp {

/// Looks at the next frames of a window for other tools: lets a profiler that waits for it collect
/// meanwhile, or writes what was noted of them as a Chrome trace into the present folder.
class FrameWatch {
 public:
  static constexpr int frames = 120;  ///< that are looked at

  explicit FrameWatch(Session& session, int device) : session_(session), device_(device) {}

  /// What cannot be begun becomes a notice.
  void begin_capture();
  void begin_trace();
  /// While it looks frames are drawn, even of a picture that rests.
  bool looking() const { return capture_.has_value() || asked_ || traced_ > 0; }
  void frame_ends();
  /// Whether a file was written since the last call, for which a frame has waited.
  bool take_wrote() { return std::exchange(wrote_, false); }

 private:
  void end_capture();
  void end_trace();
  void write_trace();

  Session& session_;
  int device_;
  std::optional<ProfilerCapture> capture_;
  bool asked_ = false;                ///< for a trace that begins with the next frame
  int captured_ = 0, traced_ = 0;     ///< frames that are left, of a trace with those after it
  double trace_ended_ms_ = 0;         ///< when the last frame of a trace ended
  std::optional<SpanReader> reader_;  ///< while a trace is noted
  std::vector<NotedSpan> spans_;
  bool wrote_ = false;
};

}  // namespace livewarp
