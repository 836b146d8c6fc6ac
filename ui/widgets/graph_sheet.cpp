#include "ui/widgets/graph_sheet.h"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr float base_font_size = 16;
constexpr double lines = 36;  ///< of text in the sheet's height: readable from the back row
constexpr double margin = 1, footer_height = 1.4, between = 2;  // em

/// Own contexts while it lives, those before it afterwards.
class Contexts {
 public:
  Contexts()
      : imgui_before_(ImGui::GetCurrentContext()), implot_before_(ImPlot::GetCurrentContext()),
        imgui_(ImGui::CreateContext()), implot_(ImPlot::CreateContext()) {
    ImGui::SetCurrentContext(imgui_);
    ImPlot::SetCurrentContext(implot_);
  }
  ~Contexts() {
    ImPlot::DestroyContext(implot_);
    ImGui::DestroyContext(imgui_);
    ImGui::SetCurrentContext(imgui_before_);
    ImPlot::SetCurrentContext(implot_before_);
  }
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;

 private:
  ImGuiContext* imgui_before_;
  ImPlotContext* implot_before_;
  ImGuiContext* imgui_;
  ImPlotContext* implot_;
};

}  // namespace

struct GraphSheet::Impl {
  Contexts contexts;
  Fonts fonts;
  std::vector<GraphView> views;
};

GraphSheet::GraphSheet(const std::vector<std::string>& font_folders, int width, int height)
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

GraphSheet::~GraphSheet() = default;

void GraphSheet::frame(const std::vector<Graph>& graphs, const std::string& footer) {
  ImGui::NewFrame();
  const float em = ImGui::GetFontSize(), px = std::max(1.0f, std::round(em / 16));
  apply_style(dark_tokens, em, px);
  const Look look{.tokens = dark_tokens, .fonts = impl_->fonts, .em = em, .px = px};
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("Sheet", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings);
  impl_->views.resize(graphs.size());
  const Box sheet = Box{0, 0, size.x, size.y}.inset(look.length(margin), look.length(margin));
  const float gap = look.length(between);
  const auto count = float(std::max<std::size_t>(graphs.size(), 1));
  const float width = (sheet.width() - gap * (count - 1)) / count;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const float x = sheet.x0 + float(i) * (width + gap);
    put_graph(look, ("##graph" + std::to_string(i)).c_str(), graphs[i], impl_->views[i],
              {x, sheet.y0, x + width, sheet.y1 - look.length(footer_height)});
  }
  Box foot = sheet;
  foot.y0 = foot.y1 - look.length(footer_height);
  put(look, Type::caption, look.tokens.muted, foot, footer);
  ImGui::End();
  ImGui::Render();
}

}  // namespace livewarp::ui
