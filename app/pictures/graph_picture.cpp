#include "app/pictures/graph_picture.h"

#include <cstring>

#include "app/base/platform.h"
#include "app/pictures/sheet_canvas.h"
#include "ui/charts/graph_sheet.h"
#include "ui/charts/ladder_chart.h"

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

PixelImage draw_ladder(const ui::Ladder& ladder, const std::string& footer, int width, int height) {
  ui::GraphSheet sheet(font_folders(), width, height, ui::ladder_lines(ladder));
  return drawn_off_screen(width, height, "the ladder", [&] { sheet.frame(ladder, footer); });
}

PixelImage draw_roofline(const ui::Roofline& roofline, const std::string& title,
                         const std::string& footer, int width, int height) {
  ui::GraphSheet sheet(font_folders(), width, height);
  return drawn_off_screen(width, height, "the roofline",
                          [&] { sheet.frame(roofline, title, footer); });
}

Image as_image(const PixelImage& pixels) {
  Image image{pixels.width, pixels.height, 4, 8, {}};
  image.pixels.resize(pixels.rgba.size());
  std::memcpy(image.pixels.data(), pixels.rgba.data(), pixels.rgba.size());
  return image;
}

}  // namespace livewarp
