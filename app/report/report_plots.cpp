#include "app/report/report_plots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/measure/sweep.h"
#include "app/report/html.h"
#include "app/report/plot_scale.h"
#include "app/report/report_content.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

constexpr int narrow_below = 500;
constexpr int series_count = 6;  ///< colours of the page for curves

std::string text_at(double x, double y, const char* looks, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, looks,
                     escaped(text));
}

std::string line_of(double x0, double y0, double x1, double y1, const char* looks) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x0, y0, x1,
      y1, looks);
}

std::string head(int width, double height, const std::string& title) {
  return fmt::format(
      "<svg class=\"{}\" viewBox=\"0 0 {} {:.0f}\" width=\"{}\" height=\"{:.0f}\" role=\"img\">"
      "<title>{}</title>\n",
      width < narrow_below ? "narrow" : "wide", width, height, width, height, escaped(title));
}

/// Times of an axis: "2 µs", "0.5 ms"; without digits that say nothing.
std::string tick_text(double ms) {
  if (ms < 1) return shortest(std::round(ms * 1e6) / 1e3) + " \u00b5s";
  if (ms < 1000) return shortest(std::round(ms * 1e3) / 1e3) + " ms";
  return shortest(std::round(ms) / 1e3) + " s";
}

/// The x axis of curves: logarithmic over numbers, evenly spread over places that have names.
class PlaceScale {
 public:
  PlaceScale(const Graph& graph, const std::vector<double>& used, double begin, double end)
      : names_(graph.places),
        numbers_(LogScale::around(names_.empty() ? used : std::vector<double>{}, begin, end)),
        begin_(begin), pitch_((end - begin) / double(std::max<std::size_t>(names_.size(), 1))) {}
  double at(double place) const {
    return names_.empty() ? numbers_.at(place) : begin_ + (place + 0.5) * pitch_;
  }
  std::string name(double place) const {
    return names_.empty() ? grouped(std::llround(place)) : names_.at(std::size_t(place));
  }

 private:
  const std::vector<std::string>& names_;
  LogScale numbers_;
  double begin_, pitch_;
};

}  // namespace

std::string times_plot(const std::vector<VariantResult>& results, int width) {
  std::vector<const VariantResult*> rows;
  for (const VariantResult& result : results)
    if (timed(result)) rows.push_back(&result);
  if (rows.empty()) return {};
  std::ranges::stable_sort(rows, {},
                           [](const VariantResult* row) { return row->measurement->step.median; });
  const bool narrow = width < narrow_below;
  const double row_height = narrow ? 44 : 30, top = 8, axis = 30;
  const double left = narrow ? 8 : 200, right = width - (narrow ? 12 : 100);
  const double bottom = top + row_height * double(rows.size());
  std::vector<double> values;
  for (const VariantResult* row : rows)
    for (const double ms :
         {row->measurement->step.median, row->measurement->step.p05, row->measurement->step.p95})
      if (ms > 0) values.push_back(ms);
  const LogScale scale = LogScale::around(values, left, right);
  std::string svg = head(width, bottom + axis, "Time of a step, each variant");
  for (const double tick : scale.ticks(narrow ? 4 : 8)) {
    svg += line_of(scale.at(tick), top, scale.at(tick), bottom, "grid");
    svg += text_at(scale.at(tick), bottom + 20, "tick middle", tick_text(tick));
  }
  const VariantResult* const best = fastest_of(results);
  double y = top;
  for (const VariantResult* row : rows) {
    const Summary& step = row->measurement->step;
    const double middle = y + row_height - (narrow ? 10 : 15);
    const char* const looks = row == best ? "best" : "";
    const std::string name = row->variant.info->title;
    const std::string number = ui::time_text(step.median);
    svg += text_at(narrow ? 8 : left - 16, narrow ? y + 20 : middle + 5,
                   narrow ? "label" : "label end", name);
    svg +=
        text_at(width - (narrow ? 8.0 : 4.0), narrow ? y + 20 : middle + 5, "number end", number);
    svg += line_of(left, middle, right, middle, "rail");
    if (step.p05 > 0 && step.p95 > step.p05)
      svg += line_of(scale.at(step.p05), middle, scale.at(step.p95), middle, "spread");
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5.5\" class=\"dot {}\"/>\n",
                       scale.at(step.median), middle, looks);
    y += row_height;
  }
  return svg + "</svg>\n";
}

std::string curves_plot(const Graph& graph, int width) {
  std::vector<double> times, places;
  for (const Curve& curve : graph.curves)
    for (const GraphPoint& point : curve.points) {
      times.push_back(point.median);
      places.push_back(point.x);
    }
  if (times.empty()) return {};
  const bool narrow = width < narrow_below;
  const double height = narrow ? 280 : 340, left = narrow ? 62 : 76, top = 14;
  const double right = width - 16.0, bottom = height - 52;
  const PlaceScale x(graph, places, left, right);
  const LogScale y = LogScale::around(times, bottom, top);
  std::string svg = head(width, height, graph.title);
  for (const double tick : y.ticks(6)) {
    svg += line_of(left, y.at(tick), right, y.at(tick), "grid");
    svg += text_at(left - 8, y.at(tick) + 4, "tick end", tick_text(tick));
  }
  std::vector<double> named;
  for (const double place : places)
    if (std::ranges::find(named, place) == named.end()) named.push_back(place);
  std::ranges::sort(named);
  double free = left - 30;  // from where the next name may stand
  for (const double place : named) {
    svg += line_of(x.at(place), top, x.at(place), bottom, "grid");
    if (x.at(place) < free) continue;
    svg += text_at(x.at(place), bottom + 20, "tick middle", x.name(place));
    free = x.at(place) + (narrow ? 62 : 76);
  }
  svg += text_at((left + right) / 2, bottom + 42, "tick middle", graph.x_label);
  for (const Curve& curve : graph.curves) {
    const int series = curve.series % series_count;
    const char* const dash = curve.kind == CurveKind::bound ? " dotted" : "";
    std::string path;
    for (const GraphPoint& point : curve.points)
      path += fmt::format("{}{:.1f},{:.1f} ", path.empty() ? "M" : "L", x.at(point.x),
                          y.at(point.median));
    svg += fmt::format("<path d=\"{}\" class=\"curve s{}{}\"/>\n", path, series, dash);
    if (curve.kind == CurveKind::bound) continue;
    for (const GraphPoint& point : curve.points)
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" class=\"mark s{}\"/>\n",
                         x.at(point.x), y.at(point.median), series);
  }
  return svg + "</svg>\n";
}

}  // namespace livewarp
