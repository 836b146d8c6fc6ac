#include "ui/testing/fake_frames.h"

namespace livewarp::ui {

namespace {

class FakeFrames {
 public:
  void add(const char* lane, const char* name, SpanKind kind, double begin, double ms,
           double uncertainty = 0) {
    Timeline& timeline = view.timeline;
    timeline.spans.push_back({timeline.lane(lane), name, kind, begin, begin + ms, uncertainty});
  }

  void frame(double at) {
    add("Host", "wait", SpanKind::wait, at + 14, 2);
    add("Host", "frame", SpanKind::host, at, 14);
    add("Host", "input", SpanKind::host, at, 0.1);
    add("Host", "collect", SpanKind::host, at + 0.1, 0.4);
    add("Host", "publish", SpanKind::publish, at + 0.5, 0.2);
    add("Host", "draw", SpanKind::draw, at + 0.7, 0.6);
    add("Host", "panels", SpanKind::panels, at + 1.3, 1.9);
    add("Host", "steps", SpanKind::host, at + 3.2, 0.8);
    add("Host", "swap", SpanKind::wait, at + 4, 10);
    view.timeline.marks_ms.push_back(at + 14);
    for (const double step : {4.0, 9.0}) {
      add("Copies in", "copy in", SpanKind::copy_in, at + step, 0.8, 0.002);
      add("Kernels", "shared", SpanKind::kernel, at + step + 0.8, 3.4, 0.002);
      add("Copies out", "copy out", SpanKind::copy_out, at + step + 4.2, 0.6, 0.002);
    }
    add("Publish", "publish", SpanKind::publish, at + 0.6, 0.3, 0.002);
    add("GL draw", "picture", SpanKind::draw, at + 1, 1.2, 0.02);
    add("GL panels", "panels", SpanKind::panels, at + 3.1, 0.5, 0.02);
  }

  FramesView view;
};

}  // namespace

FramesView fake_frames() {
  FakeFrames frames;
  FramesView& view = frames.view;
  for (const char* lane :
       {"Host", "Copies in", "Kernels", "Copies out", "Publish", "GL draw", "GL panels"})
    view.timeline.lane(lane);
  for (int i = 0; i < 3; ++i) frames.frame(16.0 * i);
  view.timeline.title = "Shared tile: 3 frames of 16.0 ms";
  view.timeline.end_ms = 48;
  view.timeline.mark = "swap";
  view.frames = 3;
  view.frame_ms = 16;
  view.shares = {{SpanKind::kernel, "kernels", 6.8, 0.425, "How long kernels of steps run."},
                 {SpanKind::copy_in, "copies", 2.8, 0.175, "Either way."},
                 {SpanKind::publish, "publish", 0.3, 0.019, "On the GPU."},
                 {SpanKind::draw, "draw", 1.2, 0.075, "By OpenGL's clock."},
                 {SpanKind::panels, "panels", 0.5, 0.031, "By OpenGL's clock."},
                 {SpanKind::wait, "host waits", 12.0, 0.75, "For the screen."}};
  view.gap =
      "The GPU is idle for 2.80 ms at most, after a copy out and before a publish; the host is in "
      "\u201cswap\u201d meanwhile.";
  return view;
}

Timeline many_spans(std::size_t count) {
  FakeFrames frames;
  constexpr const char* lanes[]{"Stream 1", "Stream 2", "Stream 3", "Stream 4"};
  constexpr SpanKind kinds[]{SpanKind::copy_in, SpanKind::kernel, SpanKind::copy_out,
                             SpanKind::host};
  for (std::size_t i = 0; i < count; ++i)
    frames.add(lanes[i % 4], "kernel 3", kinds[(i / 4) % 4], double(i / 4), i % 5 ? 0.8 : 0.4);
  frames.view.timeline.end_ms = double(count / 4);
  return frames.view.timeline;
}

}  // namespace livewarp::ui
