#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/model/graph.h"
#include "ui/views/ladder_view.h"
#include "ui/views/roofline_view.h"

namespace livewarp::ui {

inline constexpr double sheet_lines = 36;  ///< readable from the back row

/// Graphs on a sheet of their own, to be drawn off-screen: the same drawing as in the panel, in
/// contexts of Dear ImGui and ImPlot that are current while it lives, in place of those before it.
/// The OpenGL back end is initialised after construction and shut down before the end.
class GraphSheet {
 public:
  /// `lines` of text have room in the height: the fewer, the larger.
  GraphSheet(const std::vector<std::string>& font_folders, int width, int height,
             double lines = sheet_lines);
  ~GraphSheet();
  GraphSheet(const GraphSheet&) = delete;
  GraphSheet& operator=(const GraphSheet&) = delete;

  /// Side by side; `footer` says on which machine. What is to be drawn is then
  /// ImGui::GetDrawData().
  void frame(const std::vector<Graph>& graphs, const std::string& footer);
  /// A heat map in the same place.
  void frame(const HeatMap& map, const std::string& footer);
  /// A ladder in the same place.
  void frame(const Ladder& ladder, const std::string& footer);
  /// A roofline in the same place, its points by compulsory bytes.
  void frame(const Roofline& roofline, const std::string& title, const std::string& footer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace livewarp::ui
