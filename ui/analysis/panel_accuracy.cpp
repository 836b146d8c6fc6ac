// The tab Error: what exactness costs, variant by variant and setting by setting.
#include "ui/analysis/panel_accuracy.h"

#include <imgui.h>

#include "ui/charts/accuracy_chart.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// Settings that ran before belong to one problem.
void follow(Frame& frame, std::span<const AccuracyPoint> points) {
  State::Accuracy& state = frame.state.accuracy;
  const Choice& choice = frame.model.choice;
  if (state.workload != choice.workload || state.problem != choice.problem)
    state = {choice.workload, choice.problem, {}};
  if (!frame.model.checking) follow_running(state.trail, points);
}

void react(Frame& frame, const std::vector<AccuracyPoint>& points, const RoofPress& press,
           const Box& box) {
  if (!press.mark) return;
  const AccuracyPoint& point = points[*press.mark];
  const VariantEntry* const variant = frame.variant(point.variant);
  hover_text(frame.look, box, about_point(point) + (point.running ? "" : "\nA click runs it."));
  if (press.clicked && variant && !frame.model.job) choose_variant(frame, *variant);
}

}  // namespace

const char* proposed_accuracy(const Frame& frame) {
  return frame.model.job ? nullptr : ids::measure_all;
}

void accuracy_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const auto points = accuracy_points(frame.model);
  follow(frame, points);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  action_button(
      frame, ids::measure_all,
      {.icon = Icon::measure, .label = "Measure all", .key = enter_key(frame), .quiet = false});
  const Box beside{ImGui::GetItemRectMax().x + look.length(1), box.y0, box.x1,
                   box.y0 + look.length(metrics.hit)};
  put(look, Type::caption, look.tokens.muted, beside,
      elided(
          look, Type::caption,
          "Left is more exact (at the edge: within rounding error; of what has not run, at the check "
          "sizes), down is faster. The line: settings that ran while this was open.",
          beside.width()));
  Box rest = box;
  rest.y0 += look.length(metrics.hit + 0.3);
  if (points.empty())
    return void(put_middle(look, look.tokens.muted, rest,
                           "What runs has its place once it is verified and timed."));
  const RoofPlot plot = accuracy_plot(points, frame.state.accuracy.trail);
  react(frame, points, put_roof_plot(look, ids::accuracy_plot, plot, rest), rest);
}

}  // namespace livewarp::ui
