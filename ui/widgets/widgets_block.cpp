#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double cell_height = 1.9, narrowest_cell = 2.1;
constexpr double plane_row = 1.14, axis_row = 1.0, axis_column = 1.5;  // em
constexpr std::size_t most_unscrolled = 12;
constexpr double least_tint = 0.12, most_tint = 0.6;  // of the colour of times

ImDrawList& list() { return *ImGui::GetWindowDrawList(); }

void draw_time(const Look& look, const BlockCell& cell, const Box& box) {
  const Box track = box.inset(look.length(0.3), look.length(0.26));
  const Box foot{track.x0, track.y1 - look.length(metrics.foot_bar), track.x1, track.y1};
  put_outline(look, look.tokens.divider, foot, 0);
  put_foot_bar(look, series_color(look, Slot::kernel), foot, cell.share);
}

void draw_cell(const Look& look, const BlockCell& cell, const Box& box, bool current,
               bool hovered) {
  const Tokens& tokens = look.tokens;
  const bool possible = cell.reason.empty();
  put_ground(look,
             current               ? tokens.selected
             : hovered && possible ? tokens.hover
                                   : tokens.field,
             box);
  if (!possible) put_hatch(look, faded(tokens.muted, 0.35), box);
  if (current) put_outline(look, tokens.accent, box);
  Box text = box;
  text.y1 -= look.length(0.4);
  put(look, Type::number_caption, current ? tokens.text : tokens.muted, text, cell.label,
      Align::center);
  if (possible) draw_time(look, cell, box);
}

/// In a plane the axes name the shape; ink stands for time, an empty frame for none.
void draw_plane_cell(const Look& look, const BlockCell& cell, const Box& box, bool current,
                     bool hovered) {
  const Tokens& tokens = look.tokens;
  put_ground(look, hovered ? tokens.hover : tokens.panel, box);
  put_outline(look, tokens.edge, box);
  if (!cell.reason.empty()) put_hatch(look, faded(tokens.muted, 0.5), box);
  if (cell.share > 0 && cell.reason.empty()) {
    const Color color = series_color(look, Slot::kernel);
    put_ground(look, faded(color, least_tint + (most_tint - least_tint) * cell.share), box);
    Box foot = box.inset(look.px, look.px);
    put_foot_bar(look, color, foot, cell.share);
  }
  if (!current) return;
  put_outline(look, tokens.accent, box);
  put_outline(look, tokens.accent, box.inset(look.px, look.px));
}

/// The threads of a block, those of a warp in one tone: a warp is 32 of them in a row, and goes on
/// in the next line where the block is narrower.
void draw_warps(const Look& look, const Dim3& shape, const Box& box) {
  const float side = box.width() / float(shape.x);
  const float pitch = box.height() / float(shape.y);
  const float gap = side > 4 * look.px ? look.px : 0;
  const Color color = series_color(look, Slot::kernel);
  constexpr unsigned warp = 32;
  for (unsigned y = 0; y < shape.y; ++y)
    for (unsigned x = 0; x < shape.x; ++x) {
      const bool even = (y * shape.x + x) / warp % 2 == 0;
      const Box thread{box.x0 + float(x) * side, box.y0 + float(y) * pitch,
                       box.x0 + float(x + 1) * side - gap, box.y0 + float(y + 1) * pitch - gap};
      put_ground(look, faded(color, even ? 1 : 0.4), thread, 0);
    }
}

std::string words_of(const BlockCell& cell) {
  const auto threads = cell.shape.count();
  const auto warps = (threads + 31) / 32;
  std::string text = std::string(cell.id) + ": " + std::to_string(threads) + " threads, " +
                     std::to_string(warps) + (warps == 1 ? " warp" : " warps");
  if (threads % 32 != 0) text += ", the last one in part";
  return text;
}

/// The help of a cell, with the block drawn.
void block_hint(const Look& look, const BlockCell& cell, const Help& about) {
  const std::string option =
      about.option.empty() ? std::string() : about.option + " " + std::string(cell.id);
  if (look.helped)
    look.helped->push_back({ImGui::GetItemID(), about.name, about.text, option, about.only_here});
  if (look.silent) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) return;
  if (!ImGui::BeginTooltip()) return;
  const auto line = [&](const std::string& text, Color color) {
    for (const std::string& each : wrapped(look, Type::body, text, look.length(24))) {
      put(look, Type::body, color,
          take(look, double(text_width(look, Type::body, each) / look.em) + 0.1, 1.2), each);
      gap(look, 0);
    }
  };
  line(words_of(cell), look.tokens.text);
  if (!cell.reason.empty())
    line(std::string(cell.reason), look.tokens.text);
  else
    line(cell.time.empty() ? "not run yet" : cell.time, look.tokens.muted);
  line(option, look.tokens.muted);
  if (cell.shape.z == 1) {
    gap(look, 0.3);
    const double side = std::clamp(16.0 / double(std::max(cell.shape.x, cell.shape.y)), 0.1, 0.5);
    draw_warps(look, cell.shape,
               take(look, std::min(double(cell.shape.x) * side, 24.0),
                    std::max(double(cell.shape.y) * side, 0.4)));
  }
  ImGui::EndTooltip();
}

