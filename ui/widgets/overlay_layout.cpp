#include "ui/widgets/overlay_layout.h"

#include <algorithm>

namespace livewarp::ui {

namespace {

Box at(float x, float y, const Extent& size) { return {x, y, x + size.width, y + size.height}; }

/// The picture without its margin, filled from the top and from the bottom.
struct Room {
  Box box;
  float top, bottom;  ///< how far it is filled
  float gap;

  bool takes(const Extent& size) const {
    return size.width > 0 && size.width <= box.width() && top + size.height <= bottom;
  }
  Box from_top(const Extent& size) {
    if (!takes(size)) return {};
    const Box placed = at(box.x0, top, size);
    top = placed.y1 + gap;
    return placed;
  }
  Box from_bottom(const Extent& size) {
    if (!takes(size)) return {};
    const Box placed = at(box.x0, bottom - size.height, size);
    bottom = placed.y0 - gap;
    return placed;
  }
};

}  // namespace

PlacedOverlays place_overlays(const Box& picture, const Overlays& wanted, float margin, float gap) {
  Room room{picture.inset(margin, margin), picture.y0 + margin, picture.y1 - margin, gap};
  PlacedOverlays placed;
  placed.tools = room.from_top(wanted.tools);
  const Box beside = at(placed.tools.x1 + gap, placed.tools.y0, wanted.chip);
  if (placed.tools.width() > 0 && wanted.chip.width > 0 && beside.x1 <= room.box.x1 &&
      beside.y1 <= room.bottom) {
    placed.chip = beside;
    room.top = std::max(room.top, beside.y1 + gap);
  } else {
    placed.chip = room.from_top(wanted.chip);
  }
  // The legend stands at the right; the left part of its row is still free.
  const float foot = room.bottom;
  if (room.takes(wanted.legend)) {
    placed.legend =
        at(room.box.x1 - wanted.legend.width, foot - wanted.legend.height, wanted.legend);
    const Extent& first = wanted.probe.width > 0 ? wanted.probe : wanted.hint;
    const bool fits = room.box.x0 + first.width + gap <= placed.legend.x0;
    if (!fits) room.bottom = placed.legend.y0 - gap;
  }
  placed.probe = room.from_bottom(wanted.probe);
  if (placed.legend.width() > 0 && placed.probe.width() > 0)
    room.bottom = std::min(room.bottom, placed.legend.y0 - gap);
  placed.hint = room.from_bottom(wanted.hint);
  return placed;
}

bool overlap(const Box& a, const Box& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

Box place_note(const Box& wanted, bool upwards, const Box& room, std::span<const Box> taken,
               float gap) {
  const float height = wanted.height();
  if (wanted.x0 < room.x0 || wanted.x1 > room.x1 || height > room.height()) return {};
  Box note = wanted;
  const auto move_to = [&](float y) { note.y0 = y, note.y1 = y + height; };
  move_to(std::clamp(note.y0, room.y0, room.y1 - height));
  while (note.y0 >= room.y0 && note.y1 <= room.y1) {
    const auto met =
        std::ranges::find_if(taken, [&](const Box& box) { return overlap(note, box); });
    if (met == taken.end()) return note;
    move_to(upwards ? met->y0 - gap - height : met->y1 + gap);
  }
  return {};
}

}  // namespace livewarp::ui
