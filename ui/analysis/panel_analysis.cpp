#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/analysis/panel_lens.h"
#include "ui/frame/actions.h"
#include "ui/frame/dock.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double both_fit = 44;  // em: from this width on graphs stand side by side

/// One tab of the panel: a name, and a function that fills the room below it.
struct Tab {
  const char* id;
  const char* label;
  void (*draw)(Frame& frame, const Box& box);
};

const ButtonSpec measure{.icon = Icon::measure, .label = "Sweep", .key = "G", .quiet = false};

/// One sentence and the one button.
void nothing_yet(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  std::string text = frame.model.graph_reason;
  if (text.empty())
    text = frame.model.job ? "The first points come in a moment."
                           : "Measures the running variant over its sizes and over its block "
                             "sizes, with and without display.";
  const float end = put_middle(look, look.tokens.muted, box, text, 2);
  if (!frame.model.graph_reason.empty()) return;
  const float width = button_width(look, measure);
  ImGui::SetCursorScreenPos({std::round((box.x0 + box.x1 - width) / 2), end + look.length(0.4)});
  action_button(frame, ids::sweep, measure);
}

void export_buttons(Frame& frame) {
  const std::string csv = saving(frame, "Save CSV"), png = saving(frame, "Save PNG");
  same_line(frame.look);
  action_button(frame, ids::graph_csv, {.label = csv});
  same_line(frame.look, 0.15);
  action_button(frame, ids::graph_png, {.label = png});
}

/// Which of the graphs stands there where not all have room.
void graph_switch(Frame& frame) {
  std::vector<Option> options;
  options.reserve(frame.model.graphs.size());
  for (const Graph& graph : frame.model.graphs)
    options.push_back({std::to_string(options.size()), graph.title, {}});
  const Look& look = frame.look;
  int& shown = frame.state.analysis.graph;
  if (const auto chosen =
          dropdown(look, ids::graph_shown, options, shown, look.length(13),
                   {.name = "Graph", .text = "Which of the graphs is shown.", .only_here = true}))
    shown = *chosen;
  same_line(look);
}

void sweep_graph(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const std::vector<Graph>& graphs = frame.model.graphs;
  State::Analysis& state = frame.state.analysis;
  std::vector<std::size_t> drawn;  // while the first points come, not all have some
  for (std::size_t i = 0; i < graphs.size(); ++i)
    if (!graphs[i].empty()) drawn.push_back(i);
  if (drawn.empty()) return nothing_yet(frame, box);
  state.graph = std::clamp(state.graph, 0, int(graphs.size()) - 1);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const bool one = drawn.size() > 1 && box.width() < look.length(both_fit);
  if (one) {
    graph_switch(frame);
    drawn = {std::size_t(state.graph)};
  }
  action_button(frame, ids::sweep, measure);
  export_buttons(frame);
  Box area = box;
  area.y0 += look.length(metrics.hit + 0.3);
  state.views.resize(graphs.size());
  const float gap = look.length(1.5);
  const auto count = float(drawn.size());
  const float width = (area.width() - gap * (count - 1)) / count;
  Box place{area.x0, area.y0, area.x0 + width, area.y1};
  for (const std::size_t which : drawn) {
    put_graph(look, ("##graph" + std::to_string(which)).c_str(), graphs[which], state.views[which],
              place, !one);
    place.x0 += width + gap, place.x1 += width + gap;
  }
}

constexpr std::array tabs{Tab{ids::sweep_tab, "Sweep", sweep_graph},
                          Tab{ids::lens_tab, "Lens", lens_tab}};
constexpr int sweep = 0, lens = 1;  // of them

/// Tabs, and at the right the way out.
void head(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  State::Analysis& state = frame.state.analysis;
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    if (i > 0) same_line(look, 0.15);
    if (button(look, tabs[i].id, {.label = tabs[i].label, .active = int(i) == state.tab}))
      state.tab = int(i);
    help(look, {.name = tabs[i].label, .text = "Shows this tab.", .only_here = true});
  }
  const ButtonSpec close{.icon = Icon::close};
  ImGui::SetCursorScreenPos({box.x1 - button_width(look, close), box.y0});
  if (button(look, ids::close, close)) show_analysis(frame, false);
  help(look, {.name = "Close", .key = "Esc", .text = "Closes this panel.", .only_here = true});
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

void show_analysis(Frame& frame, bool open) {
  frame.state.analysis.open = open;
  ImGui::MarkIniSettingsDirty();
}

void show_sweep(Frame& frame) {
  show_analysis(frame, true);
  frame.state.analysis.tab = sweep;
}

bool lens_is_shown(const Frame& frame) {
  return frame.state.analysis.open && frame.state.analysis.tab == lens;
}

void show_lens(Frame& frame) {
  State& state = frame.state;
  const bool hidden = state.shown != Shown::all || state.presenting;
  const bool shown = lens_is_shown(frame) && !hidden;
  if (state.presenting) state.switch_presenter = true;
  state.shown = Shown::all;
  state.analysis.tab = lens;
  show_analysis(frame, !shown);
}

void analysis_panel(Frame& frame) {
  State::Analysis& state = frame.state.analysis;
  if (!state.open) return;
  if (ImGui::Begin(ids::analysis, nullptr,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing |
                       ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    const ids::Scope scope(ids::analysis);
    const Look& look = frame.look;
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    Box box{at.x, at.y, at.x + room.x, at.y + room.y};
    state.tab = std::clamp(state.tab, 0, int(tabs.size()) - 1);
    head(frame, box);
    box.y0 += look.length(metrics.hit + 0.3);
    if (box.height() > look.length(4)) tabs[std::size_t(state.tab)].draw(frame, box);
  }
  ImGui::End();
}

}  // namespace livewarp::ui