/// Faint lines through the cells of equally many threads.
void draw_diagonals(const Look& look, std::span<const BlockCell> cells,
                    const std::vector<Box>& places) {
  std::map<std::uint64_t, std::vector<ImVec2>> lines;
  std::vector<std::size_t> order(cells.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return cells[i].column; });
  for (const std::size_t i : order)
    lines[cells[i].shape.count()].push_back(
        {(places[i].x0 + places[i].x1) / 2, (places[i].y0 + places[i].y1) / 2});
  for (const auto& [threads, points] : lines)
    for (std::size_t i = 1; i < points.size(); ++i)
      list().AddLine(points[i - 1], points[i], packed(look.tokens.divider), look.px);
}

/// Where a side stands among those that are marked, counted from the first, and the reverse: even
/// steps between neighbours by doublings, beyond the ends a doubling a step.
double place_of(std::span<const unsigned> marks, double side) {
  const double at = std::log2(side);
  std::size_t i = 0;
  while (i + 2 < marks.size() && side > double(marks[i + 1])) ++i;
  const double first = std::log2(double(marks[i]));
  const bool between = marks.size() > 1 && side >= marks.front() && side <= marks.back();
  if (!between) {
    const bool before = side < marks.front();
    const double end = std::log2(double(before ? marks.front() : marks.back()));
    return (before ? 0 : double(marks.size() - 1)) + at - end;
  }
  return double(i) + (at - first) / (std::log2(double(marks[i + 1])) - first);
}

double side_at(std::span<const unsigned> marks, double place) {
  const double last = double(marks.size() - 1);
  if (place <= 0) return double(marks.front()) * std::exp2(place);
  if (place >= last) return double(marks.back()) * std::exp2(place - last);
  const auto i = std::size_t(place);
  const double first = std::log2(double(marks[i])), next = std::log2(double(marks[i + 1]));
  return std::exp2(first + (place - double(i)) * (next - first));
}

/// Names of widths below and of heights left of the plane, whose cells are `width` x `height` px.
void draw_axes(const Look& look, const Box& plane, std::span<const unsigned> widths,
               std::span<const unsigned> heights, float width, float height) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const float x = plane.x0 + float(i) * width;
    put(look, Type::number_caption, look.tokens.muted,
        {x, plane.y1, x + width, plane.y1 + look.length(axis_row)}, std::to_string(widths[i]),
        Align::center);
  }
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float y = plane.y1 - float(i + 1) * height;
    put(look, Type::number_caption, look.tokens.muted,
        {plane.x0 - look.length(axis_column), y, plane.x0 - look.length(0.3), y + height},
        std::to_string(heights[i]), Align::right);
  }
}

/// Cells beside each other in as many rows as it takes.
struct Rows {
  int columns = 1, rows = 1;
  float width = 1, space = 0;
};

Rows rows_of(const Look& look, std::span<const BlockCell> cells, float room) {
  Rows rows;
  rows.space = look.length(0.25);
  float narrowest = look.length(narrowest_cell);
  for (const BlockCell& cell : cells)
    narrowest =
        std::max(narrowest, text_width(look, Type::number_caption, cell.label) + look.length(0.4));
  const int count = int(cells.size());
  const int fitting =
      std::clamp(int((room + rows.space) / (narrowest + rows.space)), 1, std::max(count, 1));
  rows.rows = (count + fitting - 1) / fitting;
  rows.columns = (count + rows.rows - 1) / rows.rows;
  rows.width = (room - rows.space * float(rows.columns - 1)) / float(rows.columns);
  return rows;
}

std::optional<int> put_cells(const Look& look, std::span<const BlockCell> cells, int current,
                             const Help& about) {
  std::optional<int> chosen;
  const Rows rows = rows_of(look, cells, ImGui::GetContentRegionAvail().x);
  const float start = ImGui::GetCursorScreenPos().x;
  for (int i = 0; i < int(cells.size()); ++i) {
    const BlockCell& cell = cells[std::size_t(i)];
    const int column = i % rows.columns;
    if (column > 0) ImGui::SameLine(0, 0);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = float(column) * (rows.width + rows.space);
    const float x0 = start + float(int(left)), x1 = start + float(int(left + rows.width));
    ImGui::SetCursorScreenPos({x0, at.y});
    const Press pressed =
        press(look, std::string(cell.id).c_str(), double((x1 - x0) / look.em), cell_height);
    draw_cell(look, cell, pressed.box, i == current, pressed.hovered);
    block_hint(look, cell, about);
    if (pressed.clicked && cell.reason.empty() && i != current) chosen = i;
  }
  return chosen;
}

}  // namespace

