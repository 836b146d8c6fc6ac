// Rates over intensities, below roofs.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/roof_place.h"
#include "ui/widgets/widgets_draw.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double line = 0.11, bold = 0.17, mark = 0.3, small = 0.2;  // em
constexpr double dash = 0.4, reach = 0.9;                            // em

ImDrawList& list() { return *ImGui::GetWindowDrawList(); }

void put_axes(const Look& look, const RoofPlace& place) {
  const ImU32 faint = packed(look.tokens.divider);
  const Box &plane = place.plane, &all = place.all;
  const float half = look.length(roof_label) / 2;
  for (const double at : decades(place.plot.y)) {
    const float y = std::round(place.y(at));
    list().AddLine({place.slanted.x0, y}, {plane.x1, y}, faint, look.px);
    if (y - half < plane.y0) continue;  // the axis' name stands there
    put(look, Type::number_caption, look.tokens.muted,
        {all.x0, y - half, place.slanted.x0 - look.length(roof_gap), y + half}, decade_text(at),
        Align::right);
  }
  const float name = text_width(look, Type::caption, place.plot.x_label) + look.length(roof_gap);
  const Box below{plane.x0, plane.y1, all.x1, all.y1};
  float free_from = all.x0;
  for (const double at : decades(place.plot.x)) {
    const float x = std::round(place.x(at));
    list().AddLine({x, plane.y0}, {x, plane.y1}, faint, look.px);
    const float width = text_width(look, Type::number_caption, decade_text(at)) + 2 * look.px;
    const Box tick{x - width / 2, below.y0, x + width / 2, below.y1};
    if (tick.x0 < free_from || tick.x1 > below.x1 - name) continue;
    free_from = tick.x1 + look.length(roof_gap);
    put(look, Type::number_caption, look.tokens.muted, tick, decade_text(at), Align::center);
  }
  put(look, Type::caption, look.tokens.muted, below, place.plot.x_label, Align::right);
  put(look, Type::caption, look.tokens.muted, {all.x0, all.y0, all.x1, plane.y0},
      place.plot.y_label);
}

// -- roofs ----------------------------------------------------------------------------------------

/// Lines of one kind with their labels in a column, from the top down.
void put_roofs(const Look& look, const RoofPlace& place, bool slanted) {
  std::vector<const RoofLine*> roofs;
  for (const RoofLine& each : place.plot.lines)
    if (each.slanted == slanted) roofs.push_back(&each);
  std::ranges::sort(roofs, std::greater<>(), [](const RoofLine* each) { return each->value; });
  std::vector<float> middles;
  const auto end_of = [&](const RoofLine* each) {
    const RoofEnds ends = ends_of(place.plot, *each);
    return slanted ? ImVec2(place.x(ends.x0), place.y(ends.y0))
                   : ImVec2(place.x(ends.x1), place.y(ends.y1));
  };
  middles.reserve(roofs.size());
  for (const RoofLine* each : roofs) middles.push_back(end_of(each).y);
  const Box& column = slanted ? place.slanted : place.flat;
  const float height = look.length(roof_label);
  spread_labels(middles, height, column.y0, column.y1);
  for (std::size_t i = 0; i < roofs.size(); ++i) {
    const RoofLine& roof = *roofs[i];
    const RoofEnds ends = ends_of(place.plot, roof);
    const ImU32 color = packed(roof.binds ? look.tokens.text : look.tokens.muted);
    const float width = std::max(look.length(roof.binds ? bold : line), look.px);
    list().AddLine({place.x(ends.x0), place.y(ends.y0)}, {place.x(ends.x1), place.y(ends.y1)},
                   color, width);
    const ImVec2 end = end_of(&roof);
    const float bend = look.length(roof_elbow - 0.3);
    const float turn = slanted ? column.x1 - bend : column.x0 + bend;
    list().AddLine({turn, middles[i]}, end, color, look.px);
    Box text{column.x0, middles[i] - height / 2, turn - look.length(0.3), middles[i] + height / 2};
    if (!slanted)
      text = {turn + look.length(0.3), text.y0, column.x1 + look.length(roof_gap), text.y1};
    put(look, Type::caption, roof.binds ? look.tokens.text : look.tokens.muted, text, roof.label,
        slanted ? Align::right : Align::left);
  }
}

