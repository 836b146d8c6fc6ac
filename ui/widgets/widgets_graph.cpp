#include "ui/widgets/widgets_graph.h"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double title_height = 1.3, legend_height = 1.25;     // em
constexpr double swatch = 2.4, mark = 0.27, line = 0.11;       // em
constexpr double dash_on = 0.55, dash_off = 0.35, dot = 0.14;  // em
constexpr double reach = 1.6;                                  // em: of the mouse to a point
constexpr double label_height = 1.5, character = 0.53;         // em: of an axis
constexpr std::array slots{Slot::kernel,  Slot::copy, Slot::map,   Slot::ui,
                           Slot::publish, Slot::draw, Slot::upload};

ImDrawList& list() { return *ImGui::GetWindowDrawList(); }

Color color_of(const Look& look, const Curve& curve) {
  if (curve.kind == CurveKind::bound || curve.series < 0) return look.tokens.muted;
  return series_color(look, slots[std::size_t(curve.series) % slots.size()]);
}

/// A line in the dash of its curve; `phase` is how far into the pattern it begins, and ends.
void put_stroke(const Look& look, const Curve& curve, ImVec2 from, ImVec2 to, float& phase) {
  const ImU32 color = packed(color_of(look, curve));
  const float width = std::max(look.length(line), look.px);
  if (curve.kind == CurveKind::counted) return;
  if (curve.kind == CurveKind::bench) return list().AddLine(from, to, color, width);
  const bool dotted = curve.kind == CurveKind::bound || curve.kind == CurveKind::other;
  const float on = std::max(look.length(dotted ? dot : dash_on), look.px);
  const float period = on + std::max(look.length(dotted ? 2 * dot : dash_off), 2 * look.px);
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (!(length > 0 && length < 1e5f)) return;
  const auto at = [&](float along) {
    return ImVec2(from.x + dx * along / length, from.y + dy * along / length);
  };
  for (float start = -phase; start < length; start += period)
    if (start + on > 0)
      list().AddLine(at(std::max(start, 0.0f)), at(std::min(start + on, length)), color, width);
  phase = std::fmod(phase + length, period);
}

/// Mark of a curve: filled for bench, hollow for live and for other machines; its corners tell the
/// variants apart.
void put_mark(const Look& look, const Curve& curve, ImVec2 at) {
  if (curve.kind == CurveKind::bound || curve.kind == CurveKind::model) return;
  const float radius = std::max(look.length(mark), 2 * look.px);
  const float width = std::max(look.length(line), look.px);
  const ImU32 color = packed(color_of(look, curve));
  constexpr std::array corners{0, 4, 3, 5, 6};  // 0: round
  const int count = corners[std::size_t(std::max(curve.series, 0)) % corners.size()];
  const bool hollow = curve.kind == CurveKind::live || curve.kind == CurveKind::other;
  const ImU32 inside = hollow ? packed(look.tokens.panel) : color;
  if (count == 0) {
    list().AddCircleFilled(at, radius, inside);
    if (hollow) list().AddCircle(at, radius, color, 0, width);
    return;
  }
  list().AddNgonFilled(at, 1.25f * radius, inside, count);
  if (hollow) list().AddNgon(at, 1.25f * radius, color, count, width);
}

void put_legend_entry(const Look& look, const Curve& curve, Box at) {
  const float middle = std::round((at.y0 + at.y1) / 2);
  const float end = at.x0 + look.length(swatch);
  float phase = 0;
  put_stroke(look, curve, {at.x0, middle}, {end, middle}, phase);
  put_mark(look, curve, {(at.x0 + end) / 2, middle});
  at.x0 = end + look.length(0.4);
  put(look, Type::caption, look.tokens.text, at, curve.label);
}

float entry_width(const Look& look, const Curve& curve) {
  return look.length(swatch + 0.4) + text_width(look, Type::caption, curve.label) + 1;
}

/// Calls f(curve, box) for the entries, as many a row as fit; returns the rows' lower edge.
template <class F>
float for_each_entry(const Look& look, const Graph& graph, const Box& box, F&& f) {
  Box at = box;
  at.y1 = at.y0 + look.length(legend_height);
  for (const Curve& curve : graph.curves) {
    const float width = std::min(entry_width(look, curve), box.width());
    if (at.x0 > box.x0 && at.x0 + width > box.x1) {
      at = {box.x0, at.y1, box.x1, at.y1 + look.length(legend_height)};
    }
    f(curve, at.with_width(width));
    at.x0 += width + look.length(1);
  }
  return at.y1;
}