std::optional<int> block_cells(const Look& look, const char* id, std::span<const BlockCell> cells,
                               int current, const Help& about) {
  if (cells.empty()) return std::nullopt;
  const bool scrolls = cells.size() > most_unscrolled;
  // Ids are those of the panel, whatever window holds the cells.
  const ImGuiID seed = ImGui::GetID(id);
  if (scrolls)
    ImGui::BeginChild("cells", {0, look.length(2 * cell_height + 2 * metrics.spacing_y)},
                      ImGuiChildFlags_None, ImGuiWindowFlags_NoSavedSettings);
  ImGui::PushOverrideID(seed);
  const std::optional<int> chosen = put_cells(look, cells, current, about);
  ImGui::PopID();
  if (scrolls) ImGui::EndChild();
  return chosen;
}

namespace {

/// How a plane lies on the screen.
struct PlaneLayout {
  Box plane;            ///< of the cells
  float width, height;  ///< of a cell with its space

  Box cell(const Look& look, double column, double row) const {
    const float x = plane.x0 + float(column) * width;
    const float y = plane.y1 - float(row + 1) * height;
    return {x, y, x + width - look.length(0.15), y + height - look.length(0.15)};
  }
};

/// Something to hold within a box; the mouse on it, where it is held.
std::optional<ImVec2> hold(const Look& look, const char* id, const Box& box, const Help& about) {
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const Press pressed =
      press(look, id, double(box.width() / look.em), double(box.height() / look.em));
  if (pressed.hovered || pressed.held) put_ground(look, faded(look.tokens.hover, 0.6), box);
  help(look, about);
  return pressed.held ? std::optional(ImGui::GetIO().MousePos) : std::nullopt;
}

/// The axes are held and moved; which sides that means.
void hold_axes(const Look& look, const PlaneLayout& layout, const BlockPlane& sides,
               PlanePress& pressed) {
  const Box& plane = layout.plane;
  const Box across{plane.x0, plane.y1, plane.x1, plane.y1 + look.length(axis_row)};
  const Box down{plane.x0 - look.length(axis_column), plane.y0, plane.x0, plane.y1};
  if (const auto at = hold(look, sides.width_id, across, sides.width_help))
    pressed.width = side_at(sides.widths, double((at->x - plane.x0) / layout.width) - 0.5);
  if (const auto at = hold(look, sides.height_id, down, sides.height_help))
    pressed.height = side_at(sides.heights, double((plane.y1 - at->y) / layout.height) - 0.5);
}

/// The frame of a shape that is no cell's, where it would stand, within the plane.
void draw_shape(const Look& look, const PlaneLayout& layout, const BlockPlane& sides) {
  const auto within = [](std::span<const unsigned> marks, unsigned side) {
    return std::clamp(place_of(marks, double(side)), 0.0, double(marks.size() - 1));
  };
  const Box box =
      layout.cell(look, within(sides.widths, sides.now.x), within(sides.heights, sides.now.y));
  put_outline(look, look.tokens.accent, box);
  put_outline(look, look.tokens.accent, box.inset(look.px, look.px));
}

}  // namespace

PlanePress block_plane(const Look& look, const char* id, std::span<const BlockCell> cells,
                       const BlockPlane& sides, int current, const Help& about) {
  PlanePress result;
  const float height = look.length(plane_row);
  const Box all = take(look, 0, plane_row * double(sides.heights.size()) + axis_row);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  PlaneLayout layout{{all.x0 + look.length(axis_column), all.y0, all.x1,
                      all.y0 + height * float(sides.heights.size())},
                     1,
                     height};
  layout.width = std::floor(layout.plane.width() / float(sides.widths.size()));
  std::vector<Box> places;
  for (const BlockCell& cell : cells) places.push_back(layout.cell(look, cell.column, cell.row));
  hold_axes(look, layout, sides, result);
  draw_axes(look, layout.plane, sides.widths, sides.heights, layout.width, height);
  draw_diagonals(look, cells, places);
  ImGui::PushID(id);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Box& place = places[i];
    ImGui::SetCursorScreenPos({place.x0, place.y0});
    const Press pressed = press(look, std::string(cells[i].id).c_str(),
                                double(place.width() / look.em), double(place.height() / look.em));
    draw_plane_cell(look, cells[i], place, int(i) == current, pressed.hovered);
    block_hint(look, cells[i], about);
    if (pressed.clicked && cells[i].reason.empty() && int(i) != current) result.cell = int(i);
  }
  ImGui::PopID();
  if (current < 0) draw_shape(look, layout, sides);
  ImGui::SetCursorScreenPos(after);
  return result;
}

}  // namespace livewarp::ui
