#pragma once

#include <cstddef>
#include <optional>

#include "ui/charts/timeline_layout.h"
#include "ui/widgets/widgets.h"

/// Who did what when, as it is drawn.
namespace livewarp::ui {

struct TimelinePress {
  bool hovered = false;             ///< the mouse is over the chart
  std::optional<std::size_t> span;  ///< under the mouse: a place in `Timeline::spans`
  bool clicked = false;             ///< and it was no drag
  float end = 0;                    ///< where the chart ends: its lanes need not fill the box
};

/// Lanes with their names at the left, an axis of time below. The wheel zooms at the mouse, a drag
/// moves, a double click fits; what is under the mouse says when it was. Without a mouse nothing of
/// it is lost: names stand in bars that have room for them. `id` is unique within the window.
TimelinePress timeline_chart(const Look& look, const char* id, const Timeline& timeline,
                             TimelineView& view, const Box& box);

/// What a span of that kind looks like beside a word.
void put_span_swatch(const Look& look, SpanKind kind, const Box& box);

}  // namespace livewarp::ui
