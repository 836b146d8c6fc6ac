#include "ui/frame/analysis_tabs.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "ui/analysis/panel_accuracy.h"
#include "ui/analysis/panel_compare.h"
#include "ui/analysis/panel_ladder.h"
#include "ui/analysis/panel_sweep.h"
#include "ui/analysis/panel_tuner.h"
#include "ui/edit/panel_edit.h"
#include "ui/explain/panel_blocks.h"
#include "ui/explain/panel_curves.h"
#include "ui/explain/panel_lens.h"
#include "ui/explain/panel_occupancy.h"
#include "ui/explain/panel_roofline.h"
#include "ui/explain/panel_traffic.h"
#include "ui/faults/panel_faults.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/frame/key_press.h"
#include "ui/model/ids.h"
#include "ui/move/panel_clocks.h"
#include "ui/move/panel_timeline.h"
#include "ui/move/panel_topology.h"
#include "ui/move/panel_transfer.h"
#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

// clang-format off
constexpr std::array<GroupInfo, group_count> groups{{
  {TabGroup::tune, "tune", "Tune", ImGuiKey_G, "Tune: which setting is best",
   "Which setting is best, and whether a difference is real."},
  {TabGroup::explain, "explain", "Explain", ImGuiKey_W, "Explain: why it takes so long",
   "Why a step takes as long as it does."},
  {TabGroup::move, "move", "Move", ImGuiKey_M, "Move: where data lie",
   "Where data lie, what waits for what, and how it was measured."},
  {TabGroup::kernel, "kernel", "Kernel", ImGuiKey_K, "Kernel: change it, step through it",
   "What the kernel does line by line, and what happens if one changes it."},
}};

/// A new tab is one more entry here; tabs of a group stand in this order.
constexpr std::array tabs{
  AnalysisTab{.group = TabGroup::tune, .id = ids::sweep_tab, .label = "Sweep",
   .answers = "How the time of a step grows with the size, and which block is best.",
   .draw = sweep_tab, .empty = sweep_hindrance, .enter = proposed_sweep, .command = "sweep"},
  AnalysisTab{.group = TabGroup::tune, .id = ids::compare_tab, .label = "Compare",
   .answers = "Whether B, the running setting, is faster than A, the pinned one.",
   .draw = compare_tab, .enter = compare_next, .command = "ab"},
  AnalysisTab{.group = TabGroup::tune, .id = ids::tuner_tab, .label = "Tuner",
   .answers = "Which combination of variant, block and axes is fastest, and by how much.",
   .draw = tuner_tab, .enter = proposed_search, .command = "tune"},
  AnalysisTab{.group = TabGroup::tune, .id = ids::ladder_tab, .label = "Ladder",
   .answers = "What each variant gains, from the first kernel to the library's or the limit.",
   .draw = ladder_tab, .enter = proposed_ladder, .command = "sweep --over variant"},
  AnalysisTab{.group = TabGroup::tune, .id = ids::accuracy_tab, .label = "Error",
   .answers = "What exactness costs: the error of each variant and setting beside its time.",
   .draw = accuracy_tab, .enter = proposed_accuracy, .command = "bench"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::lens_tab, .label = "Lens",
   .answers = "Which lines of the kernel move more sectors of memory than they need, or meet in "
              "one bank.",
   .draw = lens_tab, .empty = lens_hindrance, .command = "lens"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::occupancy_tab, .label = "Occupancy",
   .answers = "How many warps stay on a multiprocessor at a time, and what limits them.",
   .draw = occupancy_tab, .empty = occupancy_hindrance, .command = "occupancy"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::roofline_tab, .label = "Roofline",
   .answers = "How near each variant comes to the measured limits of memory and arithmetic.",
   .draw = roofline_tab, .enter = proposed_roofs,
   .command = "roofline"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::traffic_tab, .label = "Traffic",
   .answers = "What a step must move, asks for and moves, and whether that explains its time.",
   .draw = traffic_tab, .enter = proposed_limits, .command = "traffic"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::blocks_tab, .label = "Blocks",
   .answers = "Where and when the blocks of a launch run, and which part of the picture each "
              "writes.",
   .draw = blocks_tab, .empty = blocks_hindrance, .enter = proposed_trace, .command = "blocks"},
  AnalysisTab{.group = TabGroup::explain, .id = ids::curves_tab, .label = "Curves",
   .answers = "Over a parameter: what a formula predicts, the lens counts and a clock measures.",
   .draw = curves_tab, .enter = proposed_curves, .command = "curves"},
  AnalysisTab{.group = TabGroup::move, .id = ids::timeline_tab, .label = "Timeline",
   .answers = "What host and GPU do within a frame, what overlaps, and what waits for what.",
   .draw = timeline_tab, .empty = timeline_hindrance},
  AnalysisTab{.group = TabGroup::move, .id = ids::transfer_tab, .label = "Transfer",
   .answers = "How fast data move between host and GPU, and what of it overlaps.",
   .draw = transfer_tab, .enter = proposed_experiment, .command = "transfer", .of_workload = false},
  AnalysisTab{.group = TabGroup::move, .id = ids::clocks_tab, .label = "Clocks",
   .answers = "What a stopwatch around a launch measures, in the first run and once it is warm.",
   .draw = clocks_tab, .empty = clocks_hindrance, .enter = proposed_clocks, .command = "bench"},
  AnalysisTab{.group = TabGroup::move, .id = ids::topology_tab, .label = "Topology",
   .answers = "How the GPUs of this machine are joined, and which reaches into whose memory.",
   .draw = topology_tab, .command = "info", .of_workload = false},
  AnalysisTab{.group = TabGroup::kernel, .id = ids::edit_tab, .label = "Edit",
   .answers = "What becomes of the kernel if one rewrites it: whether it is right, and what it "
              "costs.",
   .draw = edit_tab, .empty = edit_hindrance, .enter = proposed_check, .command = "edit"},
  AnalysisTab{.group = TabGroup::kernel, .id = ids::warp_tab, .label = "Warp",
   .answers = "What one warp does line by line: which lanes go, and where in memory.",
   .draw = warp_tab, .empty = warp_hindrance, .command = "lens"},
  AnalysisTab{.group = TabGroup::kernel, .id = ids::faults_tab, .label = "Faults",
   .answers = "What a fault does to a kernel, who finds it at which line, and how it is mended.",
   .draw = faults_tab, .empty = faults_hindrance, .enter = proposed_fault, .command = "fault", .of_workload = false},
};
// clang-format on

