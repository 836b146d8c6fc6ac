#include "app/handover/frames_timeline.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/handover/frames_gap.h"
#include "kernels/core/exec/stage_span.h"

namespace livewarp {

namespace {

constexpr std::array<const char*, frame_lanes> lane_names{
    "Host",    "Copies in", "Kernels",   "Copies out",   "Publish",  "Draw",
    "GL draw", "GL panels", "CPU steps", "Verification", "Measuring"};

SpanKind kind_of_phase(const std::string& name) {
  if (name == "publish") return SpanKind::publish;
  if (name == "draw") return SpanKind::draw;
  if (name == "panels") return SpanKind::panels;
  if (name == "swap" || name == "wait") return SpanKind::wait;
  return SpanKind::host;
}

SpanKind kind_of(const NotedSpan& noted) {
  switch (lane_of(noted)) {
  case FrameLane::copies_in: return SpanKind::copy_in;
  case FrameLane::kernels:
  case FrameLane::cpu_steps: return SpanKind::kernel;
  case FrameLane::copies_out: return SpanKind::copy_out;
  case FrameLane::publish: return SpanKind::publish;
  case FrameLane::picture:
  case FrameLane::draw: return SpanKind::draw;
  case FrameLane::panels: return SpanKind::panels;
  case FrameLane::host: return kind_of_phase(noted.name);
  case FrameLane::check:
  case FrameLane::job: break;
  }
  return SpanKind::host;
}

bool is_step_lane(FrameLane lane) {
  return lane == FrameLane::copies_in || lane == FrameLane::kernels ||
         lane == FrameLane::copies_out || lane == FrameLane::cpu_steps;
}

/// Steps of a GPU, by their beginnings: their kernels are called as they are.
class StepNames {
 public:
  explicit StepNames(const std::vector<NotedSpan>& noted) {
    for (const NotedSpan& each : noted)
      if (each.track == Track::stream && !each.stage) steps_.push_back(&each);
    std::ranges::sort(steps_, {}, [](const NotedSpan* each) { return each->span.begin; });
  }
  /// The step that a moment lies in; null: none.
  const NotedSpan* at(double ms) const {
    const auto after = std::ranges::upper_bound(
        steps_, ms, {}, [](const NotedSpan* each) { return each->span.begin; });
    if (after == steps_.begin()) return nullptr;
    const NotedSpan* const step = *std::prev(after);
    return step->span.end >= ms ? step : nullptr;
  }

 private:
  std::vector<const NotedSpan*> steps_;
};

/// Milliseconds in which at least one of them goes on.
double covered_ms(std::vector<TimeSpan> spans) {
  std::ranges::sort(spans, {}, &TimeSpan::begin);
  double sum = 0, end = -std::numeric_limits<double>::infinity();
  for (const TimeSpan& span : spans) {
    sum += std::max(0.0, span.end - std::max(span.begin, end));
    end = std::max(end, span.end);
  }
  return sum;
}

class FramesBuilder {
 public:
  FramesBuilder(const std::vector<NotedSpan>& noted, const FramesShown& shown)
      : noted_(noted), shown_(shown), steps_(noted) {}

  ui::FramesView make() {
    view_.frames = shown_.frames;
    view_.frame_ms = shown_.span.ms() / shown_.frames;
    view_.timeline.title = shown_.title;
    view_.timeline.end_ms = shown_.span.ms();
    view_.timeline.mark = "swap";
    if (!shown_.verified) view_.note = "Steps are shown once their result is verified.";
    add_lanes();
    for (const NotedSpan& noted : noted_)
      if (is_shown(noted)) add(noted);
    std::ranges::stable_sort(view_.timeline.spans, [](const auto& a, const auto& b) {
      if (a.lane != b.lane) return a.lane < b.lane;
      return a.begin_ms != b.begin_ms ? a.begin_ms < b.begin_ms : a.end_ms > b.end_ms;
    });
    std::ranges::sort(view_.timeline.marks_ms);
    add_shares();
    if (shown_.verified) view_.gap = longest_gap_text(noted_, shown_);
    return std::move(view_);
  }

