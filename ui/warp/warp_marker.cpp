// Where on the picture the elements lie that the warp touches: few of millions are not seen
// without.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

constexpr double around = 0.9;  // em from what is lit to its ring
constexpr double seen = 6;      // em: what is longer is seen by itself

/// Columns and rows from the first to the last that is touched.
struct Cells {
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

std::optional<Cells> cells_of(const WarpView& view, const WarpAccess& access) {
  if (access.array < 0 || access.pattern.active == 0) return {};
  const WarpArray& array = view.arrays[std::size_t(access.array)];
  if (array.element == 0 || array.height <= 1 || array.width <= 0) return {};
  std::optional<Cells> all;
  for (unsigned lanes = access.pattern.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t at = access.pattern.address[std::size_t(std::countr_zero(lanes))];
    for (const std::uint64_t byte : {at, at + access.pattern.bytes - 1}) {
      const auto element = std::int64_t((byte - array.first) / array.element);
      const std::int64_t x = array.part.x + element % array.width;
      const std::int64_t y = array.part.y + element / array.width;
      if (!all) all = Cells{x, y, x, y};
      all->x0 = std::min(all->x0, x);
      all->x1 = std::max(all->x1, x);
      all->y0 = std::min(all->y0, y);
      all->y1 = std::max(all->y1, y);
    }
  }
  return all;
}

}  // namespace

void warp_marker(Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const Model& model = frame.model;
  const WarpView* const view = warp_of(frame);
  const auto& lit = frame.state.warp.lit;
  if (!warp_is_shown(frame) || !view || !lit || !model.warp_tint_reason.empty()) return;
  const Region& image = model.scene_image;  // in pixels of the scene's texture
  if (image.width <= 0 || model.scene_texture_width <= 0) return;
  const WarpAccess& access = view->accesses[*lit];
  const auto cells = cells_of(*view, access);
  if (!cells) return;
  const WarpArray& array = view->arrays[std::size_t(access.array)];
  const bool alone = array.part.width == 0;
  const double width = double(alone ? array.width : array.part.width);
  const double height = double(alone ? array.height : array.part.height);
  const float scale = picture.width() / float(model.scene_texture_width);
  const auto x = [&](std::int64_t cell) {
    return picture.x0 + scale * float(double(image.x) + double(image.width) * double(cell) / width);
  };
  const auto y = [&](std::int64_t cell) {
    return picture.y0 +
           scale * float(double(image.y) + double(image.height) * double(cell) / height);
  };
  const Box box{x(cells->x0), y(cells->y0), x(cells->x1 + 1), y(cells->y1 + 1)};
  if (std::max(box.width(), box.height()) > look.length(seen)) return;
  const float radius = std::hypot(box.width(), box.height()) / 2 + look.length(around);
  put_ring(look, picture, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, radius);
}

}  // namespace livewarp::ui
