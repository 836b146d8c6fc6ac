#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/widgets/widgets.h"

/// What is said when the mouse rests on something.
namespace livewarp::ui {

namespace {

constexpr double widest = 30, line_height = 1.2;  // em

/// A line of its own in the tooltip, as wide as it is.
void line(const Look& look, Type type, Color color, std::string_view text) {
  const Box box = take(look, double(text_width(look, type, text) / look.em) + 0.1, line_height);
  put(look, type, color, box, text);
  gap(look, 0);
}

void lines(const Look& look, Color color, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const std::string& each :
         wrapped(look, Type::body, text.substr(0, end), look.length(widest)))
      line(look, Type::body, color, each);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void tooltip(const Look& look, std::string_view text) {
  if (!ImGui::BeginTooltip()) return;
  lines(look, look.tokens.text, text);
  gap(look, metrics.spacing_y);
  ImGui::EndTooltip();
}

/// Name and key; reason; sentences; range and option.
void help_lines(const Look& look, const Help& help) {
  const Tokens& tokens = look.tokens;
  const float name = text_width(look, Type::heading, help.name);
  const float cap = help.key.empty() ? 0 : float(key_cap_width(look, help.key)) + look.em;
  Box box = take(look, double((name + cap) / look.em) + 0.1, 1.3);
  put(look, Type::heading, tokens.text, box, help.name);
  if (cap > 0) {
    box.x0 += name + look.length(0.8);
    put_key_cap(look, box, help.key);
  }
  gap(look, 0.1);
  if (!help.reason.empty()) lines(look, tokens.warn, help.reason);
  lines(look, tokens.text, help.text);
  if (!help.range.empty()) lines(look, tokens.muted, help.range);
  if (!help.option.empty()) line(look, Type::number_caption, tokens.muted, help.option);
}

}  // namespace

void hover_text(const Look& look, std::string_view text) {
  if (!look.silent && !text.empty() &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
    tooltip(look, text);
}

void hover_text(const Look& look, const Box& box, std::string_view text) {
  if (look.silent || text.empty() || !ImGui::IsWindowHovered() ||
      !ImGui::IsMouseHoveringRect({box.x0, box.y0}, {box.x1, box.y1}) ||
      ImGui::GetCurrentContext()->MouseStationaryTimer < ImGui::GetStyle().HoverStationaryDelay)
    return;
  tooltip(look, text);
}

void pointed_text(const Look& look, std::string_view text) {
  if (!look.silent && !text.empty()) tooltip(look, text);
}

void help(const Look& look, const Help& help) {
  if (look.helped)
    look.helped->push_back({ImGui::GetItemID(), help.name, help.text, help.option, help.only_here});
  if (look.silent || help.name.empty() ||
      !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
    return;
  if (!ImGui::BeginTooltip()) return;
  help_lines(look, help);
  gap(look, metrics.spacing_y);
  ImGui::EndTooltip();
}

}  // namespace livewarp::ui
