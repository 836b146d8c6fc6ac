#include "ui/charts/ladder_rows.h"

#include <algorithm>
#include <string>

namespace livewarp::ui {

namespace {

constexpr double row_padding = 0.2;                 // em, above and below what is in a row
constexpr double between = 0.45;                    // em, of time and factor
constexpr double most_bar = 1.9, most_ghost = 1.1;  // em, heights
constexpr double lowest_with_figures = 0.8;         // em, of a ghost
constexpr double dash = 0.45, reason_mark = 1.6;    // em

std::string time_figure(const LadderPlane& plane, double ms) {
  return significant(ms * plane.unit.unit.per_ms, 3) + " " + plane.unit.unit.name;
}

/// Of the base itself no factor is said.
std::string factor_of(const LadderPlane& plane, const LadderRung& rung) {
  const LadderRung* const base = base_of(plane.ladder);
  return base && base != &rung ? factor_text(speed_of(plane.ladder, rung.ms)) : std::string();
}

std::string ghost_figures(const LadderGhost& ghost) {
  return figure_text({{}, ghost.ms}) + (ghost.ratio == 1 ? "" : ", " + factor_text(ghost.ratio));
}

/// Bar above, ghosts below it; without ghosts in the ladder the bar is in the middle.
struct RungBoxes {
  Box bar, ghosts;
  float lane = 0;
};

RungBoxes boxes_in(const Look& look, const LadderPlane& plane, std::size_t index) {
  const Box row =
      plane.row(index).inset(0, std::max(look.length(row_padding), 0.1f * plane.row_height));
  const auto lanes = float(plane.history.sources.size());
  const float share = lanes > 0 ? 1.3f / (1.3f + 0.8f * lanes) : 1;
  const float height = std::min(row.height() * share, look.length(most_bar));
  const float lane =
      lanes > 0 ? std::min((row.height() - height) / lanes, look.length(most_ghost)) : 0;
  const float top = std::round((row.y0 + row.y1 - height - lanes * lane) / 2);
  const float foot = std::round(top + height);
  return {{plane.bars.x0, top, plane.bars.x1, foot},
          {plane.bars.x0, foot, plane.bars.x1, std::round(foot + lanes * lane)},
          lane};
}

/// Lines of text are higher than some bars.
Box text_line(const Look& look, const Box& bar, float x0) {
  const float middle = (bar.y0 + bar.y1) / 2, half = look.length(0.65);
  return {x0, middle - half, bar.x1, middle + half};
}

void put_name(const Look& look, const LadderPlane& plane, const LadderRung& rung, const Box& bar) {
  Box name = text_line(look, bar, plane.names_x0);
  if (rung.running) put_icon(look, Icon::play, look.tokens.accent, name, Align::left, 0.75);
  name.x0 += look.length(running_mark);
  name.x1 = plane.bars.x0 - look.length(0.5);
  put(look, Type::body, rung.timed() ? look.tokens.text : look.tokens.muted, name,
      elided(look, Type::body, rung.title, name.width()), Align::right);
}

void put_bar(const Look& look, const LadderPlane& plane, const LadderRung& rung, Box bar) {
  bar.x1 = std::max(plane.end(rung), bar.x0 + 2 * look.px);
  put_measured_bar(look, !rung.library.empty(), bar);
  if (rung.running) put_outline(look, look.tokens.text, bar, 0);
}

/// What is written behind the end of a bar stands on no line.
Box text_behind(const Look& look, const Box& bar, float end, float width, Color ground) {
  put_ground(look, ground, {end + look.px, bar.y0, end + width + look.length(0.3), bar.y1}, 0);
  return text_line(look, bar, end + look.length(0.3));
}

void put_time(const Look& look, const LadderPlane& plane, const LadderRung& rung, const Box& bar,
              Color ground) {
  Box value = text_behind(look, bar, plane.end(rung), value_width(look, plane, rung), ground);
  value.x0 = put(look, Type::number, look.tokens.text, value, time_figure(plane, rung.ms)) +
             look.length(between);
  if (const std::string factor = factor_of(plane, rung); !factor.empty())
    value.x0 = put(look, Type::number, look.tokens.muted, value, factor) + look.length(between);
  put(look, Type::caption, look.tokens.muted, value, doubt_of(rung));
}

/// In the place of a bar: hatched, a cross where the result is wrong, and why.
void put_no_time(const Look& look, const LadderRung& rung, const Box& bar, Color ground) {
  const Box mark = bar.with_width(look.length(reason_mark));
  const Color ink = rung.wrong ? look.tokens.error : look.tokens.muted;
  const std::string reason =
      elided(look, Type::caption, rung.reason, bar.x1 - mark.x1 - look.length(0.6));
  const Box text = text_behind(look, bar, mark.x1 + look.length(0.1),
                               text_width(look, Type::caption, reason) + 1, ground);
  if (rung.wrong)
    put_icon(look, Icon::cross, ink, mark, Align::center, 0.9);
  else
    put_hatch(look, faded(ink, 0.6), mark);
  put(look, Type::caption, ink, text, reason);
}

/// The ghosts of a rung, each with its bar.
template <class F>
void for_each_ghost(const Look& look, const LadderPlane& plane, std::size_t index, F&& f) {
  const RungBoxes boxes = boxes_in(look, plane, index);
  for (const LadderGhost& ghost : plane.history.ghosts) {
    if (ghost.rung != index) continue;
    const auto lane = float(ghost.source);
    f(ghost, Box{boxes.ghosts.x0, boxes.ghosts.y0 + std::round(lane * boxes.lane) + 2 * look.px,
                 std::max(plane.x(ghost.speed), boxes.ghosts.x0 + 2 * look.px),
                 boxes.ghosts.y0 + std::round((lane + 1) * boxes.lane)});
  }
}

}  // namespace

void put_measured_bar(const Look& look, bool library, const Box& bar) {
  put_ground(look, series_color(look, library ? Slot::upload : Slot::kernel), bar, 0);
  if (!library) return;
  const float inset = std::max(2 * look.px, std::round(bar.height() * 0.16f));
  const Box stripe{bar.x0, bar.y1 - 2 * inset, bar.x1, bar.y1 - inset};
  put_ground(look, faded(look.tokens.paper, 0.75), stripe, 0);
}

void put_ghost_bar(const Look& look, std::size_t source, const Box& bar) {
  put_ground(look, faded(look.tokens.muted, 0.12), bar, 0);
  if (source == 0) put_hatch(look, faded(look.tokens.muted, 0.55), bar);
  put_outline(look, look.tokens.muted, bar, 0);
}

float value_width(const Look& look, const LadderPlane& plane, const LadderRung& rung) {
  return look.length(0.3 + 2 * between) + text_width(look, Type::caption, doubt_of(rung)) +
         text_width(look, Type::number, time_figure(plane, rung.ms)) +
         text_width(look, Type::number, factor_of(plane, rung));
}

float value_width(const Look& look, const LadderGhost& ghost) {
  return look.length(0.3) + text_width(look, Type::number_caption, ghost_figures(ghost));
}

void put_rung_bars(const Look& look, const LadderPlane& plane, std::size_t index) {
  const LadderRung& rung = plane.ladder.rungs[index];
  const RungBoxes boxes = boxes_in(look, plane, index);
  put_name(look, plane, rung, boxes.bar);
  if (rung.timed()) put_bar(look, plane, rung, boxes.bar);
  for_each_ghost(look, plane, index, [&](const LadderGhost& ghost, const Box& bar) {
    put_ghost_bar(look, ghost.source, bar);
  });
}

void put_rung_figures(const Look& look, const LadderPlane& plane, std::size_t index, bool hovered) {
  const LadderRung& rung = plane.ladder.rungs[index];
  const Box bar = boxes_in(look, plane, index).bar;
  const Color ground = hovered ? look.tokens.hover : look.tokens.panel;
  if (rung.timed())
    put_time(look, plane, rung, bar, ground);
  else
    put_no_time(look, rung, bar, ground);
  for_each_ghost(look, plane, index, [&](const LadderGhost& ghost, const Box& lane) {
    if (lane.height() < look.length(lowest_with_figures)) return;
    Box behind = lane;
    behind.x1 = plane.bars.x1;
    put(look, Type::number_caption, look.tokens.muted,
        text_behind(look, behind, lane.x1, value_width(look, ghost), ground), ghost_figures(ghost));
  });
}

void put_bound(const Look& look, const LadderPlane& plane) {
  const double speed = speed_of(plane.ladder, plane.bound->ms);
  const bool beyond = speed > plane.highest;
  const std::string name = bound_text(plane.ladder, *plane.bound, plane.highest);
  const float width = text_width(look, Type::caption, name) + 1;
  Box line{plane.bars.x0, plane.bars.y0 - look.length(1.25), plane.bars.x1,
           plane.bars.y0 - look.length(0.15)};
  if (beyond) {
    put_icon(look, Icon::chevron_right, look.tokens.text,
             {line.x1 - look.length(1), line.y0, line.x1, line.y1});
    line.x0 = plane.names_x0;
    line.x1 -= look.length(1);
    put(look, Type::caption, look.tokens.text, line,
        elided(look, Type::caption, name, line.width()), Align::right);
    return;
  }
  const float x = plane.x(speed), wide = std::max(2 * look.px, look.length(0.1));
  for (float y = plane.bars.y0 - look.length(0.15); y < plane.bars.y1; y += look.length(dash))
    put_ground(look, look.tokens.text,
               {x, y, x + wide, std::min(y + look.length(dash * 0.6), plane.bars.y1)}, 0);
  line.x0 = std::clamp(x, plane.names_x0, std::max(plane.bars.x1 - width, plane.names_x0));
  put(look, Type::caption, look.tokens.text, line, name);
}

}  // namespace livewarp::ui
