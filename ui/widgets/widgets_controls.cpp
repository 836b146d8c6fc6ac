#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double label_gap = 0.5;     // em between icon, label and key cap
constexpr double side_padding = 0.6;  // em beside the label of a segment
constexpr double dot_radius = 0.14;

Color ground_of(const Look& look, const Press& pressed, bool quiet) {
  if (pressed.hovered || pressed.held) return look.tokens.hover;
  return quiet ? faded(look.tokens.field, 0) : look.tokens.field;
}

void draw_option(const Look& look, const Option& option, const Box& box, bool current,
                 const Press& pressed) {
  const Tokens& tokens = look.tokens;
  if (current) {
    put_ground(look, tokens.selected, box);
    put_outline(look, tokens.accent, box);
  } else if (pressed.hovered && option.reason.empty()) {
    put_ground(look, tokens.hover, box);
  }
  if (!option.reason.empty()) put_hatch(look, faded(tokens.muted, 0.35), box);
  put(look, Type::body, current ? tokens.text : tokens.muted, box, option.label, Align::center);
}

void draw_list_row(const Look& look, const Option& option, const Box& box, bool current,
                   const Press& pressed) {
  const Tokens& tokens = look.tokens;
  const bool possible = option.reason.empty();
  if (current)
    put_ground(look, tokens.selected, box);
  else if (pressed.hovered && possible)
    put_ground(look, tokens.hover, box);
  if (!possible) put_hatch(look, faded(tokens.muted, 0.35), box);
  put(look, Type::body, possible ? tokens.text : tokens.muted,
      box.inset(look.length(metrics.frame_x), 0), option.label);
}

std::vector<float> segment_widths(const Look& look, std::span<const Option> options, float width) {
  std::vector<float> widths;
  float sum = 0;
  for (const Option& option : options) {
    widths.push_back(text_width(look, Type::body, option.label) + look.length(side_padding));
    sum += widths.back();
  }
  const float extra = (width - sum) / float(std::max<std::size_t>(options.size(), 1));
  for (float& each : widths) each += extra;
  return widths;
}

/// The help of one option: that of all, with its own value.
Help of_option(const Help& about, const Option& option) {
  Help each = about;
  if (!each.option.empty()) each.option += " " + option.id;
  if (!option.reason.empty()) each.reason = option.label + ": " + option.reason;
  return each;
}

}  // namespace

Press press(const Look& look, const char* id, double width, double height) {
  Press result;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = width > 0 ? look.length(width) : ImGui::GetContentRegionAvail().x;
  const float h = look.length(height);
  result.box = {at.x, at.y, at.x + w, at.y + h};
  result.clicked = ImGui::InvisibleButton(id, {std::max(w, 1.0f), std::max(h, 1.0f)},
                                          ImGuiButtonFlags_EnableNav);
  result.hovered = ImGui::IsItemHovered();
  result.held = ImGui::IsItemActive();
  result.right_clicked = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  return result;
}

float button_width(const Look& look, const ButtonSpec& spec) {
  if (spec.width > 0) return look.length(spec.width);
  float width = 0;
  const auto part = [&](float px) { width += px + (width > 0 ? look.length(label_gap) : 0); };
  if (spec.icon != Icon::none) part(look.em);
  if (!spec.label.empty()) part(text_width(look, Type::body, spec.label));
  if (!spec.key.empty()) part(float(key_cap_width(look, spec.key)));
  return width + 2 * look.length(spec.side);
}

bool button(const Look& look, const char* id, const ButtonSpec& spec) {
  const Tokens& tokens = look.tokens;
  ImGui::BeginDisabled(!spec.enabled);
  const Press pressed = press(look, id, double(button_width(look, spec) / look.em), spec.height);
  ImGui::EndDisabled();
  put_ground(look, spec.active ? tokens.selected : ground_of(look, pressed, spec.quiet),
             pressed.box);
  const Color color = spec.enabled ? tokens.text : tokens.muted;
  Box rest = pressed.box.inset(look.length(spec.side), 0);
  if (spec.label.empty() && spec.key.empty()) {
    put_icon(look, spec.icon, color, pressed.box);
    return pressed.clicked;
  }
  if (spec.icon != Icon::none) {
    put_icon(look, spec.icon, color, rest, Align::left);
    rest.x0 += look.em + look.length(label_gap);
  }
  // What is measured must fit, or rounding would elide the label's last letter.
  Box label_box = rest;
  label_box.x1 = pressed.box.x1;
  rest.x0 = put(look, Type::body, color, label_box, spec.label) + look.length(label_gap);
  if (!spec.key.empty()) {
    // At the right end, should the button be wider than its content.
    rest.x0 = std::max(rest.x0, rest.x1 - float(key_cap_width(look, spec.key)));
    put_key_cap(look, rest, spec.key);
  }
  return pressed.clicked && spec.enabled;
}

float segments_width(const Look& look, std::span<const Option> options) {
  float sum = 0;
  for (const Option& option : options)
    sum += text_width(look, Type::body, option.label) + look.length(side_padding);
  return sum;
}

bool segments_fit(const Look& look, std::span<const Option> options, float width) {
  return segments_width(look, options) <= width;
}

