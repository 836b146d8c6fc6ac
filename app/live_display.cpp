#include "app/live_display.h"

namespace livewarp {

DisplayStatus not_tried(DisplayPath wanted, bool cuda, bool no_interop) {
  if (!no_interop || !cuda || !shares_memory(wanted)) return {DisplayPath::automatic, {}, {}};
  return {DisplayPath::copy, no_interop_reason, "Start without it to share memory."};
}

void LiveDisplay::follow(Session& session, bool no_interop, bool interop_fails,
                         FrameMeters& meters) {
  Way way{session.choice().display, session.executor() == Executor::cuda, interop_fails};
  not_tried_ = not_tried(way.wanted, way.cuda, no_interop);
  if (no_interop && way.cuda) way.wanted = DisplayPath::copy;
  if (display_ && way == way_) return;
  display_.reset();  // its buffers are unregistered before others are made
  display_ = screen_.make_display({way.wanted, way.cuda, way.fails});
  way_ = way;
  ++made_;
  meters = FrameMeters();
  session.forget_publish_times();
  publish_all_ = true;
}

DisplayStatus LiveDisplay::status() const {
  DisplayStatus status = display_->status();
  if (!not_tried_.reason.empty() && status.reason.empty()) {
    status.reason = not_tried_.reason;
    status.advice = not_tried_.advice;
  }
  return status;
}

void LiveDisplay::publish(Session& session, FrameMeters& meters) {
  const bool mapped = shares_memory(display_->status().path);
  if (session.publish(*display_, publish_all_)) {
    publish_all_ = false;
    if (mapped) {
      const DisplayTimes times = display_->times();
      meters.map.add(times.map);
      meters.unmap.add(times.unmap);
    }
  }
  const std::uint64_t before = picture_.generation;
  picture_ = display_->latest();
  // A copied picture is uploaded when it is taken, which may be frames after it was written.
  if (!mapped && !picture_.empty() && picture_.generation != before)
    meters.upload.add(display_->times().upload);
}

}  // namespace livewarp
