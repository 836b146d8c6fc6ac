#include "ui/model/ids.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace livewarp::ui::ids {

std::string path(std::string_view area, std::string_view control, std::string_view option) {
  std::string text = "//" + std::string(area) + "/" + std::string(control);
  if (!option.empty()) text.append("/").append(option);
  return text;
}

std::uint32_t id_of(std::string_view path) {
  while (!path.empty() && path.front() == '/') path.remove_prefix(1);
  ImGuiID id = 0;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    id = ImHashStr(path.data(), end, id);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return id;
}

Scope::Scope(const char* area) { ImGui::PushOverrideID(id_of(area)); }
Scope::~Scope() { ImGui::PopID(); }

}  // namespace livewarp::ui::ids
