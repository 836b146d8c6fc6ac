#include "ui/charts/timeline_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace livewarp::ui {

namespace {

constexpr double slack_ms = 1e-6;       // ends of one clock that are the same moment
constexpr double least_shown = 100e-6;  // ms: no clock tells more

double length_of(Span span) { return span.high - span.low; }

/// A stretch of that length within the whole, near to where it was asked for.
Span within(Span whole, double low, double length) {
  if (length >= length_of(whole)) return whole;
  low = std::clamp(low, whole.low, whole.high - length);
  return {low, low + length};
}

/// The spans of each lane together, as they stood.
std::vector<PlacedSpan> by_lane(const Timeline& timeline) {
  std::vector<std::size_t> next(timeline.lanes.size() + 1);
  for (const TimelineSpan& span : timeline.spans) ++next[span.lane + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<PlacedSpan> placed(timeline.spans.size());
  for (std::size_t i = 0; i < placed.size(); ++i) placed[next[timeline.spans[i].lane]++].span = i;
  return placed;
}

/// The unit in which the axis has short labels.
TimeUnit axis_unit(double length_ms) {
  constexpr std::array<TimeUnit, 4> units{{{"s", 1e-3}, {"ms", 1}, {"\u00b5s", 1e3}, {"ns", 1e6}}};
  for (const TimeUnit& unit : units)
    if (length_ms * unit.per_ms >= 1) return unit;
  return units.back();
}

double nice_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

std::vector<PlacedSpan> placed_spans(const Timeline& timeline) {
  const std::vector<TimelineSpan>& spans = timeline.spans;
  std::vector<PlacedSpan> placed = by_lane(timeline);
  const auto comes_before = [&](const PlacedSpan& one, const PlacedSpan& other) {
    const TimelineSpan &a = spans[one.span], &b = spans[other.span];
    if (a.lane != b.lane) return a.lane < b.lane;
    return a.begin_ms != b.begin_ms ? a.begin_ms < b.begin_ms : a.end_ms > b.end_ms;
  };
  if (!std::ranges::is_sorted(placed, comes_before)) std::ranges::stable_sort(placed, comes_before);
  std::vector<std::size_t> around;  // places in `placed`, of what may contain the next
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const TimelineSpan& span = spans[placed[i].span];
    const auto contains = [&](std::size_t other) {
      const TimelineSpan& outer = spans[placed[other].span];
      return outer.lane == span.lane && outer.end_ms + slack_ms >= span.end_ms &&
             outer.end_ms > span.begin_ms;
    };
    while (!around.empty() && !contains(around.back())) around.pop_back();
    if (!around.empty()) placed[around.back()].contains = true;
    placed[i].depth = int(around.size());
    around.push_back(i);
  }
  return placed;
}

Span whole_time(const Timeline& timeline) {
  Span whole{timeline.begin_ms, timeline.end_ms};
  for (const TimelineSpan& span : timeline.spans) {
    whole.low = std::min(whole.low, span.begin_ms);
    whole.high = std::max(whole.high, span.end_ms);
  }
  whole.high = std::max(whole.high, whole.low + least_shown);
  return whole;
}

Span shown_time(const Timeline& timeline, const TimelineView& view) {
  if (!view.fit) {
    const double length = std::max(length_of(view.shown), least_shown);
    return within(whole_time(timeline), view.shown.low, length);
  }
  if (timeline.end_ms > timeline.begin_ms) return {timeline.begin_ms, timeline.end_ms};
  return whole_time(timeline);
}

void zoom_time(const Timeline& timeline, TimelineView& view, double at, double factor) {
  const Span before = shown_time(timeline, view);
  const double length = std::max(length_of(before) * factor, least_shown);
  const double share = (at - before.low) / length_of(before);
  view.shown = within(whole_time(timeline), at - share * length, length);
  view.fit = false;
}

void move_time(const Timeline& timeline, TimelineView& view, double by_ms) {
  const Span before = shown_time(timeline, view);
  view.shown = within(whole_time(timeline), before.low + by_ms, length_of(before));
  view.fit = false;
}

TimeTicks time_ticks(Span shown, double room) {
  TimeTicks ticks;
  ticks.unit = axis_unit(length_of(shown));
  const double per_ms = ticks.unit.per_ms;
  const double step = nice_step(length_of(shown) * per_ms / std::max(room, 1.0));
  ticks.decimals = std::max(0, -int(std::floor(std::log10(step) + 1e-9)));
  const double first = std::ceil(shown.low * per_ms / step - 1e-9);
  for (double k = first; k * step <= shown.high * per_ms * (1 + 1e-12); ++k) {
    ticks.at_ms.push_back(k * step / per_ms);
    ticks.labels.push_back(fixed(k * step, ticks.decimals));
  }
  return ticks;
}

std::string about_span(const Timeline& timeline, const TimelineSpan& span, const TimeTicks& ticks) {
  const TimeUnit& unit = ticks.unit;
  std::string text = span.name + middle_dot + timeline.lanes[span.lane] + "\nbegins at " +
                     fixed(span.begin_ms * unit.per_ms, ticks.decimals + 2) + " " + unit.name +
                     ", lasts " + time_text(span.end_ms - span.begin_ms);
  if (span.uncertainty_ms > 0)
    text += "\nboth ends \u00b1" + time_text(span.uncertainty_ms) + ": another clock told them";
  return text;
}

}  // namespace livewarp::ui
