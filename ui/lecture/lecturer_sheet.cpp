#include "ui/lecture/lecturer_sheet.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/lecture/lecturer_notes.h"
#include "ui/theme/style.h"

namespace livewarp::ui {

namespace {

constexpr float font_size = 16;
// A sheet is as many em high and wide, or more: what a lecturer reads is large.
constexpr float least_height = 30, least_width = 46;

}  // namespace

LecturerSheet::LecturerSheet(const std::vector<std::string>& font_folders) {
  const OwnContexts::Current current(contexts_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = io.LogFilename = nullptr;
  fonts_ = load_fonts(*io.Fonts, find_fonts(font_folders));
  io.FontDefault = fonts_.text;
  ImGui::GetStyle().FontSizeBase = font_size;
}

void LecturerSheet::frame(const LecturerView& view, std::vector<Written>* written) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float wanted = std::max(8.0f, std::min(size.y / least_height, size.x / least_width));
  ImGui::GetStyle().FontScaleDpi = wanted / font_size;
  ImGui::NewFrame();
  const float em = ImGui::GetFontSize(), px = std::max(1.0f, std::round(em / 16));
  const Tokens& tokens = tokens_of(view.theme);
  apply_style(tokens, em, px);
  const Look look{.tokens = tokens, .fonts = fonts_, .em = em, .px = px, .written = written};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("Notes", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings);
  lecturer_notes(look, {0, 0, size.x, size.y}, view);
  ImGui::End();
  ImGui::Render();
}

}  // namespace livewarp::ui
