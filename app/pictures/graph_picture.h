#pragma once

#include <string>
#include <vector>

#include "kernels/core/model/graph.h"
#include "kernels/core/model/image.h"
#include "render/gl/picture.h"
#include "ui/views/ladder_view.h"
#include "ui/views/roofline_view.h"

namespace livewarp {

/// Size of a picture of graphs: a slide.
inline constexpr int graph_width = 1920, graph_height = 1080;

/// The graphs side by side as the panel draws them, `footer` below. Needs a current OpenGL context,
/// which it leaves as it was. Throws `Error` where the user interface cannot start on it.
PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& footer, int width,
                       int height);

/// A heat map in their place.
PixelImage draw_heat_map(const HeatMap& map, const std::string& footer, int width, int height);

/// A ladder in their place.
PixelImage draw_ladder(const ui::Ladder& ladder, const std::string& footer, int width, int height);

/// A roofline in their place.
PixelImage draw_roofline(const ui::Roofline& roofline, const std::string& title,
                         const std::string& footer, int width, int height);

/// The same pixels as a picture that can be written.
Image as_image(const PixelImage& pixels);

}  // namespace livewarp
