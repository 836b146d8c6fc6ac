#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/core/model/timeline.h"
#include "ui/model/format.h"
#include "ui/model/graph_axes.h"

/// Where the parts of a timeline stand; knows no pixels.
namespace livewarp::ui {

/// What a chart remembers from frame to frame: the time that it shows.
struct TimelineView {
  bool fit = true;  ///< what the timeline shows at first
  Span shown;       ///< else this; ms
};

/// A span, and how many of its lane contain it.
struct PlacedSpan {
  std::size_t span = 0;
  int depth = 0;
  bool contains = false;  ///< others of its lane
};
/// Lane by lane from the top, by begin within one: what contains others comes before them.
std::vector<PlacedSpan> placed_spans(const Timeline& timeline);

/// From the first to the last of all that is known.
Span whole_time(const Timeline& timeline);
/// What the view shows: never nothing, and never what lies beyond the whole.
Span shown_time(const Timeline& timeline, const TimelineView& view);
/// `factor` below 1: nearer. The moment `at` stays where it is.
void zoom_time(const Timeline& timeline, TimelineView& view, double at, double factor);
/// Moves what is shown, as far as there is something.
void move_time(const Timeline& timeline, TimelineView& view, double by_ms);

/// 1, 2 or 5 times a power of ten of one unit apart, at most `room` of them.
struct TimeTicks {
  TimeUnit unit;
  int decimals = 0;
  std::vector<double> at_ms;
  std::vector<std::string> labels;
};
TimeTicks time_ticks(Span shown, double room);

/// "begins at 12.345 ms, lasts 1.23 ms" and what else is known of a span, in lines.
std::string about_span(const Timeline& timeline, const TimelineSpan& span, const TimeTicks& ticks);

}  // namespace livewarp::ui
