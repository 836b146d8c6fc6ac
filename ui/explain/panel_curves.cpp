// The tab Curves: over a parameter what a formula predicts and the lens counts, and beside it what
// a bench measures under its bound.
#include "ui/explain/panel_curves.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/choices.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double graphs_fit = 46, titles_fit = 13;  // em of width, of height
constexpr double list_width = 13, switch_width = 11, row_gap = 0.3, least_status = 4;  // em
constexpr double verdict_line = 1.35, between_graphs = 1.5;                            // em

std::vector<Option> options_of(const std::vector<CurveOption>& all) {
  std::vector<Option> options;
  options.reserve(all.size());
  for (const CurveOption& one : all) options.push_back({one.id, one.label, {}});
  return options;
}

int place_of(const std::vector<CurveOption>& all, const std::string& id) {
  return int(std::ranges::find(all, id, &CurveOption::id) - all.begin());
}

/// "--over reserve-shared".
std::string option_of(std::string over) {
  std::ranges::replace(over, '_', '-');
  return "--over " + over;
}

/// A list with its name in front of it; returns where it ends.
float named_list(const Look& look, const char* name, const char* id,
                 const std::vector<CurveOption>& all, const std::string& now, const Box& row,
                 const Help& words, std::optional<std::string>& chosen) {
  const float x = put(look, Type::caption, look.tokens.muted, row, name) + look.length(0.35);
  float width = 0;
  for (const CurveOption& one : all)
    width = std::max(width, text_width(look, Type::body, one.label));
  width = std::min({width + look.length(2.4), look.length(list_width), row.x1 - x});
  ImGui::SetCursorScreenPos({x, row.y0});
  if (const auto place = dropdown(look, id, options_of(all), place_of(all, now), width, words))
    chosen = all[std::size_t(*place)].id;
  return x + width + look.length(0.8);
}

/// "counting 5 of 16", or why nobody counts.
std::string count_text(const CurvesView& view) {
  if (!view.uncounted.empty()) return "not counted: " + view.uncounted;
  if (view.counted == view.to_count) return {};
  return (view.counting ? "counting " : "counted ") + std::to_string(view.counted) + " of " +
         std::to_string(view.to_count);
}

/// How far the counts are, and what ends that or goes on with it.
void count_status(Frame& frame, const CurvesView& view, const Box& row, CurvesRequest& request) {
  const Look& look = frame.look;
  const std::string text = count_text(view);
  if (text.empty()) return;
  const bool can_stop = view.counting || view.stopped;
  const ButtonSpec stop{.label = view.counting ? "Stop" : "Count on", .quiet = false};
  Box words = row;
  if (can_stop) words.x1 -= button_width(look, stop) + look.length(0.5);
  if (words.width() < look.length(least_status)) return;
  const float end = put(look, Type::body, look.tokens.muted, words,
                        elided(look, Type::body, text, words.width()));
  hover_text(look, words, text);
  if (!can_stop) return;
  ImGui::SetCursorScreenPos({end + look.length(0.5), row.y0});
  if (button(look, ids::curves_stop, stop)) (view.counting ? request.stop : request.again) = true;
  help(look, {.name = std::string(stop.label),
              .text = view.counting ? "Ends counting; what was counted stays."
                                    : "Counts the values that are missing.",
              .only_here = true});
}

