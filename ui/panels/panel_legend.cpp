#include "ui/panels/panel_legend.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/color/color_map.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

constexpr double row_height = 1.6, map_length = 7, padding = 0.5, space = 0.4;
constexpr double swatch = 0.8, key_space = 0.8;  // between two keys
constexpr int most_digits = 4;

struct Ends {
  std::string low, high;
};

Ends ends_of(const View& view) {
  Ends ends;
  if (view.kind == PictureKind::points) {
    ends.low = view.legend_min == 0 ? "0" : significant(view.legend_min, 2);
    const bool unity = view.legend_min == 0 && view.legend_max == 1;
    ends.high = unity ? "1" : significant(view.legend_max, 2);
  } else {  // chosen values, shown as they were chosen
    ends.low = trimmed(view.legend_min, most_digits);
    ends.high = trimmed(view.legend_max, most_digits);
  }
  if (!view.legend_unit.empty()) ends.high += " " + view.legend_unit;
  return ends;
}

float map_width(const Look& look, const View& view) {
  const Ends ends = ends_of(view);
  return text_width(look, Type::caption, view.legend) +
         text_width(look, Type::number_caption, ends.low) + look.length(map_length) +
         text_width(look, Type::number_caption, ends.high) + 3 * look.length(space);
}

float keys_width(const Look& look, const View& view) {
  float width = text_width(look, Type::caption, view.keys_title);
  for (const ColorKey& key : view.keys)
    width += look.length(key_space) + look.length(swatch) + look.length(space) +
             text_width(look, Type::caption, key.meaning);
  return width + look.px;
}

void put_map(const Look& look, Box box, const View& view) {
  const Ends ends = ends_of(view);
  const float gap = look.length(space);
  box.x0 = put(look, Type::caption, look.tokens.text, box, view.legend) + gap;
  box.x0 = put(look, Type::number_caption, look.tokens.muted, box, ends.low) + gap;
  const Box colors = box.with_width(look.length(map_length)).inset(0, look.length(0.45));
  const double from = view.kind == PictureKind::points ? points_from : view.map_from;
  put_color_map(look, view.map, from, colors, view.contours);
  box.x0 = colors.x1 + gap;
  put(look, Type::number_caption, look.tokens.muted, box, ends.high);
}

void put_keys(const Look& look, Box box, const View& view) {
  box.x0 = put(look, Type::caption, look.tokens.text, box, view.keys_title);
  for (const ColorKey& key : view.keys) {
    box.x0 += look.length(key_space);
    const float side = look.length(swatch), top = std::round((box.y0 + box.y1 - side) / 2);
    put_ground(look, {key.red, key.green, key.blue}, {box.x0, top, box.x0 + side, top + side}, 0);
    box.x0 += side + look.length(space);
    box.x0 = put(look, Type::caption, look.tokens.muted, box, key.meaning);
  }
}

}  // namespace

Extent legend_extent(const Look& look, const View& view) {
  const bool map = !view.legend.empty(), keys = !view.keys.empty();
  if (!map && !keys) return {};
  const float width =
      std::max(map ? map_width(look, view) : 0.0f, keys ? keys_width(look, view) : 0.0f);
  return {width + 2 * look.length(padding), (map && keys ? 2.0f : 1.0f) * look.length(row_height)};
}

void put_legend(const Look& look, const Box& box, const View& view) {
  put_scrim(look, box);
  Box row = box.inset(look.length(padding), 0);
  row.x1 = box.x1;  // rounding must not elide what was measured to fit
  row.y1 = row.y0 + look.length(row_height);
  if (!view.legend.empty()) {
    put_map(look, row, view);
    row.y0 = row.y1;
    row.y1 = box.y1;
  }
  if (!view.keys.empty()) put_keys(look, row, view);
}

}  // namespace livewarp::ui
