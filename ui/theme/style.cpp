#include "ui/theme/style.h"

#include <imgui.h>
#include <implot.h>

#include <cmath>

#include "ui/theme/colors.h"

namespace livewarp::ui {

namespace {

void apply_sizes(ImGuiStyle& style, float em, float px) {
  const auto length = [em](double ems) { return float(std::round(ems * double(em))); };
  const auto pair = [&](double x, double y) { return ImVec2(length(x), length(y)); };
  style.DisabledAlpha = 1;  // greyed things are written in `muted`, which keeps its contrast
  style.WindowPadding = pair(metrics.window_x, metrics.window_y);
  style.FramePadding = pair(metrics.frame_x, metrics.frame_y);
  style.ItemSpacing = pair(metrics.spacing_x, metrics.spacing_y);
  style.ItemInnerSpacing = pair(metrics.inner_x, metrics.inner_y);
  style.CellPadding = pair(metrics.cell_x, metrics.cell_y);
  style.IndentSpacing = length(1);
  style.ScrollbarSize = length(metrics.scrollbar);
  style.ScrollbarPadding = length(0.15);
  style.GrabMinSize = length(metrics.grab);
  style.WindowRounding = style.ChildRounding = 0;
  style.FrameRounding = style.PopupRounding = style.GrabRounding = style.TabRounding =
      style.ScrollbarRounding = style.MenuItemRounding = length(metrics.rounding);
  style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = 0;
  style.TabBorderSize = style.TabBarBorderSize = style.TabBarOverlineSize = 0;
  style.PopupBorderSize = style.SeparatorSize = px;
  style.DockingSeparatorSize = 2 * px;
  style.WindowMinSize = pair(2, 2);
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.DockingNodeHasCloseButton = false;
  style.TabMinWidthBase = length(4);
  style.TabCloseButtonMinWidthSelected = style.TabCloseButtonMinWidthUnselected = length(200);
  style.HoverStationaryDelay = 0.4f;
  style.HoverDelayShort = style.HoverDelayNormal = 0.4f;
  style.AntiAliasedLineEnds = true;
}

void apply_grounds(ImVec4* colors, const Tokens& tokens) {
  const auto set = [&](int index, Color color) { colors[index] = vector_of(color); };
  const Color none = faded(tokens.app, 0);
  set(ImGuiCol_WindowBg, tokens.panel);
  set(ImGuiCol_ChildBg, none);
  set(ImGuiCol_PopupBg, tokens.raised);
  set(ImGuiCol_Border, tokens.divider);
  set(ImGuiCol_BorderShadow, none);
  set(ImGuiCol_FrameBg, tokens.field);
  set(ImGuiCol_FrameBgHovered, tokens.hover);
  set(ImGuiCol_FrameBgActive, tokens.hover);
  for (const int bar :
       {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed, ImGuiCol_MenuBarBg})
    set(bar, tokens.app);
  set(ImGuiCol_ScrollbarBg, none);
  set(ImGuiCol_ScrollbarGrab, tokens.divider);
  set(ImGuiCol_ScrollbarGrabHovered, tokens.edge);
  set(ImGuiCol_ScrollbarGrabActive, tokens.muted);
  set(ImGuiCol_Button, tokens.field);
  set(ImGuiCol_ButtonHovered, tokens.hover);
  set(ImGuiCol_ButtonActive, tokens.selected);
  set(ImGuiCol_Header, tokens.selected);
  set(ImGuiCol_HeaderHovered, tokens.hover);
  set(ImGuiCol_HeaderActive, tokens.selected);
  set(ImGuiCol_Separator, tokens.app);  // between docked panels; also the gap's colour
  set(ImGuiCol_SeparatorHovered, tokens.edge);
  set(ImGuiCol_SeparatorActive, tokens.accent);
  set(ImGuiCol_ResizeGrip, none);
  set(ImGuiCol_ResizeGripHovered, tokens.edge);
  set(ImGuiCol_ResizeGripActive, tokens.accent);
  for (const int tab : {ImGuiCol_Tab, ImGuiCol_TabDimmed}) set(tab, tokens.app);
  for (const int tab : {ImGuiCol_TabSelected, ImGuiCol_TabDimmedSelected}) set(tab, tokens.panel);
  set(ImGuiCol_TabHovered, tokens.hover);
  set(ImGuiCol_TabSelectedOverline, tokens.accent);
  set(ImGuiCol_TabDimmedSelectedOverline, tokens.divider);
  set(ImGuiCol_DockingEmptyBg, tokens.app);
  set(ImGuiCol_DockingPreview, faded(tokens.accent, 0.5));
  for (const int dim : {ImGuiCol_NavWindowingDimBg, ImGuiCol_ModalWindowDimBg})
    set(dim, faded(tokens.app, 0.6));
}

void apply_marks(ImVec4* colors, const Tokens& tokens) {
  const auto set = [&](int index, Color color) { colors[index] = vector_of(color); };
  set(ImGuiCol_Text, tokens.text);
  set(ImGuiCol_TextDisabled, tokens.muted);
  set(ImGuiCol_CheckMark, tokens.accent);
  set(ImGuiCol_CheckboxSelectedBg, tokens.selected);
  set(ImGuiCol_SliderGrab, tokens.accent);
  set(ImGuiCol_SliderGrabActive, tokens.accent);
  set(ImGuiCol_InputTextCursor, tokens.accent);
  set(ImGuiCol_PlotLines, tokens.series[0]);
  set(ImGuiCol_PlotLinesHovered, tokens.series[0]);
  set(ImGuiCol_PlotHistogram, tokens.series[0]);
  set(ImGuiCol_PlotHistogramHovered, tokens.series[0]);
  set(ImGuiCol_TableHeaderBg, tokens.panel);
  set(ImGuiCol_TableBorderStrong, tokens.divider);
  set(ImGuiCol_TableBorderLight, tokens.divider);
  set(ImGuiCol_TableRowBg, faded(tokens.panel, 0));
  set(ImGuiCol_TableRowBgAlt, faded(tokens.panel, 0));
  set(ImGuiCol_TextLink, tokens.accent);
  set(ImGuiCol_TextSelectedBg, tokens.selected);
  set(ImGuiCol_TreeLines, tokens.divider);
  set(ImGuiCol_DragDropTarget, tokens.accent);
  set(ImGuiCol_DragDropTargetBg, faded(tokens.accent, 0.2));
  set(ImGuiCol_UnsavedMarker, tokens.warn);
  set(ImGuiCol_NavCursor, tokens.accent);
  set(ImGuiCol_NavWindowingHighlight, tokens.accent);
}

void apply_plot_style(ImPlotStyle& style, const Tokens& tokens, float em, float px) {
  const auto length = [em](double ems) { return float(std::round(ems * double(em))); };
  style.PlotMinSize = {length(4), length(2)};
  style.PlotBorderSize = 0;
  style.MajorTickLen = style.MinorTickLen = {0, 0};
  style.MajorTickSize = style.MinorTickSize = style.MajorGridSize = style.MinorGridSize = {px, px};
  style.PlotPadding = {0, length(0.4)};
  style.LabelPadding = {length(0.4), length(0.2)};
  style.LegendPadding = style.LegendInnerPadding = {length(0.4), length(0.3)};
  style.MousePosPadding = {length(0.5), length(0.5)};
  const auto set = [&](int index, Color color) { style.Colors[index] = vector_of(color); };
  const Color none = faded(tokens.panel, 0);
  set(ImPlotCol_FrameBg, none);
  set(ImPlotCol_PlotBg, none);
  set(ImPlotCol_PlotBorder, none);
  set(ImPlotCol_LegendBg, tokens.raised);
  set(ImPlotCol_LegendBorder, tokens.divider);
  set(ImPlotCol_LegendText, tokens.text);
  set(ImPlotCol_TitleText, tokens.text);
  set(ImPlotCol_InlayText, tokens.text);
  set(ImPlotCol_AxisText, tokens.muted);
  set(ImPlotCol_AxisGrid, tokens.divider);
  set(ImPlotCol_AxisTick, tokens.divider);
  set(ImPlotCol_AxisBg, none);
  set(ImPlotCol_Selection, tokens.accent);
  set(ImPlotCol_Crosshairs, tokens.muted);
}

}  // namespace

void apply_style(const Tokens& tokens, float em, float px) {
  ImGuiStyle& style = ImGui::GetStyle();
  apply_sizes(style, em, px);
  apply_grounds(style.Colors, tokens);
  apply_marks(style.Colors, tokens);
  apply_plot_style(ImPlot::GetStyle(), tokens, em, px);
}

}  // namespace livewarp::ui
