#include "ui/charts/timeline_chart.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/charts/timeline_bars.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double most_lane = 3.4, axis_height = 1.25, label_gap = 0.6, unit_gap = 0.9;  // em
constexpr double name_line = 0.92;   // em: of a lane's name
constexpr double most_label = 0.35;  // of the box
constexpr float mark_pitch = 6;      // hairlines apart, at least
constexpr float reach = 3;           // hairlines: of the mouse to a narrow span

TimelinePlace place_lanes(const Look& look, const Timeline& timeline, const TimelineView& view,
                          const Box& box) {
  float names = 0;
  for (const std::string& name : timeline.lanes)
    names = std::max(names, text_width(look, Type::body, name) + look.px);
  names = std::min(names, float(most_label) * box.width());
  Box lanes = box;
  lanes.x0 += names + look.length(label_gap);
  lanes.y1 -= look.length(axis_height);
  const float height =
      std::min(look.length(most_lane),
               lanes.height() / float(std::max<std::size_t>(timeline.lanes.size(), 1)));
  lanes.y1 = lanes.y0 + height * float(timeline.lanes.size());
  return {timeline, lanes, box.x0, height, shown_time(timeline, view)};
}

// -- around them ----------------------------------------------------------------------------------

/// Every lane's name, or every so many's where they would overlap.
void put_lane_names(const Look& look, const TimelinePlace& place) {
  const float line = look.length(name_line);
  const auto every =
      std::size_t(std::max(1.0f, std::ceil(line / std::max(place.lane_height, 1.0f))));
  const bool large = place.lane_height >= look.length(1.3);
  for (std::size_t i = 0; i < place.timeline.lanes.size(); ++i) {
    const Box lane = place.lane(i);
    put_rule(look, {place.names_x0, lane.y0, lane.x1, lane.y1});
    if (i % every != 0) continue;
    const float middle = (lane.y0 + lane.y1) / 2, half = std::max(lane.height(), line) / 2;
    const Box text{place.names_x0, middle - half, lane.x0 - look.length(label_gap / 2),
                   middle + half};
    const std::string& name = place.timeline.lanes[i];
    const Type type = large ? Type::body : Type::caption;
    const std::string shown = elided(look, type, name, text.width());
    put(look, type, look.tokens.text, text, shown);
    if (shown != name) hover_text(look, text, name);
  }
}

/// What hairlines across the lanes are, at the right end of the axis; returns where that begins.
float put_mark_name(const Look& look, const TimelinePlace& place, Box axis) {
  const std::string& name = place.timeline.mark;
  if (place.timeline.marks_ms.empty() || name.empty()) return axis.x1;
  const float width = text_width(look, Type::caption, name) + look.px;
  put(look, Type::caption, look.tokens.muted, axis.right_part(width), name);
  const float x = std::round(axis.x1 - width - look.length(0.4));
  put_ground(look, look.tokens.text,
             {x, axis.y0 + look.length(0.25), x + look.px, axis.y1 - look.length(0.2)}, 0);
  return x - look.length(0.5);
}

/// Numbers below the lanes, their unit below the lanes' names.
TimeTicks put_time_axis(const Look& look, const TimelinePlace& place) {
  const double longest = std::max(std::abs(place.shown.low), std::abs(place.shown.high));
  TimeTicks ticks = time_ticks(place.shown, 4);
  const float label = text_width(look, Type::number_caption,
                                 fixed(longest * ticks.unit.per_ms, ticks.decimals + 1)) +
                      look.length(1.2);
  Box axis = place.lanes;
  axis.y0 = place.lanes.y1;
  axis.y1 = axis.y0 + look.length(axis_height);
  const float free_to = put_mark_name(look, place, axis);
  const float free_from = axis.x0 - look.length(label_gap / 2);
  ticks = time_ticks(place.shown, double(std::max(axis.width() / label, 1.0f)));
  for (std::size_t i = 0; i < ticks.at_ms.size(); ++i) {
    const float x = std::round(place.x(ticks.at_ms[i]));
    put_ground(look, look.tokens.divider, {x, place.lanes.y0, x + look.px, place.lanes.y1}, 0);
    const float width = text_width(look, Type::number_caption, ticks.labels[i]) + 2 * look.px;
    const Box text{x - width / 2, axis.y0, x + width / 2, axis.y1};
    if (text.x0 >= free_from && text.x1 <= free_to)
      put(look, Type::number_caption, look.tokens.muted, text, ticks.labels[i], Align::center);
  }
  put(look, Type::caption, look.tokens.muted,
      {place.names_x0, axis.y0, axis.x0 - look.length(unit_gap), axis.y1}, ticks.unit.name,
      Align::right);
  return ticks;
}

