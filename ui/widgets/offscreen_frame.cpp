#include "ui/widgets/offscreen_frame.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/theme/own_contexts.h"
#include "ui/theme/style.h"

namespace livewarp::ui {

namespace {

constexpr float base_font_size = 16;

}  // namespace

struct OffscreenFrame::Impl {
  OwnContexts contexts;
  OwnContexts::Current current{contexts};
  Fonts fonts;
};

OffscreenFrame::OffscreenFrame(const std::vector<std::string>& font_folders, int width, int height,
                               double lines)
    : impl_(std::make_unique<Impl>()) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = io.LogFilename = nullptr;
  io.DisplaySize = {float(width), float(height)};
  io.DeltaTime = 1.0f / 60;
  impl_->fonts = load_fonts(*io.Fonts, find_fonts(font_folders));
  io.FontDefault = impl_->fonts.text;
  ImGuiStyle& style = ImGui::GetStyle();
  style.FontSizeBase = base_font_size;
  style.FontScaleDpi = float(std::max(height / lines, 8.0)) / base_font_size;
}

OffscreenFrame::~OffscreenFrame() = default;

void OffscreenFrame::draw(const std::function<void(const Look&, const Box&)>& content,
                          std::vector<Written>* written) {
  ImGui::NewFrame();
  const float em = ImGui::GetFontSize(), px = std::max(1.0f, std::round(em / 16));
  apply_style(dark_tokens, em, px);
  const Look look{
      .tokens = dark_tokens, .fonts = impl_->fonts, .em = em, .px = px, .written = written};
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("Sheet", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings);
  content(look, {0, 0, size.x, size.y});
  ImGui::End();
  ImGui::Render();
}

}  // namespace livewarp::ui
