#include "ui/charts/blocks_chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/charts/timeline_layout.h"
#include "ui/model/format.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double blocks_axis = 1.25, blocks_names = 0.5;  // em
constexpr double not_begun = 0.25;                        // opacity
constexpr std::size_t neutral_hue = 8;                    // where hues mean nothing
constexpr float wave_pitch = 6;     // hairlines: ends of waves that are nearer are not drawn
constexpr float least_gap_row = 4;  // px: from this height on rows are apart

std::string last_name(const BlocksView& view) {
  return std::to_string(std::max<std::size_t>(view.rows.rows.size(), 1) - 1);
}

/// From multiprocessors and times to pixels.
struct BlocksPlace {
  BlocksPlane plane;
  double end = 1;
  float x(double time) const {
    return std::round(plane.box.x0 + float(time / end) * plane.box.width());
  }
  double time(float x) const {
    const double share = double((x - plane.box.x0) / std::max(plane.box.width(), 1.0f));
    return std::clamp(share, 0.0, 1.0) * end;
  }
  Box row(int index) const {
    const float top = std::round(plane.box.y0 + plane.row * float(index));
    const float next = std::round(plane.box.y0 + plane.row * float(index + 1));
    return {plane.box.x0, top, plane.box.x1,
            std::max(top + 1, next - (plane.row >= least_gap_row ? 1 : 0))};
  }
  int row_at(float y) const { return int((y - plane.box.y0) / std::max(plane.row, 0.01f)); }
};

/// Opaque, since rows that are lower than a pixel overlap.
Color on_scene(const Tokens& tokens, Color color, double alpha) {
  const auto mix = [&](int top, int below) {
    return std::uint8_t(std::lround(alpha * top + (1 - alpha) * below));
  };
  const Color& below = tokens.scene;
  return {mix(color.r, below.r), mix(color.g, below.g), mix(color.b, below.b)};
}

Color color_of(const Look& look, const BlocksChart& chart, const WaveCell& cell) {
  const Tokens& tokens = look.tokens;
  Color color = tokens.hues[neutral_hue];
  if (chart.by == TintBy::multiprocessor)
    color = tokens.hues[std::size_t(hue_of_multiprocessor(cell.row))];
  else if (chart.by != TintBy::off && cell.block >= 0 && chart.view.hues)
    color = tokens.hues[chart.view.hues->blocks[std::size_t(cell.block)]];
  if (chart.now && cell.begin >= *chart.now)
    return on_scene(tokens, color, not_begun * double(cell.share));
  const bool runs = chart.now && cell.block >= 0 && cell.end > *chart.now;
  return on_scene(tokens, runs ? tokens.paper : color, double(cell.share));
}

void put_cells(const Look& look, const BlocksChart& chart, const BlocksPlace& place) {
  std::vector<Area> areas;
  areas.reserve(chart.cells.size());
  const auto add = [&](const WaveCell& cell) {
    const Box row = place.row(cell.row);
    Box box{place.x(cell.begin), row.y0 + std::round(cell.top * row.height()), place.x(cell.end),
            row.y0 + std::round(cell.bottom * row.height())};
    // A gap between one block and the next, where there is room for it.
    if (cell.block >= 0 && box.width() >= 3 * look.px) box.x1 -= look.px;
    box.x1 = std::max(box.x1, box.x0 + 1);
    box.y1 = std::max(box.y1, box.y0 + 1);
    areas.push_back({box, color_of(look, chart, cell)});
  };
  for (const WaveCell& cell : chart.cells) {
    const bool parted =
        chart.now && cell.block < 0 && cell.begin < *chart.now && *chart.now < cell.end;
    WaveCell before = cell, after = cell;
    if (parted) before.end = *chart.now;
    add(before);
    after.begin = before.end;
    if (parted) add(after);
  }
  put_areas(areas);
}

