#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double range_bar = 0.16;  // em: the bar at a field's foot

/// Clicks on the field: true if it is to become a text input.
bool wants_typing(ImGuiID id, const ImRect& box) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (ImGui::TempInputIsActive(id)) return true;
  const bool hovered = ImGui::ItemHoverable(box, id, g.LastItemData.ItemFlags);
  const bool clicked = hovered && ImGui::IsMouseClicked(0, ImGuiInputFlags_None, id);
  const bool double_clicked = hovered && ImGui::IsMouseDoubleClicked(0);
  if (!clicked && g.NavActivateId != id) return false;
  if (clicked) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
  if (double_clicked || (clicked && g.IO.KeyCtrl) || g.NavActivateId == id) return true;
  ImGui::SetActiveID(id, g.CurrentWindow);
  ImGui::SetFocusID(id, g.CurrentWindow);
  ImGui::FocusWindow(g.CurrentWindow);
  g.ActiveIdUsingNavDirMask |= (1 << ImGuiDir_Left) | (1 << ImGuiDir_Right);
  return false;
}

void type_number(const Look& look, const char* id, ImGuiID item, const ImRect& box, double& value,
                 const NumberFieldSpec& spec) {
  // It would write its label beside the field; what follows ### counts for the id alone.
  const std::string label = "###" + std::string(id);
  ImGui::PushFont(look.fonts.mono, 0);
  ImGui::TempInputScalar(box, item, label.c_str(), ImGuiDataType_Double, &value,
                         spec.integer ? "%.0f" : "%.6g", &spec.min, &spec.max);
  ImGui::PopFont();
}

void draw_field(const Look& look, const Box& box, const NumberFieldSpec& spec, double share,
                bool hovered) {
  const Tokens& tokens = look.tokens;
  put_ground(look, hovered ? tokens.hover : tokens.field, box);
  const float inset = look.length(0.08);
  Box foot = box.inset(inset, inset);
  put_foot_bar(look, spec.enabled ? tokens.edge : tokens.divider, foot, 1, range_bar);
  put_foot_bar(look, spec.enabled ? tokens.accent : tokens.muted, foot, share, range_bar);
  Box text = box.inset(look.length(metrics.frame_x), 0);
  text.y1 -= look.length(range_bar);
  put_quantity(look, spec.enabled ? tokens.text : tokens.muted, text, spec.shown, spec.unit,
               Align::right);
}

void draw_path(const Look& look, const Box& box, const std::string& text, const PathSpec& spec,
               bool hovered) {
  const Tokens& tokens = look.tokens;
  put_ground(look, hovered && spec.enabled ? tokens.hover : tokens.field, box);
  if (spec.wrong) put_outline(look, tokens.error, box);
  const Box inner = box.inset(look.length(metrics.frame_x), 0);
  if (!spec.at_rest.empty())
    put(look, Type::body, spec.enabled ? tokens.text : tokens.muted, inner, spec.at_rest,
        Align::right);
  else if (text.empty())
    put(look, Type::body, tokens.muted, inner, spec.empty);
  else
    put(look, Type::body, spec.enabled ? tokens.text : tokens.muted, inner,
        end_of(look, Type::body, text, inner.width()));
}

}  // namespace

bool path_field(const Look& look, const char* id, std::string& text, const PathSpec& spec,
                float width) {
  constexpr std::size_t longest = 4096;  // PATH_MAX
  ImGui::BeginDisabled(!spec.enabled);
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiID item = g.CurrentWindow->GetID(id);
  const ImVec2 at = g.CurrentWindow->DC.CursorPos;
  const ImRect rect(at, {at.x + width, at.y + look.length(metrics.hit)});
  const Box box{rect.Min.x, rect.Min.y, rect.Max.x, rect.Max.y};
  ImGui::ItemSize(rect);
  bool typing = false;
  if (ImGui::ItemAdd(rect, item, nullptr, ImGuiItemFlags_Inputable)) {
    const bool hovered = ImGui::ItemHoverable(rect, item, g.LastItemData.ItemFlags);
    const bool clicked = hovered && ImGui::IsMouseClicked(0, ImGuiInputFlags_None, item);
    if (clicked) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, item);
    typing = ImGui::TempInputIsActive(item) || clicked || g.NavActivateId == item;
    if (typing) {
      std::array<char, longest> buffer{};
      text.copy(buffer.data(), buffer.size() - 1);
      if (ImGui::TempInputText(rect, item, ("###" + std::string(id)).c_str(), buffer.data(),
                               buffer.size()))
        text = buffer.data();
      typing = ImGui::TempInputIsActive(item);
    } else {
      draw_path(look, box, text, spec, hovered);
      ImGui::RenderNavCursor(rect, item);
    }
  }
  ImGui::EndDisabled();
  return typing;
}

FieldChange number_field(const Look& look, const char* id, double& value,
                         const NumberFieldSpec& spec, float width) {
  ImGui::BeginDisabled(!spec.enabled);
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImGuiID item = window->GetID(id);
  const ImVec2 at = window->DC.CursorPos;
  const ImRect rect(at, {at.x + width, at.y + look.length(metrics.hit)});
  const Box box{rect.Min.x, rect.Min.y, rect.Max.x, rect.Max.y};
  ImGui::ItemSize(rect);
  FieldChange change;
  if (ImGui::ItemAdd(rect, item, nullptr, ImGuiItemFlags_Inputable)) {
    const double before = value;
    if (wants_typing(item, rect)) {
      type_number(look, id, item, rect, value, spec);
      change.edited = value != before;
    } else {
      ImRect grab;
      change.edited = ImGui::SliderBehavior(
          rect, item, ImGuiDataType_Double, &value, &spec.min, &spec.max,
          spec.integer ? "%.0f" : "%.6g",
          ImGuiSliderFlags_AlwaysClamp | (spec.logarithmic ? ImGuiSliderFlags_Logarithmic : 0),
          &grab);
      if (change.edited) ImGui::MarkItemEdited(item);
      draw_field(look, box, spec, double((grab.GetCenter().x - rect.Min.x) / rect.GetWidth()),
                 ImGui::IsItemHovered() || ImGui::IsItemActive());
      ImGui::RenderNavCursor(rect, item);
    }
    change.finished = ImGui::IsItemDeactivatedAfterEdit();
  }
  ImGui::EndDisabled();
  return change;
}

}  // namespace livewarp::ui