std::optional<int> segmented(const Look& look, const char* id, std::span<const Option> options,
                             int current, float width, const Help& about) {
  std::optional<int> chosen;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  put_ground(look, look.tokens.field,
             {start.x, start.y, start.x + width, start.y + look.length(metrics.hit)});
  const std::vector<float> widths = segment_widths(look, options, width);
  ImGui::PushID(id);
  float x = start.x;
  for (int i = 0; i < int(options.size()); ++i) {
    const Option& option = options[std::size_t(i)];
    const float end = i + 1 == int(options.size()) ? start.x + width : x + widths[std::size_t(i)];
    if (i > 0) ImGui::SameLine(0, 0);
    const float whole = float(int(end)) - float(int(x));
    const Press pressed = press(look, option.id.c_str(), double(whole / look.em), metrics.hit);
    draw_option(look, option, pressed.box, i == current, pressed);
    help(look, of_option(about, option));
    if (pressed.clicked && option.reason.empty() && i != current) chosen = i;
    x = end;
  }
  ImGui::PopID();
  return chosen;
}

std::optional<int> dropdown(const Look& look, const char* id, std::span<const Option> options,
                            int current, float width, const Help& about) {
  const Tokens& tokens = look.tokens;
  const Press pressed = press(look, id, double(width / look.em), metrics.hit);
  const bool known = current >= 0 && current < int(options.size());
  help(look, known ? of_option(about, options[std::size_t(current)]) : about);
  put_ground(look, ground_of(look, pressed, false), pressed.box);
  const Box inner = pressed.box.inset(look.length(metrics.frame_x), 0);
  Box text = inner;
  text.x1 -= look.em * 1.2f;
  if (known) put(look, Type::body, tokens.text, text, options[std::size_t(current)].label);
  put_icon(look, Icon::chevron_down, tokens.muted, inner, Align::right, 0.9);
  ImGui::PushID(id);
  const ImGuiID scope = ImGui::GetCurrentWindow()->IDStack.back();
  if (pressed.clicked) ImGui::OpenPopup("list");
  std::optional<int> chosen;
  ImGui::SetNextWindowPos({pressed.box.x0, pressed.box.y1 + look.px});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.length(0.2), look.length(0.2)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, look.px));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {look.length(40), look.length(40)});
  if (ImGui::BeginPopup("list")) {
    ImGui::PushOverrideID(scope);
    for (int i = 0; i < int(options.size()); ++i) {
      const Option& option = options[std::size_t(i)];
      const Press row = press(look, option.id.c_str(), 0, metrics.hit);
      draw_list_row(look, option, row.box, i == current, row);
      help(look, of_option(about, option));
      if (!row.clicked || !option.reason.empty()) continue;
      if (i != current) chosen = i;
      ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopID();
  return chosen;
}

bool toggle(const Look& look, const char* id, bool value, bool enabled) {
  const Tokens& tokens = look.tokens;
  ImGui::BeginDisabled(!enabled);
  const Press pressed = press(look, id, 2.4, metrics.hit);
  ImGui::EndDisabled();
  const float inset = look.length(0.22);
  const Box track = pressed.box.inset(0, inset);
  const double round = double(track.height() / look.em) / 2;
  put_ground(look, value ? tokens.accent : tokens.field, track, round);
  if (!value) put_outline(look, tokens.edge, track, round);
  const float knob = track.height() - 2 * look.length(0.18);
  const float pad = look.length(0.18);
  const float x = value ? track.x1 - pad - knob : track.x0 + pad;
  put_ground(look, value ? tokens.on_accent : tokens.muted,
             {x, track.y0 + pad, x + knob, track.y0 + pad + knob}, round);
  return pressed.clicked && enabled;
}

void heading(const Look& look, std::string_view text) {
  put(look, Type::heading, look.tokens.text, take(look, 0, 1.2), text);
  gap(look, metrics.heading_after);
}

bool fold_heading(const Look& look, const char* id, std::string_view text, bool open) {
  const Press pressed = press(look, id, 0, 1.2);
  help(look, {.name = std::string(text),
              .text = open ? "Folds this group." : "Unfolds this group.",
              .only_here = true});
  Box box = pressed.box;
  const float end = put(look, Type::heading, look.tokens.text, box, text);
  box.x0 = end + look.length(0.4);
  put_icon(look, open ? Icon::chevron_down : Icon::chevron_right,
           pressed.hovered ? look.tokens.text : look.tokens.muted, box, Align::left, 0.8);
  gap(look, metrics.heading_after);
  return pressed.clicked;
}

bool label(const Look& look, const char* id, const LabelSpec& spec, const Help& about) {
  ImGui::PushID(id);
  ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);  // the ring stops at the control beside it
  const Press pressed = press(look, "label", metrics.label, metrics.hit);
  ImGui::PopItemFlag();
  ImGui::PopID();
  help(look, about);
  if (!look.highlight.empty() && look.highlight == id) {
    const Box& box = pressed.box;
    put_highlight(look, {box.x0 - look.length(0.45), box.y0 - look.length(0.12),
                         box.x0 + ImGui::GetContentRegionAvail().x + look.length(0.2),
                         box.y1 + look.length(0.12)});
  }
  const float radius = look.length(dot_radius);
  if (spec.changed) {
    const float x = pressed.box.x0 - look.length(0.32), y = (pressed.box.y0 + pressed.box.y1) / 2;
    put_ground(look, look.tokens.accent, {x - radius, y - radius, x + radius, y + radius},
               dot_radius);
  }
  put(look, Type::body, spec.greyed ? look.tokens.muted : look.tokens.text, pressed.box.inset(0, 0),
      spec.text);
  same_line(look, 0);
  return pressed.right_clicked && spec.changed;
}

}  // namespace livewarp::ui