struct Nearest {
  const Curve* curve;
  const GraphPoint* point;
  ImVec2 at;
};

ImVec2 place_of(const GraphPoint& point, TimeUnit unit) {
  return ImPlot::PlotToPixels(point.x, std::max(point.median * unit.per_ms, 1e-12));
}

std::optional<Nearest> nearest(const Look& look, const Graph& graph, TimeUnit unit) {
  const ImVec2 mouse = ImGui::GetMousePos();
  std::optional<Nearest> found;
  float least = look.length(reach);
  for (const Curve& curve : graph.curves)
    for (const GraphPoint& point : curve.points) {
      const ImVec2 at = place_of(point, unit);
      const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
      if (distance >= least) continue;
      least = distance;
      found = {&curve, &point, at};
    }
  return found;
}

void put_curve(const Look& look, const Curve& curve, TimeUnit unit) {
  float phase = 0;
  for (std::size_t i = 1; i < curve.points.size(); ++i)
    put_stroke(look, curve, place_of(curve.points[i - 1], unit), place_of(curve.points[i], unit),
               phase);
  const ImU32 color = packed(color_of(look, curve));
  for (const GraphPoint& point : curve.points) {
    if (point.high > point.low && point.low > 0) {
      const ImVec2 low = ImPlot::PlotToPixels(point.x, point.low * unit.per_ms);
      const ImVec2 high = ImPlot::PlotToPixels(point.x, point.high * unit.per_ms);
      list().AddLine(low, high, color, look.px);
    }
    put_mark(look, curve, place_of(point, unit));
  }
}

/// "16,384: 8.37 ms, p05 8.31, p95 8.62 · a note · bench".
std::string point_text(const Graph& graph, const Nearest& found) {
  std::string text = value_text(graph, *found.point);
  if (!found.point->note.empty()) text += middle_dot + found.point->note;
  text += middle_dot + found.curve->label;
  return found.point->choice ? text + middle_dot + "click: runs it" : text;
}

/// Writes the point at the mouse out; a click on it, that is no drag, returns it if it can run.
const GraphPoint* put_value(const Look& look, const Graph& graph, TimeUnit unit) {
  const auto found = nearest(look, graph, unit);
  if (!found) return nullptr;
  const float radius = look.length(2 * mark);
  list().AddCircle(found->at, radius, packed(look.tokens.text), 0, 2 * look.px);
  const std::string text = point_text(graph, *found);
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const float width = std::min(text_width(look, Type::caption, text) + look.length(0.8), size.x);
  const Box box{corner.x, corner.y, corner.x + width, corner.y + look.length(legend_height)};
  put_scrim(look, box);
  put(look, Type::caption, look.tokens.text, box.inset(look.length(0.4), 0), text);
  if (!found->point->choice) return nullptr;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const ImVec2 dragged = ImGui::GetIO().MouseClickedPos[0], now = ImGui::GetMousePos();
  const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       std::hypot(now.x - dragged.x, now.y - dragged.y) < look.length(0.3);
  return clicked ? found->point : nullptr;
}

void set_ticks(ImAxis axis, const Ticks& ticks) {
  std::vector<const char*> labels;
  labels.reserve(ticks.labels.size());
  for (const std::string& label : ticks.labels) labels.push_back(label.c_str());
  if (!labels.empty())
    ImPlot::SetupAxisTicks(axis, ticks.at.data(), int(labels.size()), labels.data());
}

void set_axes(const Look& look, const Graph& graph, GraphView& view, const Box& box,
              TimeUnit unit) {
  ImPlot::SetupAxis(ImAxis_X1, nullptr, ImPlotAxisFlags_NoMenus);
  ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoMenus);
  if (graph.places.empty() && !graph.linear_x) ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
  if (!graph.linear_y) ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
  std::size_t points = 0;
  for (const Curve& curve : graph.curves) points += curve.points.size();
  const bool fit = view.fit || points != view.points;
  const ImPlotCond when = fit ? ImPlotCond_Always : ImPlotCond_Once;
  const Span x = fitted_x(graph), y = fitted_y(graph, unit);
  ImPlot::SetupAxisLimits(ImAxis_X1, x.low, x.high, when);
  ImPlot::SetupAxisLimits(ImAxis_Y1, y.low, y.high, when);
  const double label = double(longest_label(graph) + 2) * character;
  set_ticks(ImAxis_X1, x_ticks(graph, std::size_t(double(box.width() / look.em - 5) / label)));
  const auto room =
      std::size_t(std::max(2.0, (double(box.height() / look.em) - 1.6) / label_height));
  const Span shown = fit ? y : view.y;
  set_ticks(ImAxis_Y1,
            graph.linear_y ? linear_ticks(shown, (room + 1) / 2) : log_ticks(shown, room));
  view.points = points;
  view.fit = false;
}

