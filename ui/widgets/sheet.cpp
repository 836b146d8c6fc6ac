#include "ui/widgets/sheet.h"

namespace livewarp::ui {

Sheet::Sheet(const Look& look, const char* id, ImVec2 place, ImVec2 pivot, ImVec2 padding) {
  ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(look.length(padding.x), look.length(padding.y)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, look.px);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
}

Sheet::~Sheet() {
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

bool Sheet::clicked_beside() const {
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered() &&
         !ImGui::IsWindowAppearing();
}

}  // namespace livewarp::ui
