#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "ui/frame.h"
#include "ui/ids.h"
#include "ui/sheet.h"

namespace livewarp::ui {

namespace {

struct KeyLine {
  std::string_view key, what;
};

constexpr std::array running{
    KeyLine{"Space", "Pause, resume"},
    KeyLine{".", "One step"},
    KeyLine{"\u2192", "One step in the picture"},
    KeyLine{"R", "Reset"},
    KeyLine{"B", "Measure all variants"},
    KeyLine{"G", "Course graph"},
    KeyLine{"W", "Lens: what warps do"},
    KeyLine{"Enter", "Measure the chosen row"},
    KeyLine{"\u2191 \u2193", "Variant above, below"},
    KeyLine{"1 \u2026 9", "Variant by number"},
    KeyLine{"L", "Its whole lesson"},
    KeyLine{"[ ]", "Smaller, larger block"},
    KeyLine{"Shift \u2190 \u2192", "Width of the block"},
    KeyLine{"Shift \u2191 \u2193", "Height of the block"},
    KeyLine{"+ \u2212", "Twice, half the size"},
    KeyLine{"/", "Type any setting"},
    KeyLine{"Ctrl 1 \u2026 9", "Workload"},
    KeyLine{"P", "Pin this as A; Shift P unpins"},
    KeyLine{"X", "A, and back to this"},
    KeyLine{"Ctrl Z", "Undo; Ctrl Y: redo"},
};
constexpr std::array on_picture{
    KeyLine{"Drag", "Turn the picture"},
    KeyLine{"Right drag", "Move the picture"},
    KeyLine{"Wheel", "Zoom"},
    KeyLine{"Double click", "Fit the picture"},
};
constexpr std::array on_flat_picture{
    KeyLine{"Drag", "Move the picture"},
    KeyLine{"Wheel", "Zoom"},
    KeyLine{"Double click", "Fit the picture"},
};
constexpr std::array on_painting{
    KeyLine{"Drag", "Paint"},
    KeyLine{"Right drag", "Move; double click: fit"},
    KeyLine{"Wheel", "Zoom"},
};
/// Where the mouse makes another picture, and does not look at the finished one.
constexpr std::array on_handles{
    KeyLine{"Drag", "Move the picture"},
    KeyLine{"Right drag", "Turn the picture"},
    KeyLine{"Wheel", "Scale at the pointer"},
    KeyLine{"Double click", "Fit; again: fill"},
};
constexpr std::array looking{
    KeyLine{"Page \u2191 \u2193", "Wheel"},
    KeyLine{"Ctrl arrows", "Drag; with Shift: right drag"},
    KeyLine{"Home", "Fit the picture"},
    KeyLine{"Tab", "Hide panels"},
    KeyLine{"Shift Tab", "Hide the readout too"},
    KeyLine{"Ctrl Tab", "To the controls; Esc: back"},
    KeyLine{"F1", "These keys"},
    KeyLine{"F2", "Panels of a small window"},
    KeyLine{"F9", "Presenter"},
    KeyLine{"T", "Light theme, dark theme"},
    KeyLine{"F10", "Menu; with Shift: of the row"},
    KeyLine{"F11", "Full screen"},
    KeyLine{"F12", "Save picture"},
    KeyLine{"Ctrl + \u2212 0", "Text size"},
};
constexpr std::array leaving{
    KeyLine{"Esc", "Back; twice to quit"},
    KeyLine{"Q", "Quit, pressed twice"},
    KeyLine{"Ctrl Q", "Quit at once"},
};
constexpr double group_gap = 0.5;  // rows
constexpr double title_rows = 1.5;
constexpr double column_width = 18.5, key_column = 6.4;  // em

std::vector<KeyLine> looking_at(const View& view) {
  const bool flat = view.kind == PictureKind::field || view.kind == PictureKind::image;
  const std::span<const KeyLine> mouse = !view.handles.empty()
                                             ? std::span<const KeyLine>(on_handles)
                                         : view.paints ? on_painting
                                         : flat        ? on_flat_picture
                                                       : std::span<const KeyLine>(on_picture);
  std::vector<KeyLine> lines(mouse.begin(), mouse.end());
  lines.insert(lines.end(), looking.begin(), looking.end());
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
  if (own_key(frame, ImGuiKey_UpArrow, true)) to -= line;
  if (own_key(frame, ImGuiKey_DownArrow, true)) to += line;
  if (own_key(frame, ImGuiKey_PageUp, true)) to -= page;
  if (own_key(frame, ImGuiKey_PageDown, true)) to += page;
  if (own_key(frame, ImGuiKey_Home)) to = 0;
  to = std::clamp(to, 0.0f, ImGui::GetScrollMaxY());
  if (to != ImGui::GetScrollY()) ImGui::SetScrollY(to);
}

}  // namespace

void help_overlay(Frame& frame) {
  if (!frame.state.help_open) return;
  const Look& look = frame.look;
  const bool one_column = frame.width < 40;
  const std::vector<KeyLine> seen = looking_at(frame.model.view);
  const double left = double(running.size() + 1);
  const double right = double(seen.size() + leaving.size() + 2) + group_gap;
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
  group(look, group(look, one_column ? below : beside, "Looking", seen), "Leaving", leaving);
  scroll_by_keys(frame);
  // A click anywhere else closes it.
  if (sheet.clicked_beside()) frame.state.help_open = false;
}

}  // namespace livewarp::ui
