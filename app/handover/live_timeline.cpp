#include "app/handover/live_timeline.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ui/model/format.h"

namespace livewarp {

namespace {

constexpr double lane_stays_ms = 3000;  // after the last thing on it, so that others do not jump
constexpr double around_ms = 20;        // beyond the frames: what an idle gap ends with
constexpr double long_step_ms = 100;    // shorter steps of a GPU have ended before they are shown

}  // namespace

void LiveTimeline::want(const std::optional<ui::FramesRequest>& request) {
  if (!request) {
    reader_.reset();
    forget();
    return;
  }
  if (request->frames != request_.frames) made_ms_ = 0;
  request_ = *request;
  if (!reader_) reader_.emplace(session_.spans());
}

/// Nothing of another setting stays: a picture of it would be taken for one of this.
void LiveTimeline::forget() {
  spans_.clear();
  begins_.clear();
  seen_ = {};
  made_ = has_steps_ = false;
  made_ms_ = 0;
}

bool LiveTimeline::verified() const {
  return session_.check().ok() && session_.executor() != Executor::emulator;
}

void LiveTimeline::frame_ends(bool drawn_by_cpu) {
  if (!reader_) return;
  drawn_by_cpu_ = drawn_by_cpu;
  std::vector<NotedSpan> ended = reader_->take();
  const int restarts = session_.step_stats().restarts;
  if (restarts != std::exchange(restarts_, restarts) || (has_steps_ && !verified())) forget();
  if (session_.choice().paused) {  // a rest is no part of a frame
    spans_.clear();
    begins_.clear();
    return;
  }
  for (NotedSpan& span : ended) {
    if (span.track == Track::frame && span.name == whole_frame) begins_.push_back(span.span.begin);
    spans_.push_back(std::move(span));
  }
  drop_old();
  const double now = steady_ms();
  const bool stays = made_ && request_.held && made_ms_ > 0 && has_steps_ == verified();
  if (!stays && now - made_ms_ >= picture_ms) make(now);
}

/// What ended before the frames that may be shown, and the oldest where steps are too many.
void LiveTimeline::drop_old() {
  constexpr std::size_t most_frames = 10 + late_frames + 2;
  while (begins_.size() > most_frames) begins_.pop_front();
  const auto is_old = [&](const NotedSpan& span) {
    return begins_.size() == most_frames && span.span.end < begins_.front();
  };
  while (!spans_.empty() && (spans_.size() > most_spans || is_old(spans_.front())))
    spans_.pop_front();
}

/// What has ended, and what goes on: in frames of that span, and a little before and after.
std::vector<NotedSpan> LiveTimeline::known(const TimeSpan& frames, double now) const {
  const TimeSpan wide{frames.begin - around_ms, frames.end + around_ms};
  std::vector<NotedSpan> all;
  for (const NotedSpan& span : spans_)
    if (!within(span.span, wide).empty()) all.push_back(span);
  for (NotedSpan& open : session_.spans().under_way()) {
    if (open.track == Track::frame) continue;
    open.name += goes_on;
    all.push_back(std::move(open));
  }
  if (!session_.on_gpu() || session_.running_ms() <= long_step_ms) return all;
  double begin = now - session_.running_ms();
  for (const NotedSpan& span : spans_)
    if (span.track == Track::stream) begin = std::max(begin, span.span.end);
  all.push_back({Track::stream, session_.variant_name() + goes_on, {begin, now}});
  return all;
}

std::array<bool, frame_lanes> LiveTimeline::lanes_seen(const std::vector<NotedSpan>& known,
                                                       double now) {
  for (const NotedSpan& span : known) {
    double& seen = seen_[std::size_t(lane_of(span))];
    if (is_told(span)) seen = std::max(seen, span.span.end);
  }
  std::array<bool, frame_lanes> lanes{};
  for (std::size_t i = 0; i < frame_lanes; ++i) lanes[i] = now - seen_[i] < lane_stays_ms;
  return lanes;
}

void LiveTimeline::make(double now) {
  const std::size_t wanted = std::size_t(request_.frames);
  if (begins_.size() < wanted + late_frames + 1) return;
  const std::size_t end = begins_.size() - 1 - late_frames;
  FramesShown shown;
  shown.span = {begins_[end - wanted], begins_[end]};
  shown.frames = request_.frames;
  shown.on_gpu = session_.on_gpu();
  shown.drawn_by_gpu = !drawn_by_cpu_;
  shown.verified = verified();
  const double frame_ms = shown.span.ms() / shown.frames;
  shown.title = fmt::format("{}: {} of {}", session_.variant().title,
                            shown.frames == 1 ? "a frame" : fmt::format("{} frames", shown.frames),
                            ui::time_text(frame_ms));
  const std::vector<NotedSpan> all = known(shown.span, now);
  shown.kept = lanes_seen(all, now);
  if (!shown.verified)
    for (const FrameLane lane :
         {FrameLane::copies_in, FrameLane::kernels, FrameLane::copies_out, FrameLane::cpu_steps})
      shown.kept[std::size_t(lane)] = false;
  view_ = frames_timeline(all, shown);
  made_ = true;
  has_steps_ = shown.verified;
  made_ms_ = now;
}

void LiveTimeline::describe(ui::Model& model) const {
  if (made_) model.last_frames = &view_;
}

}  // namespace livewarp