 private:
  bool is_shown(const NotedSpan& noted) const {
    if (within(noted.span, shown_.span).empty()) return false;
    const FrameLane lane = lane_of(noted);
    if (is_step_lane(lane) && !shown_.verified) return false;
    return is_told(noted);
  }

  void add_lanes() {
    std::array<bool, frame_lanes> there = shown_.kept;
    for (const NotedSpan& noted : noted_)
      if (is_shown(noted)) there[std::size_t(lane_of(noted))] = true;
    for (std::size_t i = 0; i < frame_lanes; ++i) {
      if (!there[i]) continue;
      lanes_[i] = view_.timeline.lane(lane_names[i]);
    }
  }

  void add(const NotedSpan& noted) {
    const TimeSpan span = within(noted.span, shown_.span);
    TimelineSpan put;
    put.lane = *lanes_[std::size_t(lane_of(noted))];
    put.name = noted.name;
    put.kind = kind_of(noted);
    if (noted.stage == Stage::kernel)
      if (const NotedSpan* step = steps_.at((noted.span.begin + noted.span.end) / 2))
        put.name = is_launch(noted) ? noted.name + ", " + step->name : step->name;
    put.begin_ms = span.begin - shown_.span.begin;
    put.end_ms = span.end - shown_.span.begin;
    put.uncertainty_ms = noted.uncertainty_ms;
    if (noted.track == Track::frame && noted.name == "swap" && noted.span.end < shown_.span.end)
      view_.timeline.marks_ms.push_back(put.end_ms);
    view_.timeline.spans.push_back(std::move(put));
  }

  /// A kernel or a library by its own name, as a GPU's clock tells them apart.
  static bool is_launch(const NotedSpan& noted) {
    return noted.stage == Stage::kernel && noted.name != words_of(Stage::kernel);
  }
  /// A line for each launch of a step that has several: what it takes each time.
  std::string by_launch() const {
    struct Launch {
      std::string name;
      double ms = 0;
      int times = 0;
    };
    std::vector<Launch> launches;
    for (const NotedSpan& noted : noted_) {
      const TimeSpan seen = within(noted.span, shown_.span);
      if (!is_launch(noted) || !is_shown(noted) || seen.ms() < noted.span.ms()) continue;
      auto found = std::ranges::find(launches, noted.name, &Launch::name);
      if (found == launches.end()) found = launches.insert(found, {noted.name});
      found->ms += noted.span.ms();
      ++found->times;
    }
    std::string lines;
    if (launches.size() < 2) return lines;
    for (const Launch& launch : launches)
      lines += fmt::format("\n{}: {:.3f} ms", launch.name, launch.ms / launch.times);
    return lines;
  }

  /// Milliseconds of all frames that intervals take which `counts` says yes to; none: there are
  /// none.
  template <class F>
  std::optional<double> taken_ms(F&& counts) const {
    std::vector<TimeSpan> spans;
    for (const NotedSpan& noted : noted_)
      if (is_shown(noted) && counts(noted)) spans.push_back(within(noted.span, shown_.span));
    if (spans.empty()) return {};
    return covered_ms(std::move(spans));
  }
  std::optional<double> on_lanes(std::initializer_list<FrameLane> lanes) const {
    return taken_ms([&](const NotedSpan& noted) {
      return std::ranges::find(lanes, lane_of(noted)) != lanes.end();
    });
  }
  std::optional<double> of_host(SpanKind kind) const {
    return taken_ms([&](const NotedSpan& noted) {
      return noted.track == Track::frame && kind_of_phase(noted.name) == kind;
    });
  }

