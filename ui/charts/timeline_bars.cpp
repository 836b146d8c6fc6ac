#include "ui/charts/timeline_bars.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ui/charts/timeline_chart.h"

namespace livewarp::ui {

namespace {

constexpr double name_height = 0.9, large_name = 1.35;  // em: of a bar that has its name in it
constexpr double padding = 0.3, inset = 0.12, least_gap = 0.5;

// -- colours --------------------------------------------------------------------------------------

/// What has no slot is the host's: it is none of what is measured.
std::optional<Slot> slot_of(SpanKind kind) {
  switch (kind) {
  case SpanKind::copy_in:
  case SpanKind::copy_out: return Slot::copy;
  case SpanKind::kernel: return Slot::kernel;
  case SpanKind::publish: return Slot::publish;
  case SpanKind::draw: return Slot::draw;
  case SpanKind::panels: return Slot::ui;
  case SpanKind::wait: return Slot::wait;
  case SpanKind::host: break;
  }
  return {};
}

Color color_of(const Look& look, SpanKind kind) {
  const auto slot = slot_of(kind);
  return slot ? series_color(look, *slot) : look.tokens.edge;
}

// -- bars -----------------------------------------------------------------------------------------

Type name_type(const Look& look, const Box& bar) {
  return bar.height() >= look.length(large_name) ? Type::body : Type::caption;
}

/// Without room for it the mouse says it.
bool has_name(const Look& look, const Box& bar, const std::string& name) {
  const float room = bar.width() - 2 * look.length(padding) - look.px;
  return bar.height() >= look.length(name_height) && room >= look.em &&
         text_width(look, name_type(look, bar), name) <= room;
}

void put_name(const Look& look, Color ink, const Box& bar, const std::string& name) {
  if (has_name(look, bar, name)) put(look, name_type(look, bar), ink, bar, name, Align::center);
}

/// Copies out are hollow, so that they are told from copies in; what waits is hatched; what
/// contains others is their ground.
void put_bar(const Look& look, const TimelineSpan& span, const PlacedSpan& placed, const Box& bar) {
  const Color color = color_of(look, span.kind);
  if (placed.contains) {
    put_ground(look, faded(color, 0.3), bar, 0);
    return;
  }
  if (span.kind == SpanKind::wait) {
    put_hatch(look, color, bar);
    put_outline(look, faded(color, 0.6), bar, 0);
    if (!has_name(look, bar, span.name)) return;
    const float half =
        text_width(look, name_type(look, bar), span.name) / 2 + look.length(padding) - look.px;
    const float middle = std::round((bar.x0 + bar.x1) / 2);
    put_ground(look, look.tokens.panel,
               {middle - half, bar.y0 + look.px, middle + half, bar.y1 - look.px}, 0);
    return put_name(look, look.tokens.muted, bar, span.name);
  }
  if (span.kind == SpanKind::copy_out) {
    put_ground(look, faded(color, 0.3), bar, 0);
    put_outline(look, color, bar, 0);
    return put_name(look, look.tokens.text, bar, span.name);
  }
  put_ground(look, color, bar, 0);
  put_name(look, ink_on(look, color), bar, span.name);
}

/// Spans narrower than a hairline that follow one another: one bar.
struct Run {
  Box bar;
  SpanKind kind = SpanKind::host;
  bool open = false;
};

void end_run(const Look& look, Run& run) {
  if (run.open) put_ground(look, color_of(look, run.kind), run.bar, 0);
  run.open = false;
}

void add_to_run(const Look& look, Run& run, SpanKind kind, const Box& bar) {
  if (run.open && (bar.x0 > run.bar.x1 || bar.y0 != run.bar.y0)) end_run(look, run);
  if (!run.open) run = {{bar.x0, bar.y0, bar.x0 + look.px, bar.y1}, kind, true};
  run.bar.x1 = std::max(run.bar.x1, std::round(bar.x1));
}

}  // namespace

Box bar_of(const Look& look, const TimelinePlace& place, const PlacedSpan& placed) {
  const TimelineSpan& span = place.timeline.spans[placed.span];
  const Box lane = place.lane(span.lane);
  const float step = std::min(look.length(inset), lane.height() / 8);
  const float edge = std::round(step) + float(std::min(placed.depth, 2)) * look.px;
  return {std::clamp(place.x(span.begin_ms), lane.x0, lane.x1), lane.y0 + edge,
          std::clamp(place.x(span.end_ms), lane.x0, lane.x1), lane.y1 - edge};
}

bool is_shown(const TimelinePlace& place, const TimelineSpan& span) {
  return span.end_ms > place.shown.low && span.begin_ms < place.shown.high;
}

void put_bars(const Look& look, const TimelinePlace& place, const std::vector<PlacedSpan>& placed) {
  Run run;
  for (const PlacedSpan& each : placed) {
    const TimelineSpan& span = place.timeline.spans[each.span];
    if (!is_shown(place, span)) continue;
    Box bar = bar_of(look, place, each);
    if (bar.width() <= look.px) {
      bar.x0 = std::round(bar.x0);
      add_to_run(look, run, span.kind, bar);
      continue;
    }
    end_run(look, run);
    // A hairline of the ground keeps neighbours apart.
    bar.x0 = std::round(bar.x0);
    bar.x1 = std::max(std::round(bar.x1) - (each.contains ? 0 : look.px), bar.x0 + look.px);
    put_bar(look, span, each, bar);
  }
  end_run(look, run);
}

void put_gaps(const Look& look, const TimelinePlace& place, const std::vector<PlacedSpan>& placed) {
  const Color color = faded(color_of(look, SpanKind::wait), 0.45);
  const double least_ms = place.ms(place.lanes.x0 + look.length(least_gap)) - place.shown.low;
  const TimelineSpan* before = nullptr;
  for (const PlacedSpan& each : placed) {
    if (each.depth > 0) continue;
    const TimelineSpan& span = place.timeline.spans[each.span];
    if (before && before->lane == span.lane && span.begin_ms - before->end_ms >= least_ms) {
      const Box lane = place.lane(span.lane);
      const Box gap{std::max(place.x(before->end_ms), lane.x0), lane.y0,
                    std::min(place.x(span.begin_ms), lane.x1), lane.y1};
      if (gap.width() >= look.length(least_gap))
        put_hatch(look, color, gap.inset(look.px, std::round(gap.height() / 4)));
    }
    if (!before || before->lane != span.lane || span.end_ms > before->end_ms) before = &span;
  }
}

void put_span_swatch(const Look& look, SpanKind kind, const Box& box) {
  if (const auto slot = slot_of(kind)) return put_swatch(look, *slot, box);
  put_shape(look, Slot::kernel, look.tokens.edge, box);
}

}  // namespace livewarp::ui
