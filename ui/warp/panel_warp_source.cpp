// The source of a kernel with the line at which the warp stands.
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ui/explain/source_rows.h"
#include "ui/model/ids.h"
#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

/// Which line of the view's stands there; nothing where the warp never comes.
std::optional<std::uint32_t> passed_line(const WarpView& view, std::size_t file, std::size_t row) {
  const auto found = std::ranges::find_if(
      view.lines, [&](const WarpLine& line) { return line.file == file && line.row == row; });
  if (found == view.lines.end()) return {};
  return std::uint32_t(found - view.lines.begin());
}

/// The marked line is shown whole, in as many rows as it takes.
void marked_row(Frame& frame, const LensLine& line) {
  const Look& look = frame.look;
  State::Warp& warp = frame.state.warp;
  const float width = ImGui::GetContentRegionAvail().x - look.length(number_column + 0.3);
  const std::string text = in_room(look, line.text, double(width));
  const std::vector<std::string> rows = wrapped(look, Type::number_caption, text, width, 400);
  const std::size_t count = std::max<std::size_t>(rows.size(), 1);
  const Box box = take(look, 0, metrics.table_row * double(count));
  put_ground(look, look.tokens.selected, box, 0);
  put_ground(look, look.tokens.accent, box.with_width(look.length(0.18)), 0);
  Box row = box;
  row.y1 = row.y0 + look.length(metrics.table_row);
  LensLine shown = line;
  shown.text = count == 1 ? text : rows.front();
  put_source_line(look, shown, row, look.tokens.text);
  row.x0 += look.length(number_column);
  for (std::size_t i = 1; i < count; ++i) {
    row.y0 = row.y1;
    row.y1 += look.length(metrics.table_row);
    put(look, Type::number_caption, look.tokens.text, row, "    " + rows[i]);
  }
  if (!warp.scroll) return;
  ImGui::SetScrollHereY(0.4f);
  warp.scroll = false;
}

/// A line that the warp comes to: a click goes there.
void passed_row(Frame& frame, const WarpView& view, const std::string& path, const LensLine& line,
                std::uint32_t number) {
  const Look& look = frame.look;
  const std::string id = path + ":" + std::to_string(line.number);
  const Press pressed = press(look, id.c_str(), 0, metrics.table_row);
  if (pressed.hovered) put_ground(look, look.tokens.hover, pressed.box, 0);
  LensLine shown = line;
  shown.text = in_room(look, line.text, double(pressed.box.width() - look.length(number_column)));
  put_source_line(look, shown, pressed.box, look.tokens.text);
  help(look,
       {.name = id,
        .text = line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size())) +
                "\nA click goes to the warp's next step here.",
        .only_here = true});
  if (!pressed.clicked) return;
  if (const auto place = line_from(view, frame.state.warp.place, number))
    go_to(frame, view, *place);
}

void rest_row(const Look& look, const LensLine& line) {
  if (is_blank(line)) return void(take(look, 0, blank_share * metrics.table_row));
  put_source_line(look, line, take(look, 0, metrics.table_row), look.tokens.muted);
}

}  // namespace

void warp_source(Frame& frame, const WarpView& view, const Box& box) {
  const Look& look = frame.look;
  const WarpLine here = view.lines[view.steps[frame.state.warp.place.step].line];
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild("warp-source", {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  {
    const ids::Scope scope(ids::analysis);
    ImGui::PushID(ids::warp_line);
    for (std::size_t f = 0; f < view.files.size(); ++f) {
      const LensFile& file = view.files[f];
      put(look, Type::caption, look.tokens.muted, take(look, 0, metrics.table_row), file.path);
      gap(look, 0);
      for (std::size_t r = 0; r < file.lines.size(); ++r) {
        const LensLine& line = file.lines[r];
        const auto passed = passed_line(view, f, r);
        if (f == here.file && r == here.row)
          marked_row(frame, line);
        else if (passed)
          passed_row(frame, view, file.path, line, *passed);
        else
          rest_row(look, line);
        gap(look, 0);
      }
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