// -- marks ----------------------------------------------------------------------------------------

/// Boxes that are taken: labels do not overlap.
struct Taken {
  std::vector<Box> boxes;
  bool free(const Box& box) const {
    return std::ranges::none_of(boxes, [&](const Box& other) {
      return box.x0 < other.x1 && other.x0 < box.x1 && box.y0 < other.y1 && other.y0 < box.y1;
    });
  }
};

Box around(ImVec2 at, float radius) {
  return {at.x - radius, at.y - radius, at.x + radius, at.y + radius};
}

bool within(const Box& box, const Box& outer) {
  return box.x0 >= outer.x0 && box.x1 <= outer.x1 && box.y0 >= outer.y0 && box.y1 <= outer.y1;
}

void put_label(const Look& look, Color color, const Box& box, std::string_view text) {
  list().AddRectFilled(min_of(box), max_of(box), packed(faded(look.tokens.panel, 0.8)));
  put(look, Type::caption, color, box, text);
}

/// Beside the mark where there is room: right, left, above, below; else it is left to the mouse.
void put_mark_label(const Look& look, const RoofPlace& place, const RoofMark& each, Taken& taken) {
  const ImVec2 at{place.x(each.x), place.y(each.y)};
  const float width = text_width(look, Type::caption, each.label) + look.px;
  const float height = look.length(roof_label), off = look.length(mark + 0.2);
  // Above and below it may be moved sideways, to stay within the plane.
  const float from = std::clamp(at.x - width / 2, place.plane.x0,
                                std::max(place.plane.x0, place.plane.x1 - width));
  const std::array boxes{Box{at.x + off, at.y - height / 2, at.x + off + width, at.y + height / 2},
                         Box{at.x - off - width, at.y - height / 2, at.x - off, at.y + height / 2},
                         Box{from, at.y - off - height, from + width, at.y - off},
                         Box{from, at.y + off, from + width, at.y + off + height}};
  for (const Box& box : boxes) {
    if (!within(box, place.plane) || !taken.free(box)) continue;
    put_label(look, each.working ? look.tokens.accent : look.tokens.text, box, each.label);
    taken.boxes.push_back(box);
    return;
  }
}

void put_marks(const Look& look, const RoofPlace& place, Taken& taken) {
  for (const RoofMark& each : place.plot.marks) {
    const ImVec2 at{place.x(each.x), place.y(each.y)};
    const float radius = std::max(look.length(each.working ? mark : small), 2 * look.px);
    list().AddCircleFilled(at, radius + look.px, packed(look.tokens.panel));
    list().AddCircleFilled(at, radius,
                           packed(each.working ? look.tokens.accent : look.tokens.text));
  }
  std::vector<const RoofMark*> order;  // of labels: the working point's, then the fastest
  for (const RoofMark& each : place.plot.marks) order.push_back(&each);
  std::ranges::stable_sort(order, [](const RoofMark* a, const RoofMark* b) {
    return a->working != b->working ? a->working : a->y > b->y;
  });
  for (const RoofMark* each : order) put_mark_label(look, place, *each, taken);
}

void put_trail(const Look& look, const RoofPlace& place) {
  const auto& trail = place.plot.trail;
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const double age = double(i + 1) / double(trail.size());  // the present place: 1
    const ImU32 color = packed(faded(look.tokens.accent, 0.25 + 0.45 * age));
    const ImVec2 at{place.x(trail[i].x), place.y(trail[i].y)};
    list().AddCircleFilled(at, std::max(look.length(0.14), look.px), color);
    if (i + 1 < trail.size())
      list().AddLine(at, {place.x(trail[i + 1].x), place.y(trail[i + 1].y)}, color,
                     std::max(look.length(line), look.px));
  }
}

void put_dashes(const Look& look, ImVec2 from, ImVec2 to, ImU32 color) {
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  const float on = std::max(look.length(dash), 2 * look.px);
  for (float start = 0; start < length; start += 2 * on) {
    const float end = std::min(start + on, length);
    list().AddLine({from.x + dx * start / length, from.y + dy * start / length},
                   {from.x + dx * end / length, from.y + dy * end / length}, color,
                   std::max(look.length(0.08), look.px));
  }
}

