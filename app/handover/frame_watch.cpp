#include "app/handover/frame_watch.h"

#include <ctime>
#include <iterator>
#include <set>
#include <tuple>

#include "app/base/dated_name.h"
#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/base/version.h"
#include "app/handover/chrome_trace.h"
#include "app/handover/profiler_commands.h"
#include "app/options/choice_options.h"

namespace livewarp {

namespace {

/// Frames until the last one's drawings are known: their time stamps come back late.
constexpr int late_frames = 10;

/// What went on beyond the last frame and has ended since is told as it ended.
void tell_once(std::vector<NotedSpan>& spans) {
  std::set<std::tuple<Track, double, std::string>> ended;
  for (const NotedSpan& noted : spans)
    ended.emplace(noted.track, noted.span.begin, noted.name + goes_on);
  std::erase_if(spans, [&](const NotedSpan& noted) {
    return ended.contains({noted.track, noted.span.begin, noted.name});
  });
}

TraceAbout about(Session& session, int device) {
  const Machine& machine = session.machine();
  const GpuInfo* gpu = machine.gpu(device);
  TraceAbout about;
  about.host = "Livewarp on " + machine.cpu.name;
  // OpenGL may be the host's too; its tracks then stand there.
  about.gpu = gpu ? gpu->name : "OpenGL";
  about.facts = {{"version", version_text()},
                 {"workload", session.choice().workload},
                 {"variant", session.variant_name()},
                 {"command_line", to_command_line(session.workload(), session.choice())},
                 {"cpu", machine.cpu.name}};
  if (gpu) about.facts.emplace_back("gpu", gpu->name);
  return about;
}

}  // namespace

void FrameWatch::begin_capture() {
  if (capture_) return;
  or_notice(session_.notices(), "nothing can be captured", [&] {
    capture_.emplace();
    captured_ = frames + 1;  // this one has begun without it
    session_.notices().add(Severity::info, "capturing 120 frames for the profiler that waits");
  });
}

void FrameWatch::begin_trace() {
  if (traced_ > 0 || asked_) return;
  asked_ = true;  // the next frame is the first whole one
  session_.notices().add(Severity::info, "tracing 120 frames");
}

void FrameWatch::frame_ends() {
  if (capture_ && --captured_ == 0) end_capture();
  if (std::exchange(asked_, false)) {
    spans_.clear();
    reader_.emplace(session_.spans());
    traced_ = frames + late_frames;
    return;
  }
  if (traced_ == 0) return;
  std::vector<NotedSpan> ended = reader_->take();
  std::ranges::move(ended, std::back_inserter(spans_));
  if (--traced_ == late_frames) end_trace();
  if (traced_ == 0) write_trace();
}

void FrameWatch::end_capture() {
  capture_.reset();
  session_.notices().add(Severity::info, "captured 120 frames");
}

/// What goes on beyond the last frame is told as far as it has come.
void FrameWatch::end_trace() {
  trace_ended_ms_ = steady_ms();
  std::vector<NotedSpan> open = session_.spans().under_way();
  constexpr double long_ms = 100;  // shorter steps of a GPU have ended before
  if (session_.on_gpu() && session_.running_ms() > long_ms)
    open.push_back({Track::stream,
                    session_.choice().workload + " " + session_.variant_name(),
                    {trace_ended_ms_ - session_.running_ms(), trace_ended_ms_}});
  for (NotedSpan& span : open) {
    span.name += goes_on;
    spans_.push_back(std::move(span));
  }
}

void FrameWatch::write_trace() {
  reader_.reset();
  tell_once(spans_);
  std::erase_if(spans_,
                [&](const NotedSpan& noted) { return noted.span.begin >= trace_ended_ms_; });
  wrote_ = true;
  or_notice(session_.notices(), "the trace could not be saved", [&] {
    const std::string path = dated_name("livewarp-trace", "json", std::time(nullptr));
    OutputFile(path).write(chrome_trace(spans_, about(session_, device_)));
    session_.notices().add(Severity::info, "trace written: " + absolute_path(path),
                           "ui.perfetto.dev and chrome://tracing open it.");
  });
  spans_.clear();
}

}  // namespace livewarp
