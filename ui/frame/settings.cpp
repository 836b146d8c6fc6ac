#include "ui/frame/settings.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "ui/frame/analysis_tabs.h"

namespace livewarp::ui {

namespace {

/// Numbers separated by blanks; empty on anything else.
std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    if (text.front() == ' ') {
      text.remove_prefix(1);
      continue;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !(number >= 0 && number < 1e6)) return {};
    numbers.push_back(number);
    text.remove_prefix(std::size_t(end - text.data()));
  }
  return numbers;
}

bool read(State& state, std::string_view key, const std::vector<double>& values) {
  const auto flag = [&](bool& target) {
    target = values[0] != 0;
    return values.size() == 1;
  };
  if (values.empty()) return false;
  if (key == "TextScale") {
    state.text_scale = std::clamp(values[0], 0.75, 3.0);
    return values.size() == 1;
  }
  if (key == "LightTheme") {
    state.theme = values[0] != 0 ? Theme::light : Theme::dark;
    return values.size() == 1;
  }
  if (key == "ShowKeys") return flag(state.show_keys);
  if (key == "HintGone") return flag(state.hint_gone);
  if (key == "Unlocked") return flag(state.unlocked);
  if (key == "CustomLayout") return flag(state.custom_layout);
  if (key == "Analysis") {
    if (values.size() != 2 || values[1] > 60) return false;
    state.analysis.open = values[0] != 0;
    state.analysis.height = values[1];
    return true;
  }
  if (key == "Columns") {
    if (values.size() != 4 || values[0] >= double(state.sizes.size()) || values[3] >= 1)
      return false;
    state.sizes[std::size_t(values[0])] = {values[1], values[2], values[3]};
    return true;
  }
  return false;
}

/// "tune sweep-tab": the last tab of a group. The last line names the group that was open last. A
/// tab that this program does not know is none of its groups'.
bool read_tab(State& state, std::string_view value) {
  const std::size_t blank = value.find(' ');
  if (blank == std::string_view::npos) return false;
  const std::string group(value.substr(0, blank)), tab(value.substr(blank + 1));
  if (std::ranges::find(tab_groups(), group, &GroupInfo::id) == tab_groups().end()) return false;
  if (tab.empty() || tab.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != std::string::npos)
    return false;
  state.analysis.tabs[group] = tab;
  state.analysis.group = group;
  return true;
}

void read_line(ImGuiContext*, ImGuiSettingsHandler* handler, void*, const char* text) {
  State& state = *static_cast<State*>(handler->UserData);
  const std::string_view line(text);
  if (line.empty()) return;
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    state.settings_damaged = true;
    return;
  }
  const std::string_view key = line.substr(0, equals), value = line.substr(equals + 1);
  if (key == "AnalysisTab" ? !read_tab(state, value) : !read(state, key, numbers_of(value)))
    state.settings_damaged = true;
}

void write_all(ImGuiContext*, ImGuiSettingsHandler* handler, ImGuiTextBuffer* out) {
  const State& state = *static_cast<const State*>(handler->UserData);
  std::string text = fmt::format(
      "[{}][State]\nTextScale={}\nLightTheme={}\nShowKeys={}\nHintGone={}\nUnlocked={}\n"
      "CustomLayout={}\n",
      handler->TypeName, state.kept_text_scale.value_or(state.text_scale),
      int(state.kept_theme.value_or(state.theme) == Theme::light), int(state.show_keys),
      int(state.hint_gone), int(state.unlocked), int(state.custom_layout));
  text += fmt::format("Analysis={} {:.3f}\n", int(state.analysis.open), state.analysis.height);
  for (const bool last : {false, true})
    for (const auto& [group, tab] : state.analysis.tabs)
      if ((group == state.analysis.group) == last)
        text += fmt::format("AnalysisTab={} {}\n", group, tab);
  for (std::size_t i = 0; i < state.sizes.size(); ++i)
    if (const State::Sizes& sizes = state.sizes[i]; sizes.left > 0)
      text +=
          fmt::format("Columns={} {:.3f} {:.3f} {:.4f}\n", i, sizes.left, sizes.right, sizes.share);
  out->append((text + "\n").c_str());
}

}  // namespace

void keep_settings(State& state) {
  ImGuiSettingsHandler handler;
  handler.TypeName = "Livewarp";
  handler.TypeHash = ImHashStr("Livewarp");
  handler.ReadOpenFn = [](ImGuiContext*, ImGuiSettingsHandler* self, const char*) {
    return self->UserData;
  };
  handler.ReadLineFn = read_line;
  handler.WriteAllFn = write_all;
  handler.UserData = &state;
  ImGui::AddSettingsHandler(&handler);
}

}  // namespace livewarp::ui