/// Of what was predicted all blocks of a wave end together.
void put_wave_ends(const Look& look, const BlocksChart& chart, const BlocksPlace& place) {
  const Box& plane = place.plane.box;
  if (!chart.view.trace()->predicted) return;
  if (place.x(1) - plane.x0 < wave_pitch * look.px) return;
  for (double at = 1; at < place.end; ++at) {
    const float x = place.x(at);
    put_ground(look, look.tokens.scene, {x - look.px, plane.y0, x, plane.y1}, 0);
  }
}

/// The first and the last multiprocessor.
void put_row_names(const Look& look, const BlocksView& view, const BlocksPlace& place,
                   const Box& box) {
  const float half = look.length(0.5);
  const auto name = [&](int row, const std::string& text, float middle) {
    const Box of_row = place.row(row);
    put(look, Type::number_caption, look.tokens.muted,
        {box.x0, middle - half, of_row.x0 - look.length(blocks_names), middle + half}, text,
        Align::right);
  };
  const Box& plane = place.plane.box;
  const int last = int(view.rows.rows.size()) - 1;
  name(0, "0", std::max(plane.y0 + half, (place.row(0).y0 + place.row(0).y1) / 2));
  if (plane.height() >= 4 * half && last > 0)
    name(last, last_name(view),
         std::min(plane.y1 - half, (place.row(last).y0 + place.row(last).y1) / 2));
}

struct WaveTicks {
  std::vector<double> at;
  std::vector<std::string> labels;
  std::string unit;
};

WaveTicks wave_ticks(const BlockTrace& trace, double end, double room) {
  WaveTicks ticks;
  if (trace.predicted) {
    ticks.unit = "block times";
    const double step = std::max(1.0, std::ceil(end / std::max(room, 1.0)));
    for (double at = 0; at <= end; at += step) {
      ticks.at.push_back(at);
      ticks.labels.push_back(grouped(std::int64_t(at)));
    }
    return ticks;
  }
  const TimeTicks times = time_ticks({0, end / 1000}, room);
  for (const double ms : times.at_ms) ticks.at.push_back(1000 * ms);
  ticks.labels = times.labels;
  ticks.unit = times.unit.name;
  return ticks;
}

/// Numbers below the rows, their unit and what a row is behind them.
void put_blocks_axis(const Look& look, const BlockTrace& trace, const BlocksPlace& place) {
  const Box& plane = place.plane.box;
  Box axis{plane.x0, plane.y1, plane.x1, plane.y1 + look.length(blocks_axis)};
  const float label = look.length(4);
  const WaveTicks ticks = wave_ticks(trace, place.end, double(axis.width() / label));
  const std::string words = ticks.unit + middle_dot + "a row is a multiprocessor";
  const float width = text_width(look, Type::caption, words) + look.px;
  float free_to = axis.x1;
  if (width < axis.width() / 2) {
    put(look, Type::caption, look.tokens.muted, axis.right_part(width), words);
    free_to = axis.x1 - width - look.length(0.5);
  } else {
    const float unit = text_width(look, Type::caption, ticks.unit) + look.px;
    put(look, Type::caption, look.tokens.muted, axis.right_part(unit), ticks.unit);
    free_to = axis.x1 - unit - look.length(0.5);
  }
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    const float half = text_width(look, Type::number_caption, ticks.labels[i]) / 2 + look.px;
    const float middle = std::max(place.x(ticks.at[i]), axis.x0 + half);
    if (middle + half > free_to) break;
    put(look, Type::number_caption, look.tokens.muted,
        {middle - half, axis.y0, middle + half, axis.y1}, ticks.labels[i], Align::center);
  }
}

