// What a workload draws over its points.
#include "ui/explain/outline_lines.h"

#include <array>
#include <vector>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {

namespace {

Color color_of(const Look& look, LineKind kind) {
  switch (kind) {
  case LineKind::accepted: return faded(dark_tokens.accent, 0.55);
  case LineKind::near: return dark_tokens.warn;
  case LineKind::opened: return faded(look.tokens.paper, 0.22);
  case LineKind::cell: break;
  }
  return faded(look.tokens.paper, 0.4);
}

}  // namespace

void outline_lines(const Frame& frame, const Box& picture) {
  const Model& model = frame.model;
  if (!model.scene_lines || model.scene_texture_width <= 0) return;
  const float scale = picture.width() / float(model.scene_texture_width);
  // What is near is seen before the rest.
  for (const LineKind kind :
       {LineKind::cell, LineKind::opened, LineKind::accepted, LineKind::near}) {
    std::vector<std::array<float, 4>> lines;
    for (const SceneLine& line : *model.scene_lines)
      if (line.kind == kind)
        lines.push_back({picture.x0 + scale * line.x0, picture.y0 + scale * line.y0,
                         picture.x0 + scale * line.x1, picture.y0 + scale * line.y1});
    put_lines(frame.look, picture, color_of(frame.look, kind), lines);
  }
}

}  // namespace livewarp::ui
