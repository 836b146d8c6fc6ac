// The frame of Analysis: groups, their tabs, what a tab answers, and the way out.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/frame/key_press.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double tab_gap = 0.15;          // em
constexpr double answer_height = 1.3;     // em
constexpr double lowest_with_answer = 9;  // em: below it the answer is a hover text alone

/// A button of the bar; it is the action of that id.
struct BarEntry {
  const char* id;
  ButtonSpec spec;
};

/// What a bar spends of its room.
struct BarStyle {
  bool keys_of_all, key_of_open;  ///< are written beside the groups
  double side, group_gap;         ///< em: at both ends of a label; from groups to tabs
};
/// In the order in which a bar gives up what is dispensable, so that it stays one line.
constexpr std::array styles{BarStyle{true, true, 0.6, 1.6}, BarStyle{false, true, 0.6, 1.6},
                            BarStyle{false, false, 0.6, 1.6}, BarStyle{false, false, 0.35, 1.2}};
constexpr BarStyle of_two_lines = styles[2];

using GroupKeys = std::array<std::string, group_count>;

std::vector<BarEntry> group_buttons(const GroupKeys& keys, TabGroup open, const BarStyle& style) {
  std::vector<BarEntry> buttons;
  for (const GroupInfo& group : tab_groups()) {
    if (tabs_of(group.group).empty()) continue;
    const bool active = group.group == open;
    const bool with_key = active ? style.key_of_open : style.keys_of_all;
    buttons.push_back({group.id,
                       {.label = group.label,
                        .key = with_key ? std::string_view(keys[std::size_t(group.group)]) : "",
                        .active = active,
                        .side = style.side}});
  }
  return buttons;
}

std::vector<BarEntry> tab_buttons(const AnalysisTab& chosen, const BarStyle& style) {
  std::vector<BarEntry> buttons;
  for (const AnalysisTab* tab : tabs_of(chosen.group))
    buttons.push_back(
        {tab->id, {.label = tab->label, .active = tab == &chosen, .side = style.side}});
  return buttons;
}

float width_of(const Look& look, const std::vector<BarEntry>& buttons) {
  float width = -look.length(tab_gap);
  for (const BarEntry& each : buttons)
    width += button_width(look, each.spec) + look.length(tab_gap);
  return width;
}

/// In a line from `at` on, those that do not fit below it. Returns where they end.
ImVec2 put_buttons(Frame& frame, const std::vector<BarEntry>& buttons, ImVec2 at, float left,
                   float right) {
  const Look& look = frame.look;
  for (const BarEntry& each : buttons) {
    const float width = button_width(look, each.spec);
    if (at.x > left && at.x + width > right) at = {left, at.y + look.length(metrics.hit + 0.1)};
    ImGui::SetCursorScreenPos(at);
    // The open one is not closed by a click on it, as its key does.
    if (button(look, each.id, each.spec) && !each.spec.active) perform(frame, each.id);
    help(look, help_of(frame, action(each.id)));
    at.x += width + look.length(tab_gap);
  }
  return at;
}

void close_button(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const ButtonSpec close{.icon = Icon::close};
  ImGui::SetCursorScreenPos({box.x1 - button_width(look, close), box.y0});
  if (button(look, ids::close, close)) show_analysis(frame, false);
  help(look, {.name = "Close", .key = "Esc", .text = "Closes this panel.", .only_here = true});
}

/// Groups, and the tabs of the open one.
struct Bar {
  std::vector<BarEntry> groups, tabs;
  float gap = 0;       ///< px between them, in one line
  bool beside = true;  ///< both stand in one line
};

/// The fullest bar that is one line of `width` px; else groups and tabs have a line each.
Bar bar_of(const Look& look, const GroupKeys& keys, const AnalysisTab& chosen, float width) {
  const auto styled = [&](const BarStyle& style) {
    return Bar{group_buttons(keys, chosen.group, style), tab_buttons(chosen, style),
               look.length(style.group_gap)};
  };
  for (const BarStyle& style : styles) {
    Bar bar = styled(style);
    if (width_of(look, bar.groups) + bar.gap + width_of(look, bar.tabs) <= width) return bar;
  }
  Bar bar = styled(of_two_lines);
  bar.beside = false;
  return bar;
}

