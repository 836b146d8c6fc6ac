#include <imgui.h>

#include <array>

#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

struct KeyLine {
  std::string_view key, what;
};

constexpr std::array running{
    KeyLine{"Space", "Pause, resume"},
    KeyLine{".", "One step"},
    KeyLine{"R", "Reset"},
    KeyLine{"B", "Measure all variants"},
    KeyLine{"Enter", "Measure the chosen row"},
    KeyLine{"\u2191 \u2193", "Variant above, below"},
    KeyLine{"1 \u2026 9", "Variant by number"},
    KeyLine{"[ ]", "Smaller, larger block"},
    KeyLine{"+ \u2212", "Twice, half the size"},
};
constexpr std::array looking{
    KeyLine{"Drag", "Turn the picture, paint"},
    KeyLine{"Right drag", "Move the picture"},
    KeyLine{"Wheel", "Zoom"},
    KeyLine{"Double click", "Fit the picture"},
    KeyLine{"Tab", "Hide panels"},
    KeyLine{"Shift Tab", "Hide the readout too"},
    KeyLine{"F2", "Panels of a small window"},
    KeyLine{"F11", "Full screen"},
    KeyLine{"F12", "Save picture"},
    KeyLine{"Ctrl + \u2212 0", "Text size"},
    KeyLine{"Esc", "Back; twice to quit"},
};

template <std::size_t N>
void column(const Look& look, const Box& area, std::string_view title,
            const std::array<KeyLine, N>& lines) {
  Box row = area;
  row.y1 = row.y0 + look.length(metrics.hit);
  put(look, Type::heading, look.tokens.text, row, title);
  for (const KeyLine& line : lines) {
    row.y0 = row.y1;
    row.y1 += look.length(metrics.hit);
    put_key_cap(look, row, line.key);
    Box what = row;
    what.x0 += look.length(6.4);
    put(look, Type::body, look.tokens.text, what, line.what);
  }
}

}  // namespace

void help_overlay(Frame& frame) {
  if (!frame.state.help_open) return;
  const Look& look = frame.look;
  const bool one_column = frame.width < 40;
  const double rows =
      one_column ? double(running.size() + looking.size() + 2) + 0.5 : double(looking.size()) + 1;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.length(1.2), look.length(1)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, look.px);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::Begin(ids::help, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
  const Box area = take(look, one_column ? 18 : 37.5, rows * metrics.hit);
  column(look, area, "Running", running);
  Box second = area;
  if (one_column)
    second.y0 += look.length(metrics.hit * (double(running.size()) + 1.5));
  else
    second.x0 += look.length(19.5);
  column(look, second, "Looking", looking);
  // A click anywhere else closes it.
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered() &&
      !ImGui::IsWindowAppearing())
    frame.state.help_open = false;
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

}  // namespace livewarp::ui