/// In the corner where no curve that rises to the right comes.
void put_x_label(const Look& look, const Graph& graph) {
  const ImVec2 at = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const Box plane{at.x, at.y, at.x + size.x, at.y + size.y};
  Box box = plane.right_part(text_width(look, Type::caption, graph.x_label) + look.length(0.8));
  box.y0 = box.y1 - look.length(legend_height);
  put(look, Type::caption, look.tokens.muted, box.inset(look.length(0.3), 0), graph.x_label,
      Align::right);
}

/// A line across all values at what runs.
void put_present(const Look& look, const Graph& graph) {
  if (!graph.at) return;
  const ImVec2 plane = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const float x = std::round(ImPlot::PlotToPixels(*graph.at, 1.0).x);
  list().AddLine({x, plane.y}, {x, plane.y + size.y}, packed(look.tokens.accent),
                 std::max(2 * look.px, look.length(line)));
}

const GraphPoint* put_plane(const Look& look, const char* id, const Graph& graph, GraphView& view,
                            Box box) {
  const GraphPoint* clicked = nullptr;
  const TimeUnit unit = unit_of(graph);
  box.x1 -= look.length(double(longest_label(graph)) * character / 2);  // half of it stands out
  ImGui::SetCursorScreenPos(min_of(box));
  ImGui::PushFont(look.fonts.mono, ImGui::GetStyle().FontSizeBase * float(metrics.caption));
  constexpr ImPlotFlags flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame;
  if (ImPlot::BeginPlot(id, {box.width(), box.height()}, flags)) {
    set_axes(look, graph, view, box, unit);
    ImPlot::PushPlotClipRect();
    put_present(look, graph);
    for (const Curve& curve : graph.curves) put_curve(look, curve, unit);
    if (!graph.linear_y) put_x_label(look, graph);
    ImPlot::PopPlotClipRect();
    if (ImPlot::IsPlotHovered()) {
      clicked = put_value(look, graph, unit);
      view.fit = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
    const ImPlotRect shown = ImPlot::GetPlotLimits();
    view.y = {shown.Y.Min, shown.Y.Max};
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
  return clicked;
}

/// Title and what was the same for all; returns what is left below.
Box put_title(const Look& look, const Graph& graph, Box box) {
  Box at = box;
  at.y1 = at.y0 + look.length(title_height);
  box.y0 = at.y1;
  hover_text(look, at, graph.setting);
  at.x0 = put(look, Type::heading, look.tokens.text, at, graph.title) + look.length(0.7);
  if (at.width() > look.length(2))
    put(look, Type::caption, look.tokens.muted, at,
        elided(look, Type::caption, graph.setting, at.width()));
  return box;
}

/// The unit of the values, the curves, and whether all were measured; returns what is left below.
Box put_legend(const Look& look, const Graph& graph, Box box) {
  Box row = box;
  row.y1 = row.y0 + look.length(legend_height);
  Box entries = box;
  entries.x0 =
      put(look, Type::caption, look.tokens.muted, row, unit_text(graph)) + look.length(1.2);
  const auto put_state = [&](const char* word, const char* reason) {
    const float width = text_width(look, Type::caption, word) + 1;
    Box at = row.right_part(width);
    at.x0 -= row.x1 - entries.x1, at.x1 -= row.x1 - entries.x1;
    put(look, Type::caption, look.tokens.warn, at, word);
    hover_text(look, at, reason);
    entries.x1 -= width + look.length(0.5);
  };
  if (graph.partial) put_state("partial", "Stopped before all was measured");
  if (graph.stale) put_state("before the change", "Of the setting that ran when it was measured");
  box.y0 = for_each_entry(look, graph, entries, [&](const Curve& curve, const Box& entry) {
    put_legend_entry(look, curve, entry);
  });
  return box;
}

}  // namespace

const GraphPoint* put_graph(const Look& look, const char* id, const Graph& graph, GraphView& view,
                            const Box& box, bool titled) {
  Box rest = put_legend(look, graph, titled ? put_title(look, graph, box) : box);
  rest.y0 += look.length(0.2);
  return rest.height() > look.length(3) ? put_plane(look, id, graph, view, rest) : nullptr;
}

}  // namespace livewarp::ui