/// What is varied and what is shown of it; `beside`: and what goes on. Returns where it ends.
float tools(Frame& frame, const Box& box, const CurvesView& view, CurvesRequest& request,
            bool beside) {
  const Look& look = frame.look;
  Box row{box.x0, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  row.x0 = named_list(look, "Over", ids::curves_over, view.params, view.over, row,
                      {.name = "Over",
                       .text = "The parameter over which it is shown: those with which something "
                               "changes that is predicted.",
                       .option = option_of(view.over)},
                      request.over);
  if (view.units.size() > 1)
    row.x0 = named_list(look, "Count", ids::curves_unit, view.units, view.unit, row,
                        {.name = "Count",
                         .text = "Which of the predicted numbers the left graph shows.",
                         .only_here = true},
                        request.unit);
  const bool any = !view.times.empty() && !view.times.stale;
  const std::string label = any ? "Measure again" : "Measure, about " + duration(view.seconds);
  const ButtonSpec measure{
      .icon = Icon::measure, .label = label, .key = enter_key(frame), .quiet = false};
  if (view.can_time && row.width() > button_width(look, measure)) {
    ImGui::SetCursorScreenPos({row.x0, row.y0});
    action_button(frame, ids::measure_curves, measure);
    row.x0 += button_width(look, measure) + look.length(0.6);
  }
  if (beside) count_status(frame, view, row, request);
  return row.y1;
}

/// Only the parameter is taken from the point; one of the problem is also that of what runs.
void take_point(Frame& frame, const CurvesView& view, const Choice& point) {
  const auto take = [&](Values& values, const Values& from) {
    if (const auto value = from.find(view.over); value != from.end() && values.contains(view.over))
      values[view.over] = value->second;
  };
  Choice& setting = frame.setting();
  take(setting.launch, point.launch);
  take(setting.problem, point.problem);
  take(frame.wanted.problem, point.problem);
}

void put_curves(Frame& frame, const CurvesView& view, std::size_t which, const Box& box,
                bool titled) {
  const Look& look = frame.look;
  const Graph& graph = which == 0 ? view.counts : view.times;
  if (graph.empty()) {
    const std::string why =
        which == 0 ? "Nothing is predicted here."
        : !view.untimed.empty()
            ? "Not timed: " + view.untimed + ". What is predicted and counted stands without it."
        : frame.model.job ? "The first times come in a moment."
                          : "Measure times the setting at each value, verified, while the run "
                            "rests.";
    put_middle(look, look.tokens.muted, box, why, 3);
    return;
  }
  GraphView& seen = frame.state.analysis.curve_views[which];
  const GraphPoint* const clicked =
      put_graph(look, which == 0 ? "##counts" : "##times", graph, seen, box, titled);
  if (clicked && clicked->choice && !frame.model.job) take_point(frame, view, *clicked->choice);
}

bool both_fit_beside(const Look& look, const Box& box) {
  return box.width() >= look.length(graphs_fit);
}

/// Both side by side, or the one that is chosen, below what goes on.
void graphs(Frame& frame, const CurvesView& view, Box box, CurvesRequest& request) {
  const Look& look = frame.look;
  const bool titled = box.height() >= look.length(titles_fit);
  if (both_fit_beside(look, box)) {
    const float gap = look.length(between_graphs), width = (box.width() - gap) / 2;
    put_curves(frame, view, 0, {box.x0, box.y0, box.x0 + width, box.y1}, titled);
    put_curves(frame, view, 1, {box.x1 - width, box.y0, box.x1, box.y1}, titled);
    return;
  }
  int& shown = frame.state.analysis.curves_graph;
  const float width = look.length(switch_width);
  const std::vector<Option> options{{"counts", "Counts", {}}, {"times", "Time", {}}};
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  if (const auto chosen = segmented(
          look, ids::curves_graph, options, shown, width,
          {.name = "Graph", .text = "Which of the two graphs is shown.", .only_here = true}))
    shown = *chosen;
  count_status(
      frame, view,
      {box.x0 + width + look.length(0.8), box.y0, box.x1, box.y0 + look.length(metrics.hit)},
      request);
  box.y0 += look.length(metrics.hit + 0.1);
  put_curves(frame, view, std::size_t(shown), box, false);
}

void put_verdict_line(const Look& look, const CurvesView& view, const Box& box) {
  put(look, Type::heading, look.tokens.text, box,
      elided(look, Type::heading, view.verdict, box.width()));
  hover_text(look, box, view.verdict);
}

}  // namespace

std::string curves_hindrance(const Frame& frame) {
  const CurvesView* const view = frame.model.curves;
  if (frame.model.job) return busy_text(frame.model);
  if (!view) return "The tab Curves says over which parameter.";
  if (!view->reason.empty()) return view->reason;
  return view->can_time ? std::string() : view->untimed;
}

std::string curves_command(const Frame& frame) {
  const Choice& setting = frame.setting();
  std::string command = "livewarp curves " + setting.workload + " --variant " + setting.variant;
  if (const CurvesView* const view = frame.model.curves; view && !view->over.empty())
    command += " " + option_of(view->over);
  return command;
}

const char* proposed_curves(const Frame& frame) {
  return curves_hindrance(frame).empty() ? ids::measure_curves : nullptr;
}

void curves_tab(Frame& frame, const Box& box) {
  CurvesRequest request;
  request.choice = frame.setting();
  const Look& look = frame.look;
  const CurvesView* const view = frame.model.curves;
  if (!view || view->choice.workload != request.choice.workload ||
      view->choice.variant != request.choice.variant) {
    frame.result.animating = true;  // it comes with the next frame
  } else if (view->params.empty()) {
    put_middle(look, look.tokens.muted, box,
               "Nothing to show over a parameter: " + view->reason + ".", 3);
  } else {
    Box rest = box;
    rest.y0 = tools(frame, box, *view, request, both_fit_beside(look, box)) + look.length(row_gap);
    if (!view->verdict.empty() && rest.height() > look.length(8)) {
      Box line = rest;
      line.y0 = rest.y1 -= look.length(verdict_line);
      put_verdict_line(look, *view, line);
    }
    graphs(frame, *view, rest, request);
  }
  frame.result.curves = std::move(request);
}

}  // namespace livewarp::ui
