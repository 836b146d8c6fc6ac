// A quantity that goes in steps over something that one may choose.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/widgets/widgets_draw.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double still = 0.3;  // em: a shorter drag is a click

constexpr double line = 0.12, mark = 0.32, place = 0.22, bar = 0.36, dash = 0.8;  // em
constexpr double tick_height = 1.15;                                              // em
constexpr double reach = 1.2;  // em: of the mouse to a place

ImDrawList& list() { return *ImGui::GetWindowDrawList(); }

/// From the plane of numbers to that of pixels.
struct Plane {
  const StepPlot& plot;
  Box box;

  float x(double value) const {
    const double share = plot.x_max > 0 ? std::clamp(value / plot.x_max, 0.0, 1.0) : 0;
    return std::round(box.x0 + float(share) * box.width());
  }
  float y(double value) const {
    const double share = plot.y_max > 0 ? std::clamp(value / plot.y_max, 0.0, 1.0) : 0;
    return std::round(box.y1 - float(share) * box.height());
  }
};

void fill(Color color, const Box& box) {
  list().AddRectFilled(min_of(box), max_of(box), packed(color));
}

void put_axes(const Look& look, const Plane& plane) {
  const StepPlot& plot = plane.plot;
  const Box& box = plane.box;
  for (const double share : {0.0, 0.5, 1.0}) {
    const float y = plane.y(share * plot.y_max);
    fill(look.tokens.divider, {box.x0, y, box.x1, y + look.px});
  }
  float free_from = box.x0 - look.length(2);
  for (const StepTick& tick : plot.ticks) {
    const float half = text_width(look, Type::number_caption, tick.label) / 2 + look.px;
    const float middle = std::clamp(plane.x(tick.x), box.x0 + half, box.x1 - half);
    if (middle - half < free_from) continue;
    free_from = middle + half + look.length(0.3);
    put(look, Type::number_caption, look.tokens.muted,
        {middle - half, box.y1 + look.px, middle + half, box.y1 + look.length(tick_height)},
        tick.label, Align::center);
  }
}

/// Measured times, as bars from below: the longest is as high as the plane.
void put_times(const Look& look, const Plane& plane) {
  const float half = std::max(look.length(bar) / 2, look.px);
  for (const StepPoint& point : plane.plot.points) {
    if (point.time_share <= 0) continue;
    const float x = plane.x(point.x), top = plane.y(point.time_share * plane.plot.y_max);
    fill(faded(series_color(look, Slot::kernel), 0.5), {x - half, top, x + half, plane.box.y1});
  }
}

/// What a model says of them: dashes across the places.
void put_model(const Look& look, const Plane& plane) {
  const float half = std::max(look.length(dash) / 2, 2 * look.px);
  const float thick = std::max(look.length(line), look.px);
  for (const StepPoint& point : plane.plot.points) {
    if (point.model_share <= 0) continue;
    const float x = plane.x(point.x), y = plane.y(point.model_share * plane.plot.y_max);
    fill(series_color(look, Slot::copy), {x - half, y - thick / 2, x + half, y + thick / 2});
  }
}

void put_steps(const Look& look, const Plane& plane) {
  const ImU32 color = packed(look.tokens.muted);
  const float width = std::max(look.length(line), look.px);
  const auto& points = plane.plot.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 at{plane.x(points[i].x), plane.y(points[i].y)};
    if (!plane.plot.joined) {
      // With a rim that parts it from the bars.
      const float half = std::max(look.length(place) / 2, look.px);
      const Box dot{at.x - half, at.y - half, at.x + half, at.y + half};
      fill(look.tokens.panel, dot.inset(-look.px, -look.px));
      fill(look.tokens.text, dot);
      continue;
    }
    const float end = i + 1 < points.size() ? plane.x(points[i + 1].x) : plane.box.x1;
    list().AddLine(at, {end, at.y}, color, width);
    if (i + 1 < points.size())
      list().AddLine({end, at.y}, {end, plane.y(points[i + 1].y)}, color, width);
  }
}