std::size_t index_of(TabGroup group) { return std::size_t(group); }

const AnalysisTab* find_tab(std::string_view id) {
  const auto found = std::ranges::find(tabs, id, &AnalysisTab::id);
  return found == tabs.end() ? nullptr : &*found;
}

/// The one that was shown last, if it is still one of this group.
const AnalysisTab& last_tab(const State& state, TabGroup group) {
  const auto known = state.analysis.tabs.find(groups[index_of(group)].id);
  if (known != state.analysis.tabs.end())
    if (const AnalysisTab* tab = find_tab(known->second); tab && tab->group == group) return *tab;
  return *tabs_of(group).front();
}

template <std::size_t i>
Action group_action() {
  return {.id = groups[i].id,
          .label = groups[i].label,
          .chords = {{groups[i].key}},
          .line = {HelpGroup::running, groups[i].line},
          .menus = {{Menu::screen, 1}},
          .help = groups[i].help,
          .chosen =
              [](const Frame& frame) {
                return analysis_is_shown(frame) && chosen_tab(frame.state).group == groups[i].group;
              },
          .run = [](Frame& frame, int) { switch_group(frame, groups[i].group); }};
}

/// "Shift 2" while its group is open.
template <std::size_t i>
std::string shifted_key(const Frame& frame) {
  if (!analysis_is_shown(frame) || chosen_tab(frame.state).group != tabs[i].group) return {};
  const auto before = std::count_if(tabs.begin(), tabs.begin() + i, [](const AnalysisTab& tab) {
    return tab.group == tabs[i].group;
  });
  return key_text(int(ImGuiKey_1) + int(before), ImGuiMod_Shift);
}

