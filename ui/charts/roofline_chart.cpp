#include "ui/charts/roofline_chart.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

constexpr double x_margin = 3, below = 4, above = 1.6;  // factors: the axes are logarithmic

/// "4.29 T".
std::string prefixed(double value) {
  constexpr std::array<std::pair<double, const char*>, 4> prefixes{
      {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
  for (const auto& [factor, name] : prefixes)
    if (value >= factor * 0.9995) return significant(value / factor, 3) + name;
  return significant(value, 3) + " ";
}

double bandwidth(const RoofPoint& point, const RoofIntensity& intensity) {
  return intensity.bytes / point.seconds;
}

void widen(Span& span, double value) {
  if (!(value > 0)) return;
  span.low = std::min(span.low, value);
  span.high = std::max(span.high, value);
}

/// All intensities, and where the slowest slanted roof meets the highest flat one.
Span x_span(const Roofline& roofline) {
  Span span{std::numeric_limits<double>::max(), 0};
  for (const auto* points : {&roofline.points, &roofline.trail})
    for (const RoofPoint& point : *points)
      for (const auto& intensity : point.of)
        if (intensity) widen(span, intensity->value);
  double flat = 0, slanted = std::numeric_limits<double>::max();
  for (const Roof& roof : roofline.roofs)
    if (roof.slanted())
      slanted = std::min(slanted, roof.value);
    else
      flat = std::max(flat, roof.value);
  if (flat > 0) widen(span, flat / slanted);
  if (span.high <= 0) span = {0.1, 10};
  return {span.low / x_margin, span.high * x_margin};
}

Span y_span(const Roofline& roofline, Span x) {
  Span span{std::numeric_limits<double>::max(), 0};
  for (const auto* points : {&roofline.points, &roofline.trail})
    for (const RoofPoint& point : *points) widen(span, point.performance);
  for (const Roof& roof : roofline.roofs)
    if (!roof.slanted())
      widen(span, roof.value);
    else if (span.high <= 0 || !roofline.arithmetic)
      widen(span, roof.value * std::min(x.high / x_margin, 1e3 * x.low));
  if (span.high <= 0) return {1, 1e6};
  return {span.low / below, span.high * above};
}

/// The roofs of one level stand close: the plot shows the highest.
std::vector<const Roof*> shown_roofs(const Roofline& roofline) {
  std::vector<const Roof*> shown;
  for (const Roof& roof : roofline.roofs) {
    const bool topped =
        roof.slanted() && std::ranges::any_of(roofline.roofs, [&](const Roof& other) {
          return other.level == roof.level && other.value > roof.value;
        });
    if (!topped) shown.push_back(&roof);
  }
  return shown;
}

}  // namespace

std::string performance_text(const Roofline& roofline, double value) {
  return prefixed(value) + (roofline.arithmetic ? "FLOP/s" : roofline.operation + "s/s");
}

std::string roof_text(const Roof& roof) {
  if (roof.slanted()) return std::string(name_of(roof.level)) + " " + prefixed(roof.value) + "B/s";
  const std::string value = prefixed(roof.value);
  return roof.label + " " + value.substr(0, value.find_last_not_of(' ') + 1);
}

std::string intensity_text(const Roofline& roofline, double value) {
  return trimmed(value, 3) + " " + roofline.operation + "/B";
}

std::string share_text(const RoofPoint& point, BytesOf bytes) {
  const double share = point.share(bytes);
  if (!(share > 0)) return {};
  std::string text = percent(share) + " of " + point.by(bytes)->roof;
  if (share <= 1) return text;
  if (bytes == BytesOf::measured) return text + ": counted in another step than was timed";
  return text + (bytes == BytesOf::compulsory
                     ? ": caches serve a part of it"
                     : ": lanes that ask for the same bytes are served at once");
}

std::string about_point(const Roofline& roofline, const RoofPoint& point) {
  std::string text = point.title + ": " + performance_text(roofline, point.performance) +
                     " \u00b7 " + time_text(1000 * point.seconds) +
                     (point.live ? " live" : " bench");
  for (const BytesOf bytes : all_bytes) {
    const auto& intensity = point.by(bytes);
    if (!intensity) continue;
    text += std::string("\n") + name_of(bytes) + " (" + origin_of(bytes) +
            "): " + intensity_text(roofline, intensity->value) + ", " +
            prefixed(bandwidth(point, *intensity)) + "B/s, counted at " +
            std::string(name_of(intensity->level));
    if (const std::string share = share_text(point, bytes); !share.empty()) text += ", " + share;
  }
  return point.by(BytesOf::measured) ? text : text + "\n" + no_counters(point.gpu);
}

std::string about_roof(const Roofline& roofline, const Roof& roof) {
  return roof.label + ": " +
         (roof.slanted() ? prefixed(roof.value) + "B/s" : performance_text(roofline, roof.value)) +
         ", measured on " + roofline.device + "\n" + roof.method;
}

std::string working_words(const RoofPoint& point) {
  std::string text = share_text(point, BytesOf::compulsory);
  for (const BytesOf bytes : all_bytes)
    if (const auto& intensity = point.by(bytes))
      text += (text.empty() ? "" : middle_dot) + std::string(name_of(bytes)) + " " +
              prefixed(bandwidth(point, *intensity)) + "B/s (" + origin_of(bytes) + ")";
  return point.by(BytesOf::measured) ? text : text + middle_dot + no_counters(point.gpu);
}

RoofPlot roof_plot(const Roofline& roofline, BytesOf bytes) {
  RoofPlot plot;
  plot.x = x_span(roofline);
  plot.y = y_span(roofline, plot.x);
  plot.x_label = roofline.operation + " per byte, " + name_of(bytes);
  plot.y_label = roofline.arithmetic ? "FLOP/s" : roofline.operation + "s/s";
  const RoofPoint* const running = roofline.running();
  const auto& at = running ? running->by(bytes) : std::nullopt;
  for (const Roof* roof : shown_roofs(roofline))
    plot.lines.push_back(
        {roof_text(*roof), roof->value, roof->slanted(), at && at->roof == roof->label});
  for (const RoofPoint& point : roofline.points)
    if (const auto& intensity = point.by(bytes))
      plot.marks.push_back({intensity->value, point.performance, point.title, point.running});
  for (const RoofPoint& point : roofline.trail)
    if (const auto& intensity = point.by(bytes))
      plot.trail.push_back({intensity->value, point.performance, "", false});
  if (running)
    for (const BytesOf each : all_bytes)
      if (const auto& intensity = running->by(each))
        plot.tags.push_back({intensity->value,
                             std::string(name_of(each)) + " (" + origin_of(each) + ") " +
                                 trimmed(intensity->value, 3),
                             std::string_view(origin_of(each)) == "model"});
  return plot;
}

}  // namespace livewarp::ui
