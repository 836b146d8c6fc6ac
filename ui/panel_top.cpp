#include <imgui.h>
#include <imgui_internal.h>

#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

struct MenuItem {
  const char* id;
  const char* label;
  const char* key;
};

bool menu_row(const Look& look, const MenuItem& item, bool enabled = true) {
  ImGui::BeginDisabled(!enabled);
  const Press row = press(look, item.id, 19, metrics.hit);
  ImGui::EndDisabled();
  if (row.hovered) put_ground(look, look.tokens.hover, row.box);
  const Box inner = row.box.inset(look.length(metrics.frame_x), 0);
  put(look, Type::body, enabled ? look.tokens.text : look.tokens.muted, inner, item.label);
  const std::string_view key = item.key;
  if (!key.empty()) put(look, Type::number_caption, look.tokens.muted, inner, key, Align::right);
  if (row.clicked) ImGui::CloseCurrentPopup();
  return row.clicked;
}

void separator(const Look& look) { put_rule(look, take(look, 19, 0.3)); }

void menu_session(Frame& frame) {
  const Look& look = frame.look;
  if (menu_row(look, {ids::measure_all, "Measure all", "B"}, !frame.model.job))
    frame.command(Command::measure_all);
  if (menu_row(look, {ids::menu_copy_command, "Copy command line", ""}))
    frame.command(Command::copy_command_line);
  if (menu_row(look, {ids::menu_picture, "Save picture", "F12"})) frame.command(Command::picture);
  if (frame.model.result_is_picture &&
      menu_row(look, {ids::menu_result, "Save result\u2026", ""}, !frame.model.job))
    frame.command(Command::save_result);
}

void menu_view(Frame& frame) {
  const Look& look = frame.look;
  State& state = frame.state;
  const auto set_scale = [&](double scale) {
    state.text_scale = scale;
    ImGui::MarkIniSettingsDirty();
  };
  if (menu_row(look, {ids::menu_text_larger, "Larger text", "Ctrl +"}, state.text_scale < 3))
    set_scale(next_text_scale(state.text_scale, +1));
  if (menu_row(look, {ids::menu_text_smaller, "Smaller text", "Ctrl \u2212"},
               state.text_scale > 0.75))
    set_scale(next_text_scale(state.text_scale, -1));
  if (menu_row(look, {ids::menu_text_normal, "Normal text", "Ctrl 0"}, state.text_scale != 1))
    set_scale(1);
  if (menu_row(look, {ids::menu_hide_panels, "Hide panels", "Tab"})) state.shown = Shown::readout;
  if (menu_row(look, {ids::menu_full_screen, "Full screen", "F11"}))
    frame.command(Command::toggle_fullscreen);
  const char* lock = state.unlocked ? "Lock layout" : "Unlock layout";
  if (menu_row(look, {ids::menu_unlock, lock, ""})) {
    state.unlocked = !state.unlocked;
    state.custom_layout = true;
    ImGui::MarkIniSettingsDirty();
  }
  if (menu_row(look, {ids::menu_default_layout, "Default layout", ""})) {
    state.unlocked = state.custom_layout = false;
    state.sizes = {};
    state.rebuild_layout = true;
    ImGui::MarkIniSettingsDirty();
  }
}

void menu(Frame& frame) {
  const Look& look = frame.look;
  ButtonSpec spec{.label = "Livewarp", .height = metrics.bar_button};
  const float chevron = look.length(1.3);
  spec.width = double((button_width(look, spec) + chevron) / look.em);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (button(look, ids::menu, spec)) ImGui::OpenPopup("menu-list");
  const float right = at.x + look.length(spec.width), bottom = at.y + look.length(spec.height);
  put_icon(look, Icon::chevron_down, look.tokens.muted,
           {right - chevron, at.y, right - look.length(0.4), bottom}, Align::center, 0.8);
  ImGui::SetNextWindowPos({at.x, bottom + look.px});
  if (!ImGui::BeginPopup("menu-list")) return;
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(ids::menu);
    menu_session(frame);
    separator(look);
    menu_view(frame);
    separator(look);
    if (menu_row(look, {ids::menu_keys, "Keys", "F1"})) frame.state.help_open = true;
    if (menu_row(look, {ids::menu_quit, "Quit", "Ctrl Q"})) frame.command(Command::quit);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

void workload_tabs(Frame& frame) {
  ImGui::PushID(ids::workload);
  for (const WorkloadTab& tab : frame.model.workloads) {
    same_line(frame.look, 0.15);
    if (button(frame.look, tab.name.c_str(),
               {.label = tab.title, .active = tab.active, .height = metrics.bar_button}) &&
        !tab.active)
      frame.wanted = tab.choice;
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

void actions(Frame& frame) {
  const Look& look = frame.look;
  const bool caps = frame.columns.key_caps;
  const bool words = frame.columns.arrangement >= Arrangement::merged;
  const auto spec = [&](Icon icon, const char* label, const char* key) {
    return ButtonSpec{.icon = icon,
                      .label = words ? label : "",
                      .key = caps ? key : "",
                      .height = metrics.bar_button};
  };
  const bool paused = frame.model.choice.paused;
  ButtonSpec pause = spec(paused ? Icon::play : Icon::pause, paused ? "Resume" : "Pause", "Space");
  // As wide as the longer word, so that the bar does not move.
  pause.width = double(button_width(look, spec(Icon::play, "Resume", "Space")) / look.em);
  if (button(look, ids::pause, pause)) frame.wanted.paused = !frame.wanted.paused;
  same_line(look, 0.15);
  if (button(look, ids::step, spec(Icon::step, "Step", "."))) frame.command(Command::step);
  same_line(look, 0.15);
  if (button(look, ids::reset, spec(Icon::reset, "Reset", "R"))) frame.command(Command::reset);
  same_line(look, 0.15);
  ButtonSpec measure = spec(Icon::measure, "Measure all", "B");
  measure.enabled = !frame.model.job;
  if (button(look, ids::measure_all, measure)) frame.command(Command::measure_all);
  if (frame.columns.arrangement != Arrangement::drawer) return;
  same_line(look, 0.15);
  if (button(look, ids::drawer,
             {.icon = Icon::more, .active = frame.state.drawer_open, .height = metrics.bar_button}))
    frame.state.drawer_open = !frame.state.drawer_open;
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
    chips.push_back({Icon::warn, tokens.warn, std::string(label_of(model.path)) + " path",
                     std::string(label_of(model.path)) + " path: " + model.path_reason});
  if (model.choice.paused) chips.push_back({Icon::pause, tokens.accent, "paused", ""});
  return chips;
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
