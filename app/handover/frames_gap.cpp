#include "app/handover/frames_gap.h"

#include <algorithm>
#include <array>
#include <optional>

#include "ui/model/format.h"

namespace livewarp {

namespace {

/// How a sentence calls what is on a lane.
constexpr std::array<const char*, frame_lanes> lane_words{
    "the host",    "a copy in",  "a kernel",   "a copy out", "a publish",    "the picture",
    "the picture", "the panels", "a CPU step", "a check",    "a measurement"};

std::string word_of(const NotedSpan& noted) { return lane_words[std::size_t(lane_of(noted))]; }

struct Gap {
  TimeSpan span;
  const NotedSpan *before = nullptr, *after = nullptr;
};

bool computes(const NotedSpan& noted, const FramesShown& shown) {
  if (!shown.on_gpu) return noted.track == Track::worker;
  if (noted.track == Track::stream || noted.track == Track::picture) return true;
  return shown.drawn_by_gpu && (noted.track == Track::scene || noted.track == Track::panels);
}

/// Within the frames; empty: nothing computes at all.
std::optional<Gap> longest_gap(const std::vector<NotedSpan>& noted, const FramesShown& shown) {
  std::vector<const NotedSpan*> busy;
  for (const NotedSpan& each : noted)
    if (computes(each, shown) && is_told(each)) busy.push_back(&each);
  if (busy.empty()) return {};
  std::ranges::sort(busy, {}, [](const NotedSpan* each) { return each->span.begin; });
  Gap longest;
  const NotedSpan* last = nullptr;
  double end = shown.span.begin;
  const auto consider = [&](double until, const NotedSpan* next) {
    const TimeSpan gap = within({end, until}, shown.span);
    if (gap.ms() > longest.span.ms()) longest = {gap, last, next};
  };
  for (const NotedSpan* each : busy) {
    consider(each->span.begin, each);
    if (last && each->span.end <= end) continue;
    end = std::max(end, each->span.end);
    last = each;
  }
  consider(shown.span.end, nullptr);
  return longest;
}

/// What the host does for most of it.
const NotedSpan* host_during(const std::vector<NotedSpan>& noted, const TimeSpan& gap) {
  const NotedSpan* found = nullptr;
  double most = 0;
  for (const NotedSpan& each : noted) {
    if (each.track != Track::frame || each.name == whole_frame) continue;
    const double shared = each.span.shared_with(gap);
    if (shared <= most) continue;
    most = shared;
    found = &each;
  }
  return found;
}

}  // namespace

std::string longest_gap_text(const std::vector<NotedSpan>& noted, const FramesShown& shown) {
  const auto gap = longest_gap(noted, shown);
  if (!gap)
    return shown.on_gpu ? "Nothing of the GPU is known in these frames."
                        : "No step of the CPU runs in these frames.";
  if (gap->span.empty())
    return shown.on_gpu ? "The GPU is never idle in these frames."
                        : "The CPU computes steps all the time.";
  constexpr double hardly = 0.005;  // of a frame
  if (gap->span.ms() * shown.frames < hardly * shown.span.ms())
    return (shown.on_gpu ? "The GPU is never idle for longer than "
                         : "The CPU computes steps all the time: no pause is longer than ") +
           ui::time_text(gap->span.ms()) + ".";
  std::string text = (shown.on_gpu ? "The GPU is idle for " : "The CPU computes no step for ") +
                     ui::time_text(gap->span.ms()) + " at most";
  if (shown.on_gpu && gap->before) text += ", after " + word_of(*gap->before);
  if (shown.on_gpu && gap->after)
    text += (gap->before ? " and before " : ", before ") + word_of(*gap->after);
  if (const NotedSpan* host = host_during(noted, gap->span))
    text += "; the host is in \u201c" + host->name + "\u201d meanwhile";
  return text + ".";
}

}  // namespace livewarp
