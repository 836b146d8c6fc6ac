#include <imgui.h>
#include <imgui_internal.h>

#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

/// What stands right of the workloads, so that none of it is pushed out of the window.
float actions_width(const Frame& frame);

/// All workloads in a list: where there is no room for them side by side.
void workload_list(Frame& frame) {
  std::vector<Option> options;
  int current = -1;
  float widest = 0;
  for (const WorkloadTab& tab : frame.model.workloads) {
    if (tab.active) current = int(options.size());
    options.push_back({tab.name, tab.title, {}});
    widest = std::max(widest, text_width(frame.look, Type::body, tab.title));
  }
  same_line(frame.look, 0.15);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() +
                       frame.look.length((metrics.bar_button - metrics.hit) / 2));
  const auto chosen =
      dropdown(frame.look, ids::workload, options, current, widest + frame.look.length(2.6),
               {.name = "Workload",
                .text = "Another workload, with its own rows, problem and picture.",
                .option = "livewarp"});
  if (chosen) frame.wanted = frame.model.workloads[std::size_t(*chosen)].choice;
}

float tabs_width(const Frame& frame) {
  float width = 0;
  for (const WorkloadTab& tab : frame.model.workloads)
    width += button_width(frame.look, {.label = tab.title}) + frame.look.length(0.15);
  return width;
}

/// "Ctrl 2" of the second one; empty beyond the ninth.
std::string workload_key(const Frame& frame, const WorkloadTab& tab) {
  const std::ptrdiff_t place = &tab - frame.model.workloads.data();
  return place < 9 ? "Ctrl " + std::to_string(place + 1) : std::string();
}

void workload_tabs(Frame& frame) {
  const float room = ImGui::GetWindowWidth() - ImGui::GetItemRectMax().x + ImGui::GetWindowPos().x;
  if (tabs_width(frame) + actions_width(frame) > room) return workload_list(frame);

  ImGui::PushID(ids::workload);
  for (const WorkloadTab& tab : frame.model.workloads) {
    same_line(frame.look, 0.15);
    if (button(frame.look, tab.name.c_str(),
               {.label = tab.title, .active = tab.active, .height = metrics.bar_button}) &&
        !tab.active)
      frame.wanted = tab.choice;
    help(frame.look, {.name = tab.title,
                      .key = workload_key(frame, tab),
                      .text = "Shows this workload, with its own rows, problem and picture.",
                      .option = "livewarp " + tab.name});
  }
  ImGui::PopID();
}

void divider(const Look& look) {
  same_line(look, 0.6);
  const Box box = take(look, 0.1, metrics.bar_button);
  put_ground(look, look.tokens.divider,
             {box.x0, box.y0 + look.length(0.3), box.x0 + look.px, box.y1 - look.length(0.3)}, 0);
  same_line(look, 0.5);
}

struct Chip {
  Icon icon;
  Color color;
  std::string word, hover;
};

std::vector<Chip> chips_of(const Frame& frame) {
  const Model& model = frame.model;
  const Tokens& tokens = frame.look.tokens;
  std::vector<Chip> chips;
  if (model.machine && !model.machine->has_gpu())
    chips.push_back({Icon::warn, tokens.warn, "CPU only", no_gpu_text(*model.machine)});
  if (!model.path_reason.empty())
    chips.push_back(
        {Icon::warn, tokens.warn, std::string(label_of(model.path)) + " path",
         path_text(model) + (model.path_advice.empty() ? "" : "\n" + model.path_advice)});
  if (model.choice.paused) chips.push_back({Icon::pause, tokens.accent, "paused", ""});
  return chips;
}

constexpr double action_gap = 0.15;

ButtonSpec action(const Frame& frame, Icon icon, const char* label, const char* key) {
  const bool words = frame.columns.arrangement >= Arrangement::merged;
  return {.icon = icon,
          .label = words ? label : "",
          .key = frame.columns.key_caps ? key : "",
          .height = metrics.bar_button};
}

/// As wide as the longer of its words, so that the bar does not move.
ButtonSpec pause_action(const Frame& frame) {
  const bool paused = frame.model.choice.paused;
  ButtonSpec spec =
      action(frame, paused ? Icon::play : Icon::pause, paused ? "Resume" : "Pause", "Space");
  const ButtonSpec widest = action(frame, Icon::play, "Resume", "Space");
  spec.width = double(button_width(frame.look, widest) / frame.look.em);
  return spec;
}
ButtonSpec step_action(const Frame& frame) { return action(frame, Icon::step, "Step", "."); }
ButtonSpec reset_action(const Frame& frame) { return action(frame, Icon::reset, "Reset", "R"); }
ButtonSpec measure_action(const Frame& frame) {
  ButtonSpec spec = action(frame, Icon::measure, "Measure all", "B");
  spec.enabled = !frame.model.job;
  return spec;
}
ButtonSpec pin_action(const Frame& frame) {
  ButtonSpec spec = action(frame, Icon::pin, "Pin A", "P");
  spec.active = frame.model.pinned.has_value();
  return spec;
}
ButtonSpec drawer_action(const Frame& frame) {
  return {.icon = Icon::more, .active = frame.state.drawer_open, .height = metrics.bar_button};
}

