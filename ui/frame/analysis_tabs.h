#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/widgets/widgets.h"

/// What the panel below the picture consists of. A tab is one entry of the table in
/// ui/analysis/analysis_tabs.cpp: the bar, keys, menus, the line "/", F1 and the settings file read
/// it.
namespace livewarp::ui {

struct Frame;
struct State;

/// Id of the action that begins a search for the fastest setting.
inline constexpr const char* search_action = "search-settings";

enum class TabGroup { tune, explain, move, kernel };

/// A group stands in the bar, and has its key, as soon as it has a tab.
struct GroupInfo {
  TabGroup group;
  const char* id;  ///< of its button and its action, and in the settings file
  const char* label;
  int key;           ///< ImGuiKey; opens it, and closes it again
  const char* line;  ///< of F1
  const char* help;
};
inline constexpr std::size_t group_count = 4;
const std::array<GroupInfo, group_count>& tab_groups();

struct AnalysisTab {
  TabGroup group;
  const char* id;  ///< of its button and its action, and in the settings file
  const char* label;
  const char* answers;  ///< one sentence, in the words of lessons and help
  void (*draw)(Frame& frame, const Box& box);
  /// Why it has nothing to show and nothing to begin; null, or empty text: it has.
  std::string (*empty)(const Frame& frame) = nullptr;
  /// Id of the action that Enter performs while the tab is shown; null, or null then: as elsewhere.
  const char* (*enter)(const Frame& frame) = nullptr;
  const char* command = "";  ///< the sub-command that says the same without a window
  bool of_workload = true;   ///< which it is then told
};
std::span<const AnalysisTab> analysis_tabs();
/// Those of a group, in order.
std::vector<const AnalysisTab*> tabs_of(TabGroup group);

/// The tab that the panel shows when it is open: the last one of the group that was open last.
const AnalysisTab& chosen_tab(const State& state);
/// The panel is open, and panels are not hidden.
bool analysis_is_shown(const Frame& frame);
bool is_shown(const Frame& frame, const AnalysisTab& tab);
/// Whether Enter is the open tab's. While the cursor marks another variant that can run it is not:
/// then it measures that one, as where no tab is open.
bool tab_has_enter(const Frame& frame);
/// "Enter", for the button that it presses; empty while it does something else.
const char* enter_key(const Frame& frame);
void show_analysis(Frame& frame, bool open);
/// Opens the panel with that tab, in the presenter too, which it leaves.
void show_tab(Frame& frame, const AnalysisTab& tab);
/// The same by its id, which must be one.
void show_tab(Frame& frame, std::string_view id);
/// Opens the panel with the last tab of the group, or closes it.
void switch_group(Frame& frame, TabGroup group);

}  // namespace livewarp::ui