void say_block(const Look& look, const BlocksChart& chart, const BlocksPlace& place,
               const StripPress& strip) {
  const Box& plane = place.plane.box;
  const BlockBar* bar = nullptr;
  const int row = place.row_at(strip.y);
  if (strip.hovered && strip.x >= plane.x0 && strip.x < plane.x1 && strip.y < plane.y1) {
    const Box box = place.row(row);
    const bool by_place = !chart.cells.empty() && chart.cells.front().block >= 0;
    const double at = double((strip.y - box.y0) / std::max(box.height(), 1.0f));
    bar = bar_at(chart.view.rows, row, place.time(strip.x), std::clamp(at, 0.0, 0.999), by_place);
  }
  Look quiet = look;
  quiet.silent = look.silent || bar;
  help(quiet, {.name = "Blocks over time",
               .text = "A row is a multiprocessor, a bar a block from its begin to its end; where "
                       "they are too many, the brighter the more of them run. A drag replays the "
                       "launch up to there.",
               .only_here = true});
  if (bar) pointed_text(look, about_block(*chart.view.trace(), row, *bar));
}

}  // namespace

std::string trace_time(const BlockTrace& trace, double time) {
  if (trace.predicted) return fmt::format("{:.2f} block times", time);
  return time_text(time / 1000);
}

Quantity trace_time_of(const BlockTrace& trace, double time, double end) {
  if (trace.predicted)
    return {fmt::format("{:.1f}", time), fmt::format("of {:.0f} block times", end)};
  const TimeUnit unit = time_unit(end / 1000);
  return {time_in(time / 1000, unit), "of " + time_text(end / 1000)};
}

std::string about_block(const BlockTrace& trace, int multiprocessor, const BlockBar& bar) {
  const auto x = bar.block % trace.grid.x;
  const auto y = bar.block / trace.grid.x % trace.grid.y;
  const auto z = bar.block / trace.grid.x / trace.grid.y;
  std::string text =
      "block " + grouped(bar.block) + " of " + grouped(std::int64_t(trace.grid.count()));
  if (trace.grid.y > 1 || trace.grid.z > 1)
    text +=
        " (" + grouped(x) + ", " + grouped(y) + (trace.grid.z > 1 ? ", " + grouped(z) : "") + ")";
  text += "\nmultiprocessor " + grouped(multiprocessor) + "\n";
  if (trace.predicted)
    return text + "predicted in wave " + grouped(std::int64_t(bar.begin) + 1) + ": from " +
           grouped(std::int64_t(bar.begin)) + " to " + grouped(std::int64_t(bar.end)) +
           " block times";
  return text + "begins at " + trace_time(trace, bar.begin) + ", lasts " +
         trace_time(trace, bar.end - bar.begin);
}

BlocksPlane blocks_plane(const Look& look, const BlocksView& view, const Box& box) {
  Box plane = box;
  plane.x0 +=
      text_width(look, Type::number_caption, last_name(view)) + look.px + look.length(blocks_names);
  plane.y1 -= look.length(blocks_axis);
  const auto rows = float(std::max<std::size_t>(view.rows.rows.size(), 1));
  return {plane, std::max(plane.height(), 1.0f) / rows};
}

std::optional<double> put_blocks(const Look& look, const char* id, const BlocksChart& chart,
                                 const Box& box) {
  const BlocksPlace place{blocks_plane(look, chart.view, box), std::max(chart.view.rows.end, 1e-9)};
  const Box& plane = place.plane.box;
  const StripPress strip = press_strip(look, id, {plane.x0, plane.y0, plane.x1, plane.y1});
  put_ground(look, look.tokens.scene, plane, 0);
  put_cells(look, chart, place);
  put_wave_ends(look, chart, place);
  put_row_names(look, chart.view, place, box);
  put_blocks_axis(look, *chart.view.trace(), place);
  if (chart.now) {
    const float x = place.x(std::min(*chart.now, place.end));
    put_ground(look, look.tokens.warn, {x - look.px, plane.y0, x + look.px, plane.y1}, 0);
  }
  say_block(look, chart, place, strip);
  if (!strip.held) return {};
  return place.time(strip.x);
}

}  // namespace livewarp::ui