/// The bar, and what the open tab answers. What is left of the box below.
Box head(Frame& frame, const Box& box, const AnalysisTab& chosen) {
  const Look& look = frame.look;
  const float right = box.x1 - look.length(2);
  GroupKeys keys;
  for (const GroupInfo& group : tab_groups())
    keys[std::size_t(group.group)] = key_text(group.key, 0);
  const Bar bar = bar_of(look, keys, chosen, right - box.x0);
  ImVec2 at = put_buttons(frame, bar.groups, {box.x0, box.y0}, box.x0, right);
  close_button(frame, box);
  if (bar.beside)
    put_icon(look, Icon::chevron_right, look.tokens.muted,
             {at.x, at.y, at.x + bar.gap - look.length(tab_gap), at.y + look.length(metrics.hit)},
             Align::center, 0.9);
  at = bar.beside ? ImVec2(at.x - look.length(tab_gap) + bar.gap, at.y)
                  : ImVec2(box.x0, at.y + look.length(metrics.hit + 0.1));
  at = put_buttons(frame, bar.tabs, at, box.x0, right);
  Box rest = box;
  rest.y0 = at.y + look.length(metrics.hit);
  // What the tab answers: beside the tabs where there is room for it, else below.
  const std::string answers = chosen.answers;
  const float from = at.x + look.length(0.6);
  if (from + text_width(look, Type::caption, answers) + look.px <= right) {
    put(look, Type::caption, look.tokens.muted, {from, at.y, right, rest.y0}, answers);
  } else if (rest.height() >= look.length(lowest_with_answer)) {
    Box line = rest;
    line.y1 = line.y0 + look.length(answer_height);
    put(look, Type::caption, look.tokens.muted, line,
        elided(look, Type::caption, answers, line.width()));
    hover_text(look, line, answers);
    rest.y0 = line.y1;
  }
  rest.y0 += look.length(0.3);
  return rest;
}

/// In its place of the layout, or over all of the window.
bool begin_analysis(bool alone) {
  const ImGuiWindowFlags common = ImGuiWindowFlags_NoCollapse |
                                  ImGuiWindowFlags_NoFocusOnAppearing |
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (!alone) return ImGui::Begin(ids::analysis, nullptr, common);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  return ImGui::Begin(ids::full_analysis, nullptr,
                      common | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace

std::string saving(const Frame& frame, const char* verb) {
  return frame.model.has_dialogs ? std::string(verb) + "\u2026" : verb;
}

std::string saved_where(const Frame& frame) {
  return frame.model.has_dialogs
             ? ""
             : " No dialog program is on this machine: the file goes into the folder "
               "that the program runs in, named by the time.";
}

void analysis_panel(Frame& frame, bool alone) {
  if (!frame.state.analysis.open) return;
  if (begin_analysis(alone)) {
    const ids::Scope scope(ids::analysis);
    const Look& look = frame.look;
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const AnalysisTab& tab = chosen_tab(frame.state);
    Box rest = head(frame, {at.x, at.y, at.x + room.x, at.y + room.y}, tab);
    Box foot = rest;
    if (alone) rest.y1 = foot.y0 = rest.y1 - notices_height(frame, rest.width());
    const std::string nothing = tab.empty ? tab.empty(frame) : std::string();
    if (!nothing.empty())
      put_middle(look, look.tokens.muted, rest, nothing);
    else if (rest.height() > look.length(4))
      tab.draw(frame, rest);
    if (alone) notices(frame, foot);
  }
  highlight_window(frame.look, "analysis");
  ImGui::End();
}

}  // namespace livewarp::ui
