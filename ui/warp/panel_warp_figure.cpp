// What a step of the warp asks of memory: in words, and where its lanes go.
#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>

#include <fmt/format.h>

#include "ui/explain/panel_lens.h"
#include "ui/warp/panel_warp.h"
#include "ui/warp/warp_words.h"

namespace livewarp::ui {

namespace {

constexpr double text_row = 1.15;                       // em
constexpr double least_lines = 7.2, least_banks = 5.6;  // em of height that lanes and memory take

/// Lines of text from the area's top down, as many as have room; what is left below them.
Box said(const Look& look, Box area, Type type, Color color, const std::string& text) {
  if (text.empty()) return area;
  for (const std::string& line : wrapped(look, type, text, area.width(), 90)) {
    Box row = area;
    row.y1 = row.y0 + look.length(text_row);
    if (row.y1 > area.y1) break;
    put(look, type, color, row, line);
    area.y0 = row.y1;
  }
  return area;
}

std::string lanes_words(const WarpView& view, unsigned lanes) {
  return fmt::format("Lanes: {} of {} active", std::popcount(lanes), std::popcount(view.lanes));
}

/// What is said of an access.
struct Said {
  std::string text;
  Color color;
};

std::size_t lines_of(const Look& look, const Said& one, float width) {
  return one.text.empty() ? 0 : wrapped(look, Type::caption, one.text, width, 90).size();
}

/// Whole where so many lines have room for it; else a line each, whose rest the mouse shows. What
/// is left below.
Box tell(const Look& look, Box area, const std::array<Said, 2>& all, std::size_t lines) {
  std::size_t whole = 0;
  for (const Said& one : all) whole += lines_of(look, one, area.width());
  for (const Said& one : all) {
    if (whole <= lines) {
      area = said(look, area, Type::caption, one.color, one.text);
    } else if (lines > 0 && !one.text.empty()) {
      --lines;
      Box row = area;
      row.y1 = row.y0 + look.length(text_row);
      put(look, Type::caption, one.color, row, elided(look, Type::caption, one.text, row.width()));
      hover_text(look, row, one.text);
      area.y0 = row.y1;
    }
  }
  return area;
}

std::size_t lines_in(const Look& look, float height) {
  return std::size_t(std::max(0.0f, height / look.length(text_row)));
}

}  // namespace

void warp_figure(Frame& frame, const WarpView& view, const Box& box) {
  const Look& look = frame.look;
  const WarpPlace& place = frame.state.warp.place;
  const WarpStep& step = view.steps[place.step];
  const auto shown = access_at(view, place);
  const WarpAccess* const access = shown ? &view.accesses[*shown] : nullptr;
  const WarpWords words = warp_words(view, step, access);
  const bool waits = step.event == WarpEvent::barrier;
  std::string head = words.head;
  if (step.count > 1) head += fmt::format(" ({} of {})", place.access + 1, step.count);
  Box rest = said(look, box, Type::heading, waits ? look.tokens.warn : look.tokens.text, head);
  const unsigned active = access ? access->pattern.active : step.lanes;
  const std::string lanes = lanes_words(view, active);
  const bool conflicts = access && access->degree > 1;
  const std::array<Said, 2> all{Said{words.where, look.tokens.text},
                                Said{words.cost, conflicts ? look.tokens.warn : look.tokens.text}};
  const bool banks = access && access->space == LensSpace::shared;
  const float left = rest.height() - look.length(banks ? least_banks : least_lines);
  if (access && left >= look.length(text_row)) {
    rest = tell(look, rest, all, lines_in(look, left));
    rest.y0 += look.length(0.15);
    std::span<const unsigned> groups;
    if (banks) groups = view.groups[access->groups];
    return lens_lanes(look, {lanes, access->space, access->pattern, groups}, rest);
  }
  // In a low panel the lanes come before what is said of the memory.
  rest.y0 = lens_lane_row(look, lanes, active, rest) + look.length(0.15);
  tell(look, rest, all, lines_in(look, rest.height()));
}

}  // namespace livewarp::ui