void put_working_point(const Look& look, const Plane& plane) {
  const StepPlot& plot = plane.plot;
  const ImVec2 at{plane.x(plot.at.x), plane.y(plot.at.y)};
  fill(faded(look.tokens.accent, 0.5), {at.x, at.y, at.x + look.px, plane.box.y1});
  const float radius = std::max(look.length(mark), 2 * look.px);
  if (plot.made) {
    const ImVec2 made{plane.x(plot.made->x), plane.y(plot.made->y)};
    list().AddCircleFilled(made, radius, packed(look.tokens.panel));
    list().AddCircle(made, radius, packed(look.tokens.muted), 0,
                     std::max(look.length(line), look.px));
  }
  list().AddCircleFilled(at, radius + look.px, packed(look.tokens.panel));
  list().AddCircleFilled(at, radius, packed(look.tokens.accent));
}

/// The place that is nearest to the mouse, sideways, if it is near.
std::optional<std::size_t> nearest(const Look& look, const Plane& plane) {
  const ImVec2 mouse = ImGui::GetMousePos();
  std::optional<std::size_t> found;
  float least = look.length(reach);
  for (std::size_t i = 0; i < plane.plot.points.size(); ++i) {
    const StepPoint& point = plane.plot.points[i];
    const float dx = plane.x(point.x) - mouse.x, dy = plane.y(point.y) - mouse.y;
    // Shapes of as many threads stand one over another.
    const float distance = std::abs(dx) + 0.1f * std::abs(dy);
    if (distance >= least) continue;
    least = distance;
    found = i;
  }
  return found;
}

}  // namespace

Box step_plane(const Look& look, const Box& box) {
  const float edge = look.length(mark);
  return {box.x0 + edge, box.y0 + edge, box.x1 - edge, box.y1 - look.length(tick_height)};
}

StepPress put_step_plot(const Look& look, const char* id, const StepPlot& plot, const Box& box) {
  const Plane plane{plot, step_plane(look, box)};
  ImGui::SetCursorScreenPos(min_of(box));
  const Press pressed =
      press(look, id, double(box.width() / look.em), double(box.height() / look.em));
  put_axes(look, plane);
  put_times(look, plane);
  put_model(look, plane);
  put_steps(look, plane);
  put_working_point(look, plane);
  StepPress result;
  result.reset = pressed.right_clicked;
  if (plot.joined) {
    if (pressed.held)
      result.dragged =
          plot.x_max *
          std::clamp(double((ImGui::GetMousePos().x - plane.box.x0) / plane.box.width()), 0.0, 1.0);
  } else if (pressed.hovered) {
    result.hovered = nearest(look, plane);
    if (pressed.clicked) result.clicked = result.hovered;
  }
  return result;
}

void put_areas(std::span<const Area> areas) {
  ImDrawList& to = list();
  to.PrimReserve(6 * int(areas.size()), 4 * int(areas.size()));
  for (const Area& area : areas)
    to.PrimRect(min_of(area.box), max_of(area.box), packed(area.color));
}

StripPress press_strip(const Look& look, const char* id, const Box& box) {
  ImGui::SetCursorScreenPos(min_of(box));
  const Press pressed =
      press(look, id, double(box.width() / look.em), double(box.height() / look.em));
  const ImGuiIO& io = ImGui::GetIO();
  StripPress result;
  result.hovered = pressed.hovered;
  result.held = pressed.held;
  result.x = io.MousePos.x;
  result.y = io.MousePos.y;
  const float reach = look.length(still);
  const bool moved = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > reach * reach;
  result.clicked = pressed.clicked && !moved;
  if (pressed.held && moved) result.dragged = io.MouseDelta.x;
  if (pressed.hovered) {
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);  // it scrolls no window
    result.wheel = double(io.MouseWheel);
    result.fits = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  return result;
}

}  // namespace livewarp::ui