/// The working point's other intensities: rings at its height, each with a stem to its name, in
/// rows of their own at the foot of the plane.
void put_tags(const Look& look, const RoofPlace& place, Taken& taken) {
  const auto working = std::ranges::find(place.plot.marks, true, &RoofMark::working);
  if (working == place.plot.marks.end()) return;
  const float height = look.length(roof_label), y = place.y(working->y);
  const ImU32 color = packed(look.tokens.accent);
  float foot = place.plane.y1 - look.length(0.1);
  for (const RoofTag& tag : place.plot.tags) {
    const float x = place.x(tag.x);
    const float width = text_width(look, Type::caption, tag.label) + look.px;
    const bool left = x + look.length(roof_gap) + width > place.plane.x1;
    const float aside = look.length(roof_gap + (left ? 0.4 : 0));
    const float from = left ? x - aside - width : x + aside;
    const Box box{from, foot - height, from + width, foot};
    foot = box.y0;
    if (box.y0 < y + look.length(mark)) return;  // no room below
    const ImVec2 top{x, y + look.length(mark)}, end{x, (box.y0 + box.y1) / 2};
    if (tag.model)
      put_dashes(look, top, end, color);
    else
      list().AddLine(top, end, color, std::max(look.length(0.08), look.px));
    list().AddLine(end, {left ? box.x1 + look.length(0.2) : box.x0, end.y}, color, look.px);
    if (std::abs(x - place.x(working->x)) > look.px) {
      list().AddCircleFilled({x, y}, look.length(mark), packed(look.tokens.panel));
      list().AddCircle({x, y}, look.length(mark), color, 0, std::max(look.length(line), look.px));
    }
    const float space = look.length(0.2);
    put_label(look, look.tokens.accent, {box.x0 + space, box.y0, box.x1 + space, box.y1},
              tag.label);
    taken.boxes.push_back(box);
  }
}

// -- the mouse ------------------------------------------------------------------------------------

RoofPress under_mouse(const Look& look, const RoofPlace& place) {
  const ImVec2 mouse = ImGui::GetMousePos();
  RoofPress found;
  float least = look.length(reach);
  const RoofPlot& plot = place.plot;
  for (std::size_t i = 0; i < plot.marks.size(); ++i) {
    const float distance =
        std::hypot(place.x(plot.marks[i].x) - mouse.x, place.y(plot.marks[i].y) - mouse.y);
    if (distance >= least) continue;
    least = distance;
    found.mark = i;
  }
  if (found.mark) return found;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    const RoofEnds ends = ends_of(plot, plot.lines[i]);
    const ImVec2 a{place.x(ends.x0), place.y(ends.y0)}, b{place.x(ends.x1), place.y(ends.y1)};
    const float dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    if (square <= 0) continue;
    const float along =
        std::clamp(((mouse.x - a.x) * dx + (mouse.y - a.y) * dy) / square, 0.0f, 1.0f);
    const float distance = std::hypot(a.x + along * dx - mouse.x, a.y + along * dy - mouse.y);
    if (distance >= least) continue;
    least = distance;
    found.line = i;
  }
  return found;
}

}  // namespace

void put_dashed_outline(const Look& look, Color color, const Box& box) {
  const ImU32 ink = packed(color);
  const ImVec2 corners[]{{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
  for (std::size_t i = 0; i < 4; ++i) put_dashes(look, corners[i], corners[(i + 1) % 4], ink);
}

RoofPress put_roof_plot(const Look& look, const char* id, const RoofPlot& plot, const Box& box) {
  const RoofPlace place = roof_place(look, plot, box);
  RoofPress result;
  Press pressed;
  if (id) {
    ImGui::SetCursorScreenPos(min_of(box));
    pressed = press(look, id, double(box.width() / look.em), double(box.height() / look.em));
  }
  if (place.plane.width() < look.length(4) || place.plane.height() < look.length(3)) return result;
  put_axes(look, place);
  put_roofs(look, place, false);
  put_roofs(look, place, true);
  Taken taken;
  for (const RoofMark& each : plot.marks)
    taken.boxes.push_back(around({place.x(each.x), place.y(each.y)}, look.length(small)));
  put_trail(look, place);
  put_tags(look, place, taken);
  put_marks(look, place, taken);
  if (pressed.hovered) {
    result = under_mouse(look, place);
    result.clicked = pressed.clicked;
    if (result.mark) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  return result;
}

}  // namespace livewarp::ui
