#include "ui/charts/ladder_chart.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/charts/ladder_rows.h"
#include "ui/model/format.h"
#include "ui/model/ladder.h"

namespace livewarp::ui {

namespace {

constexpr double title_height = 1.5, key_height = 1.3;     // em
constexpr double swatch_width = 1.3, swatch_height = 0.7;  // em
constexpr double widest_names = 13, scroll_bar = 0.9;      // em
constexpr double line_above = 1.25, axis_below = 1.35;     // em: of the bound's name, of ticks
constexpr double least_row = 1.35, least_lane = 0.55;      // em
constexpr double most_row = 3.4, most_row_lane = 1.5;      // em
constexpr int most_ticks = 6;

/// What is said of bars before they are seen.
struct LadderKey {
  enum class Kind { measured, library, ghost } kind = Kind::measured;
  std::size_t source = 0;
  std::string text;
};

std::vector<LadderKey> keys_of(const Ladder& ladder, const LadderHistory& history) {
  std::vector<LadderKey> keys;
  const LadderRung* const base = base_of(ladder);
  const auto is_library = [](const LadderRung& rung) { return !rung.library.empty(); };
  if (base)
    keys.push_back({LadderKey::Kind::measured, 0,
                    "measured here: how many times as fast as " + base->title + ", and " +
                        unit_of(ladder).unit.name + " a step"});
  if (std::ranges::any_of(ladder.rungs, is_library))
    keys.push_back({LadderKey::Kind::library, 0, "a library's"});
  for (std::size_t i = 0; i < history.sources.size(); ++i)
    keys.push_back({LadderKey::Kind::ghost, i, source_text(ladder, history.sources[i])});
  return keys;
}

void put_key(const Look& look, const LadderKey& key, const Box& box) {
  const float middle = std::round((box.y0 + box.y1) / 2), half = look.length(swatch_height) / 2;
  const Box swatch{box.x0, middle - half, box.x0 + look.length(swatch_width), middle + half};
  if (key.kind == LadderKey::Kind::ghost)
    put_ghost_bar(look, key.source, swatch);
  else
    put_measured_bar(look, key.kind == LadderKey::Kind::library, swatch);
  put(look, Type::caption, look.tokens.muted,
      {swatch.x1 + look.length(0.4), box.y0, box.x1, box.y1}, key.text);
}

float key_width(const Look& look, const LadderKey& key) {
  return look.length(swatch_width + 0.4) + text_width(look, Type::caption, key.text) + 1;
}

/// Of all of them in a row.
float keys_width(const Look& look, const Ladder& ladder, const LadderHistory& history) {
  float width = ladder.partial ? text_width(look, Type::caption, "partial") + 1 : 0;
  for (const LadderKey& key : keys_of(ladder, history))
    width += key_width(look, key) + look.length(1.2);
  return width;
}

/// As many a row as fit; returns what is left below.
Box put_keys(const Look& look, const Ladder& ladder, const LadderHistory& history, Box box) {
  Box at = box;
  at.y1 = at.y0 + look.length(key_height);
  for (const LadderKey& key : keys_of(ladder, history)) {
    const float width = std::min(key_width(look, key), box.width());
    if (at.x0 > box.x0 && at.x0 + width > box.x1)
      at = {box.x0, at.y1, box.x1, at.y1 + look.length(key_height)};
    put_key(look, key, at.with_width(width));
    at.x0 += width + look.length(1.2);
  }
  const float partial = text_width(look, Type::caption, "partial") + 1;
  if (ladder.partial && at.x0 + partial <= box.x1)
    put(look, Type::caption, look.tokens.warn, at, "partial");
  box.y0 = at.y1 + look.length(0.2);
  return box;
}

Box put_ladder_title(const Look& look, const Ladder& ladder, Box box) {
  Box at = box;
  at.y1 = at.y0 + look.length(title_height);
  box.y0 = at.y1;
  at.x0 = put(look, Type::heading, look.tokens.text, at, ladder.title) + look.length(0.7);
  if (at.width() > look.length(4))
    put(look, Type::caption, look.tokens.muted, at,
        elided(look, Type::caption, ladder.setting, at.width()));
  return box;
}

float widest_name(const Look& look, const Ladder& ladder) {
  float widest = 0;
  for (const LadderRung& rung : ladder.rungs)
    widest = std::max(widest, text_width(look, Type::body, rung.title));
  return std::min(std::ceil(widest), look.length(widest_names));
}

/// What stands behind bars reaches so far to the right of the longest at most.
float widest_value(const Look& look, const LadderPlane& plane) {
  float widest = 0;
  for (const LadderRung& rung : plane.ladder.rungs)
    if (rung.timed()) widest = std::max(widest, value_width(look, plane, rung));
  for (const LadderGhost& ghost : plane.history.ghosts)
    widest = std::max(widest, value_width(look, ghost));
  return std::ceil(widest) + look.length(0.6);
}

double lanes_of(const LadderHistory& history) { return double(history.sources.size()); }

/// Where all stands: names, bars, and room for what is written behind the longest.
LadderPlane plane_of(const Look& look, const Ladder& ladder, const LadderHistory& history,
                     const Box& box, bool axis) {
  LadderPlane plane{.ladder = ladder, .history = history};
  plane.bound = bound_of(ladder);
  plane.unit = unit_of(ladder);
  plane.highest = highest_of(ladder, history);
  const auto rows = float(std::max<std::size_t>(ladder.rungs.size(), 1));
  plane.names_x0 = box.x0;
  plane.bars = {box.x0 + look.length(running_mark) + widest_name(look, ladder) + look.length(0.5),
                box.y0 + look.length(plane.bound ? line_above : 0.1), box.x1,
                box.y1 - look.length(axis ? axis_below : 0.1)};
  plane.row_height = std::min(std::floor(plane.bars.height() / rows),
                              look.length(most_row + most_row_lane * lanes_of(history)));
  plane.bars.y1 = plane.bars.y0 + rows * plane.row_height;
  plane.bars_x1 =
      std::max(plane.bars.x1 - widest_value(look, plane), plane.bars.x0 + look.length(3));
  return plane;
}

/// Hairlines at 1, 2 or 5 times powers of ten, and what they stand for below.
void put_ticks(const Look& look, const LadderPlane& plane) {
  if (!(plane.highest > 0)) return;
  const double end = plane.highest;
  const double power = std::pow(10.0, std::floor(std::log10(end / most_ticks)));
  double step = power;
  for (const double times : {2.0, 5.0, 10.0})
    if (end / step > most_ticks) step = times * power;
  for (int i = 0; double(i) * step <= end * 1.0001; ++i) {
    const double value = double(i) * step;
    const float x = plane.x(value);
    put_ground(look, look.tokens.divider,
               {x, plane.bars.y0, x + look.px, plane.bars.y1 + look.length(0.2)}, 0);
    const bool last = double(i + 1) * step > end * 1.0001;
    std::string label = value > 0 ? trimmed(value, 3) : "0";
    const float half = text_width(look, Type::number_caption, label) / 2 + 1;
    if (last) label += "\u00d7";
    const float room = text_width(look, Type::number_caption, label) + 2;
    put(look, Type::number_caption, look.tokens.muted,
        {x - half, plane.bars.y1 + look.length(0.15), x - half + room,
         plane.bars.y1 + look.length(axis_below)},
        label);
  }
}

/// The rung under the mouse.
std::optional<std::size_t> row_under(const LadderPlane& plane) {
  const ImVec2 mouse = ImGui::GetMousePos();
  if (mouse.y < plane.bars.y0 || mouse.y >= plane.bars.y1) return {};
  const auto row = std::size_t((mouse.y - plane.bars.y0) / std::max(plane.row_height, 1.0f));
  return std::min(row, plane.ladder.rungs.size() - 1);
}

std::optional<std::size_t> put_plane(const Look& look, const char* id, const Ladder& ladder,
                                     const LadderHistory& history, const Box& box, bool axis) {
  const LadderPlane plane = plane_of(look, ladder, history, box, axis);
  const Box all{plane.names_x0, plane.bars.y0, plane.bars.x1, plane.bars.y1};
  ImGui::SetCursorScreenPos({all.x0, all.y0});
  const bool pressed =
      ImGui::InvisibleButton(id, {std::max(all.width(), 1.0f), std::max(all.height(), 1.0f)});
  const auto under = ImGui::IsItemHovered() ? row_under(plane) : std::nullopt;
  if (look.helped)
    look.helped->push_back({ImGui::GetItemID(), ladder.title,
                            "The speed of every variant, and what the course texts measured of the "
                            "same. A click runs a variant.",
                            "", true});
  if (axis) put_ticks(look, plane);
  if (under) put_ground(look, look.tokens.hover, plane.row(*under), 0);
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i) put_rung_bars(look, plane, i);
  if (plane.bound) put_bound(look, plane);
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i)
    put_rung_figures(look, plane, i, under == i);
  if (!under) return {};
  pointed_text(look, about_rung(ladder, *under));
  return pressed ? under : std::nullopt;
}

}  // namespace

