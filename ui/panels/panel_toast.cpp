// A line that comes and goes: what a key did not do, and why.
#include <imgui.h>

#include "ui/frame/frame.h"

namespace livewarp::ui {

double show_toast(Frame& frame, std::string text) {
  frame.state.toast = {std::move(text), frame.now + 2};
  return frame.state.toast.until;
}

/// In the middle, above the picture's legend.
void toast(Frame& frame) {
  if (frame.now >= frame.state.toast.until) return;
  const Look& look = frame.look;
  const std::string& text = frame.state.toast.text;
  frame.result.animating = true;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, size.y - look.length(5.5)}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::Begin("Toast", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  const float width = std::min(text_width(look, Type::body, text), size.x - look.length(4));
  put(look, Type::body, look.tokens.text, take(look, double(width / look.em) + 0.1, metrics.hit),
      text);
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace livewarp::ui
