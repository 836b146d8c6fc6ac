#include <imgui.h>
#include <imgui_internal.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

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
                .text = "Another workload, with its own variants, problem and picture.",
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
                      .text = "Shows this workload, with its own variants, problem and picture.",
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

/// What a lower clock means for the times, reason by reason.
std::string throttled_hover(const GpuReading& state) {
  std::string text = "The GPU is throttled.";
  for (const ThrottleWords& words : throttle_words())
    if (*state.throttle & words.bit) text += fmt::format("\n{}: {}", words.name, words.meaning);
  if (state.sm_mhz) text += fmt::format("\nSM clock {} MHz", grouped(*state.sm_mhz));
  if (state.power_w && state.power_limit_w)
    text += fmt::format(", {:.0f} W of {:.0f} W", *state.power_w, *state.power_limit_w);
  if (state.temperature_c) text += fmt::format(", {} \u00b0C", *state.temperature_c);
  return text;
}

std::string shared_hover(const std::vector<GpuProcess>& others) {
  std::string text = "Others compute on this GPU: times hold what it does for them.";
  for (const GpuProcess& other : others) {
    text += fmt::format("\n{}", process_text(other));
    if (other.bytes > 0) text += fmt::format(", {}", memory_size(other.bytes));
  }
  return text;
}

/// What keeps the times from being those of this GPU: lower clocks, and others who compute on it.
void add_gpu_chips(const Frame& frame, std::vector<Chip>& chips) {
  const std::optional<GpuReading>& state = frame.numbers.gpu_state;
  const bool on_gpu = frame.model.variant && frame.model.variant->backend == Backend::cuda;
  if (!state || !on_gpu) return;
  const Color warn = frame.look.tokens.warn;
  if (state->throttled())
    chips.push_back({Icon::warn, warn,
                     fmt::format("throttled: {}", throttle_text(*state->throttle)),
                     throttled_hover(*state)});
  if (!state->shared()) return;
  const std::vector<GpuProcess>& others = *state->others;
  const std::string who = others.size() > 1             ? fmt::format("{} others", others.size())
                          : others.front().name.empty() ? "another process"
                                                        : others.front().name;
  chips.push_back({Icon::warn, warn, fmt::format("GPU shared: {}", who), shared_hover(others)});
}

std::vector<Chip> chips_of(const Frame& frame) {
  const Model& model = frame.model;
  const Tokens& tokens = frame.look.tokens;
  std::vector<Chip> chips;
  if (model.machine && !model.machine->has_gpu())
    chips.push_back(
        {Icon::warn, tokens.warn, "CPU only",
         no_gpu_text(*model.machine) +
             (model.recorded_on.empty()
                  ? ""
                  : "\nTimes of CUDA variants are recorded ones of " + model.recorded_on + ".")});
  if (!model.path_reason.empty())
    chips.push_back(
        {Icon::warn, tokens.warn, std::string(label_of(model.path)) + " path",
         path_text(model) + (model.path_advice.empty() ? "" : "\n" + model.path_advice)});
  add_gpu_chips(frame, chips);
  if (model.choice.paused) chips.push_back({Icon::pause, tokens.accent, "paused", ""});
  return chips;
}

constexpr double action_gap = 0.15;

bool opens_drawer(const Action& action) { return action.id == std::string_view(ids::drawer); }

/// Those that have a button here.
std::vector<const Action*> bar_actions(const Frame& frame) {
  std::vector<const Action*> found;
  for (const Action& action : frame.actions) {
    if (action.bar.icon != Icon::none &&
        (!opens_drawer(action) || frame.columns.arrangement == Arrangement::drawer))
      found.push_back(&action);
  }
  return found;
}

/// Where a small window keeps the controls is said in a word wherever there is room for it. `key`
/// keeps the text that the button points to.
ButtonSpec bar_button(const Frame& frame, const Action& action, std::string& key) {
  const bool words = frame.columns.arrangement >= Arrangement::merged || opens_drawer(action);
  key = frame.columns.key_caps ? action.key(frame) : "";
  const auto spec = [&](const ButtonLook& shown) {
    return ButtonSpec{.icon = shown.icon,
                      .label = words ? shown.label : "",
                      .key = key,
                      .active = shown.active,
                      .height = metrics.bar_button};
  };
  ButtonSpec now = spec(button_look(action, action.chosen && action.chosen(frame)));
  // As wide as the longer of its words, so that the bar does not move.
  const float width = std::max(button_width(frame.look, spec(button_look(action, false))),
                               button_width(frame.look, spec(button_look(action, true))));
  now.width = double(width / frame.look.em);
  return now;
}

float actions_width(const Frame& frame) {
  const Look& look = frame.look;
  float width = look.length(1.6);  // the divider before them
  std::string key;
  for (const Action* action : bar_actions(frame))
    width += look.length(bar_button(frame, *action, key).width + action_gap);
  for (const Chip& each : chips_of(frame))
    width += chip_width(look, frame.columns.chip_words ? each.word : "") +
             look.length(metrics.spacing_x);
  return width;
}

void actions(Frame& frame) {
  std::string key;
  for (bool first = true; const Action* action : bar_actions(frame)) {
    if (!std::exchange(first, false)) same_line(frame.look, action_gap);
    action_button(frame, *action, bar_button(frame, *action, key));
  }
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
