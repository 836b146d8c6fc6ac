#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"
#include "ui/widgets/sheet.h"

namespace livewarp::ui {

namespace {

struct KeyLine {
  std::string key, what;
};
using MouseLine = std::pair<const char*, const char*>;

constexpr std::array on_picture{
    MouseLine{"Drag", "Rotate the picture"},
    MouseLine{"Right drag", "Pan the picture"},
    MouseLine{"Wheel", "Zoom"},
    MouseLine{"Double click", "Fit the picture"},
};
constexpr std::array on_flat_picture{
    MouseLine{"Drag", "Pan the picture"},
    MouseLine{"Wheel", "Zoom"},
    MouseLine{"Double click", "Fit the picture"},
};
constexpr std::array on_painting{
    MouseLine{"Drag", "Paint"},
    MouseLine{"Right drag", "Pan; double click: fit"},
    MouseLine{"Wheel", "Zoom"},
};
/// Where the mouse makes another picture, and does not look at the finished one.
constexpr std::array on_handles{
    MouseLine{"Drag", "Pan the picture"},
    MouseLine{"Right drag", "Rotate the picture"},
    MouseLine{"Wheel", "Scale at the pointer"},
    MouseLine{"Double click", "Fit; again: fill"},
};
constexpr double group_gap = 0.5;  // rows
constexpr double title_rows = 1.5;
constexpr double column_width = 18.5, key_column = 6.4;  // em

/// What the actions of the table say of their keys.
void add_lines(const Frame& frame, HelpGroup group, std::vector<KeyLine>& lines) {
  for (const Action& action : frame.actions) {
    const HelpLine& line = action.line;
    if (line.group != group || key_is_taken(frame, action)) continue;
    lines.push_back({line.keys[0] != '\0' ? line.keys : action.key(frame),
                     line.text[0] != '\0' ? line.text : action.label});
  }
}

std::vector<KeyLine> lines_of(const Frame& frame, HelpGroup group) {
  std::vector<KeyLine> lines;
  if (group == HelpGroup::looking) {
    const View& view = frame.model.view;
    const bool flat = view.kind == PictureKind::field || view.kind == PictureKind::image;
    const std::span<const MouseLine> mouse = !view.handles.empty()
                                                 ? std::span<const MouseLine>(on_handles)
                                             : view.paints ? on_painting
                                             : flat        ? on_flat_picture
                                                           : std::span<const MouseLine>(on_picture);
    for (const auto& [key, what] : mouse) lines.push_back({key, what});
  }
  add_lines(frame, group, lines);
  return lines;
}

/// A group of keys from the area's top down; what is left of the area below it.
Box group(const Look& look, const Box& area, std::string_view title,
          std::span<const KeyLine> lines) {
  Box row = area;
  row.y1 = row.y0 + look.length(metrics.hit);
  put(look, Type::heading, look.tokens.text, row, title);
  for (const KeyLine& line : lines) {
    row.y0 = row.y1;
    row.y1 += look.length(metrics.hit);
    put_key_cap(look, row, line.key);
    Box what = row;
    what.x0 += look.length(key_column);
    put(look, Type::body, look.tokens.text, what, line.what);
  }
  Box rest = area;
  rest.y0 = row.y1 + look.length(group_gap * metrics.hit);
  return rest;
}

/// What this is, and how it goes away.
void title(const Look& look, const Box& area) {
  Box row = area;
  row.y1 = row.y0 + look.length(metrics.hit);
  put(look, Type::heading, look.tokens.text, row, "Keys and mouse");
  put(look, Type::caption, look.tokens.muted, row, "Esc or a click beside it closes", Align::right);
}

/// Of a sheet that is higher than the window.
void scroll_by_keys(const Frame& frame) {
  const Look& look = frame.look;
  const float line = look.length(2 * metrics.hit), page = ImGui::GetWindowHeight() - line;
  float to = ImGui::GetScrollY();
  if (pressed(frame, ImGuiKey_UpArrow, true)) to -= line;
  if (pressed(frame, ImGuiKey_DownArrow, true)) to += line;
  if (pressed(frame, ImGuiKey_PageUp, true)) to -= page;
  if (pressed(frame, ImGuiKey_PageDown, true)) to += page;
  if (pressed(frame, ImGuiKey_Home)) to = 0;
  to = std::clamp(to, 0.0f, ImGui::GetScrollMaxY());
  if (to != ImGui::GetScrollY()) ImGui::SetScrollY(to);
}

}  // namespace

void help_overlay(Frame& frame) {
  if (!frame.state.help_open) return;
  const Look& look = frame.look;
  const bool one_column = frame.width < 40;
  const std::vector<KeyLine> running = lines_of(frame, HelpGroup::running);
  const std::vector<KeyLine> seen = lines_of(frame, HelpGroup::looking);
  const std::vector<KeyLine> leaving = lines_of(frame, HelpGroup::leaving);
  std::vector<KeyLine> slides;
  if (frame.model.lecture) slides = lines_of(frame, HelpGroup::lecture);
  const double left = double(running.size() + 1);
  const double right = double(seen.size() + leaving.size() + 2) + group_gap +
                       (slides.empty() ? 0 : double(slides.size() + 1) + group_gap);
  const double rows = one_column ? left + group_gap + right : std::max(left, right);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Sheet sheet(look, ids::help, {display.x / 2, display.y / 2}, {0.5f, 0.5f}, {1.2f, 1});
  Box area =
      take(look, one_column ? column_width : 2 * column_width, (title_rows + rows) * metrics.hit);
  title(look, area);
  area.y0 += look.length(title_rows * metrics.hit);
  Box beside = area;
  beside.x0 += look.length(column_width);
  const Box below = group(look, area, "Running", running);
  Box rest = one_column ? below : beside;
  if (!slides.empty()) rest = group(look, rest, "Lecture", slides);
  group(look, group(look, rest, "View", seen), "Quit", leaving);
  scroll_by_keys(frame);
  // A click anywhere else closes it.
  if (sheet.clicked_beside()) frame.state.help_open = false;
}

}  // namespace livewarp::ui