template <std::size_t i>
Action tab_action() {
  return {.id = tabs[i].id,
          .label = tabs[i].label,
          .help = tabs[i].answers,
          .option =
              [](const Frame& frame) {
                const std::string command = tabs[i].command;
                const std::string of = tabs[i].of_workload ? " " + frame.model.choice.workload : "";
                return command.empty() ? "" : "livewarp " + command + of;
              },
          .shown_key = shifted_key<i>,
          .chosen = [](const Frame& frame) { return is_shown(frame, tabs[i]); },
          .run = [](Frame& frame, int) { show_tab(frame, tabs[i]); }};
}

void show_numbered_tab(Frame& frame, int number) {
  if (!analysis_is_shown(frame)) return;
  const auto of_group = tabs_of(chosen_tab(frame.state).group);
  if (std::size_t(number) <= of_group.size())
    show_tab(frame, *of_group[std::size_t(number) - 1]);
  else
    show_toast(frame,
               "No tab here has that number: they are 1 to " + std::to_string(of_group.size()));
}

std::vector<Chord> shifted_digits() {
  std::vector<Chord> chords;
  for (int i = 0; i < 9; ++i) chords.push_back({(ImGuiKey_1 + i) | ImGuiMod_Shift, i + 1});
  return chords;
}

}  // namespace

const std::array<GroupInfo, group_count>& tab_groups() { return groups; }

std::span<const AnalysisTab> analysis_tabs() { return tabs; }

std::vector<const AnalysisTab*> tabs_of(TabGroup group) {
  std::vector<const AnalysisTab*> found;
  for (const AnalysisTab& tab : tabs)
    if (tab.group == group) found.push_back(&tab);
  return found;
}

std::vector<Action> analysis_actions() {
  std::vector<Action> all;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((tabs_of(groups[i].group).empty() ? void() : all.push_back(group_action<i>())), ...);
  }
  (std::make_index_sequence<groups.size()>());
  all.push_back({.id = "tab-by-number",
                 .label = "Tab of the open group",
                 .chords = shifted_digits(),
                 .line = {HelpGroup::running, "", "Shift 1 \u2026 9"},
                 .run = show_numbered_tab});
  [&]<std::size_t... i>(std::index_sequence<i...>) { (all.push_back(tab_action<i>()), ...); }
  (std::make_index_sequence<tabs.size()>());
  return all;
}

const AnalysisTab& chosen_tab(const State& state) {
  for (const GroupInfo& group : groups)
    if (group.id == state.analysis.group && !tabs_of(group.group).empty())
      return last_tab(state, group.group);
  return last_tab(state, tabs.front().group);
}

bool analysis_is_shown(const Frame& frame) {
  const State& state = frame.state;
  const bool hidden = state.shown == Shown::readout || state.shown == Shown::nothing;
  return state.analysis.open && !hidden && !state.presenting;
}

bool is_shown(const Frame& frame, const AnalysisTab& tab) {
  return analysis_is_shown(frame) && &chosen_tab(frame.state) == &tab;
}

bool tab_has_enter(const Frame& frame) {
  if (!analysis_is_shown(frame)) return false;
  const VariantEntry* const marked = frame.cursor_variant();
  return !marked || marked->running || !marked->reason.empty();
}

const char* enter_key(const Frame& frame) { return tab_has_enter(frame) ? "Enter" : ""; }

void show_analysis(Frame& frame, bool open) {
  frame.state.analysis.open = open;
  if (!open && frame.state.shown == Shown::analysis) frame.state.shown = Shown::all;
  ImGui::MarkIniSettingsDirty();
}

void show_tab(Frame& frame, const AnalysisTab& tab) {
  State& state = frame.state;
  if (state.presenting) state.switch_presenter = true;
  if (state.shown != Shown::analysis) state.shown = Shown::all;
  state.analysis.group = groups[index_of(tab.group)].id;
  state.analysis.tabs[state.analysis.group] = tab.id;
  show_analysis(frame, true);
}

void show_tab(Frame& frame, std::string_view id) {
  const AnalysisTab* tab = find_tab(id);
  if (!tab) throw std::logic_error("there is no tab " + std::string(id));
  show_tab(frame, *tab);
}

void switch_group(Frame& frame, TabGroup group) {
  if (analysis_is_shown(frame) && chosen_tab(frame.state).group == group)
    return show_analysis(frame, false);
  show_tab(frame, last_tab(frame.state, group));
}

}  // namespace livewarp::ui
