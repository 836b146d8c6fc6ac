#include "ui/widgets/widgets_heat.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/core/color/color_map.h"
#include "ui/model/format.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double title_height = 1.3, row_height = 1.25;  // em
constexpr double scale_width = 7, scale_height = 0.6;    // em
constexpr double most_cell_width = 11, most_cell_height = 4.5, least_cell = 0.2;
constexpr double longest_name = 12;        // em, of a row
constexpr double lowest_with_labels = 12;  // em; lower ones are named by what is above them
constexpr double narrowest_scale = 2.5;    // em
constexpr const char* best_word = "best, outlined";
constexpr ColorMap colors = ColorMap::viridis;

using State = HeatCell::State;

/// Cells and where they stand.
struct Plane {
  Box box;  ///< of all cells
  float width = 0, height = 0;
  std::size_t columns = 0, rows = 0;
  bool labels = true;  ///< of the axes, in rows of their own

  Box cell(std::size_t column, std::size_t row) const {
    const float x0 = std::round(box.x0 + float(column) * width);
    const float y1 = std::round(box.y1 - float(row) * height);
    return {x0, std::round(y1 - height), std::round(box.x0 + float(column + 1) * width), y1};
  }
  /// The place under the mouse, which is within the box.
  std::size_t at(ImVec2 mouse) const {
    const auto column = std::min(std::size_t((mouse.x - box.x0) / width), columns - 1);
    const auto row = std::min(std::size_t((box.y1 - mouse.y) / height), rows - 1);
    return row * columns + column;
  }
};

Color color_of(const HeatMap& map, const HeatCell& cell) {
  const Rgb rgb = color_at(colors, heat_of(map, cell));
  return {std::uint8_t(255 * rgb.r), std::uint8_t(255 * rgb.g), std::uint8_t(255 * rgb.b), 255};
}

void put_marks(const Look& look, const HeatMap& map, std::size_t place, const Box& box) {
  if (map.running == place) {
    Box corner = box.inset(look.length(0.15), look.length(0.1));
    corner.y1 = corner.y0 + look.em;
    const HeatCell& cell = map.cells[place];
    const Color ink = cell.has_time() ? ink_on(look, color_of(map, cell)) : look.tokens.text;
    put_icon(look, Icon::play, ink, corner, Align::left, 0.7);
  }
  if (map.best != place) return;
  // The one bright mark, with a rim that parts it from bright cells.
  const float rim = std::max(2 * look.px, look.length(0.09));
  for (float i = 0; i < rim; i += look.px) {
    put_outline(look, look.tokens.paper, box.inset(-i, -i), 0);
    put_outline(look, look.tokens.scene, box.inset(look.px + i, look.px + i), 0);
  }
}

void put_cell(const Look& look, const HeatMap& map, std::size_t place, const Box& whole,
              bool hovered) {
  const HeatCell& cell = map.cells[place];
  const Tokens& tokens = look.tokens;
  const Box box = whole.inset(look.px / 2, look.px / 2);
  if (cell.state == State::absent) return;
  if (cell.has_time()) {
    const Color ground = color_of(map, cell);
    put_ground(look, ground, box, 0);
    if (cell.state == State::cut_off) put_hatch(look, faded(tokens.paper, 0.25), box);
    const std::string text = cell_text(map, cell);
    if (text_width(look, Type::number_caption, text) < box.width() - look.length(0.2) &&
        box.height() >= look.em)
      put(look, Type::number_caption, ink_on(look, ground), box, text, Align::center);
  } else {
    put_ground(look, hovered ? tokens.hover : tokens.field, box, 0);
    if (cell.state == State::refused) put_hatch(look, faded(tokens.muted, 0.5), box);
    if (cell.state == State::wrong && box.height() >= 0.8f * look.em)
      put_icon(look, Icon::cross, tokens.error, box);
  }
  if (hovered) put_outline(look, tokens.text, box, 0);
}

/// Of how many columns one is named: as few as let no name touch the next that is put.
std::size_t named_every(const Look& look, const HeatMap& map, const Plane& plane) {
  std::vector<float> widths;
  for (const std::string& name : map.x)
    widths.push_back(text_width(look, Type::number_caption, name));
  for (std::size_t step = 1;; ++step) {
    bool touches = false;
    for (std::size_t i = (plane.columns - 1) % step; i + step < plane.columns; i += step)
      touches = touches ||
                (widths[i] + widths[i + step]) / 2 + look.length(0.35) > float(step) * plane.width;
    if (!touches) return step;
  }
}

