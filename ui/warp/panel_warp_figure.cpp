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
constexpr double least_figure = 5.4;  // em of height that lanes and memory take

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

float height_of(const Look& look, const std::string& text, float width) {
  if (text.empty()) return 0;
  return float(wrapped(look, Type::caption, text, width, 90).size()) * look.length(text_row);
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
  const unsigned active = access ? access->pattern.active : step.lanes;
  const std::string lanes = lanes_words(view, active);
  const auto say = [&] {
    const bool conflicts = access && access->degree > 1;
    rest = said(look, rest, Type::caption, look.tokens.text, words.where);
    rest = said(look, rest, Type::caption, conflicts ? look.tokens.warn : look.tokens.text,
                words.cost);
  };
  const float spoken =
      height_of(look, words.where, box.width()) + height_of(look, words.cost, box.width());
  if (access && rest.height() - spoken >= look.length(least_figure)) {
    say();
    rest.y0 += look.length(0.2);
    std::span<const unsigned> groups;
    if (access->space == LensSpace::shared) groups = view.groups[access->groups];
    return lens_lanes(look, {lanes, access->space, access->pattern, groups}, rest);
  }
  // In a low panel the lanes come before what is said of the memory.
  rest.y0 = lens_lane_row(look, lanes, active, rest) + look.length(0.2);
  say();
}

}  // namespace livewarp::ui
