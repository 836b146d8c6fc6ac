// The line in which any setting can be typed, and what fits to it: for hands that stay on the keys.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "ui/faults/open_fault.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"
#include "ui/widgets/sheet.h"

namespace livewarp::ui {

namespace {

constexpr double width = 30, name_column = 12;  // em
constexpr int most = 8;                         // rows at once

std::vector<PaletteEntry> entries_of(const Frame& frame) {
  const State& state = frame.state;
  const std::string& typed = state.command_palette.text;
  const PaletteStudy study{frame.setting(), frame.axes(), frame.memory_modes()};
  std::vector<PaletteEntry> entries =
      palette_entries(frame.model, state.remembered, frame.wanted, state.theme, typed,
                      frame.studied ? &study : nullptr);
  std::ranges::move(action_entries(frame, typed), std::back_inserter(entries));
  return entries;
}

void erase_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

void accept(Frame& frame, const PaletteEntry& entry) {
  State& state = frame.state;
  if (!entry.reason.empty()) return;
  state.command_palette = {.open = !entry.complete(), .text = entry.text};
  if (entry.choice) frame.wanted = *entry.choice;
  if (entry.file) frame.result.files.push_back(*entry.file);
  if (entry.slide) frame.result.slide = entry.slide;
  if (!entry.preset.empty()) frame.result.save_preset = entry.preset;
  if (!entry.exercise.empty()) frame.result.open_exercise = entry.exercise;
  if (!entry.fault.empty()) look_at_fault(frame, entry.fault);
  if (entry.studied && frame.studied) frame.studied = entry.studied;
  if (const VariantEntry* variant = frame.variant(entry.study)) choose_variant(frame, *variant);
  if (entry.action) perform(frame, *entry.action);
  if (!entry.theme) return;
  state.theme = *entry.theme;
  ImGui::MarkIniSettingsDirty();
}

/// What was typed, and the cursor behind it.
void typed_row(const Look& look, const std::string& text) {
  Box box = take(look, width, metrics.bar_button);
  put_ground(look, look.tokens.field, box);
  put_outline(look, look.tokens.accent, box);
  box = box.inset(look.length(metrics.frame_x), 0);
  const float blank = text_width(look, Type::body, " ");
  float end = put(look, Type::body, look.tokens.text, box, text);
  if (text.ends_with(' ')) end = std::max(end, box.x0 + text_width(look, Type::body, text));
  const float inset = look.length(0.3);
  put_ground(look, look.tokens.accent,
             {end + look.px, box.y0 + inset, end + 3 * look.px, box.y1 - inset}, 0);
  box.x0 = end + 4 * blank;
  if (text.empty())
    put(look, Type::body, look.tokens.muted, box, "a setting and its value: precision fp64");
}

/// What says the same on the command line.
std::string option_of(const PaletteEntry& entry) {
  if (entry.slide || !entry.preset.empty()) return {};
  constexpr std::string_view workload = "workload ";
  if (entry.text.starts_with(workload)) return "livewarp " + entry.text.substr(workload.size());
  return "--" + entry.text;
}

bool entry_row(const Frame& frame, const PaletteEntry& entry, int number, bool current) {
  const Look& look = frame.look;
  ImGui::PushID(number);
  const Press row = press(look, "row", width, metrics.hit);
  ImGui::PopID();
  help(look, entry.action
                 ? help_of(frame, *entry.action)
                 : Help{.name = entry.title,
                        .text = entry.study.empty() ? "Enter takes it; arrows choose another."
                                                    : "It cannot run here: Enter studies it.",
                        .option = option_of(entry),
                        .only_here = option_of(entry).empty()});
  if (current || row.hovered)
    put_ground(look, current ? look.tokens.selected : look.tokens.hover, row.box);
  Box box = row.box.inset(look.length(metrics.frame_x), 0);
  const Color color = entry.reason.empty() ? look.tokens.text : look.tokens.muted;
  if (!entry.reason.empty()) {  // a sentence, which names the setting
    put(look, Type::body, color, box, entry.reason);
    return row.clicked;
  }
  put(look, Type::body, color, box.with_width(look.length(name_column - 0.5)), entry.title);
  box.x0 += look.length(name_column);
  const bool known = entry.complete() && entry.study.empty();
  box.x0 = put(look, Type::body, known ? look.tokens.text : look.tokens.muted, box, entry.note) +
           look.length(0.6);
  if (!entry.why.empty())
    put(look, Type::caption, look.tokens.muted, box, "to study: " + entry.why);
  return row.clicked;
}

void foot_row(const Look& look, std::size_t count, bool possible) {
  const Box box = take(look, width, 1.2);
  put(look, Type::caption, look.tokens.muted, box,
      count == 0 ? "nothing here is called that"
      : possible ? "Enter takes it \u00b7 \u2191 \u2193 choose \u00b7 Esc closes"
                 : "this cannot be taken \u00b7 \u2191 \u2193 choose \u00b7 Esc closes");
  if (count > std::size_t(most))
    put(look, Type::caption, look.tokens.muted, box, std::to_string(count) + " fit", Align::right);
}

}  // namespace

void command_palette_keys(Frame& frame) {
  CommandPalette& line = frame.state.command_palette;
  if (pressed(frame, ImGuiKey_Escape)) {
    line = {};
    return;
  }
  const std::string before = line.text;
  for (const char32_t c : frame.characters)
    if (c >= ' ' && c < 127) line.text += char(c);
  if (pressed(frame, ImGuiKey_Backspace, true)) erase_last(line.text);
  if (line.text != before) line.cursor = 0;
  const std::vector<PaletteEntry> entries = entries_of(frame);
  const int last = int(entries.size()) - 1;
  if (pressed(frame, ImGuiKey_DownArrow, true)) ++line.cursor;
  if (pressed(frame, ImGuiKey_UpArrow, true)) --line.cursor;
  line.cursor = std::clamp(line.cursor, 0, std::max(last, 0));
  if (last < 0) return;
  const PaletteEntry& chosen = entries[std::size_t(line.cursor)];
  if (pressed(frame, ImGuiKey_Tab, true) && chosen.reason.empty())
    line = {.open = true, .text = chosen.text};
  if (pressed(frame, ImGuiKey_Enter, true) || pressed(frame, ImGuiKey_KeypadEnter, true))
    accept(frame, chosen);
}

void command_palette_overlay(Frame& frame) {
  if (!frame.state.command_palette.open) return;
  const Look& look = frame.look;
  const std::vector<PaletteEntry> entries = entries_of(frame);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Sheet sheet(look, ids::command_palette, {display.x / 2, display.y / 5}, {0.5f, 0},
                    {0.8f, 0.7f});
  {
    const ids::Scope scope(ids::command_palette);
    typed_row(look, frame.state.command_palette.text);
    const int cursor = frame.state.command_palette.cursor, count = int(entries.size());
    const int first = std::clamp(cursor - most + 1, 0, std::max(0, count - most));
    for (int i = first; i < std::min(count, first + most); ++i)
      if (entry_row(frame, entries[std::size_t(i)], i, i == cursor))
        accept(frame, entries[std::size_t(i)]);
    const bool possible = count > 0 && entries[std::size_t(cursor)].reason.empty();
    foot_row(look, entries.size(), possible);
  }
  if (sheet.clicked_beside()) frame.state.command_palette = {};
}

}  // namespace livewarp::ui
