// The foot of the timing panel: the times of the latest steps, and what the workload reports about
// its state since the run began.
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "kernels/core/measure/verification.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double least_height_with_time = 6;  // em

int axis_number(double value, char* text, int size, void*) {
  const std::string shown = significant(value, 2);
  return std::snprintf(text, std::size_t(size), "%s", value == 0 ? "0" : shown.c_str());
}

/// Calls `draw` within a plot that fills the rest of the panel and takes no input.
template <class F>
void in_plot(const Look& look, const char* id, F&& draw) {
  ImGui::PushFont(look.fonts.mono, ImGui::GetStyle().FontSizeBase * float(metrics.caption));
  if (ImPlot::BeginPlot(id, ImGui::GetContentRegionAvail(),
                        ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame)) {
    draw();
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
}

/// Another text than a plot, in its middle.
void put_empty(const Look& look, std::string_view text) {
  const Box box = take(look, 0, double(ImGui::GetContentRegionAvail().y / look.em));
  put(look, Type::body, look.tokens.muted, box, text, Align::center);
}

ImPlotSpec line_of(Color color, float weight) {
  return {ImPlotProp_LineColor, vector_of(color), ImPlotProp_LineWeight, weight};
}

void put_steps(const Frame& frame, const std::vector<double>& steps, double median) {
  const Look& look = frame.look;
  double& axis = frame.state.plot_axis;
  axis = sticky_maximum(axis, *std::max_element(steps.begin(), steps.end()));
  in_plot(look, "##recent", [&] {
    ImPlot::SetupAxis(ImAxis_X1, nullptr, ImPlotAxisFlags_NoDecorations);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoTickMarks);
    ImPlot::SetupAxisLimits(ImAxis_X1, 0, 239, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, axis, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_Y1, axis_number);
    const std::array ticks{0.0, axis / 2, axis};
    ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.data(), int(ticks.size()));
    // The newest sample stands at the right edge.
    const double first = 239.0 - double(steps.size() - 1);
    const std::array<double, 2> ends{0, 239}, level{median, median};
    ImPlot::PlotLine("median", ends.data(), level.data(), 2, line_of(look.tokens.muted, look.px));
    ImPlot::PlotLine("step", steps.data(), int(steps.size()), 1, first,
                     line_of(series_color(look, Slot::kernel), 1.6f * look.px));
  });
}

void recent_steps(const Frame& frame) {
  const Model& model = frame.model;
  if (model.check.ok() && model.recent_steps.size() >= 2 &&
      int(frame.numbers.step.count) >= std::min(model.wanted_samples, 2))
    return put_steps(frame, model.recent_steps, frame.numbers.step.median);
  std::string text = "Collecting: " + std::to_string(frame.numbers.step.count) + " of " +
                     std::to_string(model.wanted_samples);
  if (model.choice.paused) text = paused_text;
  if (model.check.verdict == Verdict::failed) text = "No times of a wrong result";
  if (model.check.verdict == Verdict::unchecked || model.check.verdict == Verdict::checking)
    text = "Times follow once the result is verified";
  put_empty(frame.look, text);
}

/// Three ticks, `inset` of the way from either end, with numbers that tell them apart.
void put_ticks(ImAxis axis, double low, double high, double inset = 0) {
  const double from = low + inset * (high - low), to = high - inset * (high - low);
  const std::array ticks{from, (from + to) / 2, to};
  std::array<std::string, 3> texts;
  for (std::size_t i = 0; i < ticks.size(); ++i)
    texts[i] = ticks[i] == 0 ? "0" : significant(ticks[i], 3);
  const std::array labels{texts[0].c_str(), texts[1].c_str(), texts[2].c_str()};
  ImPlot::SetupAxisTicks(axis, ticks.data(), int(ticks.size()), labels.data());
}

void put_series(const Frame& frame, const Series& series) {
  const std::vector<double>&times = series.times(), &values = series.values();
  if (values.size() < 2)
    return put_empty(frame.look, frame.model.choice.paused
                                     ? paused_text
                                     : "Collecting: " + std::to_string(values.size()) + " of 2");
  const auto [least, most] = std::ranges::minmax(values);
  // What is 0 at the start, a drift, shows it; what hardly moves is no line along the edge.
  double low = least, high = most;
  if (values.front() == 0) low = std::min(low, 0.0), high = std::max(high, 0.0);
  const double room = high > low ? 0.05 * (high - low) : std::max(1e-12, 0.05 * std::abs(high));
  low -= low == 0 ? 0 : room;
  if (least >= 0) low = std::max(low, 0.0);  // no axis of what is never negative goes below 0
  high += high == 0 ? 0 : room;
  // In a low plot the line itself has the room that the numbers of the time would take.
  const float height = ImGui::GetContentRegionAvail().y;
  const bool timed = height >= frame.look.length(least_height_with_time);
  in_plot(frame.look, "##series", [&] {
    ImPlot::SetupAxis(ImAxis_X1, nullptr,
                      timed ? ImPlotAxisFlags_NoTickMarks : ImPlotAxisFlags_NoDecorations);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoTickMarks);
    ImPlot::SetupAxisLimits(ImAxis_X1, times.front(), times.back(), ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, low, high, ImPlotCond_Always);
    if (timed) put_ticks(ImAxis_X1, times.front(), times.back(), 0.08);  // or the last one is cut
    put_ticks(ImAxis_Y1, low, high);
    ImPlot::PlotLine("series", times.data(), values.data(), int(values.size()),
                     line_of(frame.look.tokens.accent, 1.6f * frame.look.px));
  });
}

/// The series that was chosen; null: the times of steps.
const Series* chosen_series(const Frame& frame) {
  if (!frame.model.series) return nullptr;
  const auto found = std::ranges::find(*frame.model.series, frame.state.plot, &Series::id);
  return found == frame.model.series->end() ? nullptr : &*found;
}

void tabs(Frame& frame, const Series* shown) {
  const Look& look = frame.look;
  std::vector<Option> options{{ids::plot_steps, "ms per step", {}}};
  int current = 0;
  for (const Series& series : *frame.model.series) {
    if (&series == shown) current = int(options.size());
    options.push_back({series.id(), series.label(), {}});
  }
  const float width = ImGui::GetContentRegionAvail().x;
  const Help about{.name = "Plot",
                   .text = shown && !shown->help().empty()
                               ? shown->help()
                               : "The times of the latest steps, the newest at the right, or a "
                                 "number about the state since the run began.",
                   .only_here = true};
  const auto chosen = segments_fit(look, options, width)
                          ? segmented(look, ids::plot, options, current, width, about)
                          : dropdown(look, ids::plot, options, current, width, about);
  if (chosen) frame.state.plot = *chosen == 0 ? "" : options[std::size_t(*chosen)].id;
}

}  // namespace

void plots(Frame& frame) {
  const Look& look = frame.look;
  gap(look, 0.35);
  const Series* const shown = chosen_series(frame);
  if (frame.model.series && !frame.model.series->empty())
    tabs(frame, shown);
  else
    put(look, Type::caption, look.tokens.muted, take(look, 0, 1.2),
        "ms per step, latest at the right");
  gap(look, 0.1);
  if (ImGui::GetContentRegionAvail().y < look.length(2)) return;
  if (shown)
    put_series(frame, *shown);
  else
    recent_steps(frame);
}

}  // namespace livewarp::ui
