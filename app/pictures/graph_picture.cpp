#include "app/pictures/graph_picture.h"

#include <cstring>

#include "app/base/platform.h"
#include "app/pictures/sheet_canvas.h"
#include "ui/widgets/graph_sheet.h"

namespace livewarp {

PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& footer, int width,
                       int height) {
  ui::GraphSheet sheet(font_folders(), width, height);
  return drawn_off_screen(width, height, "the graph", [&] { sheet.frame(graphs, footer); });
}

PixelImage draw_heat_map(const HeatMap& map, const std::string& footer, int width, int height) {
  ui::GraphSheet sheet(font_folders(), width, height);
  return drawn_off_screen(width, height, "the heat map", [&] { sheet.frame(map, footer); });
}

Image as_image(const PixelImage& pixels) {
  Image image{pixels.width, pixels.height, 4, 8, {}};
  image.pixels.resize(pixels.rgba.size());
  std::memcpy(image.pixels.data(), pixels.rgba.data(), pixels.rgba.size());
  return image;
}

}  // namespace livewarp
