#include "kernels/heat/cpu/heat_cpu_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels/grids/temperature_view.h"
#include "kernels/heat/cpu/heat_cpu_step.h"
#include "kernels/heat/cuda/heat_picture.cuh"

namespace livewarp {

namespace {

/// What the brush does to every cell that it meets: without a mark of its own it leaves marked
/// cells alone.
struct Brush {
  double radius = 1;
  std::optional<double> temperature;
  std::optional<CellMark> mark;
};

/// Nothing for the tool that only moves the picture.
std::optional<Brush> brush_of(double radius, const Values& view) {
  const std::string& tool = get_text(view, "tool");
  const double chosen = get_real(view, "brush_temperature") / degrees_per_unit;
  if (tool == "source") return Brush{radius, chosen, CellMark::held};
  if (tool == "insulator") return Brush{radius, 0.0, CellMark::insulator};
  if (tool == "heat") return Brush{radius, chosen, CellMark::none};
  if (tool == "erase") return Brush{radius, {}, CellMark::none};
  return std::nullopt;
}

/// A straight way of the brush, in cells.
struct Way {
  double x0, y0, x1, y1;
};

/// True if a cell's centre is within `radius` of the nearest point of the way.
bool meets(const Way& way, float radius, std::int64_t x, std::int64_t y) {
  const auto x0 = float(way.x0), y0 = float(way.y0);
  const float ax = float(way.x1) - x0, ay = float(way.y1) - y0;
  const float bx = float(x) + 0.5f - x0, by = float(y) + 0.5f - y0;
  const float length2 = ax * ax + ay * ay;
  const float along = length2 > 0 ? std::clamp((ax * bx + ay * by) / length2, 0.0f, 1.0f) : 0;
  const float dx = bx - along * ax, dy = by - along * ay;
  return dx * dx + dy * dy <= radius * radius;
}

/// The cells of one direction that a stroke can reach.
Range reach(double a, double b, double radius, int cells) {
  const auto clipped = [&](double at) { return std::int64_t(std::clamp(at, 0.0, double(cells))); };
  return {clipped(std::floor(std::min(a, b) - radius)),
          clipped(std::ceil(std::max(a, b) + radius))};
}

/// One row of pixels: value and mark of each.
template <class Stored>
void publish_row(const Heat::Step& step, const Stored* reals, const PictureSpec& spec, int py,
                 float* pixels) {
  const HeatSpan rows = heat_span(spec.region.y, spec.region.height, py, spec.height, step.ny);
  for (int px = 0; px < spec.width; ++px) {
    const HeatSpan columns = heat_span(spec.region.x, spec.region.width, px, spec.width, step.nx);
    float sum = 0;
    for (int j = 0; j < rows.samples(); ++j)
      for (int i = 0; i < columns.samples(); ++i)
        sum += float(loaded(reals[std::int64_t(rows.sample(j)) * step.nx + columns.sample(i)]));
    *pixels++ = sum / float(rows.samples() * columns.samples());
    *pixels++ = step.marks ? float(heat_mark_of(step.marks, columns, rows, step.nx)) : 0.0f;
  }
}

void paint(const Heat::Step& step, const Brush& brush, const Way& way) {
  const Range columns = reach(way.x0, way.x1, brush.radius, step.nx);
  const Range rows = reach(way.y0, way.y1, brush.radius, step.ny);
  with_temperatures(step, [&](const auto* in, auto* out) {
    auto* const reals = const_cast<decltype(out)>(in);  // what the next step reads
    for (std::int64_t y = rows.first; y < rows.last; ++y)
      for (std::int64_t x = columns.first; x < columns.last; ++x) {
        if (!meets(way, float(brush.radius), x, y)) continue;
        const std::int64_t cell = y * step.nx + x;
        if (!brush.mark && step.marks && step.marks[cell]) continue;
        if (brush.mark) step.marks_to_paint[cell] = std::uint8_t(*brush.mark);
        if (brush.temperature)
          store(reals[cell], decltype(loaded(reals[cell]))(float(*brush.temperature)));
      }
  });
}

}  // namespace

void heat_publish_on_host(const Heat::Step& step, const Heat::Problem&, const Launch&,
                          const Picture& picture, Exec& exec) {
  const PictureSpec& spec = picture.spec;
  auto* const pixels = static_cast<float*>(picture.memory);
  with_temperatures(step, [&](const auto* reals, auto*) {
    exec.for_range(spec.height, 32, 1, [&](Range rows) {
      for (std::int64_t py = rows.first; py < rows.last; ++py)
        publish_row(step, reals, spec, int(py), pixels + 2 * py * spec.width);
    });
  });
}

void heat_paint_on_host(const Heat::Step& step, const Heat::Problem& problem, const Launch&,
                        const Values& view, const Stroke& stroke, Exec&) {
  for (const Spot& spot : stroke.spots)
    paint(step, Brush{spot.radius, spot.value, {}}, {spot.x0, spot.y0, spot.x1, spot.y1});
  if (!stroke.spots.empty()) return;
  if (const auto brush = brush_of(Heat::brush_cells(problem, view), view))
    paint(step, *brush, {stroke.x0, stroke.y0, stroke.x1, stroke.y1});
}

}  // namespace livewarp
