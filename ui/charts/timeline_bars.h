#pragma once

#include <cmath>
#include <vector>

#include "ui/charts/timeline_layout.h"
#include "ui/widgets/widgets.h"

/// What stands on the lanes of a timeline: shared by the files of its chart.
namespace livewarp::ui {

/// Where lanes and moments stand.
struct TimelinePlace {
  const Timeline& timeline;
  Box lanes;       ///< of all, without their names
  float names_x0;  ///< where those begin
  float lane_height;
  Span shown;

  float x(double ms) const {
    return lanes.x0 +
           lanes.width() * float((ms - shown.low) / std::max(shown.high - shown.low, 1e-12));
  }
  double ms(float at) const {
    return shown.low +
           (shown.high - shown.low) * double(at - lanes.x0) / double(std::max(lanes.width(), 1.0f));
  }
  Box lane(std::size_t i) const {
    const float top = std::round(lanes.y0 + float(i) * lane_height);
    return {lanes.x0, top, lanes.x1, std::round(lanes.y0 + float(i + 1) * lane_height)};
  }
};

/// Where a span stands, as far as it is shown.
bool is_shown(const TimelinePlace& place, const TimelineSpan& span);
Box bar_of(const Look& look, const TimelinePlace& place, const PlacedSpan& placed);

/// All spans; those narrower than a hairline that follow one another are one bar.
void put_bars(const Look& look, const TimelinePlace& place, const std::vector<PlacedSpan>& placed);
/// Between what a lane did and what it did next.
void put_gaps(const Look& look, const TimelinePlace& place, const std::vector<PlacedSpan>& placed);

}  // namespace livewarp::ui
