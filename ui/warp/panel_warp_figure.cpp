// What a step of the warp asks of memory: in words, and where its lanes go.
#include <bit>
#include <string>

#include <fmt/format.h>

#include "ui/explain/panel_lens.h"
#include "ui/warp/panel_warp.h"
#include "ui/warp/warp_words.h"

namespace livewarp::ui {

namespace {

constexpr double text_row = 1.15;     // em
constexpr double least_figure = 4.5;  // em of height, without which the words stand alone

/// Lines of text from the area's top down; what is left below them.
Box said(const Look& look, Box area, Type type, Color color, const std::string& text) {
  if (text.empty()) return area;
  for (const std::string& line : wrapped(look, type, text, area.width(), 90)) {
    Box row = area;
    row.y1 = row.y0 + look.length(text_row);
    put(look, type, color, row, line);
    area.y0 = row.y1;
  }
  return area;
}

std::string lanes_words(const WarpView& view, unsigned lanes) {
  const int active = std::popcount(lanes), present = std::popcount(view.lanes);
  return fmt::format("{} of {} lanes active", active, present);
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
  if (step.count > 1) head += fmt::format(" ({} of {} here)", place.access + 1, step.count);
  Box rest = said(look, box, Type::heading, waits ? look.tokens.warn : look.tokens.text, head);
  rest = said(look, rest, Type::caption, look.tokens.text, words.where);
  const bool conflicts = access && access->degree > 1;
  rest =
      said(look, rest, Type::caption, conflicts ? look.tokens.warn : look.tokens.text, words.cost);
  rest = said(look, rest, Type::caption, look.tokens.muted,
              lanes_words(view, access ? access->pattern.active : step.lanes));
  rest.y0 += look.length(0.2);
  if (access && rest.height() >= look.length(least_figure)) {
    std::span<const unsigned> groups;
    if (access->space == LensSpace::shared) groups = view.groups[access->groups];
    return lens_lanes(look, access->space, access->pattern, groups, rest);
  }
  lens_lanes(look, LensSpace::constant,
             {.active = access ? access->pattern.active : step.lanes, .address = {}}, {}, rest);
}

}  // namespace livewarp::ui