std::optional<std::size_t> put_ladder(const Look& look, const char* id, const Ladder& ladder,
                                      const Box& box, bool titled, const Box& beside) {
  const LadderHistory history = history_of(ladder);
  Box rest = titled ? put_ladder_title(look, ladder, box) : box;
  if (keys_width(look, ladder, history) <= beside.width())
    put_keys(look, ladder, history,
             beside.inset(0, (beside.height() - look.length(key_height)) / 2));
  else
    rest = put_keys(look, ladder, history, rest);
  if (ladder.rungs.empty() || rest.width() < look.length(10)) return {};
  const double row = least_row + least_lane * lanes_of(history);
  // Values stand at the bars: where it is low, they need no axis.
  const float least = look.length(row) * float(ladder.rungs.size()) + look.length(line_above + 0.1);
  if (rest.height() >= least)
    return put_plane(look, id, ladder, history, rest,
                     rest.height() >= least + look.length(axis_below));
  std::optional<std::size_t> clicked;
  ImGui::SetCursorScreenPos({rest.x0, rest.y0});
  if (ImGui::BeginChild("rungs", {rest.width(), std::max(rest.height(), 1.0f)},
                        ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings)) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    clicked = put_plane(
        look, id, ladder, history,
        {from.x, from.y, from.x + rest.width() - look.length(scroll_bar), from.y + least}, false);
    ImGui::SetCursorScreenPos({from.x, from.y + least});
    ImGui::Dummy({1, 0});
  }
  ImGui::EndChild();
  return clicked;
}

double ladder_lines(const Ladder& ladder) {
  constexpr double beside = 9, row = 2.6, lane = 1.3, least = 26, most = 42;
  const double lanes = lanes_of(history_of(ladder));
  return std::clamp(beside + double(ladder.rungs.size()) * (row + lane * lanes), least, most);
}

}  // namespace livewarp::ui
