#include "ui/theme/own_contexts.h"

#include <imgui.h>
#include <implot.h>

namespace livewarp::ui {

/// What makes a context also makes it current, if there was none.
OwnContexts::OwnContexts() {
  ImGuiContext* const imgui_before = ImGui::GetCurrentContext();
  ImPlotContext* const implot_before = ImPlot::GetCurrentContext();
  imgui_ = ImGui::CreateContext();
  implot_ = ImPlot::CreateContext();
  ImGui::SetCurrentContext(imgui_before);
  ImPlot::SetCurrentContext(implot_before);
}

OwnContexts::~OwnContexts() {
  ImPlot::DestroyContext(implot_);
  ImGui::DestroyContext(imgui_);
}

OwnContexts::Current::Current(const OwnContexts& contexts)
    : imgui_before_(ImGui::GetCurrentContext()), implot_before_(ImPlot::GetCurrentContext()) {
  ImGui::SetCurrentContext(contexts.imgui_);
  ImPlot::SetCurrentContext(contexts.implot_);
}

OwnContexts::Current::~Current() {
  ImGui::SetCurrentContext(imgui_before_);
  ImPlot::SetCurrentContext(implot_before_);
}

}  // namespace livewarp::ui
