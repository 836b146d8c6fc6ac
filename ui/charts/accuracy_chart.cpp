#include "ui/charts/accuracy_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/model/choices.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

constexpr double x_margin = 4, y_margin = 2;  // factors: the axes are logarithmic
constexpr double exact_beside = 10;           // how far left of all errors 0 stands, a factor
constexpr double least_decades = 20;          // of times: a figure of each axis stands there
constexpr std::size_t most_followed = 24;

std::string setting_words(const VariantEntry& variant) {
  std::string words;
  for (const Param& axis : variant.info->axes) {
    const auto value = variant.choice.launch.find(axis.id);
    if (value == variant.choice.launch.end()) continue;
    words += (words.empty() ? "" : middle_dot) + axis.label + " " + value_text(axis, value->second);
  }
  return words;
}

/// Errors above 0, and the place of those that are 0.
Span errors_of(std::span<const AccuracyPoint> points, std::span<const AccuracyPoint> trail) {
  Span span{std::numeric_limits<double>::max(), 0};
  bool exact = false;
  for (const auto& all : {points, trail})
    for (const AccuracyPoint& point : all) {
      exact = exact || !(point.error > 0);
      if (!(point.error > 0)) continue;
      span.low = std::min(span.low, point.error);
      span.high = std::max(span.high, point.error);
    }
  if (!(span.high > 0)) return {1e-9, 1e-6};
  return exact ? Span{span.low / exact_beside, span.high} : span;
}

Span times_of(std::span<const AccuracyPoint> points, std::span<const AccuracyPoint> trail) {
  Span span{std::numeric_limits<double>::max(), 0};
  for (const auto& all : {points, trail})
    for (const AccuracyPoint& point : all) {
      span.low = std::min(span.low, point.ms);
      span.high = std::max(span.high, point.ms);
    }
  if (!(span.high > 0)) return {0.1, 10};
  span = {span.low / y_margin, span.high * y_margin};
  const double widen = std::sqrt(std::max(1.0, least_decades / (span.high / span.low)));
  return {span.low / widen, span.high * widen};
}

RoofMark mark_of(const AccuracyPoint& point, double exact) {
  return {point.error > 0 ? point.error : exact, point.ms, point.title, point.running};
}

}  // namespace

std::vector<AccuracyPoint> accuracy_points(const Model& model) {
  std::vector<AccuracyPoint> points;
  for (const VariantEntry& variant : model.variants) {
    AccuracyPoint point{variant.info->name, variant.info->title, setting_words(variant)};
    point.running = variant.running;
    if (variant.check.ok() && variant.bench) {
      point.error = variant.check.error;
      point.small = variant.check.verdict == Verdict::at_check_sizes;
      point.ms = variant.bench->median;
    } else if (variant.running && model.check.verdict == Verdict::here &&
               model.step.count >= std::size_t(model.wanted_samples)) {
      point.error = model.check.error;
      point.ms = model.step.median / model.time_steps;
      point.live = true;
    }
    if (point.ms > 0) points.push_back(std::move(point));
  }
  return points;
}

void follow_running(std::vector<AccuracyPoint>& trail, std::span<const AccuracyPoint> points) {
  const auto running = std::ranges::find(points, true, &AccuracyPoint::running);
  if (running == points.end()) return;
  const auto same = [&](const AccuracyPoint& point) {
    return point.variant == running->variant && point.setting == running->setting;
  };
  std::erase_if(trail, same);
  trail.push_back(*running);
  if (trail.size() > most_followed) trail.erase(trail.begin());
}

RoofPlot accuracy_plot(std::span<const AccuracyPoint> points,
                       std::span<const AccuracyPoint> trail) {
  const Span errors = errors_of(points, trail);
  RoofPlot plot;
  plot.x = {errors.low / x_margin, errors.high * x_margin};
  plot.y = times_of(points, trail);
  plot.x_label = "error against the reference, RMS";
  plot.y_label = "ms a step";
  for (const AccuracyPoint& point : points) plot.marks.push_back(mark_of(point, errors.low));
  for (const AccuracyPoint& point : trail) plot.trail.push_back(mark_of(point, errors.low));
  return plot;
}

std::string about_point(const AccuracyPoint& point) {
  std::string text =
      point.title + ": " + time_text(point.ms) + (point.live ? " live" : " bench") + middle_dot +
      (point.error > 0 ? "error " + error_figure(point.error) : "within rounding error");
  if (point.small) text += " at the check sizes";
  return point.setting.empty() ? text : text + "\n" + point.setting;
}

}  // namespace livewarp::ui
