#pragma once

struct ImGuiContext;
struct ImPlotContext;

namespace livewarp::ui {

/// Contexts of Dear ImGui and ImPlot beside those of the main window.
class OwnContexts {
 public:
  OwnContexts();
  ~OwnContexts();
  OwnContexts(const OwnContexts&) = delete;
  OwnContexts& operator=(const OwnContexts&) = delete;

  ImGuiContext* imgui() const { return imgui_; }

  /// They are current while this lives, those before it afterwards.
  class Current {
   public:
    explicit Current(const OwnContexts& contexts);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    ImGuiContext* imgui_before_;
    ImPlotContext* implot_before_;
  };

 private:
  ImGuiContext* imgui_;
  ImPlotContext* implot_;
};

}  // namespace livewarp::ui