void put_shared_marks(const Look& look, const TimelinePlace& place) {
  float last = place.lanes.x0 - mark_pitch * look.px;
  for (const double at : place.timeline.marks_ms) {
    if (at < place.shown.low || at > place.shown.high) continue;
    const float x = std::round(place.x(at));
    if (x - last < mark_pitch * look.px) continue;
    last = x;
    put_ground(look, look.tokens.text, {x, place.lanes.y0, x + look.px, place.lanes.y1}, 0);
  }
}

// -- the mouse ------------------------------------------------------------------------------------

/// The innermost there, or the nearest that is too narrow to be met.
std::optional<std::size_t> span_at(const Look& look, const TimelinePlace& place,
                                   const std::vector<PlacedSpan>& placed, float x, float y) {
  std::optional<std::size_t> found;
  float least = reach * look.px;
  for (const PlacedSpan& each : placed) {
    const TimelineSpan& span = place.timeline.spans[each.span];
    if (!is_shown(place, span)) continue;
    const Box lane = place.lane(span.lane);
    if (y < lane.y0 || y >= lane.y1) continue;
    const Box bar = bar_of(look, place, each);
    const float away = std::max({bar.x0 - x, x - bar.x1, 0.0f});
    if (away > least) continue;
    least = away;
    found = each.span;
  }
  return found;
}

void move_view(const TimelinePlace& place, const StripPress& strip, TimelineView& view) {
  const Timeline& timeline = place.timeline;
  if (strip.fits) {
    view = {};
  } else if (strip.wheel != 0) {
    zoom_time(timeline, view, place.ms(strip.x), std::pow(0.8, strip.wheel));
  } else if (strip.dragged != 0) {
    move_time(timeline, view, place.ms(strip.x - strip.dragged) - place.ms(strip.x));
  }
}

/// Says what is under the mouse, with a rim about it; elsewhere how the chart is used.
void say_what_is_there(const Look& look, const TimelinePlace& place,
                       const std::vector<PlacedSpan>& placed, std::optional<std::size_t> span,
                       const TimeTicks& ticks) {
  Look quiet = look;
  quiet.silent = look.silent || span.has_value();
  help(quiet, {.name = "Timeline",
               .text = "The wheel zooms, a drag moves, a double click shows all again. What is "
                       "under the mouse says when it began and how long it lasted.",
               .only_here = true});
  if (!span) return;
  for (const PlacedSpan& each : placed)
    if (each.span == *span) {
      Box rim = bar_of(look, place, each);
      rim.x1 = std::max(rim.x1, rim.x0 + 2 * look.px);
      put_outline(look, look.tokens.text, rim.inset(-look.px, -look.px), 0);
    }
  pointed_text(look, about_span(place.timeline, place.timeline.spans[*span], ticks));
}

}  // namespace

TimelinePress timeline_chart(const Look& look, const char* id, const Timeline& timeline,
                             TimelineView& view, const Box& box) {
  TimelinePress result;
  TimelinePlace place = place_lanes(look, timeline, view, box);
  result.end = place.lanes.y1 + look.length(axis_height);
  const StripPress strip = press_strip(look, id, {box.x0, box.y0, box.x1, result.end});
  result.hovered = strip.hovered;
  if (timeline.lanes.empty() || place.lanes.width() < look.length(4)) return result;
  move_view(place, strip, view);
  place.shown = shown_time(timeline, view);
  const std::vector<PlacedSpan> placed = placed_spans(timeline);
  put_lane_names(look, place);
  const TimeTicks ticks = put_time_axis(look, place);
  put_gaps(look, place, placed);
  put_bars(look, place, placed);
  put_shared_marks(look, place);
  if (strip.hovered) result.span = span_at(look, place, placed, strip.x, strip.y);
  result.clicked = strip.clicked && result.span;
  say_what_is_there(look, place, placed, result.span, ticks);
  return result;
}

}  // namespace livewarp::ui