float actions_width(const Frame& frame) {
  const Look& look = frame.look;
  float width = look.length(1.6);  // the divider before them
  for (const ButtonSpec& spec : {pause_action(frame), step_action(frame), reset_action(frame),
                                 measure_action(frame), pin_action(frame)})
    width += button_width(look, spec) + look.length(action_gap);
  if (frame.columns.arrangement == Arrangement::drawer)
    width += button_width(look, drawer_action(frame)) + look.length(action_gap);
  for (const Chip& each : chips_of(frame))
    width += chip_width(look, frame.columns.chip_words ? each.word : "") +
             look.length(metrics.spacing_x);
  return width;
}

void actions(Frame& frame) {
  const Look& look = frame.look;
  const bool paused = frame.model.choice.paused;
  if (button(look, ids::pause, pause_action(frame))) frame.wanted.paused = !frame.wanted.paused;
  help(look, {.name = paused ? "Resume" : "Pause",
              .key = "Space",
              .text = "Holds the simulation; its picture and its last figures stay.",
              .option = "--paused"});
  same_line(look, action_gap);
  if (button(look, ids::step, step_action(frame))) frame.command(Command::step);
  help(look, {.name = "Step",
              .key = ".",
              .text = "Computes one step and shows it; a run that goes on is paused first.",
              .only_here = true});
  same_line(look, action_gap);
  if (button(look, ids::reset, reset_action(frame))) frame.command(Command::reset);
  help(look, {.name = "Reset",
              .key = "R",
              .text = "Begins anew from the initial state, with the same settings.",
              .only_here = true});
  same_line(look, action_gap);
  if (button(look, ids::measure_all, measure_action(frame))) frame.command(Command::measure_all);
  help(look, measure_all_help(frame));
  same_line(look, action_gap);
  if (button(look, ids::pin, pin_action(frame))) frame.command(Command::pin);
  help(look, pin_help(frame));
  if (frame.columns.arrangement != Arrangement::drawer) return;
  same_line(look, action_gap);
  if (button(look, ids::drawer, drawer_action(frame)))
    frame.state.drawer_open = !frame.state.drawer_open;
  help(look, {.name = "Panels",
              .key = "F2",
              .text = "Opens the panels over the picture, which leaves no room for them beside it.",
              .only_here = true});
}

void chips(Frame& frame) {
  const Look& look = frame.look;
  const std::vector<Chip> all = chips_of(frame);
  float width = 0;
  const auto word = [&](const Chip& each) {
    return frame.columns.chip_words ? each.word : std::string();
  };
  for (const Chip& each : all)
    width += chip_width(look, word(each)) + look.length(metrics.spacing_x);
  for (const Chip& each : all) {
    ImGui::SameLine(0, 0);
    if (&each == &all.front())
      ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width));
    chip(look, each.icon, each.color, word(each));
    hover_text(look, each.hover.empty() ? each.word : each.hover);
    same_line(look);
  }
}

}  // namespace

std::string path_text(const Model& model) {
  return std::string(label_of(model.path)) + " path: " + model.path_reason;
}

Help measure_all_help(const Frame& frame) {
  Help about{.name = "Measure all",
             .key = "B",
             .text = "Verifies and times every row that can run here, while simulation and picture "
                     "rest. Esc stops it, and what was measured stays.",
             .option = "livewarp bench " + frame.model.choice.workload};
  if (frame.model.job) about.reason = "A measurement is running: Esc stops it.";
  return about;
}

void top_bar(Frame& frame) {
  const Look& look = frame.look;
  const ImVec2 padding{look.length(0.3), look.length((metrics.top_bar - metrics.bar_button) / 2)};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  ImGui::BeginViewportSideBar(ids::top, ImGui::GetMainViewport(), ImGuiDir_Up,
                              look.length(metrics.top_bar),
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                                  ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  {
    const ids::Scope scope(ids::top);
    menu(frame);
    workload_tabs(frame);
    divider(look);
    actions(frame);
    chips(frame);
  }
  ImGui::End();
}

}  // namespace livewarp::ui