/// Names below the columns, as many as have room.
void put_columns(const Look& look, const HeatMap& map, const Plane& plane) {
  const std::size_t step = named_every(look, map, plane);
  for (std::size_t i = (plane.columns - 1) % step; i < plane.columns; i += step) {
    const Box cell = plane.cell(i, 0);
    const float middle = (cell.x0 + cell.x1) / 2;
    const float half = text_width(look, Type::number_caption, map.x[i]) / 2 + look.length(0.15);
    put(look, Type::number_caption, look.tokens.text,
        {middle - half, plane.box.y1, middle + half, plane.box.y1 + look.length(row_height)},
        map.x[i], Align::center);
  }
  if (!plane.labels) return;
  put(look, Type::caption, look.tokens.muted,
      {plane.box.x0, plane.box.y1 + look.length(row_height),
       std::max(plane.box.x1, plane.box.x0 + text_width(look, Type::caption, map.x_label) + 1),
       plane.box.y1 + look.length(2 * row_height)},
      map.x_label);
}

void put_rows(const Look& look, const HeatMap& map, const Plane& plane, float left) {
  const auto step =
      std::size_t(std::max(1.0f, std::ceil(look.length(1.05) / std::max(plane.height, 1.0f))));
  for (std::size_t i = 0; i < plane.rows; i += step) {
    Box cell = plane.cell(0, i);
    cell.x1 = plane.box.x0 - look.length(0.4);
    cell.x0 = left;
    const float middle = (cell.y0 + cell.y1) / 2, half = look.length(row_height) / 2;
    cell.y0 = middle - half;
    cell.y1 = middle + half;
    put(look, Type::number_caption, look.tokens.text, cell,
        elided(look, Type::number_caption, map.y[i], cell.width()), Align::right);
  }
}

/// Room for the names of rows, and what is left for cells.
Plane plane_in(const Look& look, const HeatMap& map, const Box& box, bool labels) {
  float names = labels ? text_width(look, Type::caption, map.y_label) : 0;
  for (const std::string& name : map.y)
    names = std::max(names, text_width(look, Type::number_caption, name));
  names = std::min(names, look.length(longest_name)) + look.length(0.5);
  Plane plane;
  plane.labels = labels;
  plane.columns = map.x.size();
  plane.rows = map.y.size();
  plane.box = {box.x0 + names, box.y0 + look.length(labels ? row_height : 0.2),
               box.x1 - look.length(0.6), box.y1 - look.length((labels ? 2 : 1) * row_height)};
  const auto fitting = [&](float room, std::size_t count, double most) {
    return std::clamp(room / float(count), look.length(least_cell), look.length(most));
  };
  plane.width = fitting(plane.box.width(), plane.columns, most_cell_width);
  plane.height = fitting(plane.box.height(), plane.rows, most_cell_height);
  plane.box.x1 = plane.box.x0 + plane.width * float(plane.columns);
  plane.box.y1 = plane.box.y0 + plane.height * float(plane.rows);
  return plane;
}

/// What colours mean, and whether all was measured; returns what is left below.
Box put_scale(const Look& look, const HeatMap& map, Box box) {
  Box row = box;
  row.y1 = row.y0 + look.length(row_height);
  box.y0 = row.y1;
  const double best = [&] {
    for (const HeatCell& cell : map.cells)
      if (cell.has_time() && cell.ratio <= 1) return cell.ms;
    return 1.0;
  }();
  const std::string what = map.per_item ? "time of an item, \u00d7 best"
                                        : std::string(time_unit(best).name) + " per step";
  row.x0 = put(look, Type::caption, look.tokens.muted, row, what) + look.length(1);
  const float from = row.x0;
  const bool more = std::ranges::any_of(
      map.cells, [&](const HeatCell& cell) { return cell.ratio > slowest_ratio(map); });
  const std::string slowest = fixed(slowest_ratio(map), 1) + "\u00d7" + (more ? " and more" : "");
  const float texts = text_width(look, Type::number_caption, slowest) +
                      text_width(look, Type::caption, best_word) + look.length(0.8) + 4 * look.px;
  const float partial =
      map.partial ? text_width(look, Type::caption, "partial") + look.length(1.3) : 0;
  row.x0 = put(look, Type::number_caption, look.tokens.text, row, slowest) + look.length(0.4);
  const float middle = (row.y0 + row.y1) / 2, half = look.length(scale_height) / 2;
  const float width = std::clamp(box.x1 - from - texts - partial, look.length(narrowest_scale),
                                 look.length(scale_width));
  const Box scale{row.x0, middle - half, row.x0 + width, middle + half};
  put_color_map(look, colors, 0, scale);
  row.x0 = scale.x1 + look.length(0.4);
  row.x0 = put(look, Type::caption, look.tokens.text, row, best_word) + look.length(1.2);
  if (map.partial) put(look, Type::caption, look.tokens.warn, row, "partial");
  return box;
}

