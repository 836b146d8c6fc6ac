#include "app/scene/live_display.h"

#include <utility>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {
constexpr const char* no_interop_reason = "started with --no-interop";
}

DisplayStatus not_tried(DisplayPath wanted, bool cuda, bool no_interop) {
  if (!no_interop || !cuda || !shares_memory(wanted)) return {DisplayPath::automatic, {}, {}};
  return {DisplayPath::copy, no_interop_reason, "Start without it to share memory."};
}

std::vector<Option> display_options(bool cuda, const std::string& interop_reason) {
  const auto option = [](DisplayPath path, const std::string& reason) {
    return Option{std::string(name_of(path)), std::string(label_of(path)), reason};
  };
  if (!cuda) return {option(DisplayPath::automatic, {})};
  return {option(DisplayPath::automatic, {}), option(DisplayPath::interop, interop_reason),
          option(DisplayPath::buffer, interop_reason), option(DisplayPath::copy, {})};
}

LiveDisplay::LiveDisplay(Screen& screen, bool no_interop, std::string interop_reason)
    : screen_(screen), no_interop_(no_interop),
      interop_reason_(no_interop ? no_interop_reason : std::move(interop_reason)) {}

void LiveDisplay::follow(Session& session, bool interop_fails, bool plain_points,
                         FrameStats& frame_stats) {
  Way way{session.choice().display, session.executor() == Executor::cuda, interop_fails,
          plain_points};
  not_tried_ = not_tried(way.wanted, way.cuda, no_interop_);
  if (no_interop_ && way.cuda) way.wanted = DisplayPath::copy;
  if (display_ && way == way_) return;
  display_.reset();  // its buffers are unregistered before others are made
  picture_ = {};
  refused_.clear();
  try {
    display_ = screen_.make_display({way.wanted, way.cuda, way.fails, way.plain_points});
  } catch (const Error& error) {
    // The plainest way asks least of OpenGL.
    refused_ = error.what();
    display_ = screen_.make_display(
        {way.cuda ? DisplayPath::copy : DisplayPath::automatic, way.cuda, false, true});
  }
  way_ = way;
  ++made_;
  frame_stats = FrameStats();
  session.forget_publish_times();
  publish_all_ = true;
}

DisplayStatus LiveDisplay::status() const {
  DisplayStatus status =
      display_ ? display_->status() : DisplayStatus{DisplayPath::automatic, {}, {}};
  if (!not_tried_.reason.empty() && status.reason.empty()) {
    status.reason = not_tried_.reason;
    status.advice = not_tried_.advice;
  }
  if (!refused_.empty() && status.reason.empty()) status.reason = refused_;
  return status;
}

std::string LiveDisplay::interop_fail_reason() const {
  if (shares_memory(status().path)) return {};
  if (!way_.cuda) return "CPU variants upload their pictures: nothing is shared with CUDA";
  return way_.fails ? "" : "pictures are copied already: nothing is shared with CUDA";
}

void LiveDisplay::describe(ui::Model& model) const {
  model.display_paths = display_options(way_.cuda, interop_reason_);
  const DisplayStatus now = status();
  model.path = now.path;
  model.path_reason = now.reason;
  model.path_advice = now.advice;
  model.interop_fail_reason = interop_fail_reason();
}

void LiveDisplay::publish(Session& session, const PointsLook& look, FrameStats& frame_stats) {
  if (!display_) return;
  if (session.publish(*display_, publish_all_)) publish_all_ = false;
  display_->look_at_points(look);
  const std::uint64_t before = picture_.generation;
  picture_ = display_->latest();
  if (!picture_.empty() && picture_.generation != before) take_times(frame_stats);
}

/// Those of the picture that has arrived, perhaps frames after it was written.
void LiveDisplay::take_times(FrameStats& frame_stats) const {
  const DisplayTimes times = display_->times();
  if (shares_memory(display_->status().path)) {
    frame_stats.map.add(times.map);
    frame_stats.unmap.add(times.unmap);
  } else {
    frame_stats.upload.add(times.upload);
  }
}

FrameDrawings LiveDisplay::take_drawings(Drawings by_screen, FrameStats& frame_stats) const {
  if (!display_) return {{}, std::move(by_screen), false};
  const Drawing drawing = display_->drawing();
  Drawings own = display_->drawings();
  frame_stats.draw_clock = drawing == Drawing::cuda   ? Clock::events
                           : drawing == Drawing::host ? Clock::steady
                                                      : Clock::gl_query;
  for (const TimeSpan& span : drawing == Drawing::opengl ? by_screen.scenes : own.scenes)
    frame_stats.draw.add(span.ms());
  return {std::move(own), std::move(by_screen), drawing != Drawing::opengl};
}

}  // namespace livewarp