  void add_share(SpanKind kind, const char* what, std::optional<double> ms, std::string about) {
    ui::FrameShare share{kind, what, {}, 0, std::move(about)};
    if (ms) {
      share.ms = *ms / shown_.frames;
      share.share = *ms / std::max(shown_.span.ms(), 1e-9);
    }
    view_.shares.push_back(std::move(share));
  }

  void add_step_shares() {
    const std::string unverified = view_.note;
    const auto kernels = on_lanes({shown_.on_gpu ? FrameLane::kernels : FrameLane::cpu_steps});
    add_share(SpanKind::kernel, shown_.on_gpu ? "kernels" : "CPU steps",
              shown_.verified ? kernels.value_or(0) : kernels,
              unverified.empty() ? "How long kernels of steps run, of a frame." + by_launch()
                                 : unverified);
    const auto copies = on_lanes({FrameLane::copies_in, FrameLane::copies_out});
    if (copies)
      add_share(SpanKind::copy_in, "copies", copies,
                "How long a step's inputs and outputs are copied, in a frame: either way.");
  }

  /// What is drawn has times of the GPU, where OpenGL tells them; else the host's of handing over.
  void add_drawn(SpanKind kind, const char* what, FrameLane lane) {
    if (const auto drawn = on_lanes({lane}))
      add_share(kind, what, drawn,
                "By OpenGL's clock: from its first command to its last. Where steps use the GPU "
                "too, it may wait for its turn between them.");
    else
      add_share(kind, what, of_host(kind).value_or(0),
                "By the host's clock: how long it takes to hand it to OpenGL.");
  }

  /// What CUDA or the host has drawn, OpenGL only shows: the two are told apart.
  void add_picture() {
    const auto drawn = on_lanes({FrameLane::picture});
    if (drawn)
      add_share(SpanKind::draw, "draw", drawn,
                "How long the picture is drawn, as Draw in the table of times says. OpenGL then "
                "shows it.");
    add_drawn(SpanKind::draw, drawn ? "shown" : "draw", FrameLane::draw);
  }

  void add_shares() {
    add_step_shares();
    const auto published = on_lanes({FrameLane::publish});
    add_share(SpanKind::publish, "publish",
              published ? published : of_host(SpanKind::publish).value_or(0),
              published ? "How long the state is made a picture, on the GPU."
                        : "How long the state is made a picture, on the host.");
    add_picture();
    add_drawn(SpanKind::panels, "panels", FrameLane::panels);
    add_share(SpanKind::wait, "host waits", of_host(SpanKind::wait).value_or(0),
              "How long the frame's thread waits for the screen, and for the next frame to begin.");
  }

  const std::vector<NotedSpan>& noted_;
  const FramesShown& shown_;
  StepNames steps_;
  std::array<std::optional<std::size_t>, frame_lanes> lanes_;
  ui::FramesView view_;
};

}  // namespace

FrameLane lane_of(const NotedSpan& noted) {
  switch (noted.track) {
  case Track::frame: return FrameLane::host;
  case Track::worker: return FrameLane::cpu_steps;
  case Track::picture: return FrameLane::picture;
  case Track::scene: return FrameLane::draw;
  case Track::panels: return FrameLane::panels;
  case Track::check: return FrameLane::check;
  case Track::job: return FrameLane::job;
  case Track::stream: break;
  }
  switch (noted.stage.value_or(Stage::kernel)) {
  case Stage::upload: return FrameLane::copies_in;
  case Stage::download: return FrameLane::copies_out;
  case Stage::publish: return FrameLane::publish;
  case Stage::kernel: break;
  }
  return FrameLane::kernels;
}

bool is_told(const NotedSpan& noted) {
  return noted.track != Track::stream || noted.stage || noted.name.ends_with(goes_on);
}

ui::FramesView frames_timeline(const std::vector<NotedSpan>& noted, const FramesShown& shown) {
  return FramesBuilder(noted, shown).make();
}

}  // namespace livewarp