Box put_title(const Look& look, const HeatMap& map, Box box) {
  Box at = box;
  at.y1 = at.y0 + look.length(title_height);
  box.y0 = at.y1;
  at.x0 = put(look, Type::heading, look.tokens.text, at, map.title) + look.length(0.7);
  if (at.width() > look.length(2))
    put(look, Type::caption, look.tokens.muted, at,
        elided(look, Type::caption, map.setting, at.width()));
  return box;
}

}  // namespace

double slowest_ratio(const HeatMap& map) {
  constexpr double least = 1.1, most = 3;
  double slowest = least;
  for (const HeatCell& cell : map.cells)
    if (cell.has_time()) slowest = std::max(slowest, cell.ratio);
  return std::min(slowest, most);
}

double heat_of(const HeatMap& map, const HeatCell& cell) {
  if (!(cell.ratio > 0)) return 0;
  return std::clamp(1 - std::log(cell.ratio) / std::log(slowest_ratio(map)), 0.0, 1.0);
}

std::string cell_text(const HeatMap& map, const HeatCell& cell) {
  if (!cell.has_time()) return {};
  if (map.per_item) return fixed(cell.ratio, 2) + "\u00d7";
  return time_in(cell.ms, time_unit(cell.ms / std::max(cell.ratio, 1.0)));
}

std::string cell_hint(const HeatCell& cell) {
  switch (cell.state) {
  case State::measured:
    return cell.setting + ": " + time_text(cell.ms) + ", " + fixed(cell.ratio, 2) +
           "\u00d7 the best";
  case State::cut_off:
    return cell.setting + ": about " + time_text(cell.ms) + ", cut off: more than 3\u00d7 the best";
  case State::unseen: return cell.setting + ": not measured yet";
  case State::refused: return cell.reason.empty() ? "cannot be" : cell.reason;
  case State::wrong: return cell.setting + ": " + cell.reason;
  case State::absent: break;
  }
  return cell.reason;
}

std::optional<std::size_t> put_heat_map(const Look& look, const char* id, const HeatMap& map,
                                        const Box& box, bool titled) {
  const Box rest = put_scale(look, map, titled ? put_title(look, map, box) : box);
  if (map.x.empty() || map.y.empty() || rest.height() < look.length(3)) return {};
  const bool labels = titled || rest.height() >= look.length(lowest_with_labels);
  const Plane plane = plane_in(look, map, rest, labels);
  if (labels)
    put(look, Type::caption, look.tokens.muted,
        {rest.x0, rest.y0, plane.box.x0 - look.length(0.4), plane.box.y0}, map.y_label,
        Align::right);
  ImGui::SetCursorScreenPos(min_of(plane.box));
  const bool pressed = ImGui::InvisibleButton(
      id, {std::max(plane.box.width(), 1.0f), std::max(plane.box.height(), 1.0f)});
  const bool hovered = ImGui::IsItemHovered();
  if (look.helped)
    look.helped->push_back({ImGui::GetItemID(), map.title,
                            "Times over two things that were varied. A click runs the setting of a "
                            "cell.",
                            "", true});
  const ImVec2 mouse = ImGui::GetMousePos();
  const bool inside = hovered && mouse.x >= plane.box.x0 && mouse.y >= plane.box.y0 &&
                      mouse.x < plane.box.x1 && mouse.y < plane.box.y1;
  const std::size_t under = inside ? plane.at(mouse) : map.cells.size();
  for (std::size_t row = 0; row < plane.rows; ++row)
    for (std::size_t column = 0; column < plane.columns; ++column) {
      const std::size_t place = row * plane.columns + column;
      put_cell(look, map, place, plane.cell(column, row), under == place);
    }
  for (const std::optional<std::size_t>& marked : {map.running, map.best})
    if (marked && *marked < map.cells.size())
      put_marks(look, map, *marked, plane.cell(*marked % plane.columns, *marked / plane.columns));
  put_columns(look, map, plane);
  put_rows(look, map, plane, rest.x0);
  if (!inside) return {};
  const HeatCell& cell = map.cells[under];
  hover_text(look, cell_hint(cell));
  const bool can_run = cell.has_time() || cell.state == State::unseen;
  return pressed && can_run ? cell.place : std::nullopt;
}

}  // namespace livewarp::ui
