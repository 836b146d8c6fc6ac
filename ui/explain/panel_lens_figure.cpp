// Where the lanes of one request go: the cache lines that it touches, or the turns of shared
// memory's banks.
#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "ui/explain/panel_lens.h"
#include "ui/model/format.h"
#include "ui/widgets/widgets_lens.h"

namespace livewarp::ui {

namespace {

constexpr double caption_row = 1.15, lanes_row = 0.9;  // em
constexpr double with_reasons_from = 17;               // em of height

/// Lines of text from the area's top down; what is left below them.
Box written(const Look& look, const Box& area, Type type, Color color, const std::string& text) {
  Box row = area;
  for (const std::string& line : wrapped(look, type, text, area.width(), 80)) {
    row.y1 = row.y0 + look.length(caption_row);
    put(look, type, color, row, line);
    row.y0 = row.y1;
  }
  return {area.x0, row.y0, area.x1, area.y1};
}

std::string lanes_of(const LanePattern& pattern) {
  const int count = std::popcount(pattern.active);
  return fmt::format("{} {}", count, count == 1 ? "lane" : "lanes");
}

std::string story_of_lines(const LensAccess& access, const std::vector<CacheLine>& lines) {
  int words = 0;
  for (const CacheLine& line : lines)
    for (int word = 0; word < line_words; ++word) words += line.fetched(word);
  const auto counted = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format("{} in {}: {}. Of the bytes moved {:.0f} % are requested.",
                     lanes_of(access.costliest), counted(lines.size(), "line"),
                     counted(std::size_t(words / sector_words), "sector"), 100 * access.used);
}

std::string story_of_banks(const LensAccess& access, const std::vector<BankTurn>& turns) {
  std::string text = fmt::format("{} take {} {} over the 32 banks.", lanes_of(access.costliest),
                                 turns.size(), turns.size() == 1 ? "wavefront" : "wavefronts");
  if (access.groups.size() > 1)
    text += fmt::format(" At this width a wavefront serves {} lanes.", 32 / access.groups.size());
  return text;
}

/// Marks below the columns: 0, 8, 16, 24, 31.
void column_numbers(const Look& look, const Box& row) {
  for (const int column : {0, 8, 16, 24, 31}) {
    const float width = row.width() / float(warp_lanes);
    const float middle = row.x0 + (float(column) + 0.5f) * width;
    put(look, Type::number_caption, look.tokens.muted,
        {middle - look.em, row.y0, middle + look.em, row.y1}, std::to_string(column),
        Align::center);
  }
}

/// What the shades stand for, if there is room.
void legend(const Look& look, const Box& area) {
  if (area.height() < look.length(caption_row)) return;
  Box at = area;
  at.y1 = at.y0 + look.length(caption_row);
  for (const auto& [use, text] :
       {std::pair{WordUse::asked, "requested"}, std::pair{WordUse::moved, "moved, unused"},
        std::pair{WordUse::none, "not moved"}}) {
    const float width = look.length(1.1) + text_width(look, Type::caption, text);
    if (at.x0 + width > area.x1) return;
    put_word_sample(look, at, use);
    at.x0 += look.length(1.1);
    at.x0 = put(look, Type::caption, look.tokens.muted, at, text) + look.length(0.9);
  }
}

/// A caption, as many rows as have room, and numbers below their columns; returns where they end.
template <class Row>
float memory(const Look& look, const Box& area, std::string_view caption,
             const std::vector<Row>& all, unsigned lit) {
  Box head = area;
  head.y1 = head.y0 + look.length(caption_row);
  put(look, Type::caption, look.tokens.muted, head, caption);
  const Box body{area.x0, head.y1 + look.length(0.15), area.x1, area.y1 - look.length(caption_row)};
  const RowsDrawn drawn = put_rows(look, body, all, lit);
  if (drawn.rows < int(all.size()))
    put(look, Type::caption, look.tokens.muted, head,
        fmt::format("{} of {}", drawn.rows, all.size()), Align::right);
  column_numbers(look, {area.x0, drawn.bottom, area.x1, drawn.bottom + look.length(caption_row)});
  return drawn.bottom + look.length(caption_row);
}

/// What is to be said of the access: its words, and with room why, and the usual cure.
Box put_findings(const Look& look, Box area, const LensAccess& access) {
  const bool with_reasons = area.height() > look.length(with_reasons_from) ||
                            access.space == LensSpace::texture ||
                            access.space == LensSpace::constant;
  for (const LensFinding& finding : access.findings) {
    const Box head = area;
    area = written(look, area, Type::body, finding.good ? look.tokens.ok : look.tokens.warn,
                   finding.words);
    hover_text(look, {head.x0, head.y0, head.x1, area.y0},
               finding.reason + (finding.cure.empty() ? "" : " " + finding.cure));
    if (!with_reasons) continue;
    area = written(look, area, Type::caption, look.tokens.text, finding.reason);
    if (!finding.cure.empty())
      area = written(look, area, Type::caption, look.tokens.muted, finding.cure);
  }
  area.y0 += look.length(0.2);
  return area;
}

/// The area without a line for the legend.
Box legend_below(const Look& look, Box area) {
  area.y1 -= look.length(caption_row + 0.2);
  return area;
}

}  // namespace

namespace {

struct LanesDrawn {
  unsigned lit = 0;  ///< the one under the mouse
  float bottom = 0;
};

LanesDrawn lane_row(const Look& look, const std::string& caption, unsigned active, const Box& box) {
  Box lanes = box;
  lanes.y1 = lanes.y0 + look.length(caption_row);
  put(look, Type::caption, look.tokens.muted, lanes, caption);
  lanes.y0 = lanes.y1;
  lanes.y1 = lanes.y0 + look.length(lanes_row);
  return {put_lanes(look, lanes, active), lanes.y1};
}

}  // namespace

float lens_lane_row(const Look& look, const std::string& caption, unsigned active, const Box& box) {
  return lane_row(look, caption, active, box).bottom;
}

void lens_lanes(const Look& look, const LanesFigure& figure, const Box& box) {
  const LanesDrawn lanes = lane_row(look, figure.caption, figure.pattern.active, box);
  Box rest = box;
  rest.y0 = lanes.bottom + look.length(0.4);
  if (figure.space == LensSpace::shared) {
    memory(look, rest, "Banks, a line per wavefront", bank_turns(figure.pattern, figure.groups),
           lanes.lit);
  } else if (figure.space == LensSpace::global) {
    rest.y0 = memory(look, legend_below(look, rest), "Cache lines of 128 bytes, in words of 4",
                     cache_lines(figure.pattern), lanes.lit) +
              look.length(0.2);
    legend(look, rest);
  }
}

void lens_figure(Frame& frame, const LensAccess& access, const Box& box) {
  const Look& look = frame.look;
  Box rest = written(look, box, Type::heading, look.tokens.text,
                     fmt::format("{} of {} {}", access.what, access.costliest.bytes,
                                 access.costliest.bytes == 1 ? "byte" : "bytes"));
  rest = put_findings(look, rest, access);
  if (access.space == LensSpace::texture || access.space == LensSpace::constant) return;
  rest = written(look, rest, Type::caption, look.tokens.muted,
                 "The costliest request: " +
                     (access.space == LensSpace::shared
                          ? story_of_banks(access, bank_turns(access.costliest, access.groups))
                          : story_of_lines(access, cache_lines(access.costliest))));
  if (access.source_level)
    rest = written(look, rest, Type::caption, look.tokens.muted,
                   "Source-level count: as of a plain access.");
  rest.y0 += look.length(0.3);
  lens_lanes(look, {"Lanes", access.space, access.costliest, access.groups}, rest);
}

}  // namespace livewarp::ui
