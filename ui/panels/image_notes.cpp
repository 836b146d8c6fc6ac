#include "ui/panels/image_notes.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/model/choices.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double height = 1.5, padding = 0.4, inset = 0.4, between = 0.3;  // em
constexpr double grip = 1.2;  // width that takes the mouse

/// Below the image, as an axis.
bool at_the_foot(const ImageNote& note) { return note.y >= 1 && !note.above; }

std::vector<Box> boxes_of(const PlacedOverlays& placed) {
  return {placed.tools, placed.chip, placed.legend, placed.probe, placed.hint};
}

Box common(const Box& a, const Box& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

Box part_of(const Box& image, const ImagePart& part) {
  const float x = image.x0 + float(part.x) * image.width();
  const float y = image.y0 + float(part.y) * image.height();
  return {x, y, x + float(part.width) * image.width(), y + float(part.height) * image.height()};
}

}  // namespace

ImageNotes::ImageNotes(const Look& look, const View& view, const Box& image, const Box& room)
    : look_(look), view_(view), image_(image), room_(room) {
  for (const ImageNote& note : view.notes)
    if (at_the_foot(note)) place(note, image, {});
}

/// Of a note about a picture that lies there.
Box ImageNotes::wanted(const ImageNote& note, const Box& picture) const {
  const float x = picture.x0 + float(note.x) * picture.width();
  const float y = picture.y0 + float(note.y) * picture.height();
  const float width =
      text_width(look_, Type::body, note.text) + look_.px + 2 * look_.length(padding);
  const float aside = look_.length(inset) * (1 - 2 * float(note.share));
  const float away = look_.length(at_the_foot(note) ? between : inset) * (note.above ? -1 : 1);
  Box box{std::round(x - float(note.share) * width + aside), std::round(y + away), 0, 0};
  if (note.above) box.y0 -= look_.length(height);
  box.x1 = box.x0 + width;
  box.y1 = box.y0 + look_.length(height);
  return box;
}

void ImageNotes::place(const ImageNote& note, const Box& picture, const std::vector<Box>& taken) {
  std::vector<Box> all = taken;
  for (const Placed& each : placed_) all.push_back(each.box);
  const Box seen = common(picture, room_);
  const Box box = place_note(wanted(note, picture), note.above,
                             {seen.x0, room_.y0, seen.x1, room_.y1}, all, look_.length(between));
  if (box.width() > 0) placed_.push_back({note.text, box});
}

Box ImageNotes::room_above(const Box& room, const PlacedOverlays& other) const {
  Box left = room;
  for (const Placed& note : placed_)
    for (const Box& box : boxes_of(other))
      if (overlap(note.box, box)) left.y1 = std::min(left.y1, note.box.y0);
  return left;
}

void ImageNotes::put(const PlacedOverlays& other) {
  for (const ImageNote& note : view_.notes)
    if (!at_the_foot(note)) place(note, image_, boxes_of(other));
  // The name of a part stands in the corner of what is seen of it.
  for (const ImagePart& part : view_.parts)
    place({.text = part.name}, common(part_of(image_, part), room_), boxes_of(other));
  for (const Placed& note : placed_) {
    put_scrim(look_, note.box);
    Box text = note.box.inset(look_.length(padding), 0);
    text.x1 = note.box.x1;  // rounding must not elide what was measured to fit
    ui::put(look_, Type::body, look_.tokens.text, text, note.text);
  }
}

void image_divider(Frame& frame, const Box& room) {
  const Look& look = frame.look;
  const std::string& id = frame.model.view.divider;
  const Param* param = id.empty() ? nullptr : find_param(frame.model.params, id);
  const Box& image = frame.image;
  if (!param || image.width() <= 0) return;
  const double share = std::get<double>(value_of(frame.wanted, *param, false));
  const float x = std::round(image.x0 + float(share) * image.width());
  const float top = std::max(image.y0, room.y0), foot = std::min(image.y1, room.y1);
  if (x < room.x0 || x > room.x1 || foot <= top) return;
  ImGui::SetCursorScreenPos({x - look.length(grip) / 2, top});
  const Press pressed = press(look, ids::divider, grip, double((foot - top) / look.em));
  help(look, {.name = param->label, .text = param->help, .option = "--" + id});
  if (pressed.hovered || pressed.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (pressed.held) {
    const double wanted = double((ImGui::GetIO().MousePos.x - image.x0) / image.width());
    set_value(frame.wanted, *param, false,
              tidy(*param, std::clamp(wanted, param->min, param->max)));
  }
  put_divider(look, {x, top, x, foot}, pressed.hovered || pressed.held);
}

}  // namespace livewarp::ui
